/**
 * What an executable is made for. `libraries` are the native packages that it carries; the integrity of
 * a runtime that package-lock.json does not hold stands here.
 *
 * @typedef {object} Target
 * @property {string} compileTarget The bundler's name for the platform.
 * @property {string} runtime The package of the runtime.
 * @property {string} [integrity]
 * @property {Readonly<Record<string, string>>} libraries
 * @property {string} executable The file's name.
 * @property {boolean} bytecode Only where the result was run.
 */

/** @type {Readonly<Record<string, Target>>} */
export const targets = {
  'linux-x64': {
    compileTarget: 'bun-linux-x64-baseline',
    runtime: '@oven/bun-linux-x64-baseline',
    integrity:
      'sha512-s8yMwYcFnnrA178gji0gZbkE2WVDej/Ti1x770oPfihxyRxSMNhGhiAQNXV53aDeraZxksdvKV/RAdQBCd0qPA==',
    libraries: {
      libsql: '@libsql/linux-x64-gnu',
      keyring: '@napi-rs/keyring-linux-x64-gnu',
    },
    executable: 'waybill',
    bytecode: true,
  },
};
