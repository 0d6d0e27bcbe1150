import { programTree } from '../../src/cli/definition';
import { manPages } from '../../src/commands/help/man-pages';
import { nouns } from '../../src/commands/tree';
import { commandsPage } from './commands-page';
import { responseChecks } from './response-checks';
import { skillPage } from './skill';

function inFolder(folder: string, files: Readonly<Record<string, string>>) {
  return Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text] as const);
}

/** Every committed file that is generated from the command tree and the contract, by path. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  const tree = await programTree(nouns);
  return Object.fromEntries([
    ...inFolder('man', manPages(tree)),
    ['docs/commands.md', commandsPage(tree)],
    ['skills/waybill/SKILL.md', skillPage(tree)],
    ['src/generated/response-checks.ts', responseChecks()],
  ]);
}
