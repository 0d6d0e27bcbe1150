import { dollarsForPeople } from '../../lib/money';
import type { Problem } from '../spec';
import type { Layout } from './layouts';
import type { RowValues } from './values';

/** The amounts of an order that its rows may each have a share of, or repeat. */
const shared = ['shipping', 'tax', 'discount'] as const;
export type Sums = Readonly<Record<(typeof shared)[number], number>>;

export interface Proof {
  readonly sums: Sums;
  /** Whether a total of the whole order proves that every row belongs to it. */
  readonly isOfOrder: boolean;
}

/** Why the amounts of an order can't be what they say, and the rows at fault; all if there are none. */
export interface Disproof {
  readonly problem: (row: RowValues) => Problem;
  readonly rows: readonly RowValues[];
}

export interface ProofOptions {
  readonly layout: Layout | undefined;
  /** Whether an amount that all rows repeat is meant once or per row, if the user says so. */
  readonly amounts: 'order' | 'row' | undefined;
}

const add = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
const isIn = (whole: number, { shipping, tax, discount }: Sums) =>
  whole + shipping + tax - discount;

const none: Sums = { shipping: 0, tax: 0, discount: 0 };

function sumsOf(rows: readonly RowValues[]): Sums {
  const [shipping, tax, discount] = shared.map((field) => sumOf(rows, field));
  return { shipping: shipping ?? 0, tax: tax ?? 0, discount: discount ?? 0 };
}

function sumOf(rows: readonly RowValues[], field: (typeof shared)[number]): number {
  return add(rows.map((row) => row[field] ?? 0));
}

/** Whether all rows repeat one amount, which may be meant once. */
function isRepeated(rows: readonly RowValues[], field: (typeof shared)[number]): boolean {
  const [first, ...others] = rows.map((row) => row[field] ?? 0);
  return first !== 0 && others.length > 0 && others.every((one) => one === first);
}

/** What the shared amounts of the rows may add up to: more than one way if rows repeat one. */
function readingsOf(
  rows: readonly RowValues[],
  { layout, amounts }: ProofOptions,
): readonly Sums[] {
  const isClear = (field: (typeof shared)[number]) =>
    layout?.amounts === 'row' || (layout?.taxPerUnit && field === 'tax');
  return shared.reduce<readonly Sums[]>(
    (readings, field) => {
      const sum = sumOf(rows, field);
      const once = sum / rows.length;
      const ways =
        !isRepeated(rows, field) || isClear(field)
          ? [sum]
          : { order: [once], row: [sum], both: [once, sum] }[amounts ?? 'both'];
      return readings.flatMap((reading) => ways.map((way) => ({ ...reading, [field]: way })));
    },
    [none],
  );
}

/** The sums with the tax that a total shows, which may be rounded; undefined if they don't make it. */
function provenBy(total: number, whole: number, sums: Sums, slack: number): Sums | undefined {
  const off = total - isIn(whole, sums);
  const tax = sums.tax + off;
  return Math.abs(off) <= slack && tax >= 0 ? { ...sums, tax } : undefined;
}

function differs(total: number, wholes: readonly number[], what: string): Problem {
  const sums = [...new Set(wholes)].map(dollarsForPeople).join(' or ');
  const message = `the total is ${dollarsForPeople(total)}, but ${what} ${sums}; correct it, or leave the total unread with --map total=`;
  return { code: 'total_differs', message };
}

function ambiguous(rows: readonly RowValues[], readings: readonly Sums[]): Problem {
  const ways = shared.flatMap((field) => {
    const sums = [...new Set(readings.map((reading) => reading[field]))].map(dollarsForPeople);
    return sums.length < 2 ? [] : [`${field} of ${sums.join(' or ')}`];
  });
  const message = `its ${rows.length} rows repeat one amount, so the order may have ${ways.join(' and ')}; say which with --amounts order (once) or --amounts row (once per row)`;
  return { code: 'ambiguous_amount', message };
}

/**
 * What shipping, tax and discount of an order are. Where there is a total it must prove them to the
 * cent: each row's own, or one of the order. No other reading is tried.
 */
export function prove(rows: readonly RowValues[], options: ProofOptions): Proof | Disproof {
  const { layout } = options;
  const ofPrice = layout?.totalOfPrice === true;
  const whole = (some: readonly RowValues[]) => add(some.map((row) => row.price * row.quantity));
  const slack = (some: readonly RowValues[]) =>
    layout?.taxPerUnit ? add(some.map(({ quantity }) => Math.floor(quantity / 2))) : 0;
  const proven = (total: number, some: readonly RowValues[], sums: Sums) => {
    const covered = provenBy(total, whole(some), ofPrice ? none : sums, slack(some));
    return ofPrice && covered !== undefined ? sums : covered;
  };
  const all = (problem: Problem): Disproof => ({ problem: () => problem, rows });
  const totals = new Set(rows.flatMap(({ total }) => total ?? []));
  const readings = readingsOf(rows, options);
  if (totals.size === 0) {
    const [sums = none, ...others] = readings;
    return others.length === 0 ? { sums, isOfOrder: false } : all(ambiguous(rows, readings));
  }
  const own = rows.map((row) =>
    row.total === undefined ? undefined : proven(row.total, [row], sumsOf([row])),
  );
  if (own.every((sums) => sums !== undefined)) {
    const sums = Object.fromEntries(
      shared.map((field) => [field, add(own.map((one) => one[field]))]),
    );
    return { sums: sums as Sums, isOfOrder: false };
  }
  const [total = 0, ...others] = totals;
  const both = readingsOf(rows, { layout, amounts: undefined });
  const isOne =
    others.length === 0 &&
    (own.every((sums) => sums === undefined) || rows.some((row) => row.total === undefined));
  if (others.length === 0) {
    const fitting = both.flatMap((sums) => proven(total, rows, sums) ?? []);
    const said = readings.flatMap((sums) => proven(total, rows, sums) ?? []);
    const [sums, another] = fitting.length > 1 ? said : fitting;
    if (another !== undefined) return all(ambiguous(rows, fitting));
    if (sums !== undefined) return { sums, isOfOrder: true };
  }
  const sumIn = (some: readonly RowValues[], sums: Sums) =>
    ofPrice ? whole(some) : isIn(whole(some), sums);
  const formula = ofPrice ? 'price × quantity' : 'price × quantity + tax + shipping − discount';
  if (isOne && rows.length > 1) {
    return all(
      differs(
        total,
        both.map((sums) => sumIn(rows, sums)),
        `${formula} of its ${rows.length} rows is`,
      ),
    );
  }
  return {
    rows: rows.filter((_, index) => own[index] === undefined),
    problem: (row) =>
      row.total === undefined
        ? {
            code: 'total_differs',
            message: 'the row has no total, but other rows of its order have their own',
          }
        : differs(row.total, [sumIn([row], sumsOf([row]))], `${formula} is`),
  };
}
