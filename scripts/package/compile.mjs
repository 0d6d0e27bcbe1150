// Run by bun, not Node: puts the bundle, the native libraries and a runtime into one file.
import { closeSync, openSync, readFileSync } from 'node:fs';
import { hashOf } from '../../src/native/embedded-library.ts';

const { bundle, libraries, compileTarget, runtime, outfile, bytecode } = JSON.parse(
  process.argv[2],
);

/** The hash that the executable computes again before it loads a library. */
function hashOfFile(file) {
  const descriptor = openSync(file, 'r');
  try {
    return hashOf(descriptor, Bun.hash.xxHash3);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * `embedded:libsql` exports what src/native/embedded-library.ts needs to know about the library.
 */
const embedLibraries = {
  name: 'embed-libraries',
  setup(build) {
    const known = (name) => {
      const file = libraries[name];
      if (file === undefined) throw new Error(`There is no library ${name} for ${compileTarget}`);
      return file;
    };
    build.onResolve({ filter: /^embedded:/ }, ({ path }) => {
      return { path: path.slice('embedded:'.length), namespace: 'embedded' };
    });
    build.onLoad({ filter: /./, namespace: 'embedded' }, ({ path: name }) => {
      const contents = `const file = require('library-file:${known(name)}');
module.exports = { name: '${name}', file: file.default ?? file, hash: '${hashOfFile(known(name))}' };`;
      return { contents, loader: 'js' };
    });
    build.onResolve({ filter: /^library-file:/ }, ({ path }) => {
      return { path: path.slice('library-file:'.length), namespace: 'library-file' };
    });
    build.onLoad({ filter: /./, namespace: 'library-file' }, ({ path }) => {
      return { contents: readFileSync(path), loader: 'file' };
    });
  },
};

const { success, logs } = await Bun.build({
  entrypoints: [bundle],
  plugins: [embedLibraries],
  target: 'bun',
  format: 'cjs',
  minify: true,
  bytecode,
  compile: {
    target: compileTarget,
    executablePath: runtime,
    outfile,
    // Code that runs once at start is not worth compiling to machine code: that took a fifth of a
    // command's time. Code that runs often is compiled a little later.
    jitPolicy: 10,
    // Nothing in the user's current folder may change what runs.
    autoloadDotenv: false,
    autoloadBunfig: false,
    autoloadTsconfig: false,
    autoloadPackageJson: false,
  },
});
for (const log of logs) console.error(String(log));
if (!success) process.exitCode = 1;
