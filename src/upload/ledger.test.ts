import { describe, expect, test } from 'vitest';
import type { JobEvent } from './job/event';
import { Ledger } from './ledger';

const rules = { divisible: true };

function sent(rows: string, batch = 0): JobEvent {
  return { event: 'sent', batch, rows };
}
function accepted(rows: string, added: number, { batch = 0, repeated = false } = {}): JobEvent {
  return { event: 'accepted', batch, rows, added, repeated };
}
function refusal(rows: string, named: Record<string, string> = {}, batch = 0): JobEvent {
  return { event: 'refused', batch, rows, code: 'no', message: 'refused', status: 400, named };
}
function noted(present: string): JobEvent {
  return { event: 'noted', by: 'orders', present };
}
function finished(at: string): JobEvent {
  return { event: 'finished', at };
}

/** The outcomes after these events, when the line is drawn. */
function outcomes(rows: number, events: readonly JobEvent[]): readonly string[] {
  const ledger = new Ledger(rows, rules);
  for (const event of events) ledger.apply(event);
  ledger.conclude();
  return Array.from({ length: rows }, (_, row) => ledger.outcome(row));
}

const four = ['added', 'added', 'added', 'added'];

describe('what a count says', () => {
  test.each<[string, readonly JobEvent[], readonly string[]]>([
    ['all new', [sent('0-1'), accepted('0-1', 2)], ['added', 'added']],
    ['none new', [sent('0-1'), accepted('0-1', 0)], ['already_present', 'already_present']],
    ['one of two', [sent('0-1'), accepted('0-1', 1)], ['accepted', 'accepted']],
    ['more than sent', [sent('0-1'), accepted('0-1', 3)], ['accepted', 'accepted']],
    ['never answered', [sent('0-1')], ['unknown', 'unknown']],
    [
      'one of two, the first known to have been there',
      [noted('0'), sent('0-1'), accepted('0-1', 1)],
      ['already_present', 'added'],
    ],
    [
      'one of two, while both are said to have been there',
      [noted('0-1'), sent('0-1'), accepted('0-1', 1)],
      ['accepted', 'accepted'],
    ],
    [
      'all new, whatever is said of the time before',
      [noted('0-1'), sent('0-1'), accepted('0-1', 2)],
      ['added', 'added'],
    ],
  ])('%s', (_, events, expected) => {
    expect(outcomes(2, events)).toEqual(expected);
  });
});

describe('nothing new after a lost answer', () => {
  const lost = [sent('0-1'), sent('0-1'), accepted('0-1', 0, { repeated: true })];
  const other = (added: number) => [sent('2-3', 1), accepted('2-3', added, { batch: 1 })];

  test.each<[string, readonly JobEvent[], readonly string[]]>([
    ['every other request found all new: they were added', [...lost, ...other(2)], four],
    [
      'every other request found none new: they were there',
      [...lost, ...other(0)],
      Array(4).fill('already_present'),
    ],
    [
      'the others differ: nobody knows',
      [...lost, ...other(1)],
      ['accepted', 'accepted', 'accepted', 'accepted'],
    ],
    [
      'the orders were read before: they say it',
      [noted('0,2-3'), ...lost, ...other(0)],
      ['already_present', 'added', 'already_present', 'already_present'],
    ],
  ])('%s', (_, events, expected) => {
    expect(outcomes(4, events)).toEqual(expected);
  });

  test('alone in its job: they were added', () => {
    expect(outcomes(2, lost)).toEqual(['added', 'added']);
  });
});

describe('a refused request', () => {
  test('is searched until every row is settled', () => {
    const events = [
      sent('0-3'),
      refusal('0-3', { 2: 'no order' }),
      sent('0-1,3'),
      accepted('0-1,3', 3),
    ];
    const ledger = new Ledger(4, rules);
    for (const event of events) ledger.apply(event);
    expect(ledger.complete).toBe(true);
    expect(ledger.verdict(2)).toEqual({
      outcome: 'rejected',
      detail: { code: 'no', message: 'no order' },
    });
    expect(ledger.next(0, [0, 1, 2, 3])).toEqual({ kind: 'done' });
  });

  test('is about all of its rows where it can not be divided', () => {
    const ledger = new Ledger(2, { divisible: false });
    for (const event of [sent('0-1'), refusal('0-1')]) ledger.apply(event);
    expect(ledger.counts()).toMatchObject({ rejected: 2 });
    expect(ledger.hopeless).toBe(false);
  });

  test('leaves the rest unsent where it is all or nothing', () => {
    const ledger = new Ledger(3, { divisible: true, allOrNothing: true });
    for (const event of [sent('0-2'), refusal('0-2', { 1: 'no order' })]) ledger.apply(event);
    expect(ledger.counts()).toMatchObject({ rejected: 1, notSent: 2 });
  });
});

test('a request that came to nothing leaves its rows unsent, one that may have been done unknown', () => {
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

test('what anyone but the orders says of the time before proves nothing', () => {
  const event = { event: 'noted', by: 'last_run', present: '0' } as unknown as JobEvent;
  expect(outcomes(2, [event, sent('0-1'), accepted('0-1', 1)])).toEqual(['accepted', 'accepted']);
});

test('is finished until something more becomes known, and keeps when it was so first', () => {
  const ledger = new Ledger(1, rules);
  const read: JobEvent = { event: 'verified', added: '0', present: '', missing: '', elsewhere: {} };
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

test('reading back settles what was accepted', () => {
  const events: readonly JobEvent[] = [
    sent('0-3'),
    accepted('0-3', 1),
    { event: 'verified', added: '0', present: '1', missing: '2', elsewhere: { 3: 'BBY-9' } },
  ];
  expect(outcomes(4, events)).toEqual(['added', 'already_present', 'unknown', 'already_present']);
});

test('eight rows refused alone with nothing taken are hopeless, one that is taken is hope', () => {
  const alone = Array.from({ length: 8 }, (_, row) => [
    sent(`${row}`, row),
    refusal(`${row}`, {}, row),
  ]);
  const ledger = new Ledger(9, rules);
  for (const event of alone.flat()) {
    expect(ledger.hopeless).toBe(false);
    ledger.apply(event);
  }
  expect(ledger.hopeless).toBe(true);
  ledger.apply(sent('8', 8));
  ledger.apply(accepted('8', 0, { batch: 8 }));
  expect(ledger.hopeless).toBe(false);
});
