import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { beginWhole, type Disk, replaceWhole, type WholeWriter } from '../disk/disk';
import { Failure, localFileFailure } from '../failure';
import { counted } from '../lib/words';
import { rejectColumns } from '../tabular/header-words';
import { tableFile } from '../tabular/write';
import type { Job } from './job/job';
import type { JobLedger } from './ledger';
import type { UploadOutcome } from './outcome';
import type { Remedy, UploadRow, UploadSurroundings } from './spec';

type Line = readonly string[];

/** The end of a row, in words; `unsent` says why rows were left unsent. */
export function reportedRow<Item>(row: UploadRow<Item>, ledger: JobLedger, unsent: string) {
  const { outcome, detail } = ledger.verdict(row.index);
  if (outcome === 'duplicate') {
    const message = `The same row is on line ${row.duplicateOf}`;
    return { row, outcome, code: 'duplicate_row', message };
  }
  if (outcome === 'not_sent' && !detail) return { row, outcome, code: '', message: unsent };
  const { code = '', message = '' } = (outcome === 'invalid' ? row.invalid : detail) ?? {};
  return { row, outcome, code, message: [message, row.fix].filter(Boolean).join('; ') };
}

export type ReportedRow<Item> = ReturnType<typeof reportedRow<Item>>;

export interface ResultRow {
  readonly line: number;
  readonly outcome: UploadOutcome;
  readonly code: string | null;
  readonly message: string | null;
  readonly [column: string]: unknown;
}

/** The rows with the same columns as in the results file. */
export async function* resultRows<Item>({ work, ledger, rows }: Job<Item>, unsent: string) {
  const columns = Object.entries(work.uploadSpec.columns);
  for await (const row of rows()) {
    const { outcome, code, message } = reportedRow(row, ledger, unsent);
    const own = columns.map(([name, cell]) => [name, cell(row.item)]);
    const reason = { code: code || null, message: message || null };
    const result: ResultRow = { line: row.line, ...Object.fromEntries(own), outcome, ...reason };
    yield result;
  }
}

class Remedies {
  readonly #found = new Map<string, { rows: number; what: string }>();

  add({ what, ofAll, advice }: Remedy): void {
    const same = this.#found.get(advice) ?? { rows: 0, what };
    this.#found.set(advice, { rows: same.rows + 1, what: same.what === what ? what : ofAll });
  }

  lines(): readonly string[] {
    return [...this.#found].map(
      ([advice, { rows, what }]) =>
        `${counted(rows, 'rows')} ${rows === 1 ? 'names' : 'name'} ${what}: ${advice}`,
    );
  }
}

export function resultHeader(columns: Readonly<Record<string, unknown>>): Line {
  return ['line', ...Object.keys(columns), 'outcome', 'code', 'message'];
}

const batch = 1000;
export const mostShown = 10;

/** Rows for the rejects file: once fixed, they are the next upload's input. */
export function isReject(outcome: UploadOutcome): boolean {
  return ['not_sent', 'invalid', 'rejected', 'unknown'].includes(outcome);
}

/** Writes both files, each completely or not at all; `unsent` says why rows were left unsent. */
export async function writeResults<Item>(
  { work, surroundings: { rawCsv, excel }, ledger, rows }: Job<Item>,
  { results, rejects }: Readonly<Record<'results' | 'rejects', ResultFile>>,
  unsent: string,
) {
  const { uploadSpec } = work;
  const header = work.header();
  const columns = Object.values(uploadSpec.columns);
  const format = { rawCsv, excel };
  const resultsTable = await tableFile(results.name ?? '', format);
  const rejectsTable = await tableFile(rejects.name ?? '', { ...format, asCells: true });
  try {
    let resultLines: Line[] = [resultHeader(uploadSpec.columns)];
    let rejectLines: Line[] = [[...header, ...rejectColumns]];
    const handOver = async () => {
      await results.write(resultsTable.add(resultLines));
      if (rejectLines.length > 0) await rejects.write(rejectsTable.add(rejectLines));
      resultLines = [];
      rejectLines = [];
    };
    let rejected = 0;
    let refused = 0;
    const first: ReportedRow<Item>[] = [];
    const remedies = new Remedies();
    for await (const row of rows()) {
      const one = reportedRow(row, ledger, unsent);
      const { outcome, code, message } = one;
      const isUnsentItself = outcome === 'not_sent' && code !== '';
      if (outcome === 'invalid' || outcome === 'rejected' || isUnsentItself) {
        if (++refused <= mostShown) first.push(one);
        const reason = row.invalid ?? ledger.verdict(row.index).detail?.reason;
        const remedy = reason && uploadSpec.remedy?.({ item: row.item, ...reason });
        if (remedy !== undefined) remedies.add(remedy);
      }
      const line = String(row.line);
      const own = columns.map((cell) => cell(row.item));
      resultLines.push([line, ...own, outcome, code, message]);
      if (isReject(outcome)) {
        const cells = header.map((_, index) => row.cells[index] ?? '');
        rejectLines.push([...cells, line, outcome, message]);
        rejected++;
      }
      if (resultLines.length >= batch) await handOver();
    }
    await handOver();
    await results.write(await resultsTable.end());
    await rejects.write(await rejectsTable.end());
    await results.finish();
    await rejects.finish();
    /** The first reason why a file could not be written. */
    const unwritten = results.failure ?? rejects.failure;
    const written = { results: results.written, rejects: rejects.written };
    return { rejects: rejected, refused, first, remedies: remedies.lines(), unwritten, written };
  } catch (error) {
    // Report the first error.
    for (const one of [results, rejects]) await one.abandon();
    throw error;
  }
}

interface ResultFileOptions {
  readonly disk: Disk;
  /** Null if the user wants none. */
  readonly wanted: string | null;
  /** The folder that remembers what was written; undefined for a file that is stored with the job. */
  readonly writtenFolder: string | undefined;
  readonly job: string;
}

/** A file of results or rejects, written until that fails: the rows were sent, and are summed up all the same. */
export class ResultFile {
  #writer: WholeWriter | undefined;
  failure: Failure | undefined;

  constructor(private readonly options: ResultFileOptions) {}

  /** As the user named it; null if it is not written. */
  get name(): string | null {
    return this.options.wanted;
  }

  get written(): string | null {
    return this.failure === undefined ? this.name : null;
  }

  write(part: string | Uint8Array): Promise<void> {
    return this.#try((writer) => writer.write(part));
  }

  finish(): Promise<void> {
    return this.#try((writer) => writer.finish());
  }

  async abandon(): Promise<void> {
    await this.#writer?.abandon().catch(() => {});
  }

  async #try(step: (writer: WholeWriter) => Promise<void>): Promise<void> {
    if (this.name === null || this.failure !== undefined) return;
    try {
      // The name may lead elsewhere after sending.
      this.#writer ??= await replacement(this.name, this.options);
      await step(this.#writer);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.failure = error;
      await this.abandon();
    }
  }
}

/** Makes sure that the file can be written. Throws exit 14. */
export async function prepareResultFile(options: ResultFileOptions): Promise<ResultFile> {
  const { wanted } = options;
  if (wanted !== null) await (await replacement(wanted, options)).abandon();
  return new ResultFile(options);
}

/** Writes beside the file, and renames it when it is on the disk. The next run removes leftovers. */
async function replacement(
  wanted: string,
  { disk, writtenFolder, job }: ResultFileOptions,
): Promise<WholeWriter> {
  const place = await disk.locate(wanted);
  if (place.kind === 'folder') throw localFileFailure(`${wanted} is a folder`);
  if (place.kind === 'other') throw localFileFailure(`${wanted} is not a regular file`);
  const { path } = place;
  const base = basename(path);
  // Some file system would not take a longer one.
  const isLong = Buffer.byteLength(base) > 200;
  const short = isLong ? createHash('sha1').update(base).digest('hex') : base;
  const draft = join(dirname(path), `.${short}.${job.slice(0, 8)}.waybill`);
  if (writtenFolder === undefined) return beginWhole(disk, { path, draft, name: wanted });
  const content = createHash('sha256');
  const remember = async () => {
    const known = join(writtenFolder, content.digest('hex'));
    await disk.makeFolder(writtenFolder);
    // Written again, so that its age is that of the newest file. Another job may write the same.
    await replaceWhole(disk, { path: known, draft: `${known}.${job.slice(0, 8)}` }, '');
  };
  const writer = await beginWhole(disk, {
    path,
    draft,
    name: wanted,
    // The umask applies to a new file of the user's; a replaced file keeps its mode.
    ...(place.kind === 'absent' ? { mode: 0o666 } : { exactMode: place.mode }),
    // After a crash, the same command may replace it.
    beforeItAppears: remember,
  });
  return {
    ...writer,
    write(part) {
      content.update(part);
      return writer.write(part);
    },
  };
}

/** A file that exists already: its first line, and whether it is empty or as waybill wrote it. */
export async function existing(disk: Disk, path: string, folder: string) {
  const content = createHash('sha256');
  let beginning: Buffer = Buffer.alloc(0);
  for await (const chunk of disk.read(path)) {
    if (beginning.length === 0) beginning = chunk;
    content.update(chunk);
  }
  const [firstLine = ''] = beginning
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/, 1);
  const known = await disk.look(join(folder, content.digest('hex')));
  return { firstLine, isUnchanged: known !== undefined || beginning.length === 0 };
}

/** Forgets what was written before this moment, in milliseconds since the epoch. */
export async function forgetWritten(
  { disk, writtenFolder: folder }: Pick<UploadSurroundings, 'disk' | 'writtenFolder'>,
  before: number,
): Promise<void> {
  if ((await disk.look(folder)) === undefined) return;
  for (const path of (await disk.list(folder)).map((name) => join(folder, name))) {
    const entry = await disk.look(path);
    if (entry !== undefined && entry.modified < before) await disk.remove(path);
  }
}
