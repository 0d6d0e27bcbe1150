import { programTree } from '../../src/cli/definition';
import { manPages } from '../../src/commands/help/man-pages';
import { nouns } from '../../src/commands/tree';
import { commandsPages } from './commands-page';
import { bodyChecks, responseChecks } from './contract-checks';
import { outputPage } from './output-page';
import { contractOf, schemaFiles } from './schemas';
import { skillPage } from './skill';

function inFolder(folder: string, files: Readonly<Record<string, string>>) {
  return Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text] as const);
}

/** Every committed file that is generated from the command tree and the contract, by path. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  const tree = await programTree(nouns);
  const schemas = await schemaFiles(tree);
  const texts = Object.entries(schemas).map(([name, schema]) => [
    name,
    `${JSON.stringify(schema, null, 1)}\n`,
  ]);
  return Object.fromEntries([
    ...inFolder('man', manPages(tree)),
    ...inFolder('docs/commands', commandsPages(tree)),
    ...inFolder('schemas', Object.fromEntries(texts)),
    ['docs/output.md', await outputPage(tree)],
    ['skills/waybill/SKILL.md', skillPage(tree)],
    ['src/generated/body-checks.ts', bodyChecks()],
    ['src/generated/response-checks.ts', responseChecks()],
  ]);
}

/** What scripts rely on now, as a release keeps it. */
export const contractFile = async () =>
  `${JSON.stringify(await contractOf(await programTree(nouns)), null, 1)}\n`;
