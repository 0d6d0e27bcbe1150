import { describe, expect, test } from 'vitest';
import type { JobEvent } from './job/journal';
import { JobLedger } from './ledger';
import { rangesOf } from './search';
import type { JobRules, Whereabouts } from './spec';

const rules = { divisible: true, readable: true };

function sent(rows: string, batch = 0): JobEvent {
  return { event: 'sent', batch, rows };
}
function accepted(rows: string, added: number, { batch = 0, repeated = false } = {}): JobEvent {
  return { event: 'accepted', batch, rows, added, repeated };
}
function refusal(rows: string, named: Record<string, string> = {}, batch = 0): JobEvent {
  const said = { code: 'no', message: 'refused', status: 400 };
  return { event: 'refused', batch, rows, ...said, named, repeated: false };
}
function noted(present: string): JobEvent {
  return { event: 'noted', present };
}
function finished(at: string): JobEvent {
  return { event: 'finished', at };
}

/** The outcomes after these events, at the end of a run. */
function outcomes(rows: number, events: readonly JobEvent[]): readonly string[] {
  const ledger = new JobLedger(rows, rules);
  for (const event of events) ledger.apply(event);
  ledger.conclude();
  return Array.from({ length: rows }, (_, row) => ledger.outcome(row));
}

const verified = { event: 'verified', added: '', present: '', missing: {}, elsewhere: {} } as const;
const lost = { code: 'not_found_afterwards', message: 'It is nowhere' };
const misplaced = { code: 'on_other_order', message: 'Already on order BBY-9' };

describe('what a count proves', () => {
  test.each<[string, readonly JobEvent[], readonly string[]]>([
    ['all new', [sent('0-1'), accepted('0-1', 2)], ['added', 'added']],
    [
      'none new: it does not say on which order',
      [sent('0-1'), accepted('0-1', 0)],
      ['accepted', 'accepted'],
    ],
    ['one of two', [sent('0-1'), accepted('0-1', 1)], ['accepted', 'accepted']],
    ['more than sent', [sent('0-1'), accepted('0-1', 3)], ['accepted', 'accepted']],
    ['no response', [sent('0-1')], ['unknown', 'unknown']],
    [
      'one of two, the first known to have been there',
      [noted('0'), sent('0-1'), accepted('0-1', 1)],
      ['already_present', 'added'],
    ],
    [
      'one of two, although both were noted before',
      [noted('0-1'), sent('0-1'), accepted('0-1', 1)],
      ['accepted', 'accepted'],
    ],
    [
      'all new, although one was noted before',
      [noted('0'), sent('0-1'), accepted('0-1', 2)],
      ['accepted', 'accepted'],
    ],
  ])('%s', (_, events, expected) => {
    expect(outcomes(2, events)).toEqual(expected);
  });
});

test('a count of none means all were there if nothing can be read back', () => {
  const ledger = new JobLedger(2, { divisible: false, readable: false });
  for (const event of [sent('0-1'), accepted('0-1', 0)]) ledger.apply(event);
  expect(ledger.counts()).toMatchObject({ alreadyPresent: 2 });
});

test('a row that was as wanted before is not added by a request that never left', () => {
  const ledger = new JobLedger(2, { divisible: false, readable: false });
  const repeated = { repeated: true };
  ledger.apply(noted('1'));
  for (const row of ['0', '1']) {
    const batch = Number(row);
    for (const event of [sent(row, batch), sent(row, batch)]) ledger.apply(event);
    ledger.apply(accepted(row, 1, { batch, ...repeated }));
  }
  expect([0, 1].map((row) => ledger.outcome(row))).toEqual(['added', 'already_present']);
});

describe('nothing new after a lost response', () => {
  const lost = [sent('0-1'), sent('0-1'), accepted('0-1', 0, { repeated: true })];
  const other = (added: number) => [sent('2-3', 1), accepted('2-3', added, { batch: 1 })];

  test.each<[string, readonly JobEvent[], readonly string[]]>([
    [
      'unknown, whatever the other requests found',
      [...lost, ...other(2)],
      ['accepted', 'accepted', 'added', 'added'],
    ],
    [
      'a row noted on its order before was there',
      [noted('0,2-3'), ...lost, ...other(0)],
      ['already_present', 'accepted', 'already_present', 'already_present'],
    ],
    [
      'unknown even if the lost request was refused in between',
      [
        sent('0-1'),
        { ...refusal('0-1', { 1: 'no order' }), repeated: true } as JobEvent,
        sent('0'),
        accepted('0', 0),
      ],
      ['accepted', 'rejected', 'not_sent', 'not_sent'],
    ],
  ])('%s', (_, events, expected) => {
    expect(outcomes(4, events)).toEqual(expected);
  });
});

describe('what reading the orders afterward proves of four rows', () => {
  const repeated = [sent('0-3'), sent('0-3'), accepted('0-3', 0, { repeated: true })];
  const counted = (added: number) => [sent('0-3'), accepted('0-3', added)];
  const everywhere = { own: new Set([0, 1, 2, 3]), elsewhere: new Map(), nowhere: new Map() };
  const three = { ...everywhere, own: new Set([0, 1, 2]) };
  const oneElsewhere = { ...three, elsewhere: new Map([[3, misplaced]]) };

  test.each<[string, readonly JobEvent[], Whereabouts, string, string]>([
    ['none was counted: all were there', counted(0), everywhere, '', '0-3'],
    ['some were counted: which ones is unknown', counted(1), everywhere, '', ''],
    ['some were counted, and the others are elsewhere', counted(3), oneElsewhere, '0-2', ''],
    ['the unclear one may be the one that was counted', counted(3), three, '', ''],
    ['a lost response came before the count of none', repeated, everywhere, '', ''],
    ['the same, with a reading before', [noted('0'), ...repeated], everywhere, '1-3', ''],
    ['some were counted, with a reading before', [noted('0'), ...counted(1)], three, '1-2', ''],
    ['all were counted, even one of before', [noted('0'), ...counted(4)], everywhere, '1-3', '0'],
    [
      'none was counted, though not all were there: added by someone else',
      [noted('0'), ...counted(0)],
      everywhere,
      '',
      '1-3',
    ],
    ['a second reading adds nothing to the first', [...counted(3), verified], oneElsewhere, '', ''],
  ])('%s', (_, events, where, added, present) => {
    const ledger = new JobLedger(4, rules);
    for (const event of events) ledger.apply(event);
    const proven = ledger.provenBy(where);
    expect([rangesOf(proven.added), rangesOf(proven.present)]).toEqual([added, present]);
  });
});

test('a count proves nothing about the rows of another request', () => {
  const ledger = new JobLedger(4, rules);
  const first = [sent('0-1'), accepted('0-1', 1)];
  for (const event of [...first, sent('2-3', 1), accepted('2-3', 1, { batch: 1 })]) {
    ledger.apply(event);
  }
  const where = {
    own: new Set([0, 1, 2]),
    elsewhere: new Map([[3, misplaced]]),
    nowhere: new Map(),
  };
  expect(ledger.provenBy(where)).toEqual({ added: [2], present: [] });
});

test('sends a row again in the next run if it was accepted but is on no order', () => {
  const ledger = new JobLedger(2, rules);
  for (const event of [
    sent('0-1'),
    accepted('0-1', 1),
    { ...verified, added: '0', missing: { 1: lost } },
  ]) {
    ledger.apply(event);
  }
  expect(ledger.complete).toBe(false);
  expect(ledger.next(0, [0, 1])).toEqual({ kind: 'send', rows: [1] });
  for (const event of [sent('1'), accepted('1', 0)]) ledger.apply(event);
  expect(ledger.next(0, [0, 1])).toEqual({ kind: 'done' });
  expect(ledger.outcome(1)).toBe('accepted');
  const where = { own: new Set([1]), elsewhere: new Map(), nowhere: new Map() };
  expect(ledger.provenBy(where)).toEqual({ added: [], present: [] });
});

describe('a refused request', () => {
  test('is searched until every row is settled', () => {
    const events = [
      sent('0-3'),
      refusal('0-3', { 2: 'no order' }),
      sent('0-1,3'),
      accepted('0-1,3', 3),
    ];
    const ledger = new JobLedger(4, rules);
    for (const event of events) ledger.apply(event);
    expect(ledger.complete).toBe(true);
    expect(ledger.verdict(2)).toEqual({
      outcome: 'rejected',
      detail: { code: 'no', message: 'no order' },
    });
    expect(ledger.next(0, [0, 1, 2, 3])).toEqual({ kind: 'done' });
  });

  test("blames all its rows if it can't be divided", () => {
    const ledger = new JobLedger(2, { divisible: false, readable: false });
    for (const event of [sent('0-1'), refusal('0-1')]) ledger.apply(event);
    expect(ledger.counts()).toMatchObject({ rejected: 2 });
    expect(ledger.hopeless).toBe(false);
  });

  test('leaves the rest unsent if it is all or nothing', () => {
    const ledger = new JobLedger(3, { ...rules, allOrNothing: true });
    for (const event of [sent('0-2'), refusal('0-2', { 1: 'no order' })]) ledger.apply(event);
    expect(ledger.counts()).toMatchObject({ rejected: 1, notSent: 2 });
    expect(ledger.verdict(1).outcome).toBe('rejected');
    expect(ledger.verdict(1).detail?.message).toBe('no order');
    expect(ledger.next(0, [0, 1, 2])).toEqual({ kind: 'send', rows: [0, 1, 2] });
  });
});

test('a failed request leaves its rows unsent, one that may have been carried out leaves them unknown', () => {
  const failed = (lost: boolean): JobEvent => ({
    event: 'failed',
    batch: 0,
    rows: '0',
    code: 'x',
    message: 'x',
    lost,
  });
  expect(outcomes(1, [sent('0'), failed(false)])).toEqual(['not_sent']);
  expect(outcomes(1, [sent('0'), failed(true)])).toEqual(['unknown']);
});

test('is finished until something new is learned, and keeps its first finishing time', () => {
  const ledger = new JobLedger(1, rules);
  const read: JobEvent = { ...verified, added: '0' };
  const states = [sent('0'), finished('T1'), read, finished('T2')].map((event) => {
    ledger.apply(event);
    return [ledger.finished, ledger.finishedAt];
  });
  expect(states).toEqual([
    [false, undefined],
    [true, 'T1'],
    [false, 'T1'],
    [true, 'T1'],
  ]);
});

test('settles accepted rows by reading back', () => {
  const events: readonly JobEvent[] = [
    sent('0-3'),
    accepted('0-3', 1),
    { ...verified, added: '0', present: '1', missing: { 2: lost }, elsewhere: { 3: misplaced } },
  ];
  expect(outcomes(4, events)).toEqual(['added', 'already_present', 'unknown', 'rejected']);
});

test('is hopeless after eight rows refused one by one, unless one was accepted', () => {
  const alone = Array.from({ length: 8 }, (_, row) => [
    sent(`${row}`, row),
    refusal(`${row}`, {}, row),
  ]);
  const ledger = new JobLedger(9, rules);
  for (const event of alone.flat()) {
    expect(ledger.hopeless).toBe(false);
    ledger.apply(event);
  }
  expect(ledger.hopeless).toBe(true);
  ledger.apply(sent('8', 8));
  ledger.apply(accepted('8', 0, { batch: 8 }));
  expect(ledger.hopeless).toBe(false);
});

test('knows how many requests were sent, and which got no response', () => {
  const ledger = new JobLedger(4, rules);
  const state = () => [ledger.requests, ledger.lacksResponse(0), ledger.settled];
  expect([state(), ledger.finished]).toEqual([[0, false, 0], false]);
  expect(ledger.next(0, [0, 1])).toEqual({ kind: 'send', rows: [0, 1] });
  ledger.apply(sent('0-1'));
  expect(state()).toEqual([1, true, 0]);
  ledger.apply(refusal('0-1'));
  expect(state()).toEqual([1, false, 0]);
  expect(ledger.next(0, [0, 1])).not.toEqual({ kind: 'send', rows: [0, 1] });
  for (const event of [sent('0'), refusal('0'), sent('1'), accepted('1', 1)]) ledger.apply(event);
  expect([...state(), ledger.refusedAlone]).toEqual([3, false, 2, 1]);
});

/** A ledger of four rows after these events. */
function after(events: readonly JobEvent[], of: JobRules = rules): JobLedger {
  const ledger = new JobLedger(4, of);
  for (const event of events) ledger.apply(event);
  return ledger;
}
const unreadable = { divisible: true, readable: false };

test('rows that reading the file settled count as settled', () => {
  const ledger = new JobLedger(3, rules, [undefined, 'invalid', undefined]);
  expect(ledger.counts()).toEqual({
    ...{ rows: 3, added: 0, alreadyPresent: 0, accepted: 0, duplicate: 0 },
    ...{ invalid: 1, rejected: 0, notSent: 2, unknown: 0 },
  });
  expect([ledger.rows, ledger.settled]).toEqual([3, 1]);
});

test.each<[string, readonly JobEvent[], boolean]>([
  ['nothing happened', [], false],
  ['a request was announced', [sent('0')], true],
  ['the only request was withdrawn', [sent('0'), { event: 'withdrawn', batch: 0 }], false],
  ['finished without a row to send', [finished('T')], false],
  [
    'rejected without a request',
    [{ ...verified, elsewhere: { 0: misplaced } }, finished('T')],
    true,
  ],
  ['rejected, not finished', [{ ...verified, elsewhere: { 0: misplaced } }], false],
])('whether there are results: %s', (_, events, expected) => {
  expect(after(events).hasResults).toBe(expected);
});

test.each<[string, string | null, string | undefined]>([
  ['the orders were not read', null, '0'],
  ['every row may match', '', '0'],
  ['a row seems to match none: the others go first', '2', '0-1,3'],
])('what is sent after a refusal that names no row: %s', (_, unmatched, expected) => {
  const ledger = after([sent('0-3'), refusal('0-3'), { event: 'consulted', batch: 0, unmatched }]);
  const step = ledger.next(0, [0, 1, 2, 3]);
  expect(step.kind === 'send' ? rangesOf(step.rows) : undefined).toBe(expected);
});

test('what the orders say of a batch that searches nothing changes nothing', () => {
  const ledger = after([{ event: 'consulted', batch: 0, unmatched: '1' }]);
  expect(ledger.next(0, [0, 1])).toEqual({ kind: 'send', rows: [0, 1] });
});

test('an accepted part of a refused request leaves the rest to send', () => {
  const unread: JobEvent = { event: 'consulted', batch: 0, unmatched: null };
  const ledger = after([sent('0-3'), refusal('0-3'), unread, sent('0-1'), accepted('0-1', 2)]);
  expect([ledger.settled, ledger.complete]).toEqual([2, false]);
  expect(ledger.next(0, [0, 1, 2, 3])).toMatchObject({ kind: 'send' });
});

test('a reason from the orders replaces the words of a refused row, and gives no other row any', () => {
  const reason = { code: 'other_retailer', message: 'from another store', about: 'Target' };
  const explained: JobEvent = { event: 'explained', reasons: { 0: reason, 1: reason } };
  const ledger = after([sent('0', 0), refusal('0'), explained]);
  expect([0, 1].map((row) => ledger.verdict(row))).toEqual([
    { outcome: 'rejected', detail: { code: 'no', message: reason.message, reason } },
    { outcome: 'not_sent', detail: undefined },
  ]);
});

test('says why a row is unknown or on another order, until it went through', () => {
  const failed: JobEvent = {
    event: 'failed',
    batch: 0,
    rows: '0',
    code: 'x',
    message: 'y',
    lost: true,
  };
  const ledger = after([failed, sent('1', 1), sent('2-3', 2), accepted('2-3', 1, { batch: 2 })]);
  ledger.apply({ ...verified, missing: { 2: lost }, elsewhere: { 3: misplaced } });
  expect(ledger.settled).toBe(1);
  ledger.conclude();
  const codes = () => [0, 1, 2, 3].map((row) => ledger.verdict(row).detail?.code);
  expect(codes()).toEqual(['x', 'no_response', 'not_found_afterwards', 'on_other_order']);
  expect(ledger.verdict(0).detail?.message).toBe('y');
  expect(ledger.verdict(3).detail?.message).toContain('BBY-9');
  ledger.apply({ ...verified, added: '0-2', present: '3' });
  expect(codes()).toEqual([undefined, undefined, undefined, undefined]);
});

test.each<[string, readonly JobEvent[], string]>([
  ['a count of all', [noted('0'), sent('0'), accepted('0', 1)], 'added'],
  ['none, as it was before', [sent('0'), accepted('0', 0)], 'already_present'],
  ['none after a lost response', [sent('0'), accepted('0', 0, { repeated: true })], 'accepted'],
  ['one of two', [sent('0-1'), accepted('0-1', 1)], 'accepted'],
  ['one of two that were not there', [noted(''), sent('0-1'), accepted('0-1', 1)], 'accepted'],
])("if the orders can't be read, %s proves: %s", (_, events, outcome) => {
  const ledger = after(events, unreadable);
  expect(ledger.outcome(0)).toBe(outcome);
  const own = new Set([0, 1]);
  const proven = ledger.provenBy({ own, elsewhere: new Map(), nowhere: new Map() });
  expect(proven).toEqual({ added: [], present: [] });
});

test.each([
  [false, '0'],
  [true, ''],
])(
  'a count of none after a refusal that repeats a lost request (%j) proves "%s" there',
  (repeated, there) => {
    const refusedOnce = { ...refusal('0-1', { 1: 'no order' }), repeated } as JobEvent;
    const ledger = after([sent('0-1'), refusedOnce, sent('0'), accepted('0', 0)]);
    const where = { own: new Set([0]), elsewhere: new Map(), nowhere: new Map() };
    expect(rangesOf(ledger.provenBy(where).present)).toBe(there);
  },
);

test.each([true, false])('a row refused alone is done, all or nothing: %j', (allOrNothing) => {
  const ledger = after([sent('0'), refusal('0')], { ...rules, divisible: false, allOrNothing });
  expect(ledger.next(0, [0])).toEqual({ kind: 'done' });
  expect(ledger.verdict(0).detail).toEqual({ code: 'no', message: 'refused' });
});

test('what a run in parts left of a request is sent whole once it is all or nothing', () => {
  const parts: JobEvent[] = [
    ...[sent('0-3'), refusal('0-3')],
    { event: 'consulted', batch: 0, unmatched: '3' },
    ...[sent('0'), accepted('0', 1), sent('1'), refusal('1')],
  ];
  const whole = after(parts, { ...rules, allOrNothing: true });
  expect(whole.next(0, [0, 1, 2, 3])).toEqual({ kind: 'send', rows: [2, 3] });
  for (const event of [sent('2-3'), refusal('2-3', { 3: 'no order' })]) whole.apply(event);
  expect(whole.next(0, [0, 1, 2, 3])).toEqual({ kind: 'send', rows: [2, 3] });
  expect(whole.counts()).toMatchObject({ added: 1, rejected: 2, notSent: 1 });
});

test('divides a request until only the row at fault is left, and leaves out no other', () => {
  const ledger = new JobLedger(4, rules);
  const all = [0, 1, 2, 3];
  for (let step = ledger.next(0, all); step.kind !== 'done'; step = ledger.next(0, all)) {
    const rows = rangesOf(step.rows);
    const response = step.rows.includes(1) ? refusal(rows) : accepted(rows, step.rows.length);
    if (step.kind === 'consult') ledger.apply({ event: 'consulted', batch: 0, unmatched: null });
    else for (const event of [sent(rows), response]) ledger.apply(event);
  }
  const ended = all.map((row) => ledger.outcome(row));
  expect(ended).toEqual(['added', 'rejected', 'added', 'added']);
});

test('a withheld row is unsent for a reason', () => {
  const ledger = new JobLedger(1, rules);
  ledger.withhold(0, { code: 'x', message: 'y' });
  const detail = { code: 'x', message: 'y' };
  expect(ledger.verdict(0)).toEqual({ outcome: 'not_sent', detail });
  expect(ledger.complete).toBe(false);
});
