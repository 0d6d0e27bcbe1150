// The program inside the executable: the same bundle as for Node, with the code that loads native
// libraries replaced by src/native/embedded-library.ts.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { programInput, programOutput } from '../bundle.mjs';

const opener = fileURLToPath(new URL('../../src/native/embedded-library.ts', import.meta.url));

/**
 * The code in which each package finds its library; the replacement is the same on all platforms.
 */
const loaders = [
  {
    file: /[\\/]node_modules[\\/]libsql[\\/](index|promise)\.js$/,
    from: /^const \{ load, currentTarget \} = [\s\S]*?^function requireNative\(\) \{[\s\S]*?^\}\n/m,
    // Between its head and the function, promise.js has other code that must stay.
    keep: /^const Authorization[\s\S]*(?=^function requireNative)/m,
    to: "function requireNative() { return require('library:libsql'); }\n",
  },
  {
    file: /[\\/]node_modules[\\/]@napi-rs[\\/]keyring[\\/]index\.js$/,
    from: /^[\s\S]*$/,
    to: "module.exports = require('library:keyring');\n",
  },
];

const embeddedLibraries = {
  name: 'embedded-libraries',
  transform(code, id) {
    const loader = loaders.find(({ file }) => file.test(id));
    if (loader === undefined) return undefined;
    const [replaced] = loader.from.exec(code) ?? [];
    if (replaced === undefined) throw new Error(`${id} loads its library in a different way`);
    const [kept = ''] = loader.keep?.exec(replaced) ?? [];
    return code.replace(replaced, () => kept + loader.to);
  },
  resolveId(id) {
    if (id.startsWith('embedded:')) return { id, external: true };
    return id.startsWith('library:') ? `\0${id}` : undefined;
  },
  load(id) {
    if (!id.startsWith('\0library:')) return undefined;
    const name = id.slice('\0library:'.length);
    return `const { openEmbedded } = require(${JSON.stringify(opener)});
module.exports = openEmbedded(require('embedded:${name}'));`;
  },
};

/** Writes the bundle to a folder; resolves to the modules in it. */
export async function bundleExecutable(folder) {
  await rm(folder, { recursive: true, force: true });
  const bundle = await rolldown({
    ...programInput,
    external: [],
    // Paths of this machine are useless in the executable and would be visible in it.
    transform: { define: { __filename: "'waybill.cjs'", __dirname: "'/'" } },
    plugins: [...programInput.plugins, embeddedLibraries],
  });
  const { output } = await bundle.write({ ...programOutput, dir: folder });
  await bundle.close();
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}
