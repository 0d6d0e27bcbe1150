/** How the sources are bundled, whatever the bundle is for. Native packages stay outside. */
export const bundleOptions = {
  platform: 'node',
  external: ['libsql', '@napi-rs/keyring'],
  // The completion scripts are carried along as they are.
  moduleTypes: { '.bash': 'text', '.zsh': 'text', '.fish': 'text', '.ps1': 'text' },
};
