import type { AmountOwner } from '../../formats';
import { groupBy } from '../../lib/once';
import { dollarsForPeople } from '../../lib/words';
import { quoted } from '../../tabular/header';
import { priceOf } from './amount-words';
import { prove } from './proof';
import type { OpenQuestion } from './questions';
import type { Sheet } from './sheet';
import type { FileReading, PlanOptions } from './types';
import type { UsedRow } from './unread';

type Owned = 'price' | 'payout';
/** Reads the rows with the amounts of these fields as those of lines. */
type ReadRows = (perLine: readonly Owned[]) => readonly UsedRow[];

/** Whose the amounts of a file are. */
export interface Owners {
  readonly perLine: readonly Owned[];
  /** What only the user knows. */
  readonly questions: readonly OpenQuestion[];
  /** A line to check, where a price is read as one unit's though its header does not say so. */
  readonly check: string | undefined;
}

const several = ({ values }: UsedRow) => values !== undefined && values.quantity > 1;

/** The reading of the prices that the totals prove, if they prove only one. */
function provenOwner(
  read: ReadRows,
  options: PlanOptions,
  { layout }: Sheet,
): AmountOwner | undefined {
  const numbers = { unit: new Set<string>(), line: new Set<string>() };
  for (const owner of ['unit', 'line'] as const) {
    const rows = read(owner === 'line' ? ['price'] : []);
    for (const [number, order] of groupBy(rows, ({ orderNumber }) => orderNumber)) {
      const values = order.flatMap((row) => row.values ?? []);
      const isTold = order.some(several) && values.some(({ total }) => total !== undefined);
      if (!isTold || values.length < order.length) continue;
      if ('sums' in prove(values, { layout, amounts: options.amounts })) numbers[owner].add(number);
    }
  }
  const only = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...one].some((number) => !other.has(number));
  const [unit, line] = [only(numbers.unit, numbers.line), only(numbers.line, numbers.unit)];
  return unit === line ? undefined : unit ? 'unit' : 'line';
}

/** The row of several units whose line costs the most, as one unit's price and as the line's. */
function largest(rows: readonly UsedRow[], field: Owned) {
  const cost = ({ values }: UsedRow) => (values?.[field] ?? 0) * (values?.quantity ?? 0);
  const found = rows
    .filter((row) => several(row) && cost(row) > 0)
    .reduce<UsedRow | undefined>(
      (most, row) => (most && cost(most) >= cost(row) ? most : row),
      undefined,
    );
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

function ask(
  field: Owned,
  header: string,
  row: NonNullable<ReturnType<typeof largest>>,
): OpenQuestion {
  const flag = field === 'price' ? 'prices' : 'payouts';
  const shown = quoted([header]);
  return {
    message: `does not say whether column ${shown} is for one unit or for the line: line ${row.line} is ${row.unit}, or ${row.whole}`,
    question: `Is column ${shown} for one unit or for the whole line? (line ${row.line})`,
    answers: [
      { label: `One unit: ${row.unit}`, flags: [[flag, 'unit']] },
      { label: `The whole line: ${row.whole}`, flags: [[flag, 'line']] },
    ],
    proposed: [[flag, '<unit or line>']],
  };
}

/**
 * Whose the prices and payouts are: as the flags, the layout or the header say, or as a total proves; of
 * the others the user is asked, if a row has several units.
 */
export function ownersOf(
  sheet: Sheet,
  read: ReadRows,
  { prices, payouts }: FileReading,
  options: PlanOptions,
): Owners {
  const { layout, columns } = sheet;
  const perLine: Owned[] = [];
  const questions: OpenQuestion[] = [];
  let check: string | undefined;
  // The service's own name says that all amounts are a unit's.
  const isOwn = columns.get('price') === 'unitPrice';
  for (const field of ['price', 'payout'] as const) {
    const header = columns.get(field);
    if (header === undefined) continue;
    const given = field === 'price' ? prices : payouts;
    const layoutHas = layout?.columns[field] !== undefined;
    const said = layoutHas ? (layout?.perLine?.includes(field) ? 'line' : 'unit') : priceOf(header);
    const owner = given ?? (isOwn ? 'unit' : said);
    if (owner === 'line') perLine.push(field);
    if (owner === 'line' || owner === 'unit') continue;
    const row = largest(read([]), field);
    if (row === undefined) continue;
    if (owner === 'usual') {
      check ??= `line ${row.line}: ${row.unit}; if that is the line's price: --prices line`;
      continue;
    }
    const proven = field === 'price' ? provenOwner(read, options, sheet) : undefined;
    if (proven === undefined) questions.push(ask(field, header, row));
    if (proven === 'line') perLine.push(field);
  }
  return { perLine, questions, check };
}
