// Makes the README's pictures from what the built program prints and writes: docs/terminal.svg, and
// docs/page.png with a headless Chromium.
import { writeFile } from 'node:fs/promises';
import { loadSource } from './load-source.mjs';

const { draw, record } = await loadSource('scripts/terminal-picture.ts');
await writeFile('docs/terminal.svg', draw(await record()));
const { recordPage, takePicture } = await loadSource('scripts/page-picture.ts');
await writeFile('docs/page.png', await takePicture(await recordPage()));
