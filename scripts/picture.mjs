// Draws docs/terminal.svg, the README's picture, from what the built program prints on a terminal.
import { writeFile } from 'node:fs/promises';
import { loadSource } from './load-source.mjs';

const { draw, record } = await loadSource('scripts/terminal-picture.ts');
await writeFile('docs/terminal.svg', draw(await record()));
