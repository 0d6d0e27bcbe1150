import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { type Failure, usageFailure } from '../failure';

export type Archive = Awaited<ReturnType<typeof openArchive>>;

/** Other formats that are zip files, recognized by a file inside. */
const others: readonly (readonly [path: RegExp, what: string])[] = [
  [/^xl\/workbook\.bin$/, 'a binary workbook (.xlsb)'],
  [/^mimetype$/, 'an OpenDocument spreadsheet (.ods)'],
  [/^word\//, 'a Word document (.docx)'],
  [/^ppt\//, 'a presentation (.pptx)'],
  [/^index\/.*\.iwa$|^index\.zip$/, 'a Numbers spreadsheet'],
];

/** The failure for a workbook that does not have what it says it has. */
export function damaged(name: string, what: string): Failure {
  return usageFailure(`${name} is damaged: ${what}`, {
    hint: 'Open it, save it again and retry. Nothing was sent.',
  });
}

/** The failure for a workbook that is larger than waybill reads. */
export function tooLarge(name: string, what: string): Failure {
  return usageFailure(`${name} ${what}`, {
    hint: 'Copy the rows you need to a new workbook, or save it as CSV. Nothing was sent.',
  });
}

/** The names of a workbook's parts are equal whatever the case of their ASCII letters. */
function partKey(path: string): string {
  return path.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Opens a zip file. What is read of it is counted: a file's size in the directory before it is
 * unpacked (yauzl makes sure that no more comes out), so that nothing is unpacked for nothing. Throws
 * a usage failure for more than `mostBytes`.
 */
export async function openArchive(
  bytes: Buffer,
  { name, mostBytes }: { readonly name: string; readonly mostBytes: number },
) {
  const entries = new Map<string, Entry>();
  const twice = new Set<string>();
  let unpacked = 0;
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true });
    for await (const entry of zip.eachEntry()) {
      const key = partKey(entry.fileName);
      if (entries.has(key)) twice.add(key);
      entries.set(key, entry);
    }
  } catch {
    throw damaged(name, "it can't be unpacked");
  }
  async function* unpack(entry: Entry): AsyncGenerator<Buffer, void> {
    let checksum = 0;
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (checksum !== entry.crc32) throw new Error('wrong checksum');
  }
  return {
    name,
    /** The XML elements that have been read of it, in all of its files. */
    elements: 0,
    has: (path: string) => entries.has(partKey(path)),
    /** The bytes of a file, unpacked on demand. Throws a usage failure if it is not there. */
    async *read(path: string): AsyncGenerator<Buffer, void> {
      const key = partKey(path);
      const entry = entries.get(key);
      if (entry === undefined) throw damaged(name, `${path} is missing in it`);
      if (twice.has(key)) throw damaged(name, `it contains ${path} twice`);
      if (entry.isEncrypted()) {
        throw usageFailure(`${name} is password-protected, so waybill can't read it`, {
          hint: 'Save it without a password, as .xlsx or CSV. Nothing was sent.',
        });
      }
      unpacked += entry.uncompressedSize;
      if (unpacked > mostBytes) {
        throw tooLarge(name, `unpacks to more than ${mostBytes / 1024 / 1024} MiB`);
      }
      try {
        yield* unpack(entry);
      } catch {
        throw damaged(name, "it can't be unpacked");
      }
    },
    /** The kind of the file, if waybill can't read it as a workbook: `an OpenDocument spreadsheet (.ods)`. */
    otherKind(): string | undefined {
      const paths = [...entries.keys()];
      const [, what] = others.find(([path]) => paths.some((one) => path.test(one))) ?? [];
      return what ?? (entries.has('[content_types].xml') ? undefined : 'a zip file');
    },
  };
}
