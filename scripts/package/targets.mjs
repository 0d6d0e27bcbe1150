/**
 * What an executable is built for.
 *
 * @typedef {object} Target
 * @property {string} compileTarget The compiler's name for the platform.
 * @property {string} runtime The runtime's package: on x64 the one for processors without AVX2.
 * @property {string} [integrity] The hash of a runtime that package-lock.json doesn't contain.
 * @property {Readonly<Record<string, string>>} libraries The packages of the native libraries in it.
 * @property {string} executable The file's name.
 * @property {'.tar.xz' | '.zip'} archive
 * @property {'here' | 'emulated' | undefined} [ran] Where the result is tested: on its own system,
 *   under an emulator, or nowhere. Only the first has bytecode; the last is called experimental, and
 *   no package manager offers it.
 */

function libraries(libsql, keyring = libsql) {
  return { libsql: `@libsql/${libsql}`, keyring: `@napi-rs/keyring-${keyring}` };
}

const unix = { executable: 'waybill', archive: '.tar.xz' };

/** @type {Readonly<Record<string, Target>>} */
export const targets = {
  'linux-x64': {
    ...unix,
    compileTarget: 'bun-linux-x64-baseline',
    runtime: '@oven/bun-linux-x64-baseline',
    integrity:
      'sha512-s8yMwYcFnnrA178gji0gZbkE2WVDej/Ti1x770oPfihxyRxSMNhGhiAQNXV53aDeraZxksdvKV/RAdQBCd0qPA==',
    libraries: libraries('linux-x64-gnu'),
    ran: 'here',
  },
  'linux-arm64': {
    ...unix,
    compileTarget: 'bun-linux-arm64',
    runtime: '@oven/bun-linux-aarch64',
    libraries: libraries('linux-arm64-gnu'),
    ran: 'emulated',
  },
  'macos-arm64': {
    ...unix,
    compileTarget: 'bun-darwin-arm64',
    runtime: '@oven/bun-darwin-aarch64',
    libraries: libraries('darwin-arm64'),
  },
  'windows-x64': {
    ...unix,
    compileTarget: 'bun-windows-x64-baseline',
    runtime: '@oven/bun-windows-x64-baseline',
    integrity:
      'sha512-/U3Dc74uGqE6EUqef7mPtg9KwJs7iJH4JHRMfIZIn18MrJh6Xz4gVvWDXRvzCL2j8wPlTnJVyrO4n7Qq4uM7TQ==',
    libraries: libraries('win32-x64-msvc'),
    executable: 'waybill.exe',
    archive: '.zip',
    ran: 'emulated',
  },
};
