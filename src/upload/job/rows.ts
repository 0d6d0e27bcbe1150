import { createHash } from 'node:crypto';
import type { Draft, UploadRow, UploadSpec } from '../spec';
import type { Disk, DiskFile } from './disk';
import { linesOf } from './lines';

/** A row as it lies in the job's folder, one a line. */
type StoredRow = readonly [
  line: number,
  item: unknown,
  cells: readonly string[],
  invalid?: { readonly code: string; readonly message: string } | null,
  duplicateOf?: number,
];

/** What became known of the rows while they were put down. */
export interface WrittenRows {
  readonly count: number;
  /** SHA-256 over all that was written. */
  readonly hash: string;
  beforehand(row: number): 'invalid' | 'duplicate' | undefined;
}

const batch = 256 * 1024;
const marks = [undefined, 'invalid', 'duplicate'] as const;

/** Grows as the rows come in, a byte each. */
class Growing {
  #length = 0;
  #values = new Uint8Array(1024);
  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Uint8Array(this.#values.length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }
  at(index: number): number {
    return this.#values[index] ?? 0;
  }
}

/** Writes the rows of a file into the job's folder as they are read: flat memory at any number. */
export async function writeRows<Item>(
  file: DiskFile,
  drafts: AsyncIterable<readonly Draft<Item>[]>,
  { identity }: Pick<UploadSpec<Item>, 'identity'>,
): Promise<WrittenRows> {
  const hash = createHash('sha256');
  const seen = new Map<string, number>();
  const known = new Growing();
  let count = 0;
  let text = '';
  /** The line in which the same row is first; undefined for the first itself. */
  const firstLine = (key: string, line: number) => {
    const first = seen.get(key);
    if (first === undefined) seen.set(key, line);
    return first;
  };
  const handOver = async () => {
    hash.update(text);
    const full = text;
    text = '';
    await file.write(full);
  };
  for await (const chunk of drafts) {
    for (const { line, item, cells, invalid } of chunk) {
      // A row that can't be sent is not an earlier row that another could repeat.
      const first =
        invalid === undefined && identity !== undefined
          ? firstLine(identity(item), line)
          : undefined;
      known.push(invalid !== undefined ? 1 : first !== undefined ? 2 : 0);
      const stored: StoredRow =
        first !== undefined
          ? [line, item, cells, null, first]
          : invalid !== undefined
            ? [line, item, cells, invalid]
            : [line, item, cells];
      text += `${JSON.stringify(stored)}\n`;
      count++;
    }
    if (text.length > batch) await handOver();
  }
  await handOver();
  await file.sync();
  return { count, hash: hash.digest('hex'), beforehand: (row) => marks[known.at(row)] };
}

/** The rows of a job in the order of the file, read as they are asked for. */
export async function* readRows<Item>(disk: Disk, path: string): AsyncGenerator<UploadRow<Item>> {
  let index = 0;
  for await (const lines of linesOf(disk.read(path))) {
    for (const { text } of lines) {
      const [line, item, cells, invalid, duplicateOf] = JSON.parse(text) as StoredRow;
      yield {
        index: index++,
        line,
        item: item as Item,
        cells,
        invalid: invalid ?? undefined,
        duplicateOf,
      };
    }
  }
}

/** The hash of the rows that lie in a job's folder. */
export async function hashOfRows(disk: Disk, path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of disk.read(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** What is known of the rows that lie in a job's folder, as `writeRows` knew it. */
export async function surveyRows(disk: Disk, path: string): Promise<WrittenRows> {
  const hash = createHash('sha256');
  const known = new Growing();
  let count = 0;
  async function* hashed() {
    for await (const chunk of disk.read(path)) {
      hash.update(chunk);
      yield chunk;
    }
  }
  for await (const lines of linesOf(hashed())) {
    for (const { text } of lines) {
      known.push(markOf(text));
      count++;
    }
  }
  return { count, hash: hash.digest('hex'), beforehand: (row) => marks[known.at(row)] };
}

/** 0 for a text that is no row: the hash will say so. */
function markOf(text: string): number {
  try {
    const [, , , invalid, duplicateOf] = JSON.parse(text) as StoredRow;
    return invalid ? 1 : duplicateOf === undefined ? 0 : 2;
  } catch {
    return 0;
  }
}
