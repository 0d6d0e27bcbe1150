import { describe, expect, test } from 'vitest';
import {
  box,
  doubtCases,
  generic,
  half,
  halfPaid,
  halves,
  no2,
  other,
  tracker,
  whole,
} from '../../../test/reconcile/doubt-cases';
import { factOf, keysFor, orderOf, payFor } from '../../../test/support/facts';
import { statementAccount } from '../../../test/support/statements';
import { Book, type BookedPayment, paymentOfRow, paymentTyped, sourceOf } from './book';
import {
  doubtsToShow,
  openDoubts,
  type RaisedDoubt,
  type RunEvidence,
  raisedDoubts,
} from './doubts';
import type { JudgedFile } from './evidence';
import type { Acceptance, Fact, PaymentDoubt, SettledDoubt } from './ledger';
import { OrderIndex } from './match';

describe('what a later file no longer says', () => {
  test.each(doubtCases)('%s', async (_, [before, after], expected) => {
    const { record, state } = statementAccount(box);
    await record([before]);
    await record([after], true);
    expect(state()).toEqual(expected);
    for (const again of [after, before]) await record([again], true);
    expect(state()).toEqual(expected);
  });
});

describe('how a doubt ends, and what a run of several files says', () => {
  const after = tracker('N-1,y,,495,247.50,Paid,06/03/2026', other('06/01/2026'));
  const inDoubt = async () => {
    const account = statementAccount(box);
    await account.record([halves]);
    await account.record([after], true);
    expect(account.state()).toMatchObject({ doubted: [1, 2] });
    return account;
  };

  test('with a later file that has all of them, but not with one that was read before', async () => {
    const { record, state } = await inDoubt();
    await record([after], true);
    expect(state()).toMatchObject({ doubted: [1, 2] });
    await record([tracker(half, 'N-1,y,,495,247.50,Paid,06/03/2026')], true);
    expect(state()).toEqual({ ...whole, closed: ['N-1', 'N-2'] });
  });

  test('with the acceptance of its order, or with an import that is undone', async () => {
    const accepted = await inDoubt();
    accepted.accept('N-1');
    expect(accepted.state()).toMatchObject({ paid: 49_500, doubted: [] });
    for (const importId of [1, 2]) {
      const { undo, state } = await inDoubt();
      undo(importId);
      expect(state()).toEqual({ ...halfPaid, closed: no2 });
    }
  });

  test('with a payment that was removed, which no file brings back, though its import was undone', async () => {
    const { record, remove, undo, state } = statementAccount(box);
    await record([halves]);
    remove(1);
    await record([[...halves, '']], true);
    expect(state()).toMatchObject({ paid: 0 });
    undo(1);
    undo(2);
    await record([[...halves, '', '']], true);
    expect(state()).toMatchObject({ paid: 0 });
    remove(1, false);
    expect(state()).toMatchObject({ paid: 24_750 });
  });

  test('nothing is replaced that another new file of the run has', async () => {
    const changed = tracker('N-1,x,,495,250.00,Paid,06/05/2026', other('06/01/2026'));
    const runs: [string, readonly string[], object][] = [
      ['a new file', [...halves, ''], { paid: 49_750, doubted: [1, 2] }],
      ['one that was read before', halves, { paid: 25_000, doubted: [] }],
    ];
    for (const [, second, expected] of runs) {
      const { record, state } = statementAccount(box);
      await record([halves]);
      await record([changed, second], true);
      expect(state()).toMatchObject(expected);
    }
  });

  test('a file without days drops payments if one of its rows is known and another is new', async () => {
    const doubtedBy = async (...files: (readonly string[])[]) => {
      const { record, state } = statementAccount(box);
      await record([generic('N-1,70.00,', 'N-2,1.00,')]);
      await record(files);
      return state().doubted;
    };
    expect(await doubtedBy(generic('N-2,1.00,', 'N-1,71.00,'))).toEqual([1, 3]);
    expect(await doubtedBy(generic('N-1,71.00,'))).toEqual([]);
    expect(await doubtedBy(generic('N-2,1.00,'))).toEqual([]);
    // A row of another new file of the run counts as known.
    const [one, two] = [generic('N-3,5.00,'), generic('N-3,5.00,', 'N-1,71.00,')];
    expect(await doubtedBy(one, two)).toEqual([1, 4]);
  });

  test('a payment that files of two formats have is dropped by each of them', async () => {
    const { record, state } = statementAccount(box);
    await record([generic('N-1,247.50,2026-06-01')]);
    await record([tracker('N-1,,,495,247.50,Paid,06/01/2026')]);
    expect(state()).toMatchObject({ paid: 24_750, doubted: [] });
    await record([tracker('N-1,y,,495,100.00,Paid,06/03/2026', other('06/01/2026'))]);
    expect(state()).toMatchObject({ paid: 34_750, doubted: [1, 2] });
  });
});

const made = { group: 'g', importId: 1, moment: 1, lastDay: null, aliases: [] };

/** A payment of a dollar for order A, of BFMR's tracker. */
const paid = (identity: string, parts: Partial<BookedPayment> = {}): BookedPayment => ({
  ...paymentOfRow(factOf(), identity, { ...made, sources: [sourceOf('bfmr', 'g')] }),
  ...parts,
});

/** A dollar typed for order A: `m/1` is the first that was typed on machine m. */
const typed = (place: string, reference: string | null = null): BookedPayment =>
  paymentTyped({
    ...{ kind: 'typed', moment: 1, subject: `typed/${place}`, orderId: 'A', group: 'g' },
    ...{ amount: 100, paidOn: null, reference },
  });

/** The sides of doubts by the identities of their payments. */
const sidesOf = (doubts: readonly PaymentDoubt[]) =>
  doubts.map(({ before, after }) =>
    [before, after].map((side) => side.map(({ identity }) => identity)),
  );

describe('a doubt that was raised', () => {
  const raised = (parts: Partial<RaisedDoubt> = {}): RaisedDoubt => ({
    ...{ reason: 'dropped', before: ['a'], after: ['b'], voids: [], isOlder: false },
    ...{ importId: 2, filesRead: 2, ...parts },
  });
  const [a, b, c] = [
    paid('a', { files: [1] }),
    paid('b', { files: [2] }),
    paid('c', { files: [2] }),
  ];
  const [alone, three] = [raised({ after: [] }), raised({ after: ['b', 'c'] })];

  test.each<[string, RaisedDoubt, readonly BookedPayment[], readonly unknown[]]>([
    ['is open while both sides count', raised(), [a, b], [[['a'], ['b']]]],
    ['ends with the first side', raised(), [b], []],
    ['ends with the second side', raised(), [a], []],
    ['is open without a second side', alone, [a], [[['a'], []]]],
    ['ends with the first side, if there is no second one', alone, [b], []],
    ['is open while one of the second side counts', three, [a, c], [[['a'], ['c']]]],
    [
      'ends with a later file that has all of them',
      ...([raised(), [paid('a', { files: [1, 3] }), paid('b', { files: [2, 3] })], []] as const),
    ],
    [
      'ends with no file that was read before',
      ...([raised(), [paid('a', { files: [1, 2] }), b], [[['a'], ['b']]]] as const),
    ],
    [
      'does not end with a file that lacks one of them',
      three,
      [paid('a', { files: [1, 3] }), paid('b', { files: [2, 3] }), c],
      [[['a'], ['b', 'c']]],
    ],
    [
      'does not end with two files that have one of them each',
      raised(),
      [paid('a', { files: [1, 3] }), paid('b', { files: [2, 4] })],
      [[['a'], ['b']]],
    ],
  ])('%s', (_, doubt, payments, expected) => {
    expect(sidesOf(openDoubts([doubt], payments, []))).toEqual(expected);
  });

  const accepted = (...settled: SettledDoubt[]): Acceptance => ({
    ...{ note: '', paid: 0, expected: 0, moment: 1, settled },
  });
  test.each<[string, boolean, RaisedDoubt, readonly Acceptance[]]>([
    ['without an acceptance', false, raised(), []],
    ['with it', true, raised(), [accepted({ before: ['a'], after: ['b'] })]],
    [
      'with one of several',
      true,
      raised(),
      [
        accepted({ before: ['x'], after: ['b'] }),
        accepted({ before: [], after: [] }, { before: ['a', 'x'], after: ['b', 'y'] }),
      ],
    ],
    [
      'not with one of the payment before alone',
      false,
      raised(),
      [accepted({ before: ['a'], after: [] })],
    ],
    [
      'not with one of the payment after alone',
      false,
      raised(),
      [accepted({ before: [], after: ['b'] })],
    ],
    ['not if another row came', false, three, [accepted({ before: ['a'], after: ['b'] })]],
    [
      'not if a void row came',
      false,
      raised({ after: [], voids: ['v'] }),
      [accepted({ before: ['a'], after: [] })],
    ],
    [
      'with one of the void row',
      true,
      raised({ after: [], voids: ['v'] }),
      [accepted({ before: ['a'], after: ['v'] })],
    ],
  ])('is settled %s: %s', (_, isSettled, doubt, acceptances) => {
    const open = openDoubts([doubt], [a, b, c], acceptances);
    expect(open.map((one) => one.isSettled)).toEqual([isSettled]);
  });
});

describe('equal amounts for one order', () => {
  const row = paid('row', { files: [1] });
  const other = paid('other', { sources: [sourceOf('melul', 'g')], files: [2] });
  const ofBoth = { ...other, sources: [...other.sources, ...row.sources] };
  const reference = (name: string) => paid('row', { reference: name });
  test.each<[string, readonly BookedPayment[], readonly unknown[]]>([
    ['typed and in a file', [row, typed('m/1')], [[['typed/m/1'], ['row']]]],
    ['typed before the file came', [typed('m/1'), row], [[['typed/m/1'], ['row']]]],
    ['in files of two formats', [row, other], [[['other'], ['row']]]],
    ['in two files of one format', [row, paid('other')], []],
    ['in files of two formats, one of which has both', [row, ofBoth], []],
    ['in one file', [row, { ...other, files: [1, 2] }], []],
    ['typed on one machine', [typed('m/1'), typed('m/2')], []],
    ['typed on two machines', [typed('n/1'), typed('m/1')], [[['typed/m/1'], ['typed/n/1']]]],
    ['under one reference', [reference('R1'), typed('m/1', 'R1')], [[['typed/m/1'], ['row']]]],
    ['under two references', [reference('R1'), typed('m/1', 'R2')], []],
    ['one with a reference', [reference('R1'), typed('m/1')], [[['typed/m/1'], ['row']]]],
    ['the other with a reference', [row, typed('m/1', 'R2')], [[['typed/m/1'], ['row']]]],
    [
      'three times',
      [row, other, typed('m/1')],
      [
        [['other'], ['row']],
        [['typed/m/1'], ['row']],
        [['typed/m/1'], ['other']],
      ],
    ],
    [
      'of two orders at once',
      [paid('row', { allocations: payFor('A', 'B') }), { ...other, allocations: payFor('A', 'B') }],
      [[['other'], ['row']]],
    ],
    ['of other orders', [row, { ...other, allocations: payFor('B') }], []],
    ['of other cents', [row, { ...other, allocations: [{ orderId: 'A', cents: 99 }] }], []],
  ])('%s', (_, payments, expected) => {
    const doubts = openDoubts([], payments, []);
    expect(sidesOf(doubts)).toEqual(expected);
    for (const { reason, isOlder, settles } of doubts) {
      expect([reason, isOlder]).toEqual(['sources', false]);
      expect([...settles.before, ...settles.after]).toHaveLength(2);
    }
  });
});

describe('of doubts about the same payments', () => {
  const doubt = (reason: PaymentDoubt['reason'], before: string, after = ''): PaymentDoubt => {
    const [own, others] = [before, after].map((side) => side.split('').map((one) => paid(one)));
    const plain = { importId: 2, isOlder: false, isSettled: false };
    return {
      reason,
      before: own ?? [],
      after: others ?? [],
      ...plain,
      settles: { before: [], after: [] },
    };
  };
  const shown = (...doubts: PaymentDoubt[]) =>
    doubtsToShow(doubts).map(({ reason, before, after }) =>
      [reason, ...[...before, ...after].map(({ identity }) => identity)].join(' '),
    );
  test.each<[string, readonly PaymentDoubt[], readonly string[]]>([
    [
      'the one that says most is shown',
      [doubt('sources', 'a', 'b'), doubt('dropped', 'b', 'a')],
      ['dropped b a'],
    ],
    [
      'the one with more payments is shown',
      [doubt('dropped', 'a', 'b'), doubt('added', 'ac', 'b')],
      ['added a c b'],
    ],
    [
      'those that overlap are both shown',
      [doubt('dropped', 'b', 'c'), doubt('dropped', 'a', 'b')],
      ['dropped a b', 'dropped b c'],
    ],
    [
      'a void row is shown beside another reason',
      [doubt('dropped', 'a', 'b'), doubt('void', 'a')],
      ['dropped a b', 'void a'],
    ],
    [
      'another reason is shown beside a void row',
      [doubt('void', 'a', 'b'), doubt('added', 'a')],
      ['void a b', 'added a'],
    ],
    ['one void row is shown', [doubt('void', 'a'), doubt('void', 'a', 'b')], ['void a b']],
    [
      'one that is settled is not, and hides none',
      [{ ...doubt('dropped', 'ab'), isSettled: true }, doubt('added', 'a')],
      ['added a'],
    ],
  ])('%s', (_, doubts, expected) => {
    expect(shown(...doubts)).toEqual(expected);
    expect(shown(...doubts.toReversed())).toEqual(expected);
  });
});

describe('the files of a run raise a doubt', () => {
  const [payment, by] = [paid('a', { lastDay: '2026-06-08' }), paid('b')];
  const file = (last: string | null, parts: Partial<JudgedFile> = {}): JudgedFile => ({
    ...{ format: 'bfmr', source: sourceOf(parts.format ?? 'bfmr', 'g'), facts: [] },
    ...{ isRead: false, payments: new Set([by]) },
    coverage: { first: last, last, isGrown: false },
    ...parts,
  });
  const evidenceOf = (parts: Partial<RunEvidence> = {}): RunEvidence => ({
    ...{ files: [], drops: [], additions: [], replaced: new Map(), amended: new Map() },
    ...{ reverting: new Set(), ...parts },
  });
  const stateOf = (payments: readonly BookedPayment[] = [], expected = 100) => {
    const book = new Book();
    for (const one of payments) book.add(one);
    const orders = ['A', 'B'].map((id) => orderOf(id, { expected }));
    return { book, index: () => new OrderIndex(orders) };
  };
  const plain = { after: [], voids: [], isOlder: false };
  const replaced = new Map([[payment, by]]);
  const [amended, reverting] = [replaced, new Set([by])];
  const [earlier, same, later] = ['2026-06-01', '2026-06-08', '2026-06-09'].map((day) => file(day));

  test.each<[string, boolean, readonly (JudgedFile | undefined)[], Partial<RunEvidence>]>([
    ['an earlier last day', true, [earlier], {}],
    ['the same last day', false, [same], {}],
    ['a later last day', false, [later], {}],
    ['no day', false, [file(null)], {}],
    ['an earlier last day, if another file has a later one', true, [later, earlier], {}],
    ['an earlier last day, but was read before', false, [file('2026-06-01', { isRead: true })], {}],
    [
      'an earlier last day, but not the payment',
      false,
      [file('2026-06-01', { payments: new Set() })],
      {},
    ],
    [
      'an earlier last day and the reference',
      true,
      [file('2026-06-01', { payments: new Set([payment]) })],
      { amended },
    ],
    ['an earlier last day, but another reference', false, [earlier], { amended }],
    ['an earlier last day and an amount of before', true, [earlier], { reverting }],
    ['the same last day and an amount of before', true, [same], { reverting }],
    ['no day and an amount of before', true, [file(null)], { reverting }],
    ['a later last day and an amount of before', false, [later], { reverting }],
    [
      'a later last day and an amount of before, but not in all files',
      true,
      [later, same],
      { reverting },
    ],
  ])('that replaces a payment with %s: %s', (_, isRaised, some, parts) => {
    const files = some.filter((one) => one !== undefined);
    expect(raisedDoubts(stateOf(), evidenceOf({ files, replaced, ...parts }))).toEqual(
      isRaised ? [{ ...plain, reason: 'older', before: ['b'], isOlder: true }] : [],
    );
  });

  test.each<[string, boolean, number, readonly BookedPayment[]]>([
    ['as much as is expected', false, 200, [payment, by]],
    ['two cents more', false, 198, [payment, by]],
    ['three cents more', true, 197, [payment, by]],
    ['anything where nothing is expected', false, 0, [payment, by]],
    ['more, but for what was removed', false, 100, [{ ...payment, removedAt: 1 }, by]],
  ])('that adds %s: %s', (_, isRaised, expected, payments) => {
    const additions = [{ payment: by, before: [payment] }];
    const sides = { before: ['a'], after: ['b'] };
    expect(raisedDoubts(stateOf(payments, expected), evidenceOf({ additions }))).toEqual(
      isRaised ? [{ ...plain, reason: 'added', ...sides }] : [],
    );
  });

  test('that adds too much to one of two orders, or pays an order that is in no cluster', () => {
    const both = paid('b', { allocations: [...payFor('C'), ...payFor('A')] });
    const additions = [{ payment: both, before: [payment] }];
    const reasons = (payments: readonly BookedPayment[]) =>
      raisedDoubts(stateOf(payments), evidenceOf({ additions })).map(({ reason }) => reason);
    expect(reasons([payment, both])).toEqual(['added']);
    expect(reasons([payment])).toEqual([]);
  });

  test('that drops a payment, unless another one took its place', () => {
    const drops = [{ payment, fresh: [by], isAmended: false, isOlder: false }];
    const dropped = [{ ...plain, reason: 'dropped', before: ['a'], after: ['b'] }];
    const raised = (parts: Partial<RunEvidence> = {}) =>
      raisedDoubts(stateOf(), evidenceOf({ drops, ...parts }));
    expect(raised()).toEqual(dropped);
    expect(raised({ replaced })).toEqual([]);
    expect(raised({ replaced: new Map([[payment, paid('a')]]) })).toEqual(dropped);
  });

  test("with a void row on the line of a group's bonus, not of another group's", () => {
    const bonus = (group: string) =>
      paid(group, { allocations: [], reach: ['item/Phone'], groups: [group] });
    const facts = [factOf({ state: 'void', groups: ['g'] })];
    const raised = raisedDoubts(
      stateOf([bonus('g'), bonus('h')]),
      evidenceOf({ files: [file(null, { facts })] }),
    );
    expect(raised.map(({ before }) => before)).toEqual([['g']]);
  });

  test('with a void row on the line of payments, unless it was read before', () => {
    const facts = ['void', 'paid', 'void'].map((state, place) =>
      factOf({
        state: state === 'void' ? 'void' : 'paid',
        names: [`content/${place}/1`],
        ...(place === 2 && { lineKey: 'other line', amount: 50 }),
      }),
    );
    const raised = (isRead: boolean) =>
      raisedDoubts(stateOf([payment, by]), evidenceOf({ files: [file(null, { facts, isRead })] }));
    const doubt = { ...plain, reason: 'void', voids: ['content/0/1'] };
    expect(raised(false)).toEqual([
      { ...doubt, before: ['a'] },
      { ...doubt, before: ['b'] },
    ]);
    expect(raised(true)).toEqual([]);
  });

  test.each<[string, boolean, Partial<Fact>, Partial<JudgedFile>]>([
    ['has not', true, {}, {}],
    ['has not, of one without a box', true, { keys: keysFor([], '112-A') }, {}],
    ['has', false, {}, { payments: new Set([payment]) }],
    ['has not, of another amount', false, { amount: 99 }, {}],
    ['has not, of another box', false, { keys: keysFor(['1Z2']) }, {}],
    ['has not, of another order', false, { named: ['B'] }, {}],
    ['has not, but another format has', false, {}, { format: 'generic' }],
  ])(
    'with a void row on no line, for a payment that the file %s: %s',
    (_, isRaised, row, parts) => {
      const facts = [factOf({ state: 'void', lineKey: 'other line', ...row })];
      const files = [file(null, { facts, ...parts })];
      expect(raisedDoubts(stateOf([payment]), evidenceOf({ files }))).toEqual(
        isRaised ? [{ ...plain, reason: 'void', voids: ['content/1/1'], before: ['a'] }] : [],
      );
    },
  );
});
