import { usageFailure } from '../failure';
import type { MoneyUnit } from '../formats';
import { type MoneyCell, moneyReader, provesDollars, readAmount } from '../tabular/amount';
import type { TableCell, TableRow } from '../tabular/rows';
import type { OrderKind } from './kinds';

function moneyFields({ fields, items }: OrderKind): ReadonlySet<string> {
  const money = [...fields, ...items].filter(({ type }) => type === 'money');
  return new Set(money.map(({ field }) => field));
}

/** The cells of money in a file, those inside of line items as JSON aside. */
export function moneyCells(rows: readonly TableRow[], kind: OrderKind): readonly TableCell[] {
  const money = moneyFields(kind);
  return rows.flatMap(({ filled }) => filled.filter(({ field }) => money.has(field)));
}

/** A member of JSON whose number has a decimal point; a parsed 299.00 would no longer show it. */
const decimalMember = /"(\w+)"\s*:\s*(-?\d+\.\d+)/g;

/** An amount with a decimal point among the line items of a cell of JSON. */
function nestedAmount(text: string, money: ReadonlySet<string>): string | undefined {
  const [, , amount] =
    [...text.matchAll(decimalMember)].find(([, name = '']) => money.has(name)) ?? [];
  return amount;
}

/** An amount that can't be a number of cents, as the file shows it. */
function dollarsIn(cell: TableCell, money: ReadonlySet<string>): string | undefined {
  if (cell.field === 'orderLineItems') return nestedAmount(cell.text, money);
  return money.has(cell.field) && provesDollars(cell) ? (cell.amount ?? cell.text) : undefined;
}

/** What to do about it: `--money dollars` reads only some ways to write an amount. */
function whatToDo(cell: TableCell, shown: string): string {
  // What a workbook shows may have a sign that the number itself lacks.
  const typed = cell.amount === undefined ? shown : cell.text;
  const next =
    (readAmount(typed) ?? -1) < 0
      ? 'Write every amount as 1234.50 or $1,234.50 and use --money dollars, or in cents as 123450.'
      : 'Use --money dollars.';
  return `${next} Nothing was sent.`;
}

/**
 * Throws if money is read as cents, but a cell of a row can only be dollars. Then the whole numbers
 * of its column are in doubt too: sent as cents, they would be a hundredth of the amount.
 */
function refuseDollars({ line, filled }: TableRow, money: ReadonlySet<string>): void {
  for (const cell of filled) {
    const dollars = dollarsIn(cell, money);
    if (dollars === undefined) continue;
    throw usageFailure(`column ${cell.header} takes whole cents, but line ${line} has ${dollars}`, {
      hint: whatToDo(cell, dollars),
    });
  }
}

/** Reads an amount of a file in cents; `place` names its cell. Throws a usage failure that quotes it. */
export type ReadMoney = (cell: MoneyCell, place: string) => number;

/** How to read the money of a file with these rows. Throws for dollars in a file of cents. */
export function fileMoney(
  rows: readonly TableRow[],
  { kind, unit }: { readonly kind: OrderKind; readonly unit: MoneyUnit },
): ReadMoney {
  if (unit === 'cents') for (const row of rows) refuseDollars(row, moneyFields(kind));
  const read = moneyReader(unit, moneyCells(rows, kind));
  return (cell, place) => {
    const amount = read(cell);
    const fault = 'fault' in amount ? amount.fault : 'is not an amount';
    if ('cents' in amount && amount.cents !== null) return amount.cents;
    throw usageFailure(`${place}: "${cell.text}" ${fault}`);
  };
}
