import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { dialects, journalText } from '../../src/commands/export/journal';
import { booksOf } from '../../src/insight/books';
import { paymentKey } from '../../src/insight/reconcile/ledger';
import type { AccountOrder } from '../../src/insight/reconcile/model';
import type { Ledger as LedgerSum } from '../../src/insight/reconcile/replay';
import { checkMirror } from '../../src/mirror/check';
import { addEntry, addImport, replayLedger, writeLedger } from '../../src/mirror/ledger-store';
import type { Database } from '../../src/mirror/libsql';
import { openToWrite } from '../../src/mirror/open';
import { mirrorOf } from '../report/fixture';
import { figuresOf, readerOf, usualScope } from '../report/reader';
import { type Ledger, sumOf } from '../support/ledger-model';
import { isFull, missingPrograms, runs } from '../support/tier';
import { accounts, happenings } from './histories';
import { play } from './play';

if (isFull) vi.setConfig({ testTimeout: 1_200_000 });

const bodyOf = (order: AccountOrder) => ({
  ...{ id: order.id, orderNumber: order.orderNumber, buyingGroup: order.group, retailer: 'Amazon' },
  ...{ status: order.status, orderDate: order.orderDate, expectedPayout: order.expected },
  ...{ total: order.expected, orderLineItems: [] },
  trackingNumbers: order.trackings.map((trackingNumber) => ({ trackingNumber, itemCount: 1 })),
});

/** A mirror's ledger of the entries of a history. */
function keep(database: Database, { entries }: Ledger): void {
  for (const entry of entries) {
    if (entry.kind !== 'import') addEntry(database, entry);
    else {
      const at = new Date(entry.moment).toISOString();
      addImport(database, entry, { file: 'f', rows: entry.facts.length, recorded: 0, at });
    }
  }
  writeLedger(database, replayLedger(database).ledger());
}

/** All that a ledger says, without the numbers that payments have in a mirror. */
const saidBy = ({ payments, past, doubts, acceptances, addedBy }: LedgerSum) => ({
  payments: payments.map(paymentKey),
  past: past.map(({ payment, state, since }) => [paymentKey(payment), state, since]),
  doubts: doubts.map(({ reason, settles, isSettled }) => [reason, settles, isSettled]),
  acceptances: [...acceptances],
  addedBy: [...addedBy],
});

async function journalOf(database: Database): Promise<string> {
  const parts: string[] = [];
  const told = { pause: async () => {}, onCut: () => {} };
  const books = booksOf(readerOf(database), usualScope);
  for await (const part of journalText(books, dialects['.journal'], told)) parts.push(part);
  return parts.join('');
}

/** The cents of an account and those below it, as hledger adds them up. */
function balanceIn(journal: string, account: string): number {
  const words = ['-f', '-', 'balance', '--strict', '--depth', '1', '-O', 'csv', `^${account}`];
  const out = execFileSync('hledger', words, { input: journal, encoding: 'utf8' });
  const total = out.trim().split('\n').at(-1)?.replaceAll('"', '').split(',')[1] ?? '0';
  return Math.round(Number(total.split(' ')[0]) * 100);
}

test('a mirror keeps a history as it was, and hledger adds up its payments to the same cents', async () => {
  const hasBooks = missingPrograms('hledger', ['hledger']).length === 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...accounts), happenings, async (orders, script) => {
      const { ledger } = play(orders, script);
      const database = openToWrite(
        await mirrorOf({ orders: orders.map(bodyOf), giftcards: [], cards: [] }),
      );
      try {
        keep(database, ledger);
        const expected = sumOf(ledger, orders);
        expect(saidBy(replayLedger(database).ledger())).toEqual(saidBy(expected));
        expect(checkMirror(database).problems).toEqual([]);
        const cents = expected.payments.reduce((sum, { amount }) => sum + amount, 0);
        const [listed] = database
          .prepare('SELECT coalesce(sum(amount_cents), 0) FROM payments')
          .pluck()
          .all();
        expect(listed).toBe(cents);
        if (!hasBooks) return;
        const journal = await journalOf(database);
        expect(balanceIn(journal, 'Assets:Payouts:Recorded')).toBe(cents);
        const { total } = figuresOf('unpaid', readerOf(database), usualScope, ['group']);
        expect(balanceIn(journal, 'Assets:Receivable')).toBe(total.outstanding);
      } finally {
        database.close();
      }
    }),
    { numRuns: runs(1_000), endOnFailure: true },
  );
});
