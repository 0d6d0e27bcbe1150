// In the place of @neon-rs/load and detect-libc where libsql asks them (scripts/bundle.mjs).
const { readFileSync } = require('node:fs');

/** The script `ldd` names the C library that it belongs to. */
function isMusl() {
  try {
    const script = readFileSync('/usr/bin/ldd', 'latin1');
    if (script.includes('musl')) return true;
    if (script.includes('GNU C Library')) return false;
  } catch {
    // Not every system has it.
  }
  return !process.report.getReport().header.glibcVersionRuntime;
}

let musl;
const family = () => {
  musl ??= isMusl();
  return musl ? 'musl' : 'glibc';
};

exports.GLIBC = 'glibc';
exports.MUSL = 'musl';
exports.familySync = family;
exports.load = () => null;

/** The end of the name of the package with the native library. */
exports.currentTarget = () => {
  const { platform, arch } = process;
  if (platform === 'win32') return `win32-${arch}-msvc`;
  if (platform !== 'linux') return `${platform}-${arch}`;
  if (arch === 'arm') return 'linux-arm-gnueabihf';
  return `linux-${arch}-${family() === 'musl' ? 'musl' : 'gnu'}`;
};
