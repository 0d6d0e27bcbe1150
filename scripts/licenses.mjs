import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The folder of the package that a bundled module comes from; undefined for waybill's own. */
export function packageFolder(module) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module)?.[0];
}

async function licenseText(folder) {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  // In the package's folder, or in a folder named for licenses.
  const found = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((name) => /^(licen[cs]es?[\\/])?(licen[cs]e|notice|copying)[^\\/]*$/i.test(name))
    .sort();
  const texts = await Promise.all(found.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => text.trim()).join('\n\n');
}

/**
 * The licenses of every package in the bundle, as those licenses require, and of the packages in
 * folders next to it.
 */
export async function thirdPartyLicenses(modules, beside = []) {
  const bundled = modules.map(packageFolder).filter((folder) => folder !== undefined);
  const folders = new Set([...bundled, ...beside]);
  const entries = await Promise.all(
    [...folders].map(async (folder) => {
      const { name, version, license } = JSON.parse(
        await readFile(join(folder, 'package.json'), 'utf8'),
      );
      const text = await licenseText(folder);
      return { title: `${name} ${version} (${license})`, text };
    }),
  );
  // A package may be installed in two places.
  return [...new Map(entries.map((entry) => [entry.title, entry])).values()]
    .sort((one, other) => (one.title < other.title ? -1 : 1))
    .map(({ title, text }) => `${title}\n${'='.repeat(title.length)}\n\n${text}\n`)
    .join('\n\n');
}
