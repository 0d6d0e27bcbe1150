// Bundles src/main.ts into dist/, with the licences of what is bundled and a list of the chunks, and
// prints how much of it each command reads before it starts to work.
import { rm, writeFile } from 'node:fs/promises';
import { rolldown } from 'rolldown';
import { programInput, programOutput } from './bundle.mjs';
import { commandSizes, describeChunks } from './chunks.mjs';
import { thirdPartyLicences } from './licences.mjs';

await rm('dist', { recursive: true, force: true });
const bundle = await rolldown(programInput);
const { output } = await bundle.write(programOutput);
await bundle.close();

const chunks = describeChunks(output);
await writeFile('dist/chunks.json', `${JSON.stringify(chunks, undefined, 2)}\n`);
const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
await writeFile('dist/THIRD-PARTY-LICENCES.txt', await thirdPartyLicences(modules));

for (const [command, bytes] of Object.entries(commandSizes(chunks))) {
  console.log(`${(bytes / 1024).toFixed(1).padStart(7)} KiB  ${command}`);
}
