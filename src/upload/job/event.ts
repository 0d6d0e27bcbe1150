/**
 * What a journal holds. Everything that is known of a job follows from its rows and these events in
 * their order (`ledger.ts`): a run that goes on reads them and stands where the last one stopped.
 * Rows are counted from 0 in the order of the file, and written as ranges (`0-49,52`).
 */
export type JobEvent =
  /** The first of all: how many rows there are. */
  | { readonly event: 'planned'; readonly rows: number }
  /** Which rows were there before anything was sent, as the orders say that were read. */
  | { readonly event: 'noted'; readonly by: 'orders'; readonly present: string }
  /** Written and flushed before the request with these rows. */
  | { readonly event: 'sent'; readonly batch: number; readonly rows: string }
  /** The run was stopped before the request that was announced last went out. */
  | { readonly event: 'withdrawn'; readonly batch: number }
  /** The service took the request and counts so many of its rows as new. */
  | {
      readonly event: 'accepted';
      readonly batch: number;
      readonly rows: string;
      readonly added: number;
      /** An earlier try of the same request may have been carried out: the count may be too low. */
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
      /** What its `issues` say, by row. */
      readonly named: Readonly<Record<string, string>>;
      /** An earlier request with these rows may have been carried out. Not in every journal. */
      readonly repeated?: boolean;
    }
  /** The request came to nothing for a reason that is no row's, or its answer was lost. */
  | {
      readonly event: 'failed';
      readonly batch: number;
      readonly rows: string;
      readonly code: string;
      readonly message: string;
      /** Whether it may have been carried out all the same. */
      readonly lost: boolean;
    }
  /** Rows of a refused request that the account's orders seem not to match; null: not read. */
  | { readonly event: 'consulted'; readonly batch: number; readonly unmatched: string | null }
  /** Read back after sending: which of the accepted rows were found how. */
  | {
      readonly event: 'verified';
      readonly added: string;
      readonly present: string;
      readonly missing: string;
      /** On another order than the row's, by row. */
      readonly elsewhere: Readonly<Record<string, string>>;
    }
  /** Every row is settled, and the results are written. */
  | {
      readonly event: 'finished';
      /** ISO 8601, UTC. Not in every journal. */
      readonly at?: string;
    };
