// The files next to the executable in its archive and in the Debian package.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { thirdPartyLicenses } from '../licenses.mjs';
import { packagesOf } from './executable.mjs';
import { readerPages } from './pages.mjs';

/** The runtime's package has no license text; its project lists what it consists of. */
const runtimeLicense = (version) => `

Bun ${version}
=========${'='.repeat(version.length - 5)}

The runtime inside the executable. Bun is licensed under the MIT license and links JavaScriptCore and
other parts of WebKit, licensed under the LGPL 2, and other libraries. The page "License" of Bun's
documentation, https://bun.com/docs/project/license, describes their licenses, their sources, and how
to link a different JavaScriptCore.
`;

/** The licenses of everything in one executable, as one text. */
export async function licensesOf(target, modules) {
  const { runtime, libraries } = await packagesOf(target);
  const native = [...libraries.values()].map(({ folder }) => folder);
  return `${await thirdPartyLicenses(modules, native)}${runtimeLicense(runtime.version)}`;
}

export const skill = 'skills/waybill/SKILL.md';

/** The man pages, the completions and the schemas, as files of the project. */
export async function documents() {
  const files = (folder) =>
    readdir(folder).then((names) => names.sort().map((name) => join(folder, name)));
  return {
    man: await files('man'),
    completions: await files('completions'),
    schemas: await files('schemas'),
  };
}

export async function archiveFiles(root, { executable, name, licenses }) {
  const { man, completions, schemas } = await documents();
  const pages = await readerPages();
  // A file that opens at a double click, for readers who have never used a terminal.
  const start = name.endsWith('.exe') ? [{ path: 'START-HERE.txt', from: 'docs/windows.md' }] : [];
  return [
    { path: join(root, name), from: executable, executable: true },
    { path: join(root, 'THIRD-PARTY-LICENSES.txt'), content: licenses },
    ...[...pages, ...start].map((page) => ({ ...page, path: join(root, page.path) })),
    ...['LICENSE', 'CHANGELOG.md', skill, ...man, ...completions, ...schemas].map((from) => ({
      path: join(root, from),
      from,
    })),
  ];
}
