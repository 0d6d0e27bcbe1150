import { crc32 } from 'node:zlib';
import type { Disk, DiskFile } from '../../disk/disk';
import { localFileFailure } from '../../failure';
import { isObject, parseJson } from '../../lib/json';
import type { Problem } from '../spec';
import { linesOf, type StoredLine } from './contents';

/**
 * What a journal contains. Everything known of a job follows from its rows and these events in
 * order (`ledger.ts`): a run that resumes reads them and continues where the last one stopped. Rows
 * are counted from 0 in file order and written as ranges (`0-49,52`).
 */
export type JobEvent =
  /** The first event: how many rows there are. */
  | { readonly event: 'planned'; readonly rows: number }
  /** Which rows were there before anything was sent. */
  | { readonly event: 'noted'; readonly present: string }
  /** Written and flushed before the request with these rows is sent. */
  | { readonly event: 'sent'; readonly batch: number; readonly rows: string }
  /** The run was stopped before the last announced request was sent. */
  | { readonly event: 'withdrawn'; readonly batch: number }
  /** The service accepted the request and counted this many of its rows as new. */
  | {
      readonly event: 'accepted';
      readonly batch: number;
      readonly rows: string;
      readonly added: number;
      /** An earlier attempt may have been carried out: the count may be too low. */
      readonly repeated: boolean;
    }
  /** The service refused the request because of rows in it. */
  | {
      readonly event: 'refused';
      readonly batch: number;
      readonly rows: string;
      readonly code: string;
      readonly message: string;
      readonly status?: number | undefined;
      /** What the response's `issues` say, by row. */
      readonly named: Readonly<Record<string, string>>;
      /** An earlier request with these rows may have been carried out. */
      readonly repeated: boolean;
    }
  /** The request failed for a reason unrelated to its rows, or its response was lost. */
  | {
      readonly event: 'failed';
      readonly batch: number;
      readonly rows: string;
      readonly code: string;
      readonly message: string;
      /** True if it may still have been carried out. */
      readonly lost: boolean;
    }
  /** Rows of a refused request that seem to match nothing in the account; null: not read. */
  | { readonly event: 'consulted'; readonly batch: number; readonly unmatched: string | null }
  /** Why rows were rejected, by row, as the account's data show it. */
  | { readonly event: 'explained'; readonly reasons: Readonly<Record<string, Problem>> }
  /** Read back after sending: how each of the accepted rows was found. */
  | {
      readonly event: 'verified';
      readonly added: string;
      readonly present: string;
      /** Nowhere, by row. */
      readonly missing: Readonly<Record<string, Problem>>;
      /** In a different place than the row's, by row. */
      readonly elsewhere: Readonly<Record<string, Problem>>;
    }
  /** Every row is settled, and the results are written. */
  | {
      readonly event: 'finished';
      /** ISO 8601, UTC. */
      readonly at: string;
    };

type Member<E> = Exclude<keyof E, 'event'> & string;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const rangesForm = /^(?:\d{1,15}(?:-\d{1,15})?(?:,(?!$)|$))*$/;
const isRanges: Check = (value) => typeof value === 'string' && rangesForm.test(value);
const areTexts: Check = (value) => isObject(value) && Object.values(value).every(isText);
const areProblems: Check = (value) =>
  isObject(value) &&
  isRanges(Object.keys(value).join()) &&
  Object.values(value).every(
    (one) => isObject(one) && [one.code, one.message, one.about ?? ''].every(isText),
  );
const orAbsent =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const members: { readonly [E in JobEvent as E['event']]: Readonly<Record<Member<E>, Check>> } = {
  planned: { rows: isCount },
  noted: { present: isRanges },
  sent: { batch: isCount, rows: isRanges },
  withdrawn: { batch: isCount },
  accepted: { batch: isCount, rows: isRanges, added: isCount, repeated: isFlag },
  refused: {
    batch: isCount,
    rows: isRanges,
    code: isText,
    message: isText,
    status: orAbsent(isCount),
    named: areTexts,
    repeated: isFlag,
  },
  failed: { batch: isCount, rows: isRanges, code: isText, message: isText, lost: isFlag },
  consulted: { batch: isCount, unmatched: (value) => value === null || isRanges(value) },
  explained: { reasons: areProblems },
  verified: { added: isRanges, present: isRanges, missing: areProblems, elsewhere: areProblems },
  finished: { at: isText },
};

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

/** A journal line as an event of this job; undefined for what another waybill version wrote. */
function asJobEvent(value: unknown, rows: number): JobEvent | undefined {
  if (!isObject(value) || typeof value.event !== 'string') return undefined;
  if (!Object.hasOwn(members, value.event)) return undefined;
  const checks: Readonly<Record<string, Check>> = members[value.event as JobEvent['event']];
  const isWhole = Object.entries(checks).every(
    ([name, check]) =>
      check(value[name]) &&
      (check !== isRanges || areWithin(value[name], rows)) &&
      (check !== areProblems || areWithin(Object.keys(value[name] ?? {}).join(), rows)),
  );
  if (!isWhole || !areWithin(value.unmatched, rows)) return undefined;
  return value as unknown as JobEvent;
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
export function readJournalLine(
  line: string,
): { readonly number: unknown; readonly event: unknown } | undefined {
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

interface JournalContents {
  readonly events: number;
  /** Bytes up to the end of the last intact line. */
  readonly length: number;
}

/**
 * Reads a journal and passes on every event. Broken lines at its end were being written when the
 * machine or the program stopped: nothing had been done on their account yet, so they are dropped.
 * A damaged line followed by an intact one means that the file was changed, and an intact line that
 * is not an event of a job with this many rows means that a different waybill version wrote it:
 * exit 14, and the file stays unchanged.
 */
export async function readJournal(
  disk: Disk,
  path: string,
  { rows, writer }: { readonly rows: number; readonly writer: string },
  handle: (event: JobEvent) => void,
): Promise<JournalContents> {
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
    const event = asJobEvent(found.event, rows);
    const isFirst = event?.event === 'planned' && event.rows === rows;
    if (event === undefined || isFirst !== (events === 0)) throw unknown(path, lineNumber, writer);
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
  readonly #file: DiskFile;
  #number: number;
  /** All writes so far, chained. Stays rejected once a write or a flush failed. */
  #written: Promise<void> = Promise.resolve();
  #flushing: Promise<void> = Promise.resolve();
  /** The flush that follows the current one: it covers everything written until then. */
  #next: Promise<void> | undefined;

  constructor(file: DiskFile, events: number) {
    this.#file = file;
    this.#number = events;
  }

  /** Writes an event; it becomes durable with the next announcement at the latest. */
  note(event: JobEvent): Promise<void> {
    const line = journalLine(this.#number++, event);
    this.#written = this.#written.then(() => this.#file.write(line));
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
      this.#flushing = this.#written.then(() => this.#file.sync());
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
      await this.#file.close();
    }
  }
}
