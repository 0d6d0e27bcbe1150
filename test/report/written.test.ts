import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { listSheets } from '../../src/commands/export/lists';
import { totalsSheet } from '../../src/commands/export/totals';
import { showGroupNames } from '../../src/mirror/group-names';
import type { Database } from '../../src/mirror/libsql';
import { openToRead } from '../../src/mirror/open';
import { gatherFigures, pageWords, renderPage } from '../../src/page/page';
import { type WorkbookValue, writeWorkbook } from '../../src/tabular/write-workbook';
import { runs } from '../support/tier';
import {
  naiveAging,
  naiveExposure,
  naiveFigures,
  naiveOverdue,
  naiveProfit,
  naiveReceived,
  naiveTurnaround,
  naiveUnpaid,
  type PlainOrder,
} from './naive';
import { accounts, mirrorWith, scope, today } from './random-accounts';
import { readerOf } from './reader';

const dollars = (cents: number | null) => (cents === null ? null : cents / 100);
const byId = (one: readonly unknown[], other: readonly unknown[]) =>
  String(one[0]) < String(other[0]) ? -1 : 1;
const monthOf = (date: string) => date.slice(0, 7);

/** The orders by a name, and those names in order. */
function grouped(orders: readonly PlainOrder[], nameOf: (order: PlainOrder) => string) {
  const names = [...new Set(orders.map(nameOf))].sort();
  return names.map((name) => ({ name, own: orders.filter((one) => nameOf(one) === name) }));
}

/** Profit by month, of the months that have a paid order or one with an expected payout. */
function profits(orders: readonly PlainOrder[]) {
  return grouped(orders, ({ orderDate }) => monthOf(orderDate))
    .map(({ name, own }) => ({ name, ...naiveProfit(own) }))
    .filter(({ realized, expected }) => realized.orders + expected.orders > 0);
}

/** Checks what is written of random accounts, each opened once. */
const written = (check: (orders: readonly PlainOrder[], database: Database) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(accounts, async (orders) => {
      const database = openToRead(await mirrorWith(orders)) as Database;
      try {
        await check(orders, database);
      } finally {
        database.close();
      }
    }),
    { numRuns: runs(300), endOnFailure: true },
  );

test('the views in dollars have the figures of a naive report', async () => {
  await written(async (orders, database) => {
    const rows = (sql: string) => database.prepare(sql).raw().all() as unknown[][];
    const views = { orders: [0, 1], giftcards: [2], all_orders: [0, 1, 2], unpaid: [0, 1, 2] };
    for (const [view, places] of Object.entries(views)) {
      const own = orders
        .filter((_, index) => places.includes(index % 3))
        .map((order) => ({ ...order, ...naiveFigures(order) }))
        .filter(({ outstanding }) => view !== 'unpaid' || outstanding > 0);
      const columns =
        'id, total, expected_payout, paid, outstanding, reward, payout, profit, due_date';
      expect(rows(`SELECT ${columns} FROM ${view}_dollars`).sort(byId), view).toEqual(
        own
          .map((one) => [
            ...[one.id, one.total / 100, one.expected / 100, one.paid / 100],
            ...[one.outstanding / 100, one.reward / 100, dollars(one.payout)],
            ...[dollars(one.profit), one.dueDate],
          ])
          .sort(byId),
      );
    }
    expect(rows('SELECT order_id, amount, paid_on FROM payments_dollars').sort(byId)).toEqual(
      orders
        .filter(({ paid }) => paid !== 0)
        .map(({ id, paid, paidOn }) => [id, paid / 100, paidOn])
        .sort(byId),
    );
  });
}, 600_000);

/** The cells of each sheet, by its number, as texts and numbers. */
function cellsOf(workbook: Uint8Array): readonly (readonly (string | number | null)[])[][] {
  const parts = unzipSync(workbook);
  return [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => {
    const xml = strFromU8(parts[`xl/worksheets/sheet${number}.xml`] ?? new Uint8Array());
    return [...xml.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) =>
      [...row.matchAll(/<c\/>|<c[^>]*>(?:<v>(.*?)<\/v>|.*?<t[^>]*>(.*?)<\/t>.*?)<\/c>/g)].map(
        ([, number, text]) => (number === undefined ? (text ?? null) : Number(number)),
      ),
    );
  });
}

/** What Excel counts a day as. */
const serial = (day: string) => Date.parse(day) / 86_400_000 + 25_569;

test('the sheets of the workbook have the figures of a naive report', async () => {
  await written(async (orders, database) => {
    const rows = (sql: string) => database.prepare(sql).raw().all() as WorkbookValue[][];
    const read = readerOf(database);
    showGroupNames(database);
    const sheets = [totalsSheet(read, scope, '2026-03-31T12:00:00Z'), ...listSheets(rows, scope)];
    const { bytes } = await writeWorkbook(sheets, async () => {});
    const sheetCells = cellsOf(bytes);
    const [totals = [], buying = [], , , cards = [], payments = [], , , unpaid = []] = sheetCells;
    const { realized, expected } = naiveProfit(orders);
    const all = naiveUnpaid(orders);
    const received = naiveReceived(orders);
    const line = (name: string) => totals.find(([first]) => first === name)?.[1];
    expect({
      open: line('Open orders'),
      outstanding: line('Outstanding'),
      atRisk: line('Cost not paid back'),
      received: line('Received'),
      realized: line('Realized profit'),
      expected: line('Expected profit'),
    }).toEqual({
      ...{ open: all.orders, outstanding: all.outstanding / 100, atRisk: all.atRisk / 100 },
      ...{ received: received.amount / 100, realized: realized.profit / 100 },
      expected: expected.profit / 100,
    });
    const late = naiveOverdue(orders, today);
    const overdue = totals.find(([first]) => String(first).startsWith('Overdue'));
    expect(overdue?.[0]).toMatch(new RegExp(`: ${late.length} order`));
    /** The lines of a table, after its headings and up to its total. */
    const tableOf = (title: string) => {
      const rows = totals.slice(totals.findIndex(([first]) => first === title) + 2);
      return rows.slice(0, rows.findIndex(([first]) => first === 'Total') + 1);
    };
    const paid = orders.filter((order) => order.paid !== 0);
    const lineOf = (names: readonly unknown[], own: readonly PlainOrder[]) => {
      const { payments, orders: count, amount } = naiveReceived(own);
      return [...names, payments, count, amount / 100, 0];
    };
    expect(tableOf('Received by month and group').toSorted()).toEqual(
      [
        ...grouped(paid, ({ paidOn, group }) => `${monthOf(paidOn)} ${group}`).map(
          ({ name, own }) => lineOf(name.split(' '), own),
        ),
        lineOf(['Total', null], paid),
      ].toSorted(),
    );
    expect(tableOf('Profit by month of the order')).toEqual(
      [...profits(orders), { name: 'Total', realized, expected }].map((one) => [
        ...[one.name, one.realized.orders, one.realized.cost / 100, one.realized.payout / 100],
        ...[one.realized.reward / 100, 0, one.realized.profit / 100, one.realized.assumed],
        ...[one.expected.orders, one.expected.profit / 100],
      ]),
    );
    const listed = [...buying.slice(1), ...cards.slice(1)].filter(([first]) => first !== 'Total');
    expect(listed.map((row) => [row[0], ...row.slice(5, 10)]).sort(byId)).toEqual(
      orders
        .map((one) => ({ ...one, ...naiveFigures(one) }))
        .map((one) => [one.id, one.total, one.expected, one.paid, one.outstanding, one.reward])
        .map(([id, ...cents]) => [id, ...cents.map((one) => Number(one) / 100)])
        .sort(byId),
    );
    const owed = unpaid.slice(1).filter(([first]) => first !== 'Total');
    expect(owed.map((row) => [row[0], row[3], row[4], row[11]]).sort(byId)).toEqual(
      orders
        .map((one) => ({ ...one, ...naiveFigures(one) }))
        .filter(({ outstanding }) => outstanding > 0)
        .map(({ id, orderDate, dueDate, outstanding }) => [
          ...[id, serial(today) - serial(orderDate), serial(dueDate), outstanding / 100],
        ])
        .sort(byId),
    );
    if (all.outstanding > 0) expect(unpaid.at(-1)?.[11]).toBe(all.outstanding / 100);
    if (paid.length > 0) expect(payments.at(-1)?.[3]).toBe(received.amount / 100);
  });
}, 600_000);

const money = (cents: number) => `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;
const days = (count: number | null) => (count === null ? '–' : String(count));

test('the tables of the page have the figures of a naive report', async () => {
  await written(async (orders, database) => {
    const read = readerOf(database);
    const facts = { today, asOf: '2026-03-31T12:00:00Z', complete: true, account: 'x' };
    const words = pageWords(money, (text) => text);
    const page = await renderPage(
      gatherFigures(read, scope, { doubts: [] }),
      { ...facts, only: undefined },
      words,
    );
    const tableOf = (id: string) => {
      const [, content = ''] =
        new RegExp(`<table id="${id}".*?>(.*?)</table>`, 's').exec(page) ?? [];
      return [...content.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)]
        .map(([, row = '']) =>
          [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, one]) => one),
        )
        .slice(1);
    };
    const total = (id: string) => tableOf(id).at(-1)?.slice(1);
    const open = orders.filter(({ status }) => !['paid', 'cancelled'].includes(status));
    const all = naiveUnpaid(orders);
    const lateIds = naiveOverdue(orders, today);
    const late = orders.filter(({ id }) => lateIds.includes(id));
    const owed = (some: readonly PlainOrder[]) => naiveUnpaid(some).outstanding;
    if (open.length > 0) {
      expect(total('unpaid')?.slice(0, 5)).toEqual([
        ...[String(all.orders), money(all.outstanding), money(owed(late)), money(all.cost)],
        money(all.atRisk),
      ]);
    }
    if (all.outstanding > 0) {
      const { buying, moving, waiting, issue } = naiveExposure(orders);
      const stages = [buying, moving, waiting, issue, all.outstanding];
      expect(total('exposure')?.slice(0, 5)).toEqual(stages.map(money));
      const buckets = Object.values(naiveAging(orders, today).buckets);
      expect(total('aging')).toEqual([...buckets, all.outstanding].map(money));
    }
    expect(
      tableOf('overdue')
        .slice(0, -1)
        .map((row) => row[0])
        .sort(),
    ).toEqual(lateIds);
    const { n, unknown, median, p90, min, max } = naiveTurnaround(orders);
    if (n + unknown > 0) {
      const spans = [median, p90, min, max].map(days);
      expect(total('turnaround')).toEqual([String(n), String(unknown), ...spans]);
    }
    expect(tableOf('profit').slice(0, -1)).toEqual(
      profits(orders).map(({ name, realized, expected }) => [
        ...[name, String(realized.orders), money(realized.cost), money(realized.payout)],
        ...[money(realized.reward), '$0.00', money(realized.profit), String(realized.assumed)],
        ...[String(expected.orders), money(expected.profit)],
      ]),
    );
    const paid = orders.filter((order) => order.paid !== 0);
    expect(tableOf('received').slice(0, -1)).toEqual(
      grouped(paid, ({ paidOn }) => monthOf(paidOn)).map(({ name, own }) => [
        ...[
          name,
          String(own.length),
          String(own.length),
          money(naiveReceived(own).amount),
          '$0.00',
        ],
      ]),
    );
    const { realized, expected } = naiveProfit(orders);
    if (realized.orders + expected.orders > 0) {
      expect(total('margin')?.[5]).toBe(money(realized.profit + expected.profit));
      expect(total('margincard')).toEqual(total('margin'));
    }
  });
}, 600_000);
