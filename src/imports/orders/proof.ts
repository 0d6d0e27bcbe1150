import { orderTotal, subtotalOf } from '../../contract/fields';
import { dollarsForPeople } from '../../lib/words';
import type { Problem } from '../../upload/spec';
import type { Layout } from './layouts';
import { type FileReading, type PlanOptions, sharedFields } from './types';
import { mergedProblem, type RowValues } from './values';

export type Sums = Readonly<Record<(typeof sharedFields)[number], number>>;

export interface Proof {
  readonly sums: Sums;
  /** True if a total of the whole order proves that every row belongs to it. */
  readonly isOfOrder: boolean;
  /** The cents that the total has beyond the parts or lacks, and that are read as one of them. */
  readonly difference?: number;
}

/** Problems of rows that prevent their order; the other rows are only incomplete without them. */
export type RefusedRows = ReadonlyMap<RowValues, Problem>;

export interface ProofOptions
  extends Pick<PlanOptions, 'amounts'>,
    Pick<FileReading, 'difference'> {
  readonly layout: Layout | undefined;
  /** The amounts that are the order's own, as their headers say: `Order Tax`. */
  readonly ofOrder?: ReadonlySet<keyof Sums>;
  /** The advice about a total that has these cents more or less, if the file itself shows what they are. */
  adviceFor?(rows: readonly RowValues[], rest: number): string;
}

const none: Sums = { shipping: 0, tax: 0, discount: 0 };

/**
 * Finds the sums that the shared amounts of the rows may add up to. An amount that all rows repeat may be
 * meant once or per row.
 */
function readingsOf(
  rows: readonly RowValues[],
  { layout, amounts, ofOrder }: ProofOptions,
  /** True if a total decides. */
  isOpen = false,
): readonly Sums[] {
  let readings: readonly Sums[] = [none];
  for (const field of sharedFields) {
    const sum = rows.reduce((added, row) => added + (row[field] ?? 0), 0);
    const [only = 0, another] = new Set(rows.flatMap((row) => row[field] || []));
    const isOfOrder = ofOrder?.has(field) && another === undefined;
    const once = isOfOrder ? only : (rows[0]?.[field] ?? 0);
    const isOwn = layout?.amounts === 'row' || (layout?.taxPerUnit && field === 'tax');
    const isRepeated = sum !== once && (isOfOrder || rows.every((row) => row[field] === once));
    const usual = amounts ?? (isOfOrder ? 'order' : undefined);
    const meant = layout?.amounts ?? (isOpen ? undefined : usual);
    const ways =
      isOwn || !isRepeated || meant === 'row' ? [sum] : meant === 'order' ? [once] : [once, sum];
    if (field === 'discount' && layout?.discountMayBeIn)
      ways.push(0, ...(rows[0]?.discounts ?? []));
    readings = readings.flatMap((reading) =>
      [...new Set(ways)].map((way) => ({ ...reading, [field]: way })),
    );
  }
  return readings;
}

function added(all: readonly Partial<Sums>[]): Sums {
  const sums = { ...none };
  for (const one of all) for (const field of sharedFields) sums[field] += one[field] ?? 0;
  return sums;
}

const own = (row: RowValues) => added([row]);

/** Amounts as a message names them, each once. */
function listed(joined: string, amounts: Iterable<number>): string {
  return [...new Set(amounts)].map(dollarsForPeople).join(joined);
}

function ambiguous(rows: readonly RowValues[], readings: readonly Sums[]): Problem {
  const ways = sharedFields.flatMap((field) => {
    const amounts = readings.map((reading) => reading[field]);
    const sums = listed(' or ', amounts);
    return sums.includes(' or ') ? [`${field} of ${sums}`] : [];
  });
  const message = `its ${rows.length} rows repeat one amount, so the order may have ${ways.join(' and ')}; say which with --amounts order (once) or --amounts row (once per row)`;
  return { code: 'ambiguous_amount', message };
}

/** A cell with an amount, merged over other rows than those of the order: it would count more than once. */
function mergedCell(rows: readonly RowValues[]) {
  for (const field of sharedFields) {
    const cells = rows.map(({ row }) => row.cell(field));
    const found = cells.find((cell) => cell?.merged);
    const isOfOrder =
      found?.merged?.rows === rows.length && cells.every((cell) => cell?.merged === found.merged);
    if (found && !isOfOrder) return found;
  }
  return undefined;
}

/** The total that these rows must have, in cents. */
function wholeOf(rows: readonly RowValues[], sums: Sums, layout?: Layout) {
  const goods = subtotalOf(rows, ({ price }) => price);
  return layout?.totalOfPrice ? goods : orderTotal(goods, sums);
}

/** The sums, with the tax that the total shows if it may be rounded; undefined if it is another total. */
function proven(
  total: number | undefined,
  rows: readonly RowValues[],
  sums: Sums,
  layout?: Layout,
): Sums | undefined {
  if (total === undefined) return undefined;
  const slack = layout?.taxPerUnit
    ? rows.reduce((sum, { quantity }) => sum + Math.floor(quantity / 2), 0)
    : 0;
  const off = total - wholeOf(rows, sums, layout);
  const tax = sums.tax + off;
  return Math.abs(off) <= slack && tax >= 0 ? { ...sums, tax } : undefined;
}

/** The sums with what the total has beyond them or lacks, if the user says what that is. */
function completed(
  total: number,
  rows: readonly RowValues[],
  sums: Sums,
  { layout, difference }: ProofOptions,
): Pick<Proof, 'sums' | 'difference'> | undefined {
  if (difference === undefined) return undefined;
  const off = total - wholeOf(rows, sums, layout);
  const part = difference === 'discount' ? -off : off;
  if (part < 0) return undefined;
  return { sums: { ...sums, [difference]: sums[difference] + part }, difference: part };
}

/**
 * The order with its total's difference: of one total of the order, or else of each row's own. A total
 * that covers the order is never each row's: the order would cost it several times.
 */
function proofOfRest(
  rows: readonly RowValues[],
  options: ProofOptions,
): Proof | 'ambiguous' | undefined {
  const [total, another] = new Set(rows.flatMap((row) => row.total ?? []));
  if (total !== undefined && another === undefined) {
    const readings = readingsOf(rows, options);
    const [whole] = readings.flatMap((one) => completed(total, rows, one, options) ?? []);
    if (whole !== undefined && readings.length > 1) return 'ambiguous';
    if (whole !== undefined) return { ...whole, isOfOrder: rows.length > 1 };
  }
  const each = rows.flatMap((row) =>
    row.total === undefined ? [] : (completed(row.total, [row], own(row), options) ?? []),
  );
  if (each.length < rows.length) return undefined;
  const sums = added(each.map((one) => one.sums));
  const difference = each.reduce((sum, one) => sum + (one.difference ?? 0), 0);
  return { sums, isOfOrder: false, difference };
}

function differs(
  totals: Iterable<number>,
  rows: readonly RowValues[],
  readings: readonly Sums[],
  { layout, adviceFor = () => '' }: ProofOptions,
): Problem {
  const formula = layout?.totalOfPrice
    ? 'price × quantity'
    : 'price × quantity + tax + shipping − discount';
  const of = rows.length === 1 ? '' : ` of its ${rows.length} rows`;
  const wholes = readings.map((sums) => wholeOf(rows, sums, layout));
  const [total = 0] = totals;
  const known = adviceFor(rows, total - (wholes[0] ?? 0));
  const isMore = [...totals].every((total) => wholes.every((whole) => total > whole));
  const rest = isMore ? 'tax or --difference shipping' : 'discount';
  const advice = known || `; correct it, or say what the rest is with --difference ${rest}`;
  const message = `the total is ${listed(' and ', totals)}, but ${formula}${of} is ${listed(' or ', wholes)}${advice}`;
  return { code: 'total_differs', message };
}

/**
 * Finds the shipping, tax and discount of an order. Where there is a total it must prove them to the
 * cent: each row's own, or one of the order. No other reading is tried.
 */
export function prove(rows: readonly RowValues[], options: ProofOptions): Proof | RefusedRows {
  const all = (problem: Problem): RefusedRows => new Map(rows.map((row) => [row, problem]));
  const totals = new Set(rows.flatMap(({ total }) => total ?? []));
  const [total, another] = totals;
  if (total === undefined) {
    const merged = mergedCell(rows);
    if (merged !== undefined) return all(mergedProblem(merged));
    const readings = readingsOf(rows, options);
    const [sums = none] = readings;
    return readings.length === 1 ? { sums, isOfOrder: false } : all(ambiguous(rows, readings));
  }
  const { layout } = options;
  const fits = (row: RowValues) => proven(row.total, [row], own(row), layout);
  const fitting = rows.flatMap((row) => fits(row) ?? []);
  if (fitting.length === rows.length) return { sums: added(fitting), isOfOrder: false };
  const readings = readingsOf(rows, options, true);
  if (another === undefined) {
    const provenBy = (some: readonly Sums[]) =>
      some.flatMap((sums) => proven(total, rows, sums, layout) ?? []);
    const found = provenBy(readings);
    const [sums, other] = found.length > 1 ? provenBy(readingsOf(rows, options)) : found;
    if (other !== undefined) return all(ambiguous(rows, found));
    if (sums !== undefined) return { sums, isOfOrder: true };
  }
  const rest = proofOfRest(rows, options);
  if (rest === 'ambiguous') return all(ambiguous(rows, readings));
  if (rest !== undefined) return rest;
  const isPerRow = another !== undefined || fitting.length > 0 || rows.length === 1;
  if (isPerRow && rows.every((row) => row.total !== undefined)) {
    const wrong = rows.filter((row) => fits(row) === undefined);
    return new Map(
      wrong.map((row) => [row, differs([row.total ?? 0], [row], [own(row)], options)]),
    );
  }
  return all(differs(totals, rows, readings, options));
}
