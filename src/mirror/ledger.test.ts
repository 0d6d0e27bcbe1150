import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mirrorFile, synced, syncWorld } from '../../test/mirror/account';
import { modelAccount } from '../../test/mirror/model-account';
import { runs } from '../../test/support/tier';
import { Failure } from '../failure';
import { referenceName } from '../insight/reconcile/facts';
import type { Fact } from '../insight/reconcile/ledger';
import { checkMirror } from './check';
import { isRecorded, listAcceptances, listAllPayments, listImports, listPayments } from './ledger';
import {
  accept,
  addPayment,
  datePayment,
  previewUndo,
  recordImport,
  removePayment,
  undoAcceptance,
  undoImport,
} from './ledger-changes';
import { closeWriter, type Database } from './libsql';
import { mergeMirror } from './merge';
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
  return { database, paid, path };
}

const payment = fc.record({
  reference: fc.constantFrom('r1', 'r2', 'r3', null),
  format: fc.constantFrom('bfmr' as const, 'generic' as const),
  parts: fc.array(fc.integer({ min: -300, max: 600 }), { minLength: 1, maxLength: 3 }),
});

type Paid = Pick<Fact, 'reference' | 'format'> & { readonly parts: readonly number[] };

const toFact = ({ reference, format, parts }: Paid, line: number, file = 'f'): Fact => {
  const amount = parts.reduce((sum, part) => sum + part, 0);
  return {
    ...{ file, line, format, state: 'paid', groups: ['bfmr'], keys: `[[],"${parts.length}"]` },
    names: [reference === null ? `content/${parts.join()}/1` : referenceName(reference, amount)],
    ...{ item: null, amount, paidOn: '2025-11-01', isDayTyped: false, reference, pays: 'orders' },
    ...{ lineKey: `[[],"${parts.length}",null]`, named: orderIds.slice(0, parts.length) },
    allocations: parts.map((cents, index) => ({ orderId: orderIds[index] as string, cents })),
  };
};

/** What a run of one file hands over to be recorded. */
function runOf(name: string, rows: readonly Paid[]) {
  const facts = rows.map((row, line) => toFact(row, line, name));
  return { file: name, rows: rows.length, run: { group: 'bfmr', files: [name], facts }, at };
}

test('laws 4 and 6: sums hold after every step, importing twice counts once, and undo leaves what the other imports say', async () => {
  const imports = fc.array(fc.array(payment, { maxLength: 3 }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(imports, fc.infiniteStream(fc.nat()), async (files, draws) => {
      const { database, paid } = await ledger();
      const none = paid();
      const given = files.map((file, index) => runOf(`f${index}`, file));
      const ids = given.map((one) => {
        const recorded = recordImport(database, one);
        const after = paid();
        expect(recordImport(database, one)).toBeUndefined();
        expect(paid()).toEqual(after);
        expect(checkMirror(database).problems).toEqual([]);
        return recorded?.id ?? 0;
      });
      const all = listPayments(database);
      const typed = { orderId: 'a', group: 'bfmr', cents: 7, paidOn: '2025-11-02' };
      const own = addPayment(database, { ...typed, reference: null }, at);
      removePayment(database, own, { isRemoved: true, at });
      expect(listPayments(database)).toEqual(all);
      // Undone in any order: what is left is what a mirror has that never saw the others.
      const left = ids.map((id, index) => ({ id, one: given[index] }));
      while (left.length > 0) {
        const [undone] = left.splice((draws.next().value as number) % left.length, 1);
        undoImport(database, undone?.id ?? 0, at);
        expect(checkMirror(database).problems).toEqual([]);
        const other = await ledger();
        for (const { one } of left) if (one) recordImport(other.database, one);
        expect(paid()).toEqual(other.paid());
        other.database.close();
      }
      expect(paid()).toEqual(none);
      expect(listImports(database)).toEqual([]);
      database.close();
    }),
    { numRuns: runs(100) },
  );
});

/** What a person does on one of two machines. */
const deed = fc.record({
  what: fc.constantFrom('record', 'record', 'type', 'remove', 'restore', 'undo', 'accept', 'date'),
  rows: fc.array(payment, { maxLength: 3 }),
  at: fc.nat(5),
});

type Deed = typeof deed extends fc.Arbitrary<infer One> ? One : never;

function doOn(database: Database, { what, rows, at: place }: Deed, minute: number): void {
  const time = new Date(Date.parse(at) + minute * 60_000).toISOString();
  const orderId = orderIds[place % orderIds.length] ?? '';
  const typed = { orderId, group: 'bfmr', cents: 100, paidOn: '2025-11-02', reference: null };
  const id = place + 1;
  try {
    // A file's name is its content here.
    if (what === 'record')
      recordImport(database, { ...runOf(JSON.stringify(rows), rows), at: time });
    else if (what === 'type') addPayment(database, typed, time);
    else if (what === 'undo') undoImport(database, id, time);
    else if (what === 'date') datePayment(database, id, '2025-11-03', time);
    else if (what === 'accept') accept(database, { orderId }, { note: time, at: time });
    else removePayment(database, id, { isRemoved: what === 'remove', at: time });
  } catch (error) {
    // There is nothing of that number to undo, remove or date.
    if (!(error instanceof Failure)) throw error;
  }
}

function copied(path: string): string {
  const copy = mirrorFile();
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(path, copy);
  return copy;
}

test('merged into each other, two mirrors say the same, and their sums hold', {
  timeout: 600_000,
}, async () => {
  const { database: model, path: empty } = await ledger();
  closeWriter(model);
  const deeds = fc.array(fc.tuple(fc.boolean(), deed), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(deeds, async (all) => {
      const paths = [copied(empty), copied(empty)] as const;
      for (const [machine, path] of paths.entries()) {
        const database = openToWrite(path);
        for (const [minute, [isSecond, one]] of all.entries()) {
          if (isSecond === (machine === 1)) doOn(database, one, minute);
        }
        closeWriter(database);
      }
      const copies = paths.map(copied);
      const merged: unknown[] = [];
      for (const [machine, path] of paths.entries()) {
        const file = copies[1 - machine] ?? '';
        const options = { ...syncWorld(), file, baseUrl: undefined, isDryRun: false };
        const { result } = await mergeMirror(path, { ...options, isDryRun: true });
        expect((await mergeMirror(path, options)).result).toEqual(result);
        expect((await mergeMirror(path, options)).copy).toBeUndefined();
        const database = openToWrite(path);
        expect(checkMirror(database).problems).toEqual([]);
        const payments = listAllPayments(database).map(({ id: _, import: from, doubt, ...one }) =>
          // Numbers are each machine's own.
          JSON.stringify([one, from === null, doubt?.replaceAll(/(import|payment) \d+/g, '$1')]),
        );
        merged.push([payments.sort(), listAcceptances(database)]);
        closeWriter(database);
      }
      expect(merged[1]).toEqual(merged[0]);
    }),
    { numRuns: runs(100, 5) },
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
    ...{ paidOn: '2025-11-02', reference: null, import: null, doubt: null },
  });
  expect(() => addPayment(database, { ...typed, cents: 0 }, at)).toThrow('The amount is zero');
  removePayment(database, id, { isRemoved: true, at });
  expect(paid()[0]).toEqual(['a', -50, 550]);
  const remove = (one: number, isRemoved: boolean) => () =>
    removePayment(database, one, { isRemoved, at });
  expect(remove(id, true)).toThrow(`Payment ${id} does not count`);
  expect(remove(99, true)).toThrow('Unknown payment 99');
  remove(id, false)();
  expect(paid()[0]).toEqual(['a', 400, 100]);
  expect(remove(id, false)).toThrow(`Payment ${id} was not removed`);
  database.close();
});

const named = (cents: number): Paid => ({ reference: 'r1', format: 'generic', parts: [cents] });

test('an imported payment is replaced by one with another amount, removed and brought back; undo says first what goes', async () => {
  const { database, paid } = await ledger();
  const record = (file: string, cents: number) =>
    recordImport(database, runOf(file, [named(cents)]));
  const first = record('one.csv', 300);
  const second = record('two.csv', 350);
  expect(paid()[0]).toEqual(['a', 350, 150]);
  const [payment] = listPayments(database);
  const remove = (id = 0, isRemoved = true) => removePayment(database, id, { isRemoved, at });
  expect(() => remove(1)).toThrow('Payment 1 was replaced by one of import 2');
  remove(payment?.id);
  expect(paid()[0]).toEqual(['a', 0, 500]);
  // No file brings it back.
  expect(recordImport(database, runOf('three.csv', [named(350)]))?.recorded).toBe(0);
  expect(paid()[0]).toEqual(['a', 0, 500]);
  expect(previewUndo(database, second?.id ?? 0).removed).toMatchObject([{ id: payment?.id }]);
  remove(payment?.id, false);
  expect(previewUndo(database, first?.id ?? 0)).toMatchObject({ gone: [], back: [], kept: 0 });
  undoImport(database, first?.id ?? 0, at);
  expect(paid()[0]).toEqual(['a', 350, 150]);
  expect(previewUndo(database, second?.id ?? 0)).toMatchObject({ gone: [], back: [], kept: 1 });
  undoImport(database, second?.id ?? 0, at);
  expect(paid()[0]).toEqual(['a', 350, 150]);
  expect(previewUndo(database, 3).gone).toMatchObject([{ amount: 350 }]);
  undoImport(database, 3, at);
  expect(paid()[0]).toEqual(['a', 0, 500]);
  for (const id of [3, 99]) {
    expect(() => undoImport(database, id, at)).toThrow(`Unknown import ${id}`);
  }
  database.close();
});

test('a payment that a later import has too stays, under its number, and belongs to that import', async () => {
  const { database } = await ledger();
  recordImport(database, runOf('one.csv', [named(300)]));
  recordImport(database, runOf('two.csv', [named(300), { ...named(20), reference: 'r2' }]));
  expect(listImports(database)).toMatchObject([{ recorded: 1 }, { recorded: 1 }]);
  const [before] = listPayments(database);
  expect(previewUndo(database, 1)).toEqual({ gone: [], back: [], kept: 1, removed: [] });
  undoImport(database, 1, at);
  expect(listPayments(database)).toMatchObject([
    { id: before?.id, amount: 300, import: 2 },
    { amount: 20, import: 2 },
  ]);
  expect(listImports(database)).toMatchObject([{ id: 2, recorded: 2 }]);
  database.close();
});

test('a bonus belongs to no order: it is listed once, and law 4 allows it no allocations', async () => {
  const { database, paid } = await ledger();
  const bonus: Fact = {
    ...toFact(named(500), 1, 'f'),
    ...{ pays: 'other', allocations: [], names: ['other/reference/r1/Bonus'], item: 'Bonus' },
  };
  const given = { ...runOf('f', [named(300)]), rows: 2 };
  const run = { ...given.run, facts: [...given.run.facts, bonus] };
  recordImport(database, { ...given, run });
  expect(listPayments(database)).toMatchObject([
    { orderId: 'a', amount: 300 },
    { orderId: null, orderNumber: null, group: 'bfmr', amount: 500, reference: 'r1' },
  ]);
  expect(paid()[0]).toEqual(['a', 300, 200]);
  expect(checkMirror(database).problems).toEqual([]);
  database.exec("INSERT INTO allocations VALUES (2, 'b', 500)");
  expect(checkMirror(database).problems).toEqual([
    'payment 2: it belongs to no order, but has allocations',
  ]);
  database.close();
});

test('check finds a duplicate payment identity', async () => {
  const { database } = await ledger();
  recordImport(database, runOf('f', [named(5)]));
  database.exec(`DROP INDEX payment_identities;
    INSERT INTO base_payments (identity, group_id, amount_cents, recorded_at) VALUES ('bfmr/reference/r1', 'bfrm', 0, '')`);
  expect(checkMirror(database).problems).toEqual([
    'payment identity bfmr/reference/r1 occurs 2 times',
  ]);
  database.close();
});

test('an acceptance keeps what was paid and expected, and covers the orders paid together', async () => {
  const { database } = await ledger();
  recordImport(database, runOf('f', [{ ...named(0), parts: [100, 300] }]));
  accept(database, { orderId: 'a' }, { note: 'they kept one', at });
  const kept = database.prepare(
    'SELECT order_id AS id, note, paid_cents AS paid, expected_cents AS expected FROM acceptances',
  );
  const acceptance = { id: 'a', note: 'they kept one', paid: 400, expected: 1000 };
  expect(kept.all()).toMatchObject([acceptance]);
  const undo = (orderId: string) => undoAcceptance(database, { orderId }, at);
  expect(undo('c')).toBe(false);
  // It is taken back at any order that it covers.
  expect(undo('b')).toBe(true);
  expect(undo('a')).toBe(false);
  expect(kept.all()).toEqual([]);
  database.close();
});

test('a list reads the doubts that were written, unless an order that they depend on has changed', async () => {
  const { database } = await ledger();
  const paidOn = ['2025-11-01', '2025-11-08'];
  for (const [place, day] of paidOn.entries()) {
    const file = `week ${place}`;
    const fact = toFact({ reference: `r${place}`, format: 'generic', parts: [300] }, 2, file);
    const run = { group: 'bfmr', files: [file], facts: [{ ...fact, paidOn: day }] };
    recordImport(database, { file, rows: 1, run, at });
  }
  const listedDoubts = () => listPayments(database).map(({ doubt }) => doubt);
  const more = 'more than expected: perhaps payment 2 is the $3.00 of 2025-11-01, changed';
  expect(listedDoubts()).toEqual([more, more]);
  const change = (state: string, orders: string) =>
    database.exec(`UPDATE read_rows SET row = json_set(row, '$.state', '${state}');
      UPDATE base_orders SET ${orders} WHERE id = 'a'`);
  // Added up again, these rows would say something else.
  change('pending', "order_date = '2025-10-02', status = 'delivered'");
  expect(listedDoubts()).toEqual([more, more]);
  change('paid', 'expected_payout_cents = 600');
  expect(listedDoubts()).toEqual([null, null]);
  change('pending', 'expected_payout_cents = 500');
  expect(listedDoubts()).toEqual([more, more]);
  change('paid', "status = 'cancelled'");
  expect(listedDoubts()).toEqual([null, null]);
});
