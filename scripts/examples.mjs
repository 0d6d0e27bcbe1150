// Writes the files of examples/ that have to fit the sample account.
import { writeFile } from 'node:fs/promises';
import { loadSource } from './load-source.mjs';

const { shipmentsFile } = await loadSource('scripts/shipments-file.ts');
await writeFile('examples/shipments.csv', shipmentsFile());
