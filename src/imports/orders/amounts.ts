import { cardShown } from '../../contract/named';
import type { AmountOwner } from '../../formats';
import { groupBy, once } from '../../lib/once';
import { counted, dollarsForPeople, firstOf } from '../../lib/words';
import type { OrderKind } from '../../orders/kinds';
import { readAmount } from '../../tabular/amount';
import { dollarsIn, readCount } from '../../tabular/column';
import { quoted } from '../../tabular/header';
import { amountWords, countIn, moneyIn, priceOf } from '../../tabular/header-words';
import type { TableCell } from '../../tabular/rows';
import type { Problem } from '../../upload/spec';
import { isValid } from '../shipments/cell-words';
import { type ProofOptions, prove } from './proof';
import type { AnswerFlag, OpenQuestion } from './questions';
import { countsCancelled, type DecidedRow } from './rules';
import type { Sheet, SheetRow } from './sheet';
import type { PlanOptions } from './types';
import type { RowValues } from './values';

/** A row that is used, with its values where they can be read. */
export interface UsedRow extends DecidedRow {
  readonly orderNumber: string;
  readonly values: RowValues | undefined;
  /** The reason why there are no values. */
  readonly problem: Problem | undefined;
}

/** The used rows of each order. */
export type UsedOrders = readonly (readonly UsedRow[])[];

type AmountOf = (row: UsedRow) => number | undefined;

export const sumOf = (rows: readonly UsedRow[], amount: AmountOf) =>
  rows.reduce((sum, row) => sum + (amount(row) ?? 0), 0);

const goods: AmountOf = ({ values }) => values && values.price * values.quantity;
function own(field: 'price' | 'quantity' | 'total' | 'tax' | 'shipping' | 'discount'): AmountOf {
  return (row) => row.values?.[field];
}
const discounted = (row: UsedRow): number => (goods(row) ?? 0) - (own('discount')(row) ?? 0);
const whole: AmountOf = (row) =>
  discounted(row) + (own('tax')(row) ?? 0) + (own('shipping')(row) ?? 0);

/** The amounts that a column may repeat, by what its header speaks of. */
const repeatable: Readonly<Record<string, readonly AmountOf[]>> = {
  tax: [own('tax')],
  shipping: [own('shipping')],
  discount: [own('discount')],
  total: [goods, own('total'), discounted, whole],
  sum: [goods, own('total'), discounted, whole, own('price')],
  price: [goods, own('total'), own('price')],
  payment: [({ values }) => values?.payout && values.payout * values.quantity],
  saved: [own('discount')],
  unclear: [goods, own('total'), own('price')],
  count: [own('quantity')],
};

/** True if a column only repeats others in every order: a row's amounts, or the order's in all. */
export function isRepeated(all: UsedOrders, amount: AmountOf, ways: readonly AmountOf[]): boolean {
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

/** True if `#` counts the rows, also those that are skipped: 1, 2, 3. */
function isNumbering({ rows }: Sheet, index: number): boolean {
  const [first = 0, ...others] = rows.map(({ table }) => readCount(table.at(index)?.text) ?? 0);
  return others.length > 0 && others.every((count, index) => count === first + index + 1);
}

/** `$5 (est)`, `5.00/6.00`, `5 €`: an amount among words; not `0.00 (waived)`, `8.25%` or `1.02.2026`. */
const amountForm =
  /\p{Sc}\s?(?=[\d.,]*[1-9])|(?<![\d.,])(?=[\d.,]*[1-9])(?:\d*[.,]\d\d(?![\d.,]*\d|\s?%)|[\d.,]+\s?\p{Sc})/u;
/** `3 pcs`, `x3`, `1 of 4`: a number other than 1; not the digits of `A-1001` or `B0EXMPL1`. */
const countForm = /(?<![a-wyz][-#]?|[\d.])(?!1(?!\d))\d/i;

// A number among words is NaN, which is equal to no other.
const amountIn = (text: string) => readAmount(text) ?? (amountForm.test(text) ? NaN : undefined);
const numberIn = (text: string) => readCount(text) ?? (countForm.test(text) ? NaN : undefined);

/** True if a cell has an amount: with cents or a currency sign, or any in a file of whole numbers. */
function isAmount(cell: TableCell, areWhole: boolean): boolean {
  const amount = amountIn(cell.text);
  const isShown = dollarsIn(cell) !== undefined || Number.isNaN(amount);
  return amount !== 0 && (isShown || (areWhole && amount != null));
}

/** A column that speaks of money or of a number and is not read, though it holds some. */
export type AskedColumn = ReturnType<typeof unreadAmounts>[number];

/** The amounts of a column, without their signs. */
export const amountAt =
  (index: number, read: typeof amountIn = amountIn): AmountOf =>
  ({ row }) => {
    const amount = read(row.table.at(index)?.text ?? '');
    return amount == null ? undefined : Math.abs(amount);
  };

/** The columns that speak of money or of a number and are not read, though they hold some. */
export function unreadAmounts(sheet: Sheet, rows: readonly UsedRow[], orders: UsedOrders) {
  const { columns, headersOf, unread } = sheet;
  const prices = rows.flatMap(({ row }) => row.cell('price') ?? []);
  const areWhole = prices.every((cell) => dollarsIn(cell) === undefined);
  return sheet.header.flatMap((one, index) => {
    const header = one.trim();
    const [money, count] = [moneyIn(header), countIn(header)];
    // Below `Tax (local currency)` may be the tax, or the name of its currency.
    const isCurrency = money !== undefined && headersOf.get('currency')?.includes(header);
    if (!isCurrency && !unread.some((column) => column.index === index)) return [];
    const isOfCancelled = countsCancelled(sheet, header, index);
    if (money === undefined && count === undefined && !isOfCancelled) return [];
    // Below `Tax (8%)`, 8 and 0.08 are the rate.
    const rate = Number(/([\d.]+)\s*%/.exec(header)?.[1] ?? 0);
    const cells = rows.flatMap(({ row }) => {
      const cell = row.problem === undefined ? row.table.at(index) : undefined;
      return cell === undefined ? [] : [{ row, cell }];
    });
    const said = cells.find(({ cell }) =>
      money === undefined
        ? ![undefined, null, isOfCancelled ? 0 : 1].includes(numberIn(cell.text))
        : isAmount(cell, areWhole) && ![rate, rate / 100].includes(Number(cell.text)),
    );
    if (said === undefined) return [];
    // Beside the quantity, others count items or packages in all, or the rows.
    const isOther = count === 'all' || (header === '#' && isNumbering(sheet, index));
    if (money === undefined && !isOfCancelled && columns.has('quantity') && isOther) return [];
    const amount = amountAt(index, money === undefined ? numberIn : amountIn);
    if (isRepeated(orders, amount, repeatable[money ?? 'count'] ?? [])) return [];
    return [
      {
        header,
        isMoney: money !== undefined,
        /** True if it says how many units of a row are cancelled. */
        isOfCancelled,
        /** The first of its cells that says something, and its row. */
        ...said,
        amount,
      },
    ];
  });
}

/** `Subtotal`, `Merchandise Total`: what all items of an order cost. */
const ofGoods = /subtotal|merchandise total/;

/**
 * The advice about totals that differ, where the file itself shows why: what of the order is not read, as its
 * columns and skipped rows have it, is never to be read from the total as another part.
 */
export function totalAdvice(
  sheet: Sheet,
  perLine: readonly Owned[],
  used: readonly UsedRow[],
  read: (row: SheetRow) => UsedRow,
) {
  const { layout, ignored, columns } = sheet;
  const known = new Map(used.map((one) => [one.row, one]));
  const orders = once(() => {
    const all = sheet.rows.map((row) => known.get(row) ?? read(row));
    return groupBy(all, ({ orderNumber }) => orderNumber);
  });
  /** For the words about a total: `"Fee" 0.98`, `skipped line 3 $25.00`. */
  const leftOut = (rows: readonly RowValues[], rest: number) => {
    const [number = ''] = rows.flatMap(({ row }) => known.get(row)?.orderNumber ?? []);
    const order = orders().get(number) ?? [];
    const isUsed = ({ row }: UsedRow) => known.has(row);
    const cost = sumOf(order.filter(isUsed), goods);
    const inColumns = ignored.flatMap(({ header, index }) => {
      // A sum of others is not the rest of a sum, unless it is exactly that, or of more items than are read.
      const isOther = [undefined, 'sum', 'price', 'total'].includes(moneyIn(header));
      const isOfGoods = ofGoods.test(amountWords(header).join(' '));
      const isRest = ({ text }: TableCell) => {
        const amount = Math.abs(readAmount(text) ?? 0);
        return amount === Math.abs(rest) || (rest > 0 && amount > cost && isOfGoods);
      };
      const cells = rows.flatMap(({ row }) => row.table.at(index) ?? []);
      const said = cells.find((cell) => isAmount(cell, false) && (!isOther || isRest(cell)));
      return said === undefined ? [] : [`${quoted([header])} ${cardShown(said.text)}`];
    });
    const ofRows = order.flatMap((one) => {
      const price = Math.max(goods(one) ?? 0, own('price')(one) ?? 0);
      const isOther = isUsed(one) || price === 0 || price > rest;
      return isOther ? [] : `skipped line ${one.row.line} ${dollarsForPeople(price)}`;
    });
    return [...inColumns, ...ofRows];
  };
  return (rows: readonly RowValues[], rest: number): string => {
    const repeated = rows.reduce((sum, { price, quantity }) => sum + price * (quantity - 1), 0);
    const mayBeLine = ownerSaid(sheet, 'price') !== 'unit' && !perLine.includes('price');
    if (repeated > 0 && rest === -repeated && mayBeLine)
      return "; it is right if the prices are the lines' own: --prices line";
    const amounts = leftOut(rows, rest);
    if (amounts.length > 0) return `; not read: ${amounts.join(', ')}, which may be the rest`;
    // The rest of a total of prices may be what other columns have already.
    const parts = layout?.totalOfPrice
      ? rows.reduce((sum, { tax = 0, shipping = 0 }) => sum + tax + shipping, 0)
      : 0;
    if (parts !== 0 && parts === rest)
      return '; it seems to include the tax and the shipping, which have their own columns; correct it';
    // The rest of a total before tax is no discount.
    const isPart = moneyIn(columns.get('total') ?? '') === 'sum';
    return isPart || parts !== 0 ? '; correct it' : '';
  };
}

type Owned = 'price' | 'payout';
/** Reads the rows with the amounts of these fields as those of lines. */
type ReadRows = (perLine: readonly Owned[]) => readonly UsedRow[];

const several = ({ values }: UsedRow) => values !== undefined && values.quantity > 1;

/** The reading of the prices that the totals prove, if they prove only one. */
function provenOwner(
  read: ReadRows,
  { amounts }: PlanOptions,
  { layout, ofOrder }: Sheet,
): AmountOwner | undefined {
  const proven = ([[], ['price']] as const).map((perLine) =>
    [...groupBy(read(perLine), ({ orderNumber }) => orderNumber).values()].map((order) => {
      const values = order.flatMap((row) => row.values ?? []);
      const isSaid = order.some(several) && values.some(({ total }) => total !== undefined);
      if (!isSaid || values.length < order.length) return false;
      return 'sums' in prove(values, { layout, amounts, ofOrder });
    }),
  );
  // Both readings have the same orders, one beside the other.
  const [byUnit = [], byLine = []] = proven;
  const unit = byUnit.some((isProven, place) => isProven && !byLine[place]);
  const line = byLine.some((isProven, place) => isProven && !byUnit[place]);
  return unit === line ? undefined : unit ? 'unit' : 'line';
}

/** The row of several units whose line costs the most, as one unit's price and as the line's. */
function largest(rows: readonly UsedRow[], field: Owned) {
  const cost = ({ values }: UsedRow) => (values?.[field] ?? 0) * (values?.quantity ?? 0);
  const [found] = rows
    .filter((row) => several(row) && cost(row) > 0)
    .toSorted((one, other) => cost(other) - cost(one));
  if (found?.values === undefined) return undefined;
  const { quantity } = found.values;
  const amount = found.values[field] ?? 0;
  const product = (each: number, whole: number) =>
    `${quantity} × ${dollarsForPeople(each)} = ${dollarsForPeople(whole)}`;
  return {
    line: found.row.line,
    unit: product(amount, amount * quantity),
    whole: product(Math.round(amount / quantity), amount),
  };
}

/** A question that a flag answers with one of these values, each in words. */
const choiceOf = (
  flag: AnswerFlag,
  values: Readonly<Record<string, string>>,
): Pick<OpenQuestion, 'answers' | 'proposed'> => ({
  answers: Object.entries(values).map(([value, label]) => ({ label, flags: [[flag, value]] })),
  proposed: [[flag, `<${Object.keys(values).join(' or ')}>`]],
});

function ownerQuestion(
  field: Owned,
  header: string,
  { line, unit, whole }: NonNullable<ReturnType<typeof largest>>,
): OpenQuestion {
  const shown = quoted([header]);
  const answers = { unit: `One unit: ${unit}`, line: `The whole line: ${whole}` };
  return {
    message: `does not say whether column ${shown} is for one unit or for the line: line ${line} is ${unit}, or ${whole}`,
    question: `Is column ${shown} for one unit or for the whole line? (line ${line})`,
    ...choiceOf(`${field}s`, answers),
  };
}

/** The owner of a price or payout, as the flags, the layout or the header say. */
function ownerSaid({ layout, columns, reading }: Sheet, field: Owned) {
  const given = field === 'price' ? reading.prices : reading.payouts;
  // The service's own name says that all amounts are a unit's.
  if (given !== undefined || columns.get('price') === 'unitPrice') return given ?? 'unit';
  if (layout?.columns[field] === undefined) return priceOf(columns.get(field) ?? '');
  return layout.perLine?.includes(field) ? 'line' : 'unit';
}

/**
 * Finds the owners of the prices and payouts, one unit or the whole line: as the flags, the layout or the
 * header say, or as a total proves. The user is asked about the others, if a row has several units: no total
 * decides whose a `Sell Price` is. `check` is a line to look at, where a price is read as one unit's though
 * its header does not say so.
 */
export function ownersOf(sheet: Sheet, read: ReadRows, options: PlanOptions) {
  const perLine: Owned[] = [];
  const questions: OpenQuestion[] = [];
  let check: string | undefined;
  for (const field of ['price', 'payout'] as const) {
    const header = sheet.columns.get(field);
    if (header === undefined) continue;
    const owner = ownerSaid(sheet, field);
    if (owner === 'line') perLine.push(field);
    if (owner === 'line' || owner === 'unit') continue;
    const row = largest(read([]), field);
    if (row === undefined) continue;
    if (owner === 'usual' && field === 'price') {
      check ??= `line ${row.line}: ${row.unit}; if that is the line's price: --prices line`;
      continue;
    }
    const proven = field === 'price' ? provenOwner(read, options, sheet) : undefined;
    if (proven === undefined) questions.push(ownerQuestion(field, header, row));
    if (proven === 'line') perLine.push(field);
  }
  return { perLine, questions, check };
}

/** Asked of whole numbers: 119 may be dollars or cents. */
export function unitQuestion({ header }: TableCell): OpenQuestion {
  return {
    message: `does not say whether the amounts in column "${header}" are dollars or cents`,
    question: `Are the amounts in column "${header}" dollars or cents?`,
    ...choiceOf('money', { dollars: 'dollars', cents: 'cents' }),
  };
}

/**
 * Asked of totals above their parts, beside other questions or on a terminal: else the orders are refused
 * one by one. None if nothing is left to ask, or the file itself shows what the rest is.
 */
export function differenceQuestions(
  { layout, ofOrder }: Sheet,
  orders: UsedOrders,
  { amounts, adviceFor }: Required<Pick<ProofOptions, 'amounts' | 'adviceFor'>>,
): readonly OpenQuestion[] {
  const above = orders.flatMap((order) => {
    const values = order.flatMap((row) => row.values ?? []);
    const given = { layout, amounts, ofOrder };
    if (values.length < order.length || 'sums' in prove(values, given)) return [];
    const proof = prove(values, { ...given, difference: 'tax' });
    const isAsked = 'sums' in proof && proof.difference && !adviceFor(values, proof.difference);
    return isAsked ? [{ line: order[0]?.row.line, proof }] : [];
  });
  const [first] = above;
  if (first === undefined) return [];
  const rest = `line ${first.line}: ${dollarsForPeople(first.proof.difference ?? 0)}`;
  const { answers, proposed } = choiceOf('difference', { tax: 'Tax', shipping: 'Shipping' });
  return [
    {
      message: `has totals above the parts of ${counted(above.length, 'orders')} (${rest})`,
      question: `What is the rest of the total of ${counted(above.length, 'orders')} (${rest})?`,
      answers: [...answers, { label: 'I do not know: refuse these orders', flags: [] }],
      proposed,
    },
  ];
}

/** Asked only beside other questions, or on a terminal: else orders without a group are refused one by one. */
export function groupQuestion({ groupFlag }: OrderKind): OpenQuestion {
  return {
    message: `names no ${groupFlag}`,
    question: `Which ${groupFlag} are the orders for?`,
    answers: [],
    typed: groupFlag,
    proposed: [[groupFlag, `<${groupFlag}>`]],
  };
}

/** Says what was read from the totals alone. */
export function differenceNotice(difference: string | undefined, cents: readonly number[]) {
  if (cents.length === 0) return [];
  const sum = dollarsForPeople(cents.reduce((all, one) => all + one, 0));
  return [`Read from the totals as ${difference}: ${sum} of ${counted(cents.length, 'orders')}.`];
}

/** Warns of amounts and tracking numbers in a column without a header, which no flag can name. */
export const namelessWarning = ({ header }: Sheet, rows: readonly UsedRow[]): readonly string[] =>
  header.flatMap((one, index) => {
    const cells = one.trim() === '' ? rows.flatMap(({ row }) => row.table.at(index) ?? []) : [];
    const hasNumber = ({ text }: TableCell) => text.split(/[\s,;|]+/).some(isValid);
    const hasAmounts = cells.some((cell) => isAmount(cell, false));
    if (!hasAmounts && !cells.some(hasNumber)) return [];
    const what = hasAmounts ? 'amounts' : 'tracking numbers';
    return `Column ${index + 1} has ${what} but no header: it is not read.`;
  });

/** Warns of orders with a refund in a column that is not read, which is never part of one. */
export function refundWarning({ ignored }: Sheet, rows: readonly UsedRow[]): readonly string[] {
  const all = ignored.filter(({ header }) => /refund/i.test(header) && moneyIn(header));
  const isRefunded = ({ row }: UsedRow) =>
    all.some(
      ({ index }) => ![undefined, null, 0].includes(amountIn(row.table.at(index)?.text ?? '')),
    );
  const numbers = new Set(rows.filter(isRefunded).map(({ orderNumber }) => orderNumber));
  const orders = counted(numbers.size, 'orders');
  if (numbers.size === 0) return [];
  return [`Refunds are not read; ${orders} had one: ${firstOf([...numbers])}.`];
}

/** `TV (x2)`, `3 x TV`, `2x TV`; not `24 x 36 poster`, `2x4` or `iPhone X 256 GB`. */
const unitsForm = /(?<!\d ?)(?:\bx ?|× ?)\d+(?=[\s),]*$|\))|^\d+ ?[x×](?= ?[^\d\s])/;

/** Warns of items that may be several units, in a sheet without a column that says so. */
export function unitsWarning({ columns }: Sheet, rows: readonly UsedRow[]): readonly string[] {
  const texts = rows.map(({ row }) => row.text('description') ?? '');
  const items = texts.filter((one) => unitsForm.test(one)).map((one) => quoted([one]));
  if (columns.has('quantity') || items.length === 0) return [];
  return [`No column says how many, so each item is one unit: see ${firstOf(items)}.`];
}
