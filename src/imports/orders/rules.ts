import { cardIn, statusMeant } from '../../contract/named';
import type { CreditCard } from '../../contract/responses';
import { usageFailure } from '../../failure';
import { foldSpaces, headerName, plainName } from '../../lib/fold';
import { closest } from '../../lib/suggest';
import { isDash, isNone, readRate } from '../../tabular/cells';
import { readCount } from '../../tabular/column';
import type { Reading, TableSource } from '../../tabular/record';
import { cellPlace, readRows, type TableCell } from '../../tabular/rows';
import type { Layout } from './layouts';
import type { Sheet, SheetRow } from './sheet';
import { sheetColumns } from './sheet';
import {
  type Condition,
  conditions,
  type Decision,
  decisions,
  type FileKind,
  notMine,
  type PlanOptions,
  type Rules,
  type SkipReason,
} from './types';

export interface RulesOptions {
  readonly kind: FileKind;
  readonly reading: Reading;
  /** The account's cards, asked for only if a rule names one. */
  cards(): Promise<readonly CreditCard[]>;
}

/**
 * Reads a file of rules. Throws a usage failure for a column, a card, a status or an earn rate that
 * is not known: a rule that is misread would decide about every order.
 */
export async function readRules(
  source: TableSource,
  { kind, reading, cards }: RulesOptions,
): Promise<Rules> {
  const known: readonly string[] = [...conditions, ...decisions];
  const columns = sheetColumns(kind.noun).flatMap((one) =>
    known.includes(one.field) ? [{ ...one, required: false }] : [],
  );
  const rules: Rules[number][] = [];
  for (const row of await readRows(source, { columns, reading, nearest: closest })) {
    // A dash as a group says that the order is not mine.
    const isSaid = ({ field, text }: TableCell) =>
      !isNone(text) || (field === 'group' && isDash(text));
    const cells = new Map(row.filled.filter(isSaid).map((cell) => [cell.field, cell]));
    const decides: Partial<Record<Decision, string>> = {};
    for (const field of decisions) {
      const cell = cells.get(field);
      if (cell === undefined) continue;
      const problem = await whyUnknown(field, cell.text, { kind, cards });
      if (problem !== undefined) {
        throw usageFailure(`${cellPlace(source.name, row, cell.header)}: ${problem}`, {
          hint: 'Nothing was sent.',
        });
      }
      decides[field] = cell.text;
    }
    const when = conditions.flatMap((field) => {
      const wanted = foldSpaces(cells.get(field)?.text ?? '');
      return wanted === '' ? [] : [[field, wanted] as const];
    });
    rules.push({ when, decides });
  }
  return rules;
}

async function whyUnknown(
  field: Decision,
  text: string,
  { kind, cards }: Omit<RulesOptions, 'reading'>,
): Promise<string | undefined> {
  if (field === 'card') {
    const choice = cardIn(text, await cards());
    return 'problem' in choice ? choice.problem : undefined;
  }
  if (field === 'status' && statusMeant(text, kind.statuses) === undefined) {
    return `"${text}" is not a status; use one of ${kind.statuses.join(', ')}`;
  }
  if (field === 'earnRate' && typeof readRate(text) !== 'number') {
    return `"${text}" is not an earn rate`;
  }
  return undefined;
}

/** What the first rule that fits decides about a row; texts as `foldSpaces` has them. */
export function decided(
  rules: Rules,
  textOf: (field: Condition) => string,
): Readonly<Partial<Record<Decision, string>>> {
  const texts = new Map<Condition, string>();
  const holds = ([field, wanted]: readonly [Condition, string]) => {
    const text = texts.get(field) ?? textOf(field);
    texts.set(field, text);
    return text.includes(wanted);
  };
  return rules.find(({ when }) => when.every(holds))?.decides ?? {};
}

/** A row that is read, with what a rule or its own cells say about its order. */
export interface DecidedRow {
  readonly row: SheetRow;
  readonly said: Readonly<Partial<Record<Decision, Said>>>;
}

interface Said {
  readonly text: string;
  readonly byRule: boolean;
}

export interface SiftedRows {
  readonly rows: readonly DecidedRow[];
  readonly skipped: Readonly<Record<SkipReason, number>>;
}

const cancelled =
  /^(?:(?:order|item|auto)?(?:cancell?ed|cancel$|cxld?$)|(?:pedido|articulo)?(?:cancelad[oa]|anulad[oa])|storniert|(?:commande|article)?annulee?)/;

function isCancelled(row: SheetRow, layout: Layout | undefined): boolean {
  const status = headerName(row.text('status'));
  return cancelled.test(status) || layout?.alsoCancelled?.includes(status) === true;
}

/** What the cell of a row says, if anything. */
function ownText(row: SheetRow, field: Decision, layout: Layout | undefined): string | undefined {
  const text = row.text(field);
  const plain = plainName(text);
  if (field === 'status') return layout === undefined ? text || undefined : undefined;
  if (field !== 'group') return text || undefined;
  if (isDash(row.cell('group')?.text ?? '') || layout?.notMine?.includes(plain)) return notMine;
  return layout?.noGroup?.includes(plain) ? undefined : text || undefined;
}

/**
 * The texts that rules look at. A row without one has that of its order's other rows, if they agree:
 * an order's own fields may be on any of its rows.
 */
function conditionTexts(rows: readonly SheetRow[], { defaults }: PlanOptions, sheet: Sheet) {
  const usual = { shipTo: '', account: defaults.account ?? '', retailer: sheet.retailer ?? '' };
  /** What the rows of each order say: one text, or none if they say several. */
  const said = new Map<string, string>();
  for (const row of rows) {
    if (row.orderNumber === '') continue;
    for (const field of conditions) {
      const text = foldSpaces(row.text(field));
      const key = `${field} ${row.orderNumber}`;
      if (text !== '') said.set(key, [text, undefined].includes(said.get(key)) ? text : '');
    }
  }
  return (row: SheetRow) => (field: Condition) =>
    foldSpaces(row.text(field)) ||
    said.get(`${field} ${row.orderNumber}`) ||
    foldSpaces(usual[field]);
}

/** Leaves out the rows that make no orders, and decides whose the others are. */
export function sift(sheet: Sheet, options: PlanOptions): SiftedRows {
  const { layout, isRejects } = sheet;
  const skipped = { not_mine: 0, cancelled: 0, no_quantity: 0 };
  const present = sheet.rows.filter((row) => {
    if (row.problem?.code === 'too_many_cells') return true;
    const reason = isCancelled(row, layout)
      ? 'cancelled'
      : readCount(row.text('quantity')) === 0
        ? 'no_quantity'
        : undefined;
    if (reason !== undefined) skipped[reason]++;
    return reason === undefined;
  });
  const { rules = [] } = options;
  const textsOf = conditionTexts(rules.length === 0 ? [] : present, options, sheet);
  const rows = present.flatMap((row): readonly DecidedRow[] => {
    const rule = decided(rules, textsOf(row));
    const said: Partial<Record<Decision, Said>> = {};
    for (const field of decisions) {
      const own = ownText(row, field, layout);
      const ruled = rule[field];
      const byRule = ruled !== undefined && !(isRejects && own !== undefined);
      const text = byRule ? ruled : own;
      if (text !== undefined) said[field] = { text, byRule };
    }
    if (!isDash(said.group?.text ?? options.defaults.group ?? '')) return [{ row, said }];
    skipped.not_mine++;
    return [];
  });
  return { rows, skipped };
}
