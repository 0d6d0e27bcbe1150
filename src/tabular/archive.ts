import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { usageFailure } from '../failure';

/** The files packed into a workbook. */
export interface Archive {
  /** The workbook's name for the user. */
  readonly name: string;
  has(path: string): boolean;
  /** The bytes of a file, unpacked on demand; empty if it is not there. */
  read(path: string): AsyncIterable<Buffer>;
  /** What the file is, if waybill can't read it as a workbook: `an OpenDocument spreadsheet (.ods)`. */
  otherKind(): string | undefined;
}

/** Other formats that are zip files, recognized by a file inside. */
const others: readonly (readonly [path: RegExp, what: string])[] = [
  [/^xl\/workbook\.bin$/, 'a binary workbook (.xlsb)'],
  [/^mimetype$/, 'an OpenDocument spreadsheet (.ods)'],
  [/^word\//, 'a Word document (.docx)'],
  [/^ppt\//, 'a presentation (.pptx)'],
  [/^Index\/.*\.iwa$|^Index\.zip$/, 'a Numbers spreadsheet'],
];

function damaged(name: string) {
  return usageFailure(`${name} is damaged: it can't be unpacked`, {
    hint: 'Open it, save it again and retry. Nothing was sent.',
  });
}

/**
 * Opens a zip file. The sizes in its directory are checked before anything is unpacked and enforced
 * while unpacking (yauzl aborts). Throws a usage failure for more than `mostBytes`.
 */
export async function openArchive(
  bytes: Buffer,
  { name, mostBytes }: { readonly name: string; readonly mostBytes: number },
): Promise<Archive> {
  const entries = new Map<string, Entry>();
  let size = 0;
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true });
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName, entry);
      size += entry.uncompressedSize;
    }
  } catch {
    throw damaged(name);
  }
  if (size > mostBytes) {
    throw usageFailure(`${name} unpacks to more than ${mostBytes / 1024 / 1024} MiB`, {
      hint: 'Copy the rows you need to a new workbook, or save it as CSV. Nothing was sent.',
    });
  }
  return {
    name,
    has: (path) => entries.has(path),
    async *read(path) {
      const entry = entries.get(path);
      if (entry === undefined) return;
      if (entry.isEncrypted()) {
        throw usageFailure(`${name} is password-protected, so waybill can't read it`, {
          hint: 'Save it without a password, as .xlsx or CSV. Nothing was sent.',
        });
      }
      try {
        yield* await zip.openReadStreamPromise(entry);
      } catch {
        throw damaged(name);
      }
    },
    otherKind() {
      const paths = [...entries.keys()];
      const [, what] = others.find(([path]) => paths.some((one) => path.test(one))) ?? [];
      return what ?? (entries.has('[Content_Types].xml') ? undefined : 'a zip file');
    },
  };
}
