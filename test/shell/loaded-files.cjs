// Required before the program: when it ends, records which files and which of Node's own modules it
// loaded.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const own = process.moduleLoadList
    .filter((name) => name.startsWith('NativeModule '))
    .map((name) => name.replace('NativeModule ', 'node:'));
  writeFileSync(process.env.LOADED_FILES, JSON.stringify([...Object.keys(require.cache), ...own]));
});
