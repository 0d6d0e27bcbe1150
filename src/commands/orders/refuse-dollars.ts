import { dollarsToCents, provesDollars } from '../../cli/money';
import { usageFailure } from '../../failure';
import type { MoneyUnit } from '../../formats';
import type { TableCell, TableRow } from '../../tabular/rows';
import type { OrderKind } from './kinds';

function moneyFields({ fields, items }: OrderKind): ReadonlySet<string> {
  const money = [...fields, ...items].filter(({ type }) => type === 'money');
  return new Set(money.map(({ field }) => field));
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
function dollarsIn({ field, text, amount }: TableCell, money: ReadonlySet<string>) {
  if (field === 'orderLineItems') return nestedAmount(text, money);
  if (!money.has(field)) return undefined;
  return amount ?? (provesDollars(text) ? text : undefined);
}

/** What to do about it: `--money dollars` reads only some ways to write an amount. */
function whatToDo(cell: TableCell, shown: string): string {
  // What a workbook shows may have a sign that the number itself lacks.
  const typed = cell.amount === undefined ? shown : cell.text;
  const next =
    dollarsToCents(typed) === undefined
      ? 'Write every amount as 1234.50 or $1,234.50 and use --money dollars, or in cents as 123450.'
      : 'Use --money dollars.';
  return `${next} Nothing was sent.`;
}

/**
 * Throws if money is read as cents, but a cell of the row can only be dollars. Then the whole
 * numbers of its column are in doubt too: sent as cents, they would be a hundredth of the amount.
 */
export function refuseDollars(
  row: TableRow,
  { kind, unit }: { readonly kind: OrderKind; readonly unit: MoneyUnit },
): void {
  if (unit === 'dollars') return;
  const money = moneyFields(kind);
  for (const cell of row.filled) {
    const dollars = dollarsIn(cell, money);
    if (dollars === undefined) continue;
    throw usageFailure(
      `column ${cell.header} takes whole cents, but line ${row.line} has ${dollars}`,
      { hint: whatToDo(cell, dollars) },
    );
  }
}
