/**
 * Finds the rows at fault in a refused request with few requests. Pure: a search is a value, each
 * response makes a new one, and `nextStep` says what to send next. Rows are known by their index.
 *
 * The service adds nothing from a request with even one bad row, so every good row has to be sent
 * again in a request that is accepted, and a row is rejected only on the service's word about that
 * row: refused when sent alone, or named in a response's `issues` with all others then accepted.
 *
 * Without either, the search is a generalized binary splitting (Hwang 1972): a stretch of rows
 * known to contain a bad one is probed in parts, rows about which nothing is known in groups sized
 * so that a group is as likely to pass as not, and rows are sent one by one if most are bad.
 */

export type RowNumbers = readonly number[];

/** A refusal that can be blamed on rows: what the service said, and which rows it named. */
export interface Refusal {
  readonly status: number | undefined;
  readonly code: string;
  readonly message: string;
  /** By row: what the service's `issues` say about it. Empty if they name no row in range. */
  readonly named: ReadonlyMap<number, string>;
}

export interface Rejection {
  readonly row: number;
  readonly code: string;
  readonly message: string;
}

export type Search = Readonly<ReturnType<typeof beginSearch>>;

export type Step =
  | { readonly kind: 'send'; readonly rows: RowNumbers }
  /** Read the account's own list, if it is short, and report to `informed` which rows match nothing. */
  | { readonly kind: 'consult'; readonly rows: RowNumbers }
  | { readonly kind: 'done' };

/** Times that `issues` may prove incomplete in one batch before they are ignored. */
const patience = 3;
/** Weight of the expectation that a refused batch has one bad row, against what was observed. */
const expectation = 0.7;
/** Makes groups slightly smaller than even odds would: a refusal costs more than a pass. */
const caution = 0.85;

const nothing: RowNumbers = [];

export function beginSearch(rows: RowNumbers) {
  return {
    /** Rows about which nothing is known yet. */
    open: rows,
    /** Rows of which at least one is at fault. */
    guilty: nothing,
    suspects: nothing,
    /** Rows that `issues` named, believed once everything else has passed. */
    named: [] as readonly Rejection[],
    /** True if the open rows go out in one request: nothing suggests that any is bad. */
    whole: true,
    /** Times that the rest was refused even without the named rows. */
    misled: 0,
    /** The account's own list was consulted, or should be next. */
    list: 'unasked' as 'unasked' | 'wanted' | 'asked',
    taken: 0,
    rejected: 0,
  };
}

function mostAreBad({ taken, rejected }: Search): boolean {
  return rejected > taken;
}

/** The number of rows, of those about which nothing is known, that go into one request. */
function groupSize(search: Search): number {
  if (search.whole) return search.open.length;
  if (mostAreBad(search)) return 1;
  const { taken, rejected, open } = search;
  const seen = taken + rejected;
  const rate = (rejected + expectation) / (seen + (seen + open.length) / 2);
  const size = (caution * Math.log(0.5)) / Math.log(1 - Math.min(rate, 0.99));
  return Math.min(Math.max(1, Math.floor(size)), open.length);
}

/** The number of rows, of a stretch with a bad one, that go into one request: never all of them. */
function partSize(search: Search): number {
  const { length } = search.guilty;
  if (mostAreBad(search) || length < 4) return 1;
  // Refused again and again with nothing accepted yet: many rows are bad, so send fewer.
  return Math.floor(length / (search.taken === 0 && length <= 25 ? 4 : 2));
}

export function nextStep(search: Search): Step {
  const { open, guilty, suspects, named, list } = search;
  if (list === 'wanted') return { kind: 'consult', rows: guilty };
  if (guilty.length > 0) return { kind: 'send', rows: guilty.slice(0, partSize(search)) };
  if (open.length > 0) return { kind: 'send', rows: open.slice(0, groupSize(search)) };
  // Every row was named: sending one of them alone shows whether the names can be trusted.
  const [first] = named;
  if (first !== undefined) return { kind: 'send', rows: [first.row] };
  const [suspect] = suspects;
  return suspect === undefined ? { kind: 'done' } : { kind: 'send', rows: [suspect] };
}

function without(rows: RowNumbers, gone: ReadonlySet<number>): RowNumbers {
  return rows.some((row) => gone.has(row)) ? rows.filter((row) => !gone.has(row)) : rows;
}

function removed(search: Search, rows: RowNumbers): Search {
  const gone = new Set(rows);
  return {
    ...search,
    open: without(search.open, gone),
    guilty: without(search.guilty, gone),
    suspects: without(search.suspects, gone),
    named: search.named.filter(({ row }) => !gone.has(row)),
  };
}

export interface SearchResult {
  readonly search: Search;
  readonly rejections: readonly Rejection[];
}

function goOn(search: Search): SearchResult {
  return { search, rejections: [] };
}

export function taken(search: Search, rows: RowNumbers): SearchResult {
  const after = { ...removed(search, rows), taken: search.taken + rows.length };
  if (after.named.length < search.named.length) {
    // A named row passed alone: the names mean nothing, but one of the other rows is at fault.
    const guilty = after.named.map(({ row }) => row);
    return goOn({ ...after, named: [], guilty, misled: patience });
  }
  if (after.open.length > 0) return goOn(after);
  const rejected = after.rejected + after.named.length;
  return { search: { ...after, named: [], rejected }, rejections: after.named };
}

export function refused(search: Search, rows: RowNumbers, refusal: Refusal): SearchResult {
  const [only] = rows;
  if (only !== undefined && rows.length === 1) return refusedAlone(search, only, refusal);
  const names = rows.flatMap((row) => {
    const message = refusal.named.get(row);
    return message === undefined ? [] : [{ row, code: refusal.code, message }];
  });
  // The rows named before were not the only cause, or not the cause: try each one alone.
  const suspects = [...search.suspects, ...search.named.map(({ row }) => row)];
  const probed = new Set(rows);
  const others = [...without(search.guilty, probed), ...without(search.open, probed)];
  const misled = search.misled + (search.named.length > 0 ? 1 : 0);
  const after = { ...search, suspects, misled };
  if (names.length > 0 && misled < patience) {
    const rest = without(rows, new Set(names.map(({ row }) => row)));
    return goOn({
      ...after,
      open: [...rest, ...others],
      guilty: nothing,
      named: names,
      whole: true,
    });
  }
  const list = search.list === 'unasked' ? 'wanted' : search.list;
  return goOn({ ...after, open: others, guilty: rows, named: [], whole: false, list });
}

function refusedAlone(search: Search, row: number, refusal: Refusal): SearchResult {
  const rejection = { row, code: refusal.code, message: refusal.named.get(row) ?? refusal.message };
  const wasNamed = search.named.some((one) => one.row === row);
  // If every row was named and this one is refused alone too, believe the names of the others. If
  // this row is what was left of a request without the named ones, don't.
  const believed = wasNamed ? search.named.filter((one) => one.row !== row) : [];
  const doubted = wasNamed ? nothing : search.named.map((one) => one.row);
  const rejections = [rejection, ...believed];
  const after = removed(
    search,
    rejections.map((one) => one.row),
  );
  return {
    search: {
      ...after,
      // The stretch is no longer known to contain another bad row.
      open: [...after.guilty, ...after.open],
      guilty: nothing,
      suspects: [...after.suspects, ...doubted],
      named: [],
      rejected: search.rejected + rejections.length,
    },
    rejections,
  };
}

/** Enters which rows seem to match nothing; only a hint, since how the service matches is its business. */
export function informed(search: Search, unmatched: RowNumbers | undefined): Search {
  const asked = { ...search, list: 'asked' } as const;
  if (unmatched === undefined || unmatched.length === 0) return asked;
  const suspected = new Set(unmatched);
  return {
    ...asked,
    open: [...without(search.guilty, suspected), ...without(search.open, suspected)],
    guilty: nothing,
    suspects: [...search.suspects, ...search.guilty.filter((row) => suspected.has(row))],
    whole: true,
  };
}

/** Rows in ascending order as text: `0-49,52`. Keeps a journal short whatever their number. */
export function rangesOf(rows: Iterable<number>): string {
  const parts: string[] = [];
  let from = -1;
  let to = -2;
  const close = () => {
    if (from >= 0) parts.push(from === to ? `${from}` : `${from}-${to}`);
  };
  for (const row of rows) {
    if (row !== to + 1) {
      close();
      from = row;
    }
    to = row;
  }
  close();
  return parts.join(',');
}

export function rowsOf(ranges: string): number[] {
  if (ranges === '') return [];
  return ranges.split(',').flatMap((part) => {
    const [from = Number.NaN, to = from] = part.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}
