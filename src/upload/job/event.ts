import { isObject } from '../../lib/json';

/**
 * What a journal contains. Everything known of a job follows from its rows and these events in
 * order (`ledger.ts`): a run that resumes reads them and continues where the last one stopped. Rows
 * are counted from 0 in file order and written as ranges (`0-49,52`).
 */
export type JobEvent =
  /** The first event: how many rows there are. */
  | { readonly event: 'planned'; readonly rows: number }
  /** Which rows were there before anything was sent, according to the orders. */
  | { readonly event: 'noted'; readonly by: 'orders'; readonly present: string }
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
      /**
       * An earlier attempt of the same request may have been carried out: the count may be too low.
       */
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
      /**
       * An earlier request with these rows may have been carried out. Missing from older journals.
       */
      readonly repeated?: boolean;
    }
  /** The request failed for a reason unrelated to its rows, or its response was lost. */
  | {
      readonly event: 'failed';
      readonly batch: number;
      readonly rows: string;
      readonly code: string;
      readonly message: string;
      /** Whether it may still have been carried out. */
      readonly lost: boolean;
    }
  /** Rows of a refused request that seem to match none of the account's orders; null: not read. */
  | { readonly event: 'consulted'; readonly batch: number; readonly unmatched: string | null }
  /** Read back after sending: how each of the accepted rows was found. */
  | {
      readonly event: 'verified';
      readonly added: string;
      readonly present: string;
      readonly missing: string;
      /** On a different order than the row's, by row. */
      readonly elsewhere: Readonly<Record<string, string>>;
    }
  /** Every row is settled, and the results are written. */
  | {
      readonly event: 'finished';
      /** ISO 8601, UTC. Missing from older journals. */
      readonly at?: string;
    };

type Member<E> = Exclude<keyof E, 'event'> & string;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const rangesForm = /^(?:\d{1,15}(?:-\d{1,15})?(?:,(?!$)|$))*$/;
const isRanges: Check = (value) => typeof value === 'string' && rangesForm.test(value);
const areTexts: Check = (value) => isObject(value) && Object.values(value).every(isText);
const orAbsent =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/** The required type of every member of every event. */
const members: { readonly [E in JobEvent as E['event']]: Readonly<Record<Member<E>, Check>> } = {
  planned: { rows: isCount },
  noted: { by: isText, present: isRanges },
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
    repeated: orAbsent(isFlag),
  },
  failed: { batch: isCount, rows: isRanges, code: isText, message: isText, lost: isFlag },
  consulted: { batch: isCount, unmatched: (value) => value === null || isRanges(value) },
  verified: { added: isRanges, present: isRanges, missing: isRanges, elsewhere: areTexts },
  finished: { at: orAbsent(isText) },
};

/**
 * Whether the rows of a text of ranges fit a job of this size; checked before they are expanded.
 */
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

/**
 * A journal line as an event of a job with this many rows. Undefined for an unknown event or one
 * that lacks a member: since the line is intact, a different waybill version wrote it.
 */
export function asJobEvent(value: unknown, rows: number): JobEvent | undefined {
  if (!isObject(value) || typeof value.event !== 'string') return undefined;
  if (!Object.hasOwn(members, value.event)) return undefined;
  const checks: Readonly<Record<string, Check>> = members[value.event as JobEvent['event']];
  const isWhole = Object.entries(checks).every(
    ([name, check]) => check(value[name]) && (check !== isRanges || areWithin(value[name], rows)),
  );
  if (!isWhole || !areWithin(value.unmatched, rows)) return undefined;
  return value as unknown as JobEvent;
}
