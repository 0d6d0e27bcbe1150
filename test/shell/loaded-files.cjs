// Required in front of the program: notes which files it loaded, when it ends.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  writeFileSync(process.env.LOADED_FILES, JSON.stringify(Object.keys(require.cache)));
});
