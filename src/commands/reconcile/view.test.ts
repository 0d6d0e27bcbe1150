import { expect, test } from 'vitest';
import type { AccountOrder, PayoutRow } from '../../insight/reconcile/model';
import { reconcile } from '../../insight/reconcile/reconcile';
import { reconcileReport } from '../../insight/reconcile/report';
import { resolveField } from '../../output/fields';
import { lineText } from '../../output/options';
import { reportLines, verdictView } from './view';

test('the number of the order has its short name', () => {
  expect(resolveField(verdictView, 'number')).toBe('orderNumber');
});

function order(id: string, expected: number, trackings: readonly string[] = []): AccountOrder {
  return {
    ...{ id, kind: 'order', orderNumber: `N-${id}`, group: 'bfmr', status: 'shipped' },
    ...{ orderDate: '2026-06-01', expected, trackings, gone: false },
  };
}

function row(named: string, amount: number, line: number, file = 'may.csv'): PayoutRow {
  return {
    ...{ file, line, format: 'generic', trackings: [], order: named, amount, state: 'paid' },
    ...{ paidOn: null, reference: null, item: file, quantity: null, destroyed: [] },
  };
}

function linesFor(rows: readonly PayoutRow[], orders: readonly AccountOrder[]): readonly string[] {
  const result = reconcile(
    rows,
    orders,
    { entries: [], ids: new Map() },
    { group: 'bfmr', tolerance: 2, grace: 30, today: '2026-06-15', hash: (content) => content },
  );
  const files = [...new Set(rows.map(({ file }) => file))].map((file) => ({
    ...{ file, format: 'generic', rows: 1 },
  }));
  const report = reconcileReport(result, {
    ...{ files, deposit: null, done: undefined, accountFlags: '' },
  });
  return reportLines(result, report, new Map(rows.map((one) => [one, `text of ${one.line}`])))
    .map(lineText)
    .filter((line) => line.startsWith('  '));
}

test('an order that is judged with others shows what all of them were paid', () => {
  const orders = [order('A', 5000, ['1Z1']), order('B', 10_000, ['1Z1'])];
  expect(linesFor([row('N-A', 6000, 3), row('N-B', 7000, 4)], orders)).toEqual([
    '  paid short: ask the group, or run waybill payments accept <order>',
    '    N-B, expected $100.00, paid $70.00 (line 4); reconciled together with N-A: expected $150.00, paid $130.00, $20.00 short in all',
    '    N-A, expected $50.00, paid $60.00 (line 3); reconciled together with N-B: expected $150.00, paid $130.00, $20.00 short in all',
  ]);
});

test('a line is of a file if there are several', () => {
  const rows = [row('N-A', 100, 3), row('N-A', 200, 4), row('N-A', 300, 3, 'june.csv')];
  expect(linesFor(rows, [order('A', 5000)]).slice(1)).toEqual([
    '    N-A, expected $50.00, paid $6.00, $44.00 short (lines 3, 4 of may.csv; line 3 of june.csv)',
  ]);
  expect(linesFor(rows.slice(0, 1), [order('A', 5000)]).slice(1)).toEqual([
    '    N-A, expected $50.00, paid $1.00, $49.00 short (line 3)',
  ]);
});

test('orders that no row names are grouped by what to do, and show once what each is worth', () => {
  const old = (id: string, expected: number, trackings: readonly string[] = []) => ({
    ...order(id, expected, trackings),
    orderDate: '2026-05-01',
  });
  const orders = [order('A', 5000), old('B', 100, ['1Z2']), old('C', 3000), old('D', 700, ['1Z4'])];
  expect(linesFor([row('N-A', 5000, 3)], orders)).toEqual([
    '  missing, no tracking number: add it, then ask the group',
    '    N-C, $30.00',
    '  missing: ask the group (2 orders, $8.00)',
    '    N-D, $7.00',
    '    N-B, $1.00',
  ]);
});

test('a bonus or a fee is named by its text, below what there is to look at', () => {
  const fee = { ...row('', -500, 9), order: null, paidOn: '2026-06-01' };
  expect(linesFor([row('N-A', 5000, 3), fee], [order('A', 5000)])).toEqual([
    '  line 9, -$5.00: text of 9',
  ]);
});

test('an order that is paid at the service is listed if its group says that it is not', () => {
  const pending = { ...row('N-A', 5000, 3), state: 'pending' as const };
  expect(linesFor([pending], [{ ...order('A', 5000), status: 'paid' }])).toEqual([
    '  pending: ask the group: the order is paid at the service',
    '    N-A, $50.00 (line 3); paid at the service, but nothing is recorded',
  ]);
});
