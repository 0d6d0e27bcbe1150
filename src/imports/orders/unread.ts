import { groupBy } from '../../lib/once';
import { readAmount } from '../../tabular/amount';
import { dollarsIn, readCount } from '../../tabular/column';
import { quoted } from '../../tabular/header';
import type { TableCell } from '../../tabular/rows';
import { amountMeant, countIn, moneyIn } from './amount-words';
import type { FlagAnswer, OpenQuestion } from './questions';
import type { Sheet, SheetRow } from './sheet';
import type { RowValues } from './values';

/** A row that is used, with its values where they can be read. */
export interface UsedRow {
  readonly row: SheetRow;
  readonly orderNumber: string;
  readonly values: RowValues | undefined;
}

type AmountOf = (row: UsedRow) => number | undefined;

const sumOf = (rows: readonly UsedRow[], amount: AmountOf) =>
  rows.reduce((sum, row) => sum + (amount(row) ?? 0), 0);

const goods: AmountOf = ({ values }) => values && values.price * values.quantity;
type Owned = 'price' | 'quantity' | 'total' | 'tax' | 'shipping' | 'discount';
const own =
  (field: Owned): AmountOf =>
  (row) =>
    row.values ? row.values[field] : undefined;
const discounted = (row: UsedRow): number => (goods(row) ?? 0) - (own('discount')(row) ?? 0);
const whole: AmountOf = (row) =>
  discounted(row) + (own('tax')(row) ?? 0) + (own('shipping')(row) ?? 0);

/** What a column may repeat, by what its header speaks of. */
const repeatable: Readonly<Record<string, readonly AmountOf[]>> = {
  tax: [own('tax')],
  shipping: [own('shipping')],
  discount: [own('discount')],
  total: [goods, own('total'), discounted, whole],
  sum: [goods, own('total'), discounted, whole, own('price')],
  price: [goods, own('total'), own('price'), whole],
  count: [own('quantity')],
};

/** Whether the amounts of a column say of every order what is read from others: a row's, or the order's in all. */
function isRepeated(
  all: readonly (readonly UsedRow[])[],
  amount: AmountOf,
  ways: readonly AmountOf[],
): boolean {
  const orders = all.filter((rows) => rows.every(({ values }) => values !== undefined));
  if (orders.length === 0) return false;
  const isSame = (rows: readonly UsedRow[], wanted: (row: UsedRow) => number | undefined) =>
    rows.every((row) => [undefined, wanted(row) ?? 0].includes(amount(row)));
  return ways.some(
    (way) =>
      orders.every((rows) => isSame(rows, way)) ||
      orders.every((rows) => {
        const [once = 0] = rows.flatMap((row) => way(row) ?? []);
        const sums = [sumOf(rows, way), ...(rows.every((row) => way(row) === once) ? [once] : [])];
        return sums.some((sum) => isSame(rows, () => sum) || sumOf(rows, amount) === sum);
      }),
  );
}

/** Whether `#` counts the rows: 1, 2, 3. */
function isNumbering(cells: readonly TableCell[]): boolean {
  const [first = 0, ...others] = cells.map(({ text }) => readCount(text) ?? Number.NaN);
  return others.length > 0 && others.every((count, index) => count === first + index + 1);
}

/** Whether a cell has an amount: with cents or a currency sign, or any in a file of whole numbers. */
function isAmount(cell: TableCell, areWhole: boolean): boolean {
  const amount = readAmount(cell.text);
  return amount !== 0 && (dollarsIn(cell) !== undefined || (areWhole && amount != null));
}

/** What the command to copy says about a column of money: no amount is lost by it. */
function proposalFor(header: string, { columns, more }: Sheet): readonly FlagAnswer[] {
  const kind = moneyIn(header);
  const field = kind === 'cost' ? 'shipping' : kind === 'foreignTax' ? 'tax' : kind;
  const isPart = field === 'tax' || field === 'shipping' || field === 'discount';
  if (isPart) {
    const read = [columns.get(field) ?? [], more.get(field) ?? []].flat();
    return [...read, header].map((one) => ['map', `${field}=${one}`] as const);
  }
  const isTotal = kind === 'sum' || amountMeant(header) === 'total';
  return isTotal && !columns.has('total') ? [['map', `total=${header}`]] : [['ignore', header]];
}

function question(
  header: string,
  { row, cell }: { readonly row: SheetRow; readonly cell: TableCell },
  proposed: readonly FlagAnswer[],
): OpenQuestion {
  const shown = `${quoted([header])} (line ${row.line}: ${cell.amount ?? cell.text})`;
  const [field = ''] = proposed.at(-1)?.[1].split('=') ?? [];
  const isMapped = proposed.at(-1)?.[0] === 'map';
  const read = { label: `Read it as ${field}`, flags: proposed };
  const ignore = { label: 'Leave it out', flags: [['ignore', header]] as const };
  return {
    message: `has a column ${shown} that is not read`,
    question: `What is column ${shown}?`,
    answers: isMapped ? [read, ignore] : [ignore],
    proposed,
  };
}

/** The columns that speak of money or of a number and are not read, though they hold some. */
export function unreadAmounts(sheet: Sheet, rows: readonly UsedRow[]): readonly OpenQuestion[] {
  const { columns, unread } = sheet;
  const orders = [...groupBy(rows, ({ orderNumber }) => orderNumber).values()];
  const areWhole = rows.every(({ row }) => {
    const price = row.cell('price');
    return price === undefined || dollarsIn(price) === undefined;
  });
  const hasQuantity = columns.has('quantity');
  return unread.flatMap(({ header, index }) => {
    const [money, count] = [moneyIn(header), countIn(header)];
    if (money === undefined && count === undefined) return [];
    const cells = rows.flatMap(({ row }) => {
      const cell = row.problem === undefined ? row.table.at(index) : undefined;
      return cell === undefined ? [] : [{ row, cell }];
    });
    const said = cells.find(({ cell }) =>
      money === undefined
        ? ![undefined, null, 1].includes(readCount(cell.text))
        : isAmount(cell, areWhole),
    );
    if (said === undefined) return [];
    if (money === undefined) {
      const isOther = hasQuantity
        ? count === 'all'
        : header.trim() === '#' && isNumbering(cells.map(({ cell }) => cell));
      if (isOther) return [];
    }
    const amount: AmountOf = ({ row }) => {
      const { text = '' } = row.table.at(index) ?? {};
      const read = money === undefined ? readCount(text) : readAmount(text);
      return read == null ? undefined : Math.abs(read);
    };
    if (isRepeated(orders, amount, repeatable[money ?? 'count'] ?? [])) return [];
    const proposed: readonly FlagAnswer[] =
      money !== undefined
        ? proposalFor(header, sheet)
        : hasQuantity
          ? [['ignore', header]]
          : [['map', `quantity=${header}`]];
    return [question(header, said, proposed)];
  });
}

/** The orders with a refund in a column that is not read, for a warning. */
export function refundedOrders(
  { unread, ignored }: Sheet,
  rows: readonly UsedRow[],
): readonly string[] {
  const all = [...unread, ...ignored].filter(
    ({ header }) => /refund/i.test(header) && moneyIn(header),
  );
  const isRefunded = ({ row }: UsedRow) =>
    all.some(({ index }) => ![undefined, null, 0].includes(readAmount(row.table.at(index)?.text)));
  return [...new Set(rows.filter(isRefunded).map(({ orderNumber }) => orderNumber))];
}

/** The amounts of rows in columns that are not read, for the words about a total: `; not read: "Fee" 0.98`. */
export function amountsLeftOut({ ignored }: Sheet, rows: readonly RowValues[]): string {
  const amounts = ignored.flatMap(({ header, index }) => {
    // A sum of others is not the rest of a sum.
    if ([undefined, 'sum', 'price', 'total'].includes(moneyIn(header))) return [];
    const cells = rows.flatMap(({ row }) => row.table.at(index) ?? []);
    const said = cells.find((cell) => isAmount(cell, false));
    return said === undefined ? [] : [`${quoted([header])} ${said.text}`];
  });
  return amounts.length === 0 ? '' : `; not read: ${amounts.join(', ')}, which may be the rest`;
}
