import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copiesOf, copyOf } from '../support/prepared-home';
import { runProgram } from '../support/run-program';
import { box, generic } from './doubt-cases';

const runIn = (home: string, words: readonly string[], alone = false) =>
  runProgram(['--sandbox', '--today', '2026-06-15', ...words], {
    env: { WAYBILL_HOME: home },
    alone,
  });

/** A file with these lines. */
export function fileOf(lines: readonly string[], name = 'payout.csv'): string {
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

const orders = [1, 2, 3, 4].map(
  (number) =>
    `N-${number},2026-05-20,Amazon,g,delivered,Phone,480.00,1,495.00,${number === 1 ? box : ''}`,
);
const header = 'orderNumber,orderDate,retailer,group,status,description,price,qty,payout,tracking';

/** Orders N-1 to N-4 of group `g`, delivered, of which $495.00 each is expected. */
const homeWithOrders = copiesOf(async (home) => {
  const made = await runIn(
    home,
    ['orders', 'create', '--csv', fileOf([header, ...orders]), '-y'],
    true,
  );
  if (made.exitCode !== 0) throw new Error(made.stderr);
  return runIn(home, ['sync', '-q'], true);
});

export interface ListedPayment {
  readonly id: number;
  readonly orderNumber: string | null;
  readonly amount: number;
  readonly doubt: string | null;
}

const genericMap = ['order=O', 'amount=Net', 'paidOn=D'].flatMap((one) => ['--map', one]);

export const doubtAccount = async () => accountAt(await homeWithOrders());

function accountAt(home: string) {
  const run = (...words: string[]) => runIn(home, words);
  const json = async (...words: string[]) => {
    const done = await run(...words, '--json', '-q');
    if (done.stdout === '') throw new Error(`${words.join(' ')}: ${done.stderr}`);
    return JSON.parse(done.stdout);
  };
  const wordsFor = (lines: readonly string[], more: readonly string[]) => [
    ...['reconcile', fileOf(lines), '--group', 'g'],
    ...(lines[0] === generic()[0] ? genericMap : []),
    ...more,
  ];
  const payments = (): Promise<ListedPayment[]> => json('payments', 'list');
  return {
    home,
    /** Another account with all that this one has. */
    copy: () => accountAt(copyOf(home)),
    run,
    json,
    payments,
    record: (lines: readonly string[], ...more: string[]) =>
      json(...wordsFor(lines, ['--record', ...more])),
    apply: (lines: readonly string[], ...more: string[]) =>
      run(...wordsFor(lines, ['--apply', '-y', ...more])),
    /** What was paid for N-1, which orders are `paid`, and the ids of payments in doubt. */
    async state() {
      const listed = await payments();
      const paid: { orderNumber: string }[] = await json(
        ...['orders', 'list', '--group', 'g', '--status', 'paid'],
      );
      return {
        paid: listed
          .filter(({ orderNumber }) => orderNumber === 'N-1')
          .reduce((sum, { amount }) => sum + amount, 0),
        closed: paid.map(({ orderNumber }) => orderNumber).sort(),
        doubted: listed.filter(({ doubt }) => doubt !== null).map(({ id }) => id),
      };
    },
  };
}
