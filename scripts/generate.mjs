// Writes everything that is generated from the command tree: completion scripts, man pages and
// docs/commands.md. The sources are TypeScript, so they are bundled into a temporary folder first.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { inputOptions } from './bundle.mjs';

const folder = await mkdtemp(join('node_modules', '.generate-'));
try {
  const bundle = await rolldown({
    ...inputOptions,
    input: { files: 'scripts/generate/files.ts' },
  });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
  await bundle.close();
  const { generatedFiles } = await import(pathToFileURL(join(folder, 'files.mjs')).href);
  for (const made of ['completions', 'man']) await rm(made, { recursive: true, force: true });
  for (const [path, text] of Object.entries(await generatedFiles())) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
} finally {
  await rm(folder, { recursive: true });
}
