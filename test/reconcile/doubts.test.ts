import { describe, expect, test } from 'vitest';
import { doubtAccount, fileOf } from './doubt-account';
import {
  box,
  doubtCases,
  generic,
  half,
  halfPaid,
  halves,
  no1,
  no2,
  other,
  tracker,
  whole,
} from './doubt-cases';

describe('what a later file no longer says', () => {
  test.each(doubtCases)('%s', async (_, [before, after], expected) => {
    const { record, apply, state } = await doubtAccount();
    await record(before);
    const first = await apply(after);
    expect(first.exitCode).toBe(0);
    expect(await state()).toEqual(expected);
    // The same files again are silent: they raise and end nothing.
    await apply(after);
    await apply(before);
    expect(await state()).toEqual(expected);
  });

  test('money that was taken back from one of two orders leaves both alone', async () => {
    const { record, apply, state } = await doubtAccount();
    await record(tracker(half, 'N-1,y,,495,247.50,Paid,06/01/2026', other('06/01/2026')));
    const done = await apply(tracker(`N-2,x,${box},495,-495.00,Paid,06/10/2026`));
    expect(done.stderr).toContain(
      '--apply leaves order N-1 alone: one of its rows needs a person.',
    );
    expect(done.stderr).toContain(
      '--apply leaves order N-2 alone: one of its rows needs a person.',
    );
    expect(await state()).toEqual({ ...whole, closed: [] });
  });

  test('an order found by another spelling is named; several numbers in one cell are none', async () => {
    const { apply, state } = await doubtAccount();
    const done = await apply(
      tracker('n1,x,,495,495.00,Paid,06/10/2026', '"N-2, 3",x,,495,495.00,Paid,06/10/2026'),
    );
    expect(done.stderr).toContain('line 2: N-1 for "n1"\n');
    expect(await state()).toMatchObject({ closed: ['N-1'] });
  });

  test('words against a payment keep its order open with the next file, too, until it is accepted', async () => {
    const { run, record, apply, state, payments } = await doubtAccount();
    const words = ['order=O', 'amount=Net', 'paidOn=D'].flatMap((one) => ['--map', one]);
    const result = ['O,Net,D,Result', 'N-1,495.00,2026-06-01,Refunded'];
    const report = await record(result, ...words);
    expect(report.needsAPerson).toMatchObject([{ payment: 1, line: null }]);
    const next = await apply(generic('N-2,495.00,2026-06-08'));
    expect(next.stderr).toContain('leaves order N-1 alone until its payments are in no doubt');
    expect(next.stderr).toContain('if not, waybill payments remove 1 --sandbox.');
    expect(await state()).toEqual({ paid: 49_500, closed: no2, doubted: [1] });
    const [{ doubt } = { doubt: '' }] = await payments();
    expect(doubt).toBe(
      '$495.00 of 2026-06-01 counts, but the file of import 1 may say that it is not paid',
    );
    expect((await run('payments', 'accept', 'N-1', '--note', 'they paid')).exitCode).toBe(0);
    await apply(generic('N-3,495.00,2026-06-15'));
    expect(await state()).toEqual({ paid: 49_500, closed: ['N-1', 'N-2', 'N-3'], doubted: [] });
  });

  test('a file that was read by the wrong column says how to record it anew', async () => {
    const { run, state } = await doubtAccount();
    const file = fileOf(['O,Promised,Net', 'N-1,495.00,247.50']);
    const read = (column: string, ...words: string[]) => {
      const map = ['--map', 'order=O', '--map', `amount=${column}`];
      return run('reconcile', file, '--group', 'g', ...map, '--apply', '-y', ...words);
    };
    await run(
      'reconcile',
      file,
      '--group',
      'g',
      '--map',
      'order=O',
      '--map',
      'amount=Promised',
      '--record',
    );
    const again = await read('Net');
    expect(again.stdout).toContain(
      'recorded before; what counts is $495.00, as the file was read when it was recorded: to record it as it is read now, run waybill payments undo 1 --sandbox first',
    );
    expect(await state()).toEqual({ paid: 49_500, closed: [], doubted: [] });
    await run('payments', 'undo', '1');
    await read('Net');
    expect(await state()).toEqual(halfPaid);
  });

  test('a payment that is brought back counts only if a file has it', async () => {
    const { run, record, payments } = await doubtAccount();
    await record(halves);
    const back = () => run('payments', 'remove', '1', '--undo');
    await run('payments', 'remove', '1');
    expect((await back()).stderr).toContain('Payment 1 counts again.');
    await run('payments', 'remove', '1');
    await run('payments', 'undo', '1');
    expect((await back()).stderr).toContain(
      'Payment 1 counts again once a file that has it is recorded.',
    );
    expect(await payments()).toEqual([]);
    await record([...halves, '']);
    expect(await payments()).toMatchObject([{ id: 1, amount: 24_750 }]);
  });

  test('a void row and a paid row of one tracking number: the same file again is silent', async () => {
    const header = 'VOID,VERIFIED,ITEM,TRACKING NUMBERS,EXT TOTAL';
    for (const item of ['Phone', 'Case']) {
      const { run, state } = await doubtAccount();
      const file = fileOf([header, `1,0,${item},${box},495.00`, `0,1,Phone,${box},495.00`]);
      const reconcile = async (...words: string[]) => {
        const done = await run(
          ...['reconcile', file, '--group', 'g', '--exit-code', '--json', '-q', ...words],
        );
        const { exitCode, stderr } = done;
        return { exitCode, stderr, report: JSON.parse(done.stdout) };
      };
      const first = await reconcile('--record');
      const before = await state();
      for (const words of [['--record'], ['--apply', '-y'], []]) {
        const again = await reconcile(...words);
        expect(again).toMatchObject({
          exitCode: first.exitCode,
          report: { recorded: 0, import: null },
        });
        const judged = ({ report: { verdicts, needsAPerson } }: typeof first) => [
          ...verdicts.map(({ verdict, rows }: { verdict: string; rows: number[] }) => [
            verdict,
            rows,
          ]),
          ...needsAPerson.map(({ payment }: { payment: number }) => payment),
        ];
        expect(judged(again)).toEqual(judged(first));
        expect(again.stderr).not.toContain('Warning: line');
      }
      // On its line it is about this payment; another item's void row says nothing of it.
      const isDoubted = item === 'Phone';
      expect(await state()).toEqual({
        ...before,
        ...{ closed: isDoubted ? [] : no1, doubted: isDoubted ? [1] : [] },
      });
    }
  });

  test('9: equal amounts from two sources, whichever came first', async () => {
    const add = ['payments', 'add', 'N-1', '247.50', '--date', '2026-06-06'];
    const file = generic('N-1,247.50,2026-06-01');
    for (const order of ['file first', 'typed first']) {
      const { run, record, apply, state } = await doubtAccount();
      if (order === 'file first') await record(file);
      expect((await run(...add)).exitCode).toBe(0);
      const done = await apply(file);
      expect(await state()).toEqual({ paid: 49_500, closed: [], doubted: [1, 2] });
      // What was typed is what a person can take back.
      const typed = order === 'file first' ? 2 : 1;
      expect(done.stderr).toContain(`if not, waybill payments remove ${typed} --sandbox.`);
    }
  });

  test('9: not with two references that differ', async () => {
    const { run, json, state } = await doubtAccount();
    const file = ['O,Net,D,R', 'N-1,247.50,2026-06-01,R1'];
    const words = ['order=O', 'amount=Net', 'paidOn=D', 'reference=R'].flatMap((one) => [
      '--map',
      one,
    ]);
    await json('reconcile', fileOf(file), '--group', 'g', ...words, '--record');
    await run('payments', 'add', 'N-1', '247.50', '--date', '2026-06-06', '--reference', 'R2');
    expect((await state()).doubted).toEqual([]);
    await run('payments', 'add', 'N-1', '247.50', '--date', '2026-06-07');
    expect((await state()).doubted).toEqual([1, 3]);
  });
});

describe('how a doubt is shown and ends', () => {
  const after = tracker('N-1,y,,495,247.50,Paid,06/03/2026', other('06/01/2026'));
  const inDoubt = async () => {
    const account = await doubtAccount();
    await account.record(halves);
    const done = await account.apply(after);
    return { ...account, done };
  };
  const text =
    '$247.50 of 2026-06-01 is not in this file any more; perhaps line 2 is that payment, changed';
  const later = text.replace('this file', 'the file of import 2').replace('line 2', 'payment 2');

  test('in the verdict, among what needs a person, in the list of payments and in the audit', async () => {
    const { done, record, run, json, payments } = await inDoubt();
    expect(done.stderr).toContain(
      `Warning: ${text}. All count; --apply leaves their orders alone.\n`,
    );
    const settles =
      'waybill payments accept N-1 --note <text> --sandbox; if not, waybill payments remove 1 --sandbox';
    expect(done.stderr).toContain(`${text}; if all are right, run ${settles}.\n`);
    const again = await record(after);
    const of = (number: string) =>
      again.verdicts.find(({ orderNumber }: { orderNumber: string }) => orderNumber === number);
    expect([of('N-1').verdict, of('N-1').detail, of('N-2').detail]).toEqual([
      ...['paid_in_full', later, null],
    ]);
    const entry = {
      ...{ file: null, line: null, outcome: null, cents: 24_750, suggestions: [] },
      detail: `${later}; if all are right, run ${settles}`,
    };
    expect(again.needsAPerson).toEqual([
      { ...entry, payment: 1 },
      { ...entry, payment: 2 },
    ]);
    expect((await payments()).map(({ doubt }) => doubt)).toEqual([later, later, null]);
    const audit = await json('report', 'audit', '--finding', 'doubtful_payment');
    expect(audit.rows).toMatchObject([{ orderNumber: 'N-1', detail: later }]);
    expect(
      (await run('report', 'audit', '--finding', 'doubtful_payment', '--exit-code')).exitCode,
    ).toBe(15);
  });

  test('with the acceptance of its order, until another row comes', async () => {
    const { run, record, apply, state } = await inDoubt();
    await run('payments', 'accept', 'N-1', '--note', 'two halves');
    expect(await state()).toEqual({ paid: 49_500, closed: no2, doubted: [] });
    // Another export without the first row says nothing new, so the order may be closed.
    await apply(tracker('N-1,y,,495,247.50,Paid,06/03/2026', other('06/01/2026'), ''));
    expect(await state()).toEqual({ paid: 49_500, closed: ['N-1', 'N-2'], doubted: [] });
    await record(tracker('N-1,y,,495,247.50,Paid,06/03/2026', 'N-1,z,,495,1.00,Paid,06/01/2026'));
    expect((await state()).doubted).toEqual([1, 4]);
    await run('payments', 'accept', 'N-1', '--undo');
    expect((await state()).doubted).toEqual([1, 2, 4]);
  });

  test('with the removal of the payment, and comes back with it', async () => {
    const { run, apply, state, done } = await inDoubt();
    expect(done.exitCode).toBe(0);
    expect((await run('payments', 'remove', '1')).exitCode).toBe(0);
    expect(await state()).toEqual({ paid: 24_750, closed: no2, doubted: [] });
    // No file brings it back.
    for (const file of [halves, [...halves, '']]) await apply(file);
    expect((await state()).paid).toBe(24_750);
    expect((await run('payments', 'remove', '1')).exitCode).toBe(6);
    expect((await run('payments', 'remove', '1', '--undo')).exitCode).toBe(0);
    expect(await state()).toEqual({ paid: 49_500, closed: no2, doubted: [1, 2] });
    expect((await run('payments', 'remove', '1', '--undo')).exitCode).toBe(6);
  });

  test('with the import that raised it, or the one that it is about', async () => {
    for (const undone of ['1', '2']) {
      const { run, state } = await inDoubt();
      expect((await run('payments', 'undo', undone)).exitCode).toBe(0);
      expect(await state()).toEqual({ ...halfPaid, closed: no2 });
    }
  });

  test('with a later file that has all of them', async () => {
    const { apply, state } = await inDoubt();
    await apply(tracker(half, 'N-1,y,,495,247.50,Paid,06/03/2026'));
    expect(await state()).toEqual({ ...whole, closed: ['N-1', 'N-2'] });
  });

  test('one line for three payments or more of one import, and what ends all of them', async () => {
    const { record, apply, run, state } = await doubtAccount();
    const rows = [1, 2, 3].map((item) => `N-1,part ${item},,495,165.00,Paid,06/01/2026`);
    await record(tracker(...rows));
    const done = await apply(tracker('N-1,all,,495,495.00,Paid,06/01/2026'));
    const many = '3 payments ($495.00) of import 1 are not in this file any more';
    expect(done.stderr).toContain(
      `Warning: ${many}. All count; --apply leaves their orders alone.\n`,
    );
    expect(done.stderr).toContain(
      `${many}: if that import is wrong, run waybill payments undo 1 --sandbox; if this file is, waybill payments undo 2 --sandbox.\n`,
    );
    expect(await state()).toEqual({ paid: 99_000, closed: [], doubted: [1, 2, 3, 4] });
    await run('payments', 'undo', '1');
    expect(await state()).toEqual({ paid: 49_500, closed: [], doubted: [] });
  });

  test('of a payment that belongs to no order, with the acceptance of its id', async () => {
    const { record, run, state, json } = await doubtAccount();
    const bonus = (cents: string) => [
      'O,Net,D,I',
      `,${cents},2026-06-01,Bonus`,
      'N-1,1.00,2026-06-01,x',
    ];
    const words = ['order=O', 'amount=Net', 'paidOn=D', 'item=I'].flatMap((one) => ['--map', one]);
    await record(bonus('10.00'), ...words);
    const report = await record(bonus('12.00'), ...words);
    expect(report.needsAPerson.map(({ payment }: { payment: number }) => payment)).toEqual([1, 3]);
    expect(report.needsAPerson[0].detail).toContain('run waybill payments accept 1 --note <text>');
    expect((await state()).doubted).toEqual([1, 3]);
    const audit = await json('report', 'audit', '--finding', 'doubtful_payment');
    expect(audit.rows).toMatchObject([{ kind: null, id: '1' }]);
    expect((await run('payments', 'accept', '1', '--note', 'both')).exitCode).toBe(0);
    expect((await state()).doubted).toEqual([]);
    expect((await run('payments', 'accept', '1', '--undo')).exitCode).toBe(0);
    expect((await state()).doubted).toEqual([1, 3]);
  });

  test("the tracker's payments of covered days whose orders the file does not name get one notice", async () => {
    const { record, apply } = await doubtAccount();
    await record(tracker(half, other('06/01/2026')));
    const done = await apply(tracker('N-3,x,,495,495.00,Paid,06/01/2026'));
    expect(done.stderr).toContain(
      '2 payments ($742.50) recorded for these days are of orders that the files do not name.\n',
    );
  });
});
