import { crc32 } from 'node:zlib';
import type { Disk, DiskFile } from '../../disk/disk';
import { localFileFailure } from '../../failure';
import { isObject, parseJson } from '../../lib/json';
import type { Problem } from '../spec';
import { linesOf, type StoredLine } from './contents';

/** Tells a member of an event from what waybill did not write there. */
type Check<T> = (value: unknown) => value is T;
type Texts = Readonly<Record<string, string>>;

const isText: Check<string> = (value) => typeof value === 'string';
const isFlag: Check<boolean> = (value) => typeof value === 'boolean';
const isCount: Check<number> = (value): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
const isStatus: Check<number | undefined> = (value) => value === undefined || isCount(value);
const rangesForm = /^(?:\d{1,15}(?:-\d{1,15})?(?:,(?!$)|$))*$/;
const isRanges: Check<string> = (value): value is string => isText(value) && rangesForm.test(value);
const isRangesOrNull: Check<string | null> = (value) => value === null || isRanges(value);
const areTexts: Check<Texts> = (value): value is Texts =>
  isObject(value) && Object.values(value).every(isText);
const areProblems: Check<Readonly<Record<string, Problem>>> = (value): value is never =>
  isObject(value) &&
  isRanges(Object.keys(value).join()) &&
  Object.values(value).every(
    (one) => isObject(one) && [one.code, one.message, one.about ?? ''].every(isText),
  );

const about = { batch: isCount, rows: isRanges };
const why = { code: isText, message: isText };

/**
 * The events of a journal with their members. Everything known of a job follows from its rows and these in
 * order (`ledger.ts`): a run that resumes reads them and continues where the last one stopped. Rows are
 * counted from 0 in file order and written as ranges (`0-49,52`), or are the names of members.
 */
const members = {
  /** The first event: how many rows there are. */
  planned: { rows: isCount },
  /** Rows that were there before anything was sent. */
  noted: { present: isRanges },
  /** Written and flushed before the request with these rows is sent. */
  sent: about,
  /** The run was stopped before the last announced request was sent. */
  withdrawn: { batch: isCount },
  /** The service counted this many rows as new: too low if an earlier attempt may have been carried out. */
  accepted: { ...about, added: isCount, repeated: isFlag },
  /** The service refused the request because of rows in it; `named` is what its `issues` say by row. */
  refused: { ...about, ...why, status: isStatus, named: areTexts, repeated: isFlag },
  /** The request failed for a reason unrelated to its rows, or its response was `lost`. */
  failed: { ...about, ...why, lost: isFlag },
  /** Rows of a refused request that seem to match nothing in the account; null: not read. */
  consulted: { batch: isCount, unmatched: isRangesOrNull },
  /** Reasons for rejected rows, by row, as the account's data show them. */
  explained: { reasons: areProblems },
  /** Read back after sending: accepted rows, and by row those that are nowhere or not on the row's own. */
  verified: { added: isRanges, present: isRanges, missing: areProblems, elsewhere: areProblems },
  /** Every row is settled, and the results are written, at this time (ISO 8601, UTC). */
  finished: { at: isText },
};
type Members = typeof members;
type Checked<C> = C extends Check<infer T> ? T : never;
export type JobEvent = {
  [E in keyof Members]: { readonly event: E } & {
    readonly [M in keyof Members[E]]: Checked<Members[E][M]>;
  };
}[keyof Members];

/** True if ranges fit a job of this size; checked before they are expanded. */
function areWithin(ranges: unknown, rows: number): boolean {
  if (typeof ranges !== 'string' || ranges === '') return true;
  let named = 0;
  for (const part of ranges.split(',')) {
    const [from = 0, to = from] = part.split('-').map(Number);
    if (to < from || to >= rows) return false;
    named += to - from + 1;
  }
  return named <= rows;
}

/** True for a journal line that is an event of this job, false for what another waybill version wrote. */
function isJobEvent(value: unknown, rows: number): value is JobEvent {
  if (!isObject(value) || typeof value.event !== 'string') return false;
  if (!Object.hasOwn(members, value.event)) return false;
  const checks: Readonly<Record<string, Check<unknown>>> =
    members[value.event as JobEvent['event']];
  const isWhole = Object.entries(checks).every(
    ([name, check]) =>
      check(value[name]) &&
      (check !== isRanges || areWithin(value[name], rows)) &&
      (check !== areProblems || areWithin(Object.keys(value[name] ?? {}).join(), rows)),
  );
  return isWhole && areWithin(value.unmatched, rows);
}

/** A line of the journal: `{"sum":"1b4a09c7","number":3,"event":"sent",…}`, its checksum first. */
const sumPattern = /^\{"sum":"([0-9a-f]{8})",/;

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

export function journalLine(number: number, event: JobEvent): string {
  const rest = `${JSON.stringify({ number, ...event }).slice(1)}\n`;
  return `{"sum":"${checksum(rest)}",${rest}`;
}

/** The content of a line, not yet checked to be an event; undefined if the line is not intact. */
export function readJournalLine(line: string) {
  const [head, sum] = sumPattern.exec(line) ?? [];
  if (head === undefined) return undefined;
  const rest = `${line.slice(head.length)}\n`;
  if (checksum(rest) !== sum) return undefined;
  try {
    const { number, ...event } = parseJson(`{${rest}`) as Record<string, unknown>;
    return { number, event };
  } catch {
    return { number: undefined, event: undefined };
  }
}

/**
 * Reads a journal and passes on every event; returns how many there are, and the bytes up to the end of the
 * last intact line. Broken lines at its end were being written when the machine or the program stopped: nothing
 * had been done on their account yet, so they are dropped. A damaged line followed by an intact one means that
 * the file was changed, and an intact line that is not an event of a job with this many rows means that a
 * different waybill version wrote it: exit 14, and the file stays unchanged.
 */
export async function readJournal(
  disk: Disk,
  path: string,
  { rows, writer }: { readonly rows: number; readonly writer: string },
  handle: (event: JobEvent) => void,
) {
  let events = 0;
  let length = 0;
  let torn: number | undefined;
  let lineNumber = 0;
  const take = ({ text, bytes, ended }: StoredLine) => {
    lineNumber++;
    const found = ended ? readJournalLine(text) : undefined;
    if (found === undefined) {
      torn ??= lineNumber;
      return;
    }
    if (torn !== undefined || found.number !== events) throw damaged(path, torn ?? lineNumber);
    const event: unknown = found.event;
    if (!isJobEvent(event, rows)) throw unknown(path, lineNumber, writer);
    const isFirst = event.event === 'planned' && event.rows === rows;
    if (isFirst !== (events === 0)) throw unknown(path, lineNumber, writer);
    handle(event);
    events++;
    length += bytes;
  };
  for await (const lines of linesOf(disk.read(path))) lines.forEach(take);
  return { events, length };
}

function damaged(path: string, line: number) {
  return localFileFailure(`The journal ${path} is damaged at line ${line}`, {
    hint: 'waybill did not change it. To start over, use --restart: rows that already went through are not added twice.',
  });
}

function unknown(path: string, line: number, writer: string) {
  return localFileFailure(
    `The journal ${path} has an entry at line ${line} that this version of waybill does not know`,
    { hint: `${writer} Resume with that version, or send all rows again with --restart.` },
  );
}

/** The open journal of a running job. */
export class Journal {
  /** All writes so far, chained. Stays rejected once a write or a flush failed. */
  #written: Promise<void> = Promise.resolve();
  #flushing: Promise<void> = Promise.resolve();
  /** The flush that follows the current one: it covers everything written until then. */
  #next: Promise<void> | undefined;

  constructor(
    private readonly file: DiskFile,
    private events: number,
  ) {}

  /** Writes an event; it becomes durable with the next announcement at the latest. */
  note(event: JobEvent): Promise<void> {
    const line = journalLine(this.events++, event);
    this.#written = this.#written.then(() => this.file.write(line));
    this.#written.catch(() => {});
    return this.#written;
  }

  /** Writes an event and resolves when it is on the disk. Concurrent calls share one flush. */
  async announce(event: JobEvent): Promise<void> {
    await this.note(event);
    await this.flush();
  }

  /** Resolves when everything written so far is on the disk. */
  flush(): Promise<void> {
    this.#next ??= this.#flushing.then(() => {
      this.#next = undefined;
      this.#flushing = this.#written.then(() => this.file.sync());
      // After a failed flush the state of the disk is unknown: write nothing more.
      this.#flushing.catch(() => {
        this.#written = this.#flushing;
      });
      return this.#flushing;
    });
    this.#next.catch(() => {});
    return this.#next;
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.file.close();
    }
  }
}
