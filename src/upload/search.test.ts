import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/tier';
import {
  beginSearch,
  informed,
  nextStep,
  type Refusal,
  type Rejection,
  type RowNumbers,
  rangesOf,
  refused,
  rowsOf,
  taken,
} from './search';

interface Service {
  /** Undefined if the whole request is accepted; a refusal otherwise. */
  ask(rows: RowNumbers): Refusal | undefined;
  /** Rows that the list seems not to contain, or undefined if the list is too long. */
  consult?(rows: RowNumbers): RowNumbers | undefined;
}

interface Played {
  readonly requests: number;
  readonly added: readonly number[];
  readonly rejections: readonly Rejection[];
}

const fifty = Array.from({ length: 50 }, (_, index) => index);

/** Plays a search to its end against a service. */
function play(rows: RowNumbers, service: Service): Played {
  let search = beginSearch(rows);
  let requests = 0;
  const added: number[] = [];
  const rejections: Rejection[] = [];
  for (;;) {
    const step = nextStep(search);
    if (step.kind === 'done') return { requests, added, rejections };
    if (step.kind === 'consult') {
      search = informed(search, service.consult?.(step.rows));
      continue;
    }
    requests++;
    if (step.rows.length === 0 || requests > 500) throw new Error('the search does not end');
    const refusal = service.ask(step.rows);
    const finding =
      refusal === undefined ? taken(search, step.rows) : refused(search, step.rows, refusal);
    if (refusal === undefined) added.push(...step.rows);
    search = finding.search;
    rejections.push(...finding.rejections);
  }
}

const none: ReadonlyMap<number, string> = new Map();
const plain: Refusal = {
  status: 400,
  code: 'invalid_request',
  message: 'no such order',
  named: none,
};

function silent(bad: ReadonlySet<number>): Service {
  return { ask: (rows) => (rows.some((row) => bad.has(row)) ? plain : undefined) };
}

/** A service whose `issues` name the rows of a refused request that `name` selects. */
function naming(bad: ReadonlySet<number>, name: (rows: RowNumbers) => RowNumbers): Service {
  return {
    ask: (rows) => {
      if (!rows.some((row) => bad.has(row))) return undefined;
      return { ...plain, named: new Map(name(rows).map((row) => [row, `row ${row} is bad`])) };
    },
  };
}

const batch = fc
  .integer({ min: 1, max: 50 })
  .chain((size) =>
    fc.record({
      rows: fc.constant(Array.from({ length: size }, (_, index) => index + 7)),
      bad: fc.uniqueArray(fc.integer({ min: 7, max: size + 6 })).map((rows) => new Set(rows)),
    }),
  );

function expectTruth({ added, rejections }: Played, rows: RowNumbers, bad: ReadonlySet<number>) {
  expect([...added].sort((a, b) => a - b)).toEqual(rows.filter((row) => !bad.has(row)));
  expect(rejections.map(({ row }) => row).sort((a, b) => a - b)).toEqual(
    rows.filter((row) => bad.has(row)),
  );
}

test('without issues or a list, every row ends as the service decides, each accepted once', () => {
  fc.assert(
    fc.property(batch, ({ rows, bad }) => expectTruth(play(rows, silent(bad)), rows, bad)),
    { numRuns: runs(2000) },
  );
});

test('with issues that name the bad rows and a list that may be wrong, the result is the same', () => {
  fc.assert(
    fc.property(batch, fc.func(fc.boolean()), ({ rows, bad }, wrong) => {
      const service = {
        ...naming(bad, (asked) => asked.filter((row) => bad.has(row))),
        consult: (asked: RowNumbers) => asked.filter((row) => bad.has(row) !== wrong(row)),
      };
      expectTruth(play(rows, service), rows, bad);
      expectTruth(play(rows, { ...service, ...silent(bad) }), rows, bad);
    }),
    { numRuns: runs(1000) },
  );
});

test('issues that miss a bad row never cost a good row', () => {
  fc.assert(
    fc.property(batch, fc.func(fc.boolean()), ({ rows, bad }, named) => {
      const service = naming(bad, (asked) => {
        const unnamed = asked.find((row) => bad.has(row));
        return asked.filter((row) => row !== unnamed && named([row, asked.length]));
      });
      expectTruth(play(rows, service), rows, bad);
    }),
    { numRuns: runs(3000) },
  );
});

test('issues that name every row are ignored once a named row is accepted alone', () => {
  fc.assert(
    fc.property(batch, ({ rows, bad }) => {
      // The first one named is the one that is tried.
      const others = new Set([...bad].filter((row) => row !== rows[0]));
      const service = naming(others, (asked) => asked);
      expectTruth(play(rows, service), rows, others);
    }),
    { numRuns: runs(1000) },
  );
});

test('issues that keep naming too few rows are ignored after three refusals', () => {
  const bad = new Set(fifty.slice(10));
  const service = naming(bad, (asked) => asked.filter((row) => bad.has(row)).slice(0, 1));
  const played = play(fifty, service);
  expectTruth(played, fifty, bad);
  // Believing a name costs two requests: the rest again, and the row alone.
  expect(played.requests).toBeLessThanOrEqual(70);
});

test('issues that name one bad row at a time cost at most two requests per bad row plus one', () => {
  const rows = Array.from({ length: 50 }, (_, index) => index);
  for (const count of [1, 2, 3]) {
    const bad = new Set(rows.filter((row) => row % 17 === 3).slice(0, count));
    const service = naming(bad, (asked) => asked.filter((row) => bad.has(row)).slice(0, 1));
    const played = play(rows, service);
    expectTruth(played, rows, bad);
    expect(played.requests).toBeLessThanOrEqual(2 * count + 1);
  }
});

const both = new Set([3, 9]);
const byName = ['row 3 is bad', 'row 9 is bad'];
test.each<[string, RowNumbers, Service, readonly string[]]>([
  ['about it alone', fifty, silent(both), ['no such order', 'no such order']],
  ['by its name', fifty, naming(both, (asked) => asked.filter((row) => both.has(row))), byName],
  ['by the names of all', [3, 9], naming(both, (asked) => asked), byName],
])('a rejected row has what the service said %s', (_, rows, service, messages) => {
  expect(play(rows, service).rejections).toEqual(
    [3, 9].map((row, place) => ({ row, code: 'invalid_request', message: messages[place] })),
  );
});

test('a named row is rejected only once all others are accepted, also if they are in parts', () => {
  const named = new Map([[1, 'row 1 is bad']]);
  const { search } = refused(beginSearch([0, 1, 2, 3]), [0, 1, 2, 3], { ...plain, named });
  const part = taken(search, [0]);
  const rest = taken(part.search, [2, 3]);
  expect([part.rejections, rest.rejections.map(({ row }) => row)]).toEqual([[], [1]]);
  expect([part.search, rest.search]).toMatchObject([
    { taken: 1, rejected: 0 },
    { taken: 3, rejected: 1 },
  ]);
});

test('the order list is asked once, about refused rows, and costs no request if it finds none', () => {
  fc.assert(
    fc.property(batch, ({ rows, bad }) => {
      const asked: RowNumbers[] = [];
      const service = silent(bad);
      const consult = (some: RowNumbers) => {
        asked.push(some);
        return [];
      };
      const played = play(rows, { ...service, consult });
      expect(played.requests).toBe(play(rows, service).requests);
      const isRefused = rows.length > 1 && bad.size > 0;
      expect(asked).toEqual(isRefused ? [rows] : []);
    }),
    { numRuns: runs(1000) },
  );
});

function sample(count: number, random: () => number): ReadonlySet<number> {
  const bad = new Set<number>();
  while (bad.size < count) bad.add(Math.floor(random() * 50));
  return bad;
}

/** A small generator with a fixed seed: the figures below are the same in every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function meanRequests(count: number, service: (bad: ReadonlySet<number>) => Service): number {
  const random = generator(count);
  const trials = runs(4000);
  let requests = 0;
  for (let run = 0; run < trials; run++) {
    requests += play(fifty, service(sample(count, random))).requests;
  }
  return requests / trials;
}

test.each([
  [1, 9.4],
  [2, 15.4],
  [5, 29.4],
  [10, 46],
  [50, 57],
])('%i bad rows of 50 cost at most %d requests on average', (count, most) => {
  expect(meanRequests(count, silent)).toBeLessThanOrEqual(most);
});

test.each([1, 2, 5, 10, 49, 50])(
  'with usable issues %i bad rows of 50 cost two requests',
  (count) => {
    const requests = meanRequests(count, (bad) =>
      naming(bad, (rows) => rows.filter((row) => bad.has(row))),
    );
    expect(requests).toBeLessThanOrEqual(2);
  },
);

test.each([1, 2, 5, 10])(
  'with the order list %i bad rows of 50 cost one request each plus two',
  (count) => {
    const requests = meanRequests(count, (bad) => ({
      ...silent(bad),
      consult: (rows) => rows.filter((row) => bad.has(row)),
    }));
    expect(requests).toBe(count + 2);
  },
);

test.each([
  [[], ''],
  [[7], '7'],
  [[0, 1, 2], '0-2'],
  [[0, 2, 3, 9], '0,2-3,9'],
])('%j is %s', (rows, text) => {
  expect(rangesOf(rows)).toBe(text);
  expect(rowsOf(text)).toEqual(rows);
});

test('reads back any rows', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 300 })), (some) => {
      const rows = some.sort((one, other) => one - other);
      expect(rowsOf(rangesOf(rows))).toEqual(rows);
    }),
  );
});
