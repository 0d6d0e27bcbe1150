import type { CallOptions } from '../api/types';

/**
 * What an upload knows about the things it uploads. Everything else (the job's folder, journal,
 * lock, resuming after a crash, results, rejects, summary) is the same for all:
 *
 * - shipments go out fifty per request, and a refused request is searched for the rows at fault;
 * - orders updated from a file go out one row per request;
 * - orders created from a file go out one order per request, made of one row or several.
 */
export interface UploadSpec<Item> {
  /** Part of the job's identity: jobs of two kinds are never the same job. */
  readonly name: string;
  /** Columns of the results file between `line` and `outcome`, with functions for their content. */
  readonly columns: Readonly<Record<string, (item: Item) => string>>;
  /** A key that two rows share only if they are duplicates; without it there are none. */
  identity?(item: Item): string;
  /**
   * Groups rows into requests, in file order. The same rows give the same requests on every run: a
   * journal refers to them by number. Invalid and duplicate rows are not passed in.
   */
  batches(rows: AsyncIterable<UploadRow<Item>>): AsyncIterable<readonly UploadRow<Item>[]>;
  /** Whether a refused request is sent again in parts, to find the rows at fault. */
  readonly divisible: boolean;
  /** Sends one request with these items. Throws a `Failure` if it comes to nothing. */
  send(items: readonly Item[], options: SendOptions): Promise<SendResult>;
  /**
   * The positions of items that seem to match nothing in the account; undefined if finding out
   * would cost more reading than it saves. Only for divisible kinds.
   */
  unmatched?(items: readonly Item[]): Promise<readonly number[] | undefined>;
  /**
   * Reads back where rows are at the service; undefined if only a `few` orders may be read and
   * there are more. Rows in none of the sets are unclear.
   */
  whereabouts?(
    rows: AsyncIterable<UploadRow<Item>>,
    most: 'few' | 'all',
  ): Promise<Whereabouts | undefined>;
  /** Why rows were refused, worded as a check beforehand would, if the account's data show it. */
  explain?(items: readonly Item[]): Promise<readonly (Problem | undefined)[]>;
  /**
   * Checks what is there before anything is sent, once per job: the rows that are already
   * fulfilled. It may write a file to the job's folder.
   */
  survey?(rows: AsyncIterable<UploadRow<Item>>, folder: string): Promise<ReadonlySet<number>>;
  /**
   * Whether a finished job is sent again as a new one. Only for kinds whose `survey` finds the rows
   * that still hold.
   */
  readonly isRepeatable?: boolean;
  /** What to do about a refused row, if it is known. */
  remedy?(row: Problem & { readonly item: Item }): Remedy | undefined;
  /** Before an all-or-nothing upload: rows that would be refused, as far as reading shows. */
  objections?(rows: AsyncIterable<UploadRow<Item>>): Promise<ReadonlyMap<number, Problem>>;
}

/** What to do about refused rows of one kind. */
export interface Remedy {
  /** Completes "2 rows name …": of this row, and of rows of which it is not the same. */
  readonly what: string;
  readonly ofAll: string;
  /** What to do. */
  readonly advice: string;
}

export interface Whereabouts {
  readonly own: ReadonlySet<number>;
  /** By row: the order that it is on instead. */
  readonly elsewhere: ReadonlyMap<number, string>;
  readonly nowhere: ReadonlySet<number>;
}

export interface SendOptions extends Required<Pick<CallOptions, 'beforeTry'>> {
  /**
   * Whether this very request was announced before without a response: it may have been carried
   * out. A kind that is not safe to repeat checks before it sends.
   */
  readonly again: boolean;
}

export interface SendResult {
  /** How many of the items are new to the service. */
  readonly added: number;
  /** An earlier attempt of this call may have been carried out, so `added` may be too low. */
  readonly repeated: boolean;
}

/** A row of the file as it was read. */
export interface Draft<Item> {
  /** The line of the file where it starts, counted from 1. */
  readonly line: number;
  readonly item: Item;
  /** The cells of its line as in the file, for the rejects file. */
  readonly cells: readonly string[];
  /** Why it can't be sent; undefined if it can. */
  readonly invalid?: Problem | undefined;
  /** What was corrected in it, in words, because the user asked for it. */
  readonly fix?: string | undefined;
}

/** What is wrong with a row, in words, with the file's own column name. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  /** What the reason is about, for a remedy: of `other_retailer` the order's own retailer. */
  readonly about?: string;
}

/** A row of a job. */
export interface UploadRow<Item> extends Draft<Item> {
  /** Counted from 0 over all rows of the file. */
  readonly index: number;
  /** The line where the same row appears first. */
  readonly duplicateOf?: number | undefined;
}
