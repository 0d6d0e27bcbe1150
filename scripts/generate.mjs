// Writes everything that is generated from the command tree and the contract: man pages,
// docs/commands.md, the skill and the checks of responses.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { loadSource } from './load-source.mjs';

const { generatedFiles } = await loadSource('scripts/generate/files.ts');
const files = Object.entries(await generatedFiles());
await rm('man', { recursive: true, force: true });
for (const [path, text] of files) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
