// Writes docs/openapi.json from the contract.
import { writeFile } from 'node:fs/promises';
import { loadSource } from './load-source.mjs';

const { openapiText } = await loadSource('scripts/openapi-document.ts');
await writeFile('docs/openapi.json', openapiText());
