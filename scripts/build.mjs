// Bundles src/main.ts into dist/, with the licenses of bundled packages and a list of the chunks.
import { rm, writeFile } from 'node:fs/promises';
import { rolldown } from 'rolldown';
import { programInput, programOutput } from './bundle.mjs';
import { describeChunks } from './chunks.mjs';
import { thirdPartyLicenses } from './licenses.mjs';

await rm('dist', { recursive: true, force: true });
const bundle = await rolldown(programInput);
const { output } = await bundle.write(programOutput);
await bundle.close();

const chunks = describeChunks(output);
await writeFile('dist/chunks.json', `${JSON.stringify(chunks, undefined, 2)}\n`);
const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
await writeFile('dist/THIRD-PARTY-LICENSES.txt', await thirdPartyLicenses(modules));
