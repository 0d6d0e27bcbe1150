import type { CallOptions } from '../api/types';
import type { Disk } from '../disk/disk';
import type { Processes } from '../disk/lock';
import type { Failure } from '../failure';

/**
 * All that an upload knows about the things it uploads. Everything else (the job's folder, journal,
 * lock, resuming after a crash, results, rejects, summary) is the same for all:
 *
 * - some go out fifty per request, and a refused request is searched for the rows at fault;
 * - some go out one row per request;
 * - some are made of one row or several, and go out one per request.
 */
export interface UploadSpec<Item> {
  /** Part of the job's identity: jobs of two specs are never the same job. */
  readonly name: string;
  /** Columns of the results file between `line` and `outcome`, with functions for their content. */
  readonly columns: Readonly<Record<string, (item: Item) => string>>;
  /** A key that two rows share only if they are duplicates; without it there are none. */
  identity?(item: Item): string;
  /** Groups rows into requests, the same ones on every run, since a journal names them by number. */
  batches(rows: AsyncIterable<UploadRow<Item>>): AsyncIterable<readonly UploadRow<Item>[]>;
  /** True if a refused request is sent again in parts, to find the rows at fault. */
  readonly divisible: boolean;
  /** Sends one request with these items. Throws a `Failure` if it comes to nothing. */
  send(items: readonly Item[], options: SendOptions): Promise<SendResult>;
  /** The positions of items that seem to match nothing; undefined if reading costs more than it saves. */
  unmatched?(items: readonly Item[]): Promise<readonly number[] | undefined>;
  /** Reads back where rows are; undefined if only `few` may be read. Rows in no set are unclear. */
  whereabouts?(
    rows: AsyncIterable<UploadRow<Item>>,
    most: 'few' | 'all',
  ): Promise<Whereabouts | undefined>;
  /** Reasons for refused rows, worded as a check beforehand would, if the account's data show them. */
  explain?(items: readonly Item[]): Promise<readonly (Problem | undefined)[]>;
  /** Finds rows that are fulfilled before anything is sent, once per job; may write to its folder. */
  survey?(rows: AsyncIterable<UploadRow<Item>>, folder: string): Promise<ReadonlySet<number>>;
  /** Sends a finished job again as a new one: only where `survey` finds the rows that still hold. */
  readonly isRepeatable?: boolean;
  /** Advice on a refused row, if there is any. */
  remedy?(row: Problem & { readonly item: Item }): Remedy | undefined;
  /** Before an all-or-nothing upload: rows that would be refused, as far as reading shows. */
  objections?(
    rows: AsyncIterable<UploadRow<Item>> | Iterable<UploadRow<Item>>,
  ): Promise<ReadonlyMap<number, Problem>>;
}

/** Advice on refused rows that have something in common. */
export interface Remedy {
  /** Completes "2 rows name …": of this row, and of rows of which it is not the same. */
  readonly what: string;
  readonly ofAll: string;
  readonly advice: string;
}

export interface Whereabouts {
  readonly own: ReadonlySet<number>;
  /** Somewhere else, so that they are refused: by row, and why. */
  readonly elsewhere: ReadonlyMap<number, Problem>;
  /** Nowhere, although the service accepted them: by row, and how to say so. */
  readonly nowhere: ReadonlyMap<number, Problem>;
}

export interface SendOptions extends Required<Pick<CallOptions, 'beforeTry'>> {
  /** This request was announced before without a response; where repeating is not safe, look first. */
  readonly again: boolean;
}

export interface SendResult {
  /** The number of items that are new to the service. */
  readonly added: number;
  /** An earlier attempt of this call may have been carried out, so `added` may be too low. */
  readonly repeated: boolean;
}

export interface Draft<Item> {
  /** The line of the file where it starts, counted from 1. */
  readonly line: number;
  readonly item: Item;
  /** The cells of its line as in the file, for the rejects file. */
  readonly cells: readonly string[];
  /** The reason it can't be sent; undefined if it can. */
  readonly invalid?: Problem | undefined;
  /** The correction that the user asked for, in words. */
  readonly fix?: string | undefined;
}

/** The reason a row ended as it did, or can't be sent: in the service's words, or with the file's columns. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  /** For a remedy: of `other_retailer` the order's own retailer. */
  readonly about?: string;
}

export interface UploadRow<Item> extends Draft<Item> {
  /** Counted from 0 over all rows of the file. */
  readonly index: number;
  /** The line where the same row appears first. */
  readonly duplicateOf?: number | undefined;
}

/** An upload as a command describes it. */
export interface UploadWork<Item> {
  readonly uploadSpec: UploadSpec<Item>;
  readonly drafts: AsyncIterable<readonly Draft<Item>[]>;
  /** The reason to send nothing, once all drafts were read: what they need could not be read. */
  hindrance?(): Failure | undefined;
  /** Names for the columns of the rejects file; called once all drafts were read. */
  header(): readonly string[];
  /** Paths for results and rejects: stored with the job if not named, nowhere if null. */
  readonly files: {
    readonly results?: string | null | undefined;
    readonly rejects?: string | null | undefined;
  };
  /** Starts over whatever an earlier run has done. */
  readonly restart: boolean;
  /** Sends the rows of a finished job again if some were refused. */
  readonly retryRefused?: boolean;
  readonly allOrNothing?: boolean;
  /** Reads what is at the service before and after, to settle what the counts leave open. */
  readonly verify?: boolean;
  /** Sends the rows one after the other: one may need a name that another gives up. */
  readonly inOrder?: boolean;
}

export interface JobRules {
  /** A refused request is sent again in parts to find the rows at fault; else all its rows are. */
  readonly divisible: boolean;
  /**
   * A row that is not counted as new may have been skipped for a reason other than already being where
   * it belongs, and reading can show where it is. If not, a count of none means all are there.
   */
  readonly readable: boolean;
  /** Nothing of a refused request is sent again: rows it named are rejected, others stay unsent. */
  readonly allOrNothing?: boolean;
}

/** Whom and what the job is for: together with the rows, its identity. */
export interface JobOwner {
  readonly baseUrl: string;
  /** Tells API keys apart, and reveals none. */
  readonly account: string;
}

/** The command line that started a job, so that its user recognizes it. It contains no secret. */
export interface JobOrigin {
  /** As the user named it, `-` for standard input; null if the rows were typed. */
  readonly file: string | null;
  /** Quoted for a shell. */
  readonly command: string;
  /** The folder it was run in: relative names start there. */
  readonly folder: string;
  /** The profile it used, which a variable or the default may have chosen. */
  readonly profile: string;
}

/** The surroundings and the owner of an upload: the same for all uploads of a run. */
export interface UploadSurroundings {
  readonly disk: Disk;
  readonly processes: Processes;
  readonly jobsFolder: string;
  /** The folder that remembers what was written to the files that were named. */
  readonly writtenFolder: string;
  readonly owner: JobOwner;
  readonly origin: JobOrigin;
  /** Leaves formulas in results and rejects unchanged. */
  readonly rawCsv: boolean;
  /** Writes results and rejects that survive Excel. */
  readonly excel: boolean;
  readonly concurrency: number;
  /** Stops the run: requests in progress are settled, and nothing more is sent. */
  readonly interruption: AbortSignal;
  /** Milliseconds since the epoch. */
  now(): number;
}
