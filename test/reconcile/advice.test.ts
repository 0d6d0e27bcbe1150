import { describe, expect, test } from 'vitest';
import { doubtAccount, fileOf, type ListedPayment } from './doubt-account';
import { box, generic, tracker } from './doubt-cases';

/**
 * Every command that is printed as a way out is run against a copy of the account, and compared with
 * what it claims: none may lose or double money.
 */
type Account = Awaited<ReturnType<typeof doubtAccount>>;

const advised =
  /waybill (payments (?:accept|remove|undo|add|date) (?:'[^']*'|[^\s;.,)]|[.,](?=\S))+(?: (?!or\b|and\b|if\b)(?:'[^']*'|<\w+>|[^\s;.,)]|[.,](?=\S))+)*)/g;

/** The commands in what was printed, each with its words. */
function commandsIn(text: string): readonly (readonly string[])[] {
  const all = [...text.matchAll(advised)].map(([, command = '']) => command);
  return [...new Set(all)]
    .filter((command) => !command.includes('<order>'))
    .map((command) =>
      command
        .split(' ')
        .filter((word) => word !== '--sandbox')
        .map((word) => (word === '<text>' ? 'agreed' : word)),
    );
}

const sumOf = (payments: readonly ListedPayment[]) =>
  payments.reduce((sum, { amount }) => sum + amount, 0);
const doubted = (payments: readonly ListedPayment[]) =>
  payments.flatMap(({ id, doubt }) => (doubt === null ? [] : id));
const figuresOf = (payments: readonly ListedPayment[]) =>
  payments.map(({ amount, orderNumber }) => `${orderNumber} ${amount}`).sort();

/** Runs a command and compares what became of the payments with what it claims. */
async function holds(
  account: Account,
  [, verb, ...rest]: readonly string[],
  /** The payments before each import. */
  snapshots: readonly (readonly string[])[] = [],
): Promise<void> {
  const copy = account.copy();
  const before = await copy.payments();
  const imports: { id: number }[] = await copy.json('payments', 'imports');
  const done = await copy.run('payments', String(verb), ...rest);
  expect({ verb, rest, exitCode: done.exitCode, stderr: done.stderr }).toMatchObject({
    exitCode: 0,
  });
  const after = await copy.payments();
  expect((await copy.run('mirror', 'check')).exitCode).toBe(0);
  switch (verb) {
    case 'accept': {
      // All are right: nothing changes but the doubt.
      expect(figuresOf(after)).toEqual(figuresOf(before));
      expect(doubted(after).length).toBeLessThan(doubted(before).length);
      break;
    }
    case 'remove': {
      const isBack = rest.includes('--undo');
      const id = Number(rest[0]);
      const [without, whole] = isBack ? [before, after] : [after, before];
      // This one is not right, and nothing else changes.
      expect(whole.map((one) => one.id).filter((one) => one !== id)).toEqual(
        without.map((one) => one.id),
      );
      expect(whole.some((one) => one.id === id)).toBe(true);
      if (!isBack) expect(doubted(after)).not.toContain(id);
      break;
    }
    case 'undo': {
      const left: { id: number }[] = await copy.json('payments', 'imports');
      expect(left).toHaveLength(imports.length - 1);
      const [, said] =
        /Reverted import \d+: \d+ payments?, (-?\$[\d,]+\.\d\d)/.exec(done.stderr) ?? [];
      const back = /; \d+ payments?, (-?\$[\d,]+\.\d\d), counts? again/.exec(done.stderr)?.[1];
      const cents = (text = '$0') => Math.round(Number(text.replace(/[$,]/g, '')) * 100);
      expect(sumOf(after)).toBe(sumOf(before) - cents(said) + cents(back));
      const isLast = Number(rest[0]) === snapshots.length;
      if (isLast) expect(figuresOf(after)).toEqual(snapshots.at(-1));
      break;
    }
    default: {
      const [order, dollars] = rest;
      expect(sumOf(after)).toBe(sumOf(before) + Math.round(Number(dollars) * 100));
      expect(after.filter(({ orderNumber }) => orderNumber === order)).toHaveLength(
        before.filter(({ orderNumber }) => orderNumber === order).length + 1,
      );
    }
  }
}

const half = 'N-1,x,,495,247.50,Paid,06/01/2026';
const other = (day: string) => `N-2,x,,495,495.00,Paid,${day}`;
const parts = [1, 2, 3].map((item) => `N-1,part ${item},,495,165.00,Paid,06/01/2026`);

describe('every command that is printed does what it claims', () => {
  test.each<[string, readonly (readonly string[])[]]>([
    [
      'another item and day',
      [tracker(half), tracker('N-1,y,,495,247.50,Paid,06/03/2026', other('06/01/2026'))],
    ],
    [
      'a row split in two',
      [
        tracker(half),
        tracker('N-1,x,,495,123.75,Paid,06/01/2026', 'N-1,x,,495,123.76,Paid,06/01/2026'),
      ],
    ],
    ['a tracking number more', [tracker(half), tracker(`N-1,x,${box},495,247.50,Paid,06/01/2026`)]],
    [
      'an older export',
      [
        tracker('N-1,x,,495,247.50,Paid,06/01/2026', other('06/08/2026')),
        tracker('N-1,x,,495,247.60,Paid,06/01/2026'),
      ],
    ],
    [
      'a chargeback of its day',
      [tracker('N-1,x,,495,495.00,Paid,06/01/2026'), tracker('N-1,x,,495,-495.00,Paid,06/01/2026')],
    ],
    [
      'another week, too much',
      [generic('N-1,247.50,2026-06-01'), generic('N-1,250.00,2026-06-08')],
    ],
    ['one of two equal rows is left', [tracker(half, half), tracker(half, other('06/01/2026'))]],
    [
      'among others of its day',
      [
        generic('N-1,247.50,2026-06-01', 'N-2,495.00,2026-06-01', 'N-3,495.00,2026-06-01'),
        generic('N-1,250.00,2026-06-01'),
      ],
    ],
    [
      'a void row on its line',
      [tracker('N-1,x,,495,495.00,Paid,06/01/2026'), tracker('N-1,x,,495,,Returned,')],
    ],
    [
      'three payments of one import',
      [tracker(...parts), tracker('N-1,all,,495,495.00,Paid,06/01/2026')],
    ],
    ['a row that is amended', [tracker(half), tracker('N-1,x,,495,250.00,Paid,06/01/2026')]],
    ['two formats', [tracker(half), generic('N-1,247.50,2026-06-05')]],
  ])('%s', async (_, files) => {
    const account = await doubtAccount();
    let printed = '';
    const snapshots: (readonly string[])[] = [];
    for (const [place, lines] of files.entries()) {
      snapshots.push(figuresOf(await account.payments()));
      const done = await account.apply(lines);
      printed = `${done.stdout}\n${done.stderr}`;
      expect(printed).toContain(`waybill payments undo ${place + 1} --sandbox`);
    }
    const listed = await account.json(
      'reconcile',
      fileOf(files.at(-1) ?? []),
      '--group',
      'g',
      ...(files.at(-1)?.[0] === generic()[0]
        ? ['order=O', 'amount=Net', 'paidOn=D'].flatMap((one) => ['--map', one])
        : []),
    );
    const details: readonly string[] = listed.needsAPerson.map(
      ({ detail }: { detail: string }) => detail,
    );
    const commands = commandsIn([printed, ...details].join('\n'));
    const isInDoubt = doubted(await account.payments()).length > 0;
    const verbs = commands.map(([, verb]) => verb);
    expect(verbs).toEqual(
      expect.arrayContaining(isInDoubt ? ['accept', 'remove', 'undo'] : ['undo']),
    );
    for (const command of commands) await holds(account, command, snapshots);
  });

  test('an older export that replaces an amount by its reference', async () => {
    const account = await doubtAccount();
    const words = ['order=O', 'amount=Net', 'paidOn=D', 'reference=R'].flatMap((one) => [
      '--map',
      one,
    ]);
    const file = (...rows: string[]) => ['O,Net,D,R', ...rows];
    await account.record(file('N-1,495.00,2026-06-01,R1', 'N-2,1.00,2026-06-08,R2'), ...words);
    const before = figuresOf(await account.payments());
    const done = await account.apply(file('N-1,400.00,2026-06-01,R1'), ...words);
    const commands = commandsIn(done.stderr);
    expect(commands.map((one) => one.join(' '))).toEqual([
      'payments accept N-1 --note agreed',
      'payments undo 2',
    ]);
    for (const command of commands) await holds(account, command, [[], before]);
  });

  test('a payment typed beside a file, and one that was recorded on another day', async () => {
    const account = await doubtAccount();
    await account.run('payments', 'add', 'N-1', '247.50', '--date', '2026-06-06');
    const typed = await account.apply(generic('N-1,247.50,2026-06-01'));
    const [, ...undated] = generic('N-2,100.00', 'N-3,120.00').map((line) => line);
    const file = fileOf(['O,Net', ...undated]);
    const again = fileOf(['O,Net', ...undated, '']);
    const map = ['--group', 'g', '--map', 'order=O', '--map', 'amount=Net', '--record'];
    await account.run('reconcile', file, ...map, '--paid-on', '2026-06-01');
    const second = await account.run('reconcile', again, ...map, '--paid-on', '2026-06-08');
    const commands = commandsIn(`${typed.stderr}\n${second.stdout}\n${second.stderr}`);
    const adds = commands.filter(([, verb]) => verb === 'add').map((words) => words.join(' '));
    expect(adds.sort()).toEqual([
      'payments add N-2 100.00 --date 2026-06-08',
      'payments add N-3 120.00 --date 2026-06-08',
    ]);
    for (const command of commands) await holds(account, command);
  });

  test('what undo says of payments that stay removed, and remove of those that were replaced', async () => {
    const account = await doubtAccount();
    await account.record(tracker(half));
    await account.run('payments', 'remove', '1');
    const copy = account.copy();
    const undone = await copy.run('payments', 'undo', '1');
    // The import is undone, so its payment counts again only with a file that has it.
    expect(undone.stderr).toContain('Payment 1, $247.50, stays removed.');
    await copy.record([...tracker(half), '']);
    expect(await copy.payments()).toEqual([]);
    for (const command of commandsIn(undone.stderr)) await holds(copy, command);

    await account.run('payments', 'remove', '1', '--undo');
    await account.record(tracker('N-1,x,,495,250.00,Paid,06/01/2026'));
    const refused = await account.run('payments', 'remove', '1');
    expect(refused.exitCode).toBe(2);
    const [command = []] = commandsIn(refused.stderr);
    await holds(account, command);
    await account.run(...command);
    expect(await account.payments()).toMatchObject([{ id: 1, amount: 24_750 }]);
  });
});
