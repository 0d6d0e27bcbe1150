// The runtime with fewer of ICU's data: 12 MB of names, orders and dictionaries for every language, of
// which waybill asks for none but English. Time zones stay, and what has no language.
import { existsSync } from 'node:fs';
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';

/** What the header of ICU's package of data contains (udata.h, ucmndata.h). */
const format = Buffer.from('CmnD');
const magic = 0x27da;

/** A file for one language or region (`de.res`, `zone/sr_Latn_BA.res`), or a dictionary of words. */
const ofLanguage = /(^|\/)[a-z]{2,3}(_\w+)?\.res$|\.dict$/;
const kept = /(^|\/)(en|en_US|en_US_POSIX|en_001|res_index)\.res$/;

/** The positions of the packages of data in a runtime; macOS has its own. */
function packagesIn(runtime) {
  const found = [];
  for (let at = runtime.indexOf(format); at >= 0; at = runtime.indexOf(format, at + 1)) {
    const header = at - 12;
    if (header >= 0 && runtime.readUInt16LE(header + 2) === magic) found.push(header);
  }
  return found;
}

/** Takes files out of the table of a package, and fills their places with zeros, which pack to nothing. */
function leaveOut(runtime, header) {
  const start = header + runtime.readUInt16LE(header);
  const count = runtime.readUInt32LE(start);
  const entries = Array.from({ length: count }, (_, index) => {
    const at = start + 4 + 8 * index;
    const name = start + runtime.readUInt32LE(at);
    return {
      entry: Buffer.from(runtime.subarray(at, at + 8)),
      from: start + runtime.readUInt32LE(at + 4),
      path: runtime.toString('latin1', name, runtime.indexOf(0, name)).replace(/^[^/]*\//, ''),
    };
  });
  let left = 0;
  for (const [index, { entry, from, path }] of entries.entries()) {
    // The last file's end is not in the table.
    const end = entries[index + 1]?.from;
    if (end === undefined || kept.test(path) || !ofLanguage.test(path)) {
      entry.copy(runtime, start + 4 + 8 * left++);
    } else runtime.fill(0, from, end);
  }
  runtime.writeUInt32LE(left, start);
}

/** The path of the smaller runtime, made once beside the whole one. */
export async function smallerRuntime(file) {
  const smaller = file.replace(/bun(\.exe)?$/, 'smaller$1');
  if (existsSync(smaller)) return smaller;
  const runtime = await readFile(file);
  for (const header of packagesIn(runtime)) leaveOut(runtime, header);
  const draft = `${smaller}.draft`;
  await copyFile(file, draft);
  await writeFile(draft, runtime);
  await rename(draft, smaller);
  return smaller;
}
