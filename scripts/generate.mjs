// Writes everything that is generated from the command tree and the contract: man pages,
// docs/commands, docs/output.md, the schemas, the skill and the checks of responses.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { loadSource } from './load-source.mjs';

const { contractFile, generatedFiles } = await loadSource('scripts/generate/files.ts');
const files = Object.entries(await generatedFiles());
for (const folder of ['man', 'docs/commands', 'schemas'])
  await rm(folder, { recursive: true, force: true });
for (const [path, text] of files) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
// A release keeps what scripts rely on, for the test that compares later versions with it.
if (process.argv.includes('--contract')) {
  await writeFile('test/shell/contract-1.json', await contractFile());
}
