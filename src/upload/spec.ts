import type { CallOptions } from '../api/api';
import type { Ledger } from './ledger';

/**
 * What an upload knows about the things it uploads. Everything else (the job's folder, journal,
 * lock, going on after a crash, results, rejects, summary) is the same whatever is uploaded:
 *
 * - shipments go out fifty a request, and a refused request is searched for the rows at fault;
 * - orders that a file updates go out one row a request;
 * - orders that a file creates go out one order a request, made of one row or several.
 */
export interface UploadSpec<Item> {
  /** Part of the job's identity: jobs of two kinds are never the same job. */
  readonly name: string;
  /** Columns of the results file between `line` and `outcome`, with what is in them. */
  readonly columns: Readonly<Record<string, (item: Item) => string>>;
  /** A key that only rows share that are the same row twice; without it none is. */
  identity?(item: Item): string;
  /**
   * Rows into requests, in the order of the file. The same rows give the same requests on every run:
   * a journal refers to them by their number. Rows that are invalid or duplicates are not handed in.
   */
  batches(rows: AsyncIterable<UploadRow<Item>>): AsyncIterable<readonly UploadRow<Item>[]>;
  /** Whether a refused request is sent again in parts, to find the rows at fault. */
  readonly divisible: boolean;
  /** Sends one request with these items. A `Failure` says why it came to nothing. */
  send(items: readonly Item[], options: SendOptions): Promise<Answer>;
  /**
   * Of these items, the ones that seem to match nothing in the account, by their position; undefined
   * where that would take more reading than it saves. Only for kinds that are divisible.
   */
  unmatched?(items: readonly Item[]): Promise<readonly number[] | undefined>;
  /**
   * Reads back where rows are at the service; undefined where `few` orders may be read and there
   * are more. What is in none of the sets is not clear.
   */
  whereabouts?(
    rows: AsyncIterable<UploadRow<Item>>,
    most: 'few' | 'all',
  ): Promise<Whereabouts | undefined>;
  /** Why rows were refused, in the words of a check beforehand, where the account's data show it. */
  explain?(items: readonly Item[]): Promise<readonly (string | undefined)[]>;
  /**
   * Looks at what is there before anything is sent, once a job: the rows whose wish is fulfilled
   * already. It may keep a file in the job's folder.
   */
  survey?(rows: AsyncIterable<UploadRow<Item>>, folder: string): Promise<ReadonlySet<number>>;
  /**
   * Whether rows that earlier runs of the job carried out hold no longer, so that all should be sent
   * again. Only for kinds that can be sent twice.
   */
  isOutdated?(ledger: Ledger, rows: AsyncIterable<UploadRow<Item>>): Promise<boolean>;
  /** Before an all-or-nothing upload: rows that would be refused, as far as reading can tell. */
  objections?(rows: AsyncIterable<UploadRow<Item>>): Promise<ReadonlyMap<number, Problem>>;
}

export interface Whereabouts {
  readonly own: ReadonlySet<number>;
  /** By row: the order that it is on instead. */
  readonly elsewhere: ReadonlyMap<number, string>;
  readonly nowhere: ReadonlySet<number>;
}

export interface SendOptions extends Required<Pick<CallOptions, 'beforeTry'>> {
  /**
   * This very request was announced before and its response never came: it may have been carried out.
   * What is not safe to repeat looks before it sends.
   */
  readonly again: boolean;
}

export interface Answer {
  /** How many of the items are new at the service. */
  readonly added: number;
  /** An earlier try of this call may have been carried out, so `added` may be too low. */
  readonly repeated: boolean;
}

/** A row of the file as it was read. */
export interface Draft<Item> {
  /** The line of the file that it begins in, counted from 1. */
  readonly line: number;
  readonly item: Item;
  /** The cells of its line as they are in the file, for the rejects file. */
  readonly cells: readonly string[];
  /** Why it can't be sent; undefined where it can. */
  readonly invalid?: Problem | undefined;
}

/** What is wrong with a row, for people, under the column as the file names it. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

/** A row of a job. */
export interface UploadRow<Item> extends Draft<Item> {
  /** Counted from 0 over all rows of the file. */
  readonly index: number;
  /** The line in which the same row appears first. */
  readonly duplicateOf?: number | undefined;
}
