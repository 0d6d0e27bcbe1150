// The program inside the executable: the same bundle as for Node, with the code that loads native
// libraries replaced by src/native/embedded-library.ts.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { programInput, programOutput, smallerPackages } from '../bundle.mjs';
import { nativeLibraries } from '../native-libraries.mjs';

const opener = fileURLToPath(new URL('../../src/native/embedded-library.ts', import.meta.url));

const embedded = (name) => `const { openEmbedded } = require(${JSON.stringify(opener)});
module.exports = openEmbedded(require('embedded:${name}'));`;

const embeddedLibraries = nativeLibraries({
  libsql: embedded('libsql'),
  keyring: embedded('keyring'),
});

/** Writes the bundle to a folder; resolves to the modules in it. */
export async function bundleExecutable(folder) {
  await rm(folder, { recursive: true, force: true });
  const bundle = await rolldown({
    ...programInput,
    external: [/^embedded:/],
    // Paths of this machine are useless in the executable and would be visible in it.
    transform: { define: { __filename: "'waybill.cjs'", __dirname: "'/'" } },
    plugins: [...smallerPackages, embeddedLibraries],
  });
  const { output } = await bundle.write({ ...programOutput, dir: folder });
  await bundle.close();
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}
