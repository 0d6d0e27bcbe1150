// Writes the files in examples/ that must match the sample account.
import { writeFile } from 'node:fs/promises';
import { loadSource } from './load-source.mjs';

const { shipmentsFile } = await loadSource('scripts/shipments-file.ts');
await writeFile('examples/shipments.csv', shipmentsFile());
