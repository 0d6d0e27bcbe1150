import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mirrorFile, synced } from '../../test/mirror/account';
import { modelAccount } from '../../test/mirror/model-account';
import { runs } from '../../test/support/tier';
import { checkMirror } from './check';
import {
  acceptOrder,
  addPayment,
  isRecorded,
  listAcceptances,
  listImports,
  listPayments,
  recordedPayments,
  recordImport,
  removePayment,
  undoAcceptance,
  undoImport,
} from './ledger';
import { openToWrite } from './open';

const orderIds = ['a', 'b', 'c'];
const at = '2025-11-21T12:00:00.000Z';

async function ledger() {
  const path = mirrorFile();
  const orders = orderIds.map((id) => ({
    id,
    orderNumber: `n-${id}`,
    status: 'shipped',
    total: 100,
    expectedPayout: 500,
    buyingGroup: 'bfmr',
  }));
  await synced(modelAccount({ orders, giftcards: [], cards: [] }), path);
  const database = openToWrite(path);
  const paid = () =>
    database
      .prepare('SELECT id, paid_cents, outstanding_cents FROM orders ORDER BY id')
      .raw()
      .all();
  return { database, paid };
}

const payment = fc.record({
  identity: fc.constantFrom('r1', 'r2', 'r3'),
  parts: fc.array(fc.integer({ min: -300, max: 600 }), { minLength: 1, maxLength: 3 }),
});

const toPayment = ({ identity, parts }: { identity: string; parts: readonly number[] }) => ({
  identity,
  cents: parts.reduce((sum, part) => sum + part, 0),
  paidOn: '2025-11-01',
  reference: identity,
  trackings: [],
  allocations: parts.map((cents, index) => ({ orderId: orderIds[index] as string, cents })),
});

test('laws 4 and 6: sums hold after every step, importing twice counts once, and undo restores every figure', async () => {
  const imports = fc.array(
    fc.uniqueArray(payment, { maxLength: 3, selector: ({ identity }) => identity }),
    { maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(imports, fc.infiniteStream(fc.nat()), async (files, draws) => {
      const { database, paid } = await ledger();
      const ids: number[] = [];
      const states = [paid()];
      for (const [index, file] of files.entries()) {
        const given = {
          file: `f${index}`,
          group: 'bfmr',
          rows: file.length,
          payments: file.map(toPayment),
          at,
        };
        const recorded = recordImport(database, given);
        const after = paid();
        expect(recordImport(database, given)).toBeUndefined();
        expect(paid()).toEqual(after);
        expect(checkMirror(database).problems).toEqual([]);
        if (recorded !== undefined) {
          ids.push(recorded.id);
          states.push(after);
        }
      }
      // Undone from last to first, every figure returns to its earlier value.
      const kept = ids.length === 0 ? 0 : (draws.next().value as number) % (ids.length + 1);
      for (const id of ids.slice(kept).toReversed()) {
        undoImport(database, id);
        states.pop();
        expect(paid()).toEqual(states.at(-1));
      }
      // The rest in any order: nothing is left at the end.
      const rest = ids.slice(0, kept);
      while (rest.length > 0) {
        const [id] = rest.splice((draws.next().value as number) % rest.length, 1);
        undoImport(database, id as number);
        expect(checkMirror(database).problems).toEqual([]);
      }
      expect(paid()).toEqual(states[0]);
      expect(listImports(database)).toEqual([]);
      database.close();
    }),
    { numRuns: runs(300) },
  );
});

test('adds and removes a payment entered by hand', async () => {
  const { database, paid } = await ledger();
  const typed = { orderId: 'a', group: 'bfmr', cents: 450, paidOn: '2025-11-02', reference: null };
  expect(isRecorded(database, typed)).toBe(false);
  const id = addPayment(database, typed, at);
  expect(isRecorded(database, typed)).toBe(true);
  addPayment(database, { ...typed, cents: -50, reference: 'back' }, at);
  expect(paid()[0]).toEqual(['a', 400, 100]);
  expect({ ...listPayments(database)[0] }).toEqual({
    ...{ id, orderId: 'a', orderNumber: 'n-a', group: 'bfmr', amount: 450 },
    ...{ paidOn: '2025-11-02', reference: null, import: null },
  });
  expect(() => addPayment(database, { ...typed, cents: 0 }, at)).toThrow('The amount is zero');
  removePayment(database, id);
  expect(paid()[0]).toEqual(['a', -50, 550]);
  expect(() => removePayment(database, id)).toThrow('Unknown payment');
  database.close();
});

test('removes an imported payment only with its import, and replaces it by one with another amount', async () => {
  const { database, paid } = await ledger();
  const record = (file: string, cents: number) =>
    recordImport(database, {
      ...{ file, group: 'bfmr', rows: 1, at },
      payments: [toPayment({ identity: 'r1', parts: [cents] })],
    });
  const first = record('one.csv', 300);
  const second = record('two.csv', 350);
  expect(paid()[0]).toEqual(['a', 350, 150]);
  const [payment] = listPayments(database);
  expect(recordedPayments(database).get('r1')).toMatchObject({ cents: 350 });
  expect(() => removePayment(database, payment?.id ?? 0)).toThrow('was imported');
  undoImport(database, first?.id ?? 0);
  expect(paid()[0]).toEqual(['a', 350, 150]);
  undoImport(database, second?.id ?? 0);
  expect(paid()[0]).toEqual(['a', 0, 500]);
  expect(() => undoImport(database, 99)).toThrow('Unknown import 99');
  database.close();
});

test('check finds a duplicate payment identity', async () => {
  const { database } = await ledger();
  const payments = [toPayment({ identity: 'r1', parts: [5] })];
  recordImport(database, { file: 'f', group: 'bfmr', rows: 1, payments, at });
  database.exec(`DROP INDEX payment_identities;
    INSERT INTO base_payments (identity, group_id, amount_cents, recorded_at) VALUES ('r1', 'bfrm', 0, '')`);
  expect(checkMirror(database).problems).toEqual(['payment identity r1 occurs 2 times']);
  database.close();
});

test('acceptances', async () => {
  const { database } = await ledger();
  acceptOrder(database, { orderId: 'a', note: 'they kept one', at });
  expect(listAcceptances(database)).toMatchObject([{ orderId: 'a', note: 'they kept one' }]);
  expect(undoAcceptance(database, 'a')).toBe(true);
  expect(undoAcceptance(database, 'a')).toBe(false);
  database.close();
});
