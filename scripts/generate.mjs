// Writes everything that is generated from the command tree: completion scripts, man pages and
// docs/commands.md.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { loadSource } from './load-source.mjs';

const { generatedFiles } = await loadSource('scripts/generate/files.ts');
const files = Object.entries(await generatedFiles());
for (const made of ['completions', 'man']) await rm(made, { recursive: true, force: true });
for (const [path, text] of files) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
