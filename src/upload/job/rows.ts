import { createHash } from 'node:crypto';
import type { Disk, DiskFile } from '../../disk/disk';
import type { Draft, UploadRow, UploadSpec } from '../spec';

/** A row as stored in the job's folder, one per line. */
type StoredRow = readonly [
  line: number,
  item: unknown,
  cells: readonly string[],
  invalid?: { readonly code: string; readonly message: string } | null,
  duplicateOf?: number | null,
  fix?: string,
];

/** What was learned about the rows while they were written. */
export interface WrittenRows {
  readonly count: number;
  /** SHA-256 of everything written. */
  readonly hash: string;
  beforehand(row: number): 'invalid' | 'duplicate' | undefined;
}

const batch = 256 * 1024;
const marks = [undefined, 'invalid', 'duplicate'] as const;

/** Writes a file's rows to the job's folder as they are read: constant memory for any number. */
export async function writeRows<Item>(
  file: DiskFile,
  drafts: AsyncIterable<readonly Draft<Item>[]>,
  { identity }: Pick<UploadSpec<Item>, 'identity'>,
): Promise<WrittenRows> {
  const hash = createHash('sha256');
  const seen = new Map<string, number>();
  const known: number[] = [];
  let count = 0;
  let text = '';
  /** The line where the same row appears first; undefined for that one itself. */
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
    for (const { line, item, cells, invalid, fix } of chunk) {
      // A row that can't be sent does not make a later one a duplicate.
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
            : fix !== undefined
              ? [line, item, cells, null, null, fix]
              : [line, item, cells];
      text += `${JSON.stringify(stored)}\n`;
      count++;
    }
    if (text.length > batch) await handOver();
  }
  await handOver();
  await file.sync();
  return { count, hash: hash.digest('hex'), beforehand: (row) => marks[known[row] ?? 0] };
}

/** The rows of a job in file order, read on demand. */
export async function* readRows<Item>(disk: Disk, path: string): AsyncGenerator<UploadRow<Item>> {
  let index = 0;
  for await (const lines of linesOf(disk.read(path))) {
    for (const { text } of lines) {
      const [line, item, cells, invalid, duplicateOf, fix] = JSON.parse(text) as StoredRow;
      yield {
        index: index++,
        line,
        item: item as Item,
        cells,
        invalid: invalid ?? undefined,
        duplicateOf: duplicateOf ?? undefined,
        fix,
      };
    }
  }
}

/** What is known of the rows stored in a job's folder, as `writeRows` returned it. */
export async function surveyRows(disk: Disk, path: string): Promise<WrittenRows> {
  const hash = createHash('sha256');
  const known: number[] = [];
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
  return { count, hash: hash.digest('hex'), beforehand: (row) => marks[known[row] ?? 0] };
}

/** 0 for a text that is not a row: the hash will not match. */
function markOf(text: string): number {
  try {
    const [, , , invalid, duplicateOf] = JSON.parse(text) as StoredRow;
    return invalid ? 1 : typeof duplicateOf === 'number' ? 2 : 0;
  } catch {
    return 0;
  }
}

export interface Line {
  /** Without its line break. */
  readonly text: string;
  /** Including its line break. */
  readonly bytes: number;
  /** Whether it ends in a line break. */
  readonly ended: boolean;
}

const lineBreak = 10;

/**
 * The lines of a UTF-8 file that waybill wrote, separated by LF only, as many at once as there are.
 */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<readonly Line[], void> {
  let held: Buffer[] = [];
  for await (const chunk of chunks) {
    const lines: Line[] = [];
    let from = 0;
    for (let at = chunk.indexOf(lineBreak); at !== -1; at = chunk.indexOf(lineBreak, from)) {
      const end = chunk.subarray(from, at);
      const line = held.length === 0 ? end : Buffer.concat([...held, end]);
      held = [];
      from = at + 1;
      lines.push({ text: line.toString('utf8'), bytes: line.length + 1, ended: true });
    }
    if (from < chunk.length) held.push(chunk.subarray(from));
    yield lines;
  }
  if (held.length > 0) {
    const line = Buffer.concat(held);
    yield [{ text: line.toString('utf8'), bytes: line.length, ended: false }];
  }
}
