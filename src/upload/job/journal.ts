import { crc32 } from 'node:zlib';
import { localFileFailure } from '../../failure';
import { parseJson } from '../../lib/json';
import type { Disk, DiskFile } from './disk';
import { asJobEvent, type JobEvent } from './event';
import { type Line, linesOf } from './rows';

/**
 * A job's journal: one event per line, each with its number and a checksum of the rest of the line.
 * `{"sum":"1b4a09c7","number":3,"event":"sent",…}`
 */
const sumPattern = /^\{"sum":"([0-9a-f]{8})",/;

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

/** The line of an event, including its line break. */
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

export interface JournalContents {
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
  const take = ({ text, bytes, ended }: Line) => {
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
