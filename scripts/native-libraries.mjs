/** How each package finds its native library, and what the bundle has instead. */
const loaders = {
  libsql: {
    file: /[\\/]node_modules[\\/]libsql[\\/](index|promise)\.js$/,
    from: /^const \{ load, currentTarget \} = [\s\S]*?^function requireNative\(\) \{[\s\S]*?^\}\n/m,
    // Between its head and the function, promise.js has other code that must stay.
    keep: /^const Authorization[\s\S]*(?=^function requireNative)/m,
    to: "function requireNative() { return require('library:libsql'); }\n",
  },
  keyring: {
    file: /[\\/]node_modules[\\/]@napi-rs[\\/]keyring[\\/]index\.js$/,
    from: /^[\s\S]*$/,
    to: "module.exports = require('library:keyring');\n",
  },
};

/**
 * Replaces how bundled packages load their native libraries. `sources` has the source of a CommonJS
 * module for each package; it exports the library.
 */
export function nativeLibraries(sources) {
  return {
    name: 'native-libraries',
    transform(code, id) {
      const loader = Object.values(loaders).find(({ file }) => file.test(id));
      if (loader === undefined) return undefined;
      const [replaced] = loader.from.exec(code) ?? [];
      if (replaced === undefined) throw new Error(`${id} loads its library in another way`);
      const [kept = ''] = loader.keep?.exec(replaced) ?? [];
      return code.replace(replaced, () => kept + loader.to);
    },
    resolveId: (id) => (id.startsWith('library:') ? `\0${id}` : undefined),
    load: (id) =>
      id.startsWith('\0library:') ? sources[id.slice('\0library:'.length)] : undefined,
  };
}
