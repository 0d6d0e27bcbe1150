import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { type Disk, type DiskFile, wholeText } from '../../disk/disk';
import { localFileFailure } from '../../failure';
import { isObject, type Members, parseJson } from '../../lib/json';
import { unlessItThrows } from '../../lib/once';
import { typedWords } from '../../lib/words';
import { version } from '../../version';
import type { Draft, JobOrigin, JobOwner, JobRules, Problem, UploadRow, UploadSpec } from '../spec';

/** The description of a job, besides its rows and its journal. */
export interface Manifest extends JobOwner, JobOrigin {
  /** The name of the job's folder: a hash of the members below. */
  readonly job: string;
  readonly specName: string;
  readonly rowsHash: string;
  readonly rows: number;
  readonly rules: JobRules;
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

const format = 1;

type JobIdentity = JobOwner & Pick<Manifest, 'specName' | 'rowsHash'>;

/** The same rows for the same account are the same job. */
export function jobId({ specName, baseUrl, account, rowsHash }: JobIdentity): string {
  const identity = { format, specName, baseUrl, account, rowsHash };
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
}

export async function writeManifest(disk: Disk, path: string, manifest: Manifest): Promise<void> {
  const file = await disk.create(path);
  await file.write(`${JSON.stringify({ format, ...manifest })}\n`);
  await file.sync();
  await file.close();
}

export function writerOf({ version: writer }: { readonly version?: unknown }): string {
  return `The job was started by waybill ${writer}; this is waybill ${version}.`;
}

const texts = typedWords(
  'job specName baseUrl account rowsHash version startedAt command folder profile',
);
const flags = ['divisible', 'readable', 'allOrNothing'];

function isManifest(found: Members): found is Members & Manifest {
  const { rows, file, rules } = found;
  return (
    texts.every((name) => typeof found[name] === 'string') &&
    (file === null || typeof file === 'string') &&
    Number.isSafeInteger(rows) &&
    Number(rows) >= 0 &&
    isObject(rules) &&
    flags.every((name) => typeof rules[name] === 'boolean')
  );
}

/** Reads a job's manifest. Throws exit 14 if it was changed, or is in an unknown format. */
export async function readManifest(disk: Disk, path: string): Promise<Manifest> {
  const text = await wholeText(disk, path);
  const found = unlessItThrows(() => parseJson(text));
  if (!isObject(found)) throw changedFile(path);
  if (found.format !== format) {
    throw localFileFailure(`${path} is in a format that this version of waybill does not know`, {
      hint: `${writerOf(found)} Resume with that version, or send all rows again with --restart.`,
    });
  }
  const name = basename(dirname(path));
  if (!isManifest(found) || found.job !== name || jobId(found) !== name) throw changedFile(path);
  return found;
}

/** A file of a job is not as waybill wrote it: exit 14. */
export function changedFile(
  path: string,
  hint = 'waybill left it as it is. To start over with the rows of your file, use --restart.',
) {
  return localFileFailure(`${path} was changed after waybill wrote it`, { hint });
}

type StoredRow = readonly [
  line: number,
  item: unknown,
  cells: readonly string[],
  invalid?: Problem | null,
  duplicateOf?: number | null,
  fix?: string | null,
];

/** Set for a row that reading the file settled; the reason is stored with the row itself. */
export type Mark = 'invalid' | 'duplicate' | undefined;

export function markOf({ invalid, duplicateOf }: Partial<UploadRow<unknown>>): Mark {
  if (invalid !== undefined) return 'invalid';
  return duplicateOf === undefined ? undefined : 'duplicate';
}

const batch = 256 * 1024;

/** Writes a file's rows to the job's folder as they are read: constant memory for any number. */
export async function writeRows<Item>(
  file: DiskFile,
  drafts: AsyncIterable<readonly Draft<Item>[]>,
  { identity }: Pick<UploadSpec<Item>, 'identity'>,
) {
  const hash = createHash('sha256');
  const seen = new Map<string, number>();
  const marks: Mark[] = [];
  let text = '';
  const handOver = async () => {
    hash.update(text);
    const full = text;
    text = '';
    await file.write(full);
  };
  for await (const chunk of drafts) {
    for (const { line, item, cells, invalid, fix } of chunk) {
      // A row that can't be sent does not make a later one a duplicate.
      const key = invalid === undefined ? identity?.(item) : undefined;
      const first = key === undefined ? undefined : seen.get(key);
      if (key !== undefined && first === undefined) seen.set(key, line);
      marks.push(markOf({ invalid, duplicateOf: first }));
      const reasons = [invalid, first, fix].map((one) => one ?? null);
      // Most rows have none.
      const stored = reasons.every((one) => one === null) ? [] : reasons;
      text += `${JSON.stringify([line, item, cells, ...stored])}\n`;
    }
    if (text.length > batch) await handOver();
  }
  await handOver();
  await file.sync();
  return { marks, hash: hash.digest('hex') };
}

export async function* readStoredRows<Item>(
  disk: Disk,
  path: string,
): AsyncGenerator<UploadRow<Item>> {
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
        fix: fix ?? undefined,
      };
    }
  }
}

/** The hash of the rows stored in a job's folder, as `writeRows` returned it. */
export async function storedHash(disk: Disk, path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of disk.read(path)) hash.update(chunk);
  return hash.digest('hex');
}

export interface StoredLine {
  /** Without its line break. */
  readonly text: string;
  /** Including its line break. */
  readonly bytes: number;
  readonly ended: boolean;
}

const lineBreak = 10;

/** The lines of a file that waybill wrote, separated by LF, as many at once as there are. */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<readonly StoredLine[], void> {
  let held: Buffer[] = [];
  for await (const chunk of chunks) {
    const lines: StoredLine[] = [];
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
