import { limits } from '../../../contract/limits';
import { routes } from '../../../contract/routes';
import { usageFailure } from '../../../failure';
import type { MoneyUnit } from '../../../formats';
import { groupBy } from '../../../lib/group-by';
import { closest } from '../../../lib/suggest';
import { grouped } from '../../../lib/words';
import { plainIdentifier } from '../../../tabular/cells';
import { openRows, type RowOptions, type TableCell, type TableRow } from '../../../tabular/rows';
import type { TableSource } from '../../../tabular/table';
import { rowProblem } from '../../../upload/row-problem';
import type { Draft, Problem } from '../../../upload/spec';
import { checkBody, FieldLabels } from '../body-issues';
import { fileMoney } from '../file-money';
import type { OrderBody, OrderField, OrderKind } from '../kinds';
import type { LineItemInput } from '../line-item';
import { itemColumns, readItemCell } from '../list-files';
import {
  type CellReading,
  fieldColumns,
  orProblem,
  readFieldCell,
  refuseCodes,
} from './row-fields';

/** A line item of an order to create, with the order's fields from its row. */
export interface CreateItem {
  readonly orderNumber: string;
  /** Order fields that the row sets; the rows of one order must agree, or leave them empty. */
  readonly order: OrderBody;
  readonly item: LineItemInput;
}

interface RowDraft {
  readonly row: TableRow;
  readonly read: CreateItem;
  readonly invalid: Problem | undefined;
}

const numberField = 'orderNumber';

/** The body that creates an order from these rows. */
export function createBody(items: readonly CreateItem[]): OrderBody {
  return {
    ...items.reduce((all, { order }) => Object.assign(all, order), {}),
    orderLineItems: items.map(({ item }) => item),
  };
}

/** The value of a new order's field. An update must be able to restore odd identifiers; a new order has none. */
function newValue(
  field: OrderField,
  cell: TableCell,
  reading: CellReading,
): string | number | undefined {
  const value = readFieldCell(field, cell, reading);
  const isIdentifier = field.field === numberField || field.type === 'group';
  return isIdentifier && typeof value === 'string' ? plainIdentifier(value) : value;
}

function readRow(row: TableRow, reading: CellReading, numberHeader: string): CreateItem {
  const order: OrderBody = {};
  const item: Record<string, unknown> = {};
  for (const cell of row.filled) {
    const field = reading.kind.fields.find((one) => one.field === cell.field);
    if (field !== undefined) {
      const value = newValue(field, cell, reading);
      if (value !== undefined) order[field.field] = value;
    } else item[cell.field] = readItemCell(cell, `column ${cell.header}`, reading);
  }
  const { orderNumber } = order;
  if (typeof orderNumber === 'string' && orderNumber !== '') return { orderNumber, order, item };
  throw usageFailure(`column ${numberHeader} is empty`);
}

async function toRowDraft(
  row: TableRow,
  reading: CellReading,
  numberHeader: string,
): Promise<RowDraft> {
  const read = await orProblem(async () => readRow(row, reading, numberHeader));
  if ('value' in read) return { row, read: read.value, invalid: rowProblem(row) };
  // The number still identifies the order, which must not be created without this row.
  const cell = row.filled.find(({ field }) => field === numberField);
  const orderNumber = plainIdentifier(cell?.text ?? '');
  const nothing = { orderNumber, order: {}, item: {} };
  return { row, read: nothing, invalid: rowProblem(row) ?? read.problem };
}

/** The column for a field, as the file calls it. */
function headerOf(field: string, { row }: RowDraft): string {
  return row.filled.find((cell) => cell.field === field)?.header ?? field;
}

/** The problem if two rows of one order have different values for a field of it. */
function contradiction(drafts: readonly RowDraft[]): Problem | undefined {
  const said = new Map<string, RowDraft>();
  for (const draft of drafts) {
    for (const [field, value] of Object.entries(draft.read.order)) {
      const other = said.get(field);
      if (other === undefined) said.set(field, draft);
      else if (other.read.order[field] !== value) {
        const lines = `${other.row.line} and ${draft.row.line}`;
        return {
          code: 'contradiction',
          message: `lines ${lines} are the same order but have different values for ${headerOf(field, draft)}`,
        };
      }
    }
  }
  return undefined;
}

/**
 * Labels each field of an order with its line and column, for a message about one of its rows: the
 * message names that row's own line already.
 */
function labelsOf(
  drafts: readonly RowDraft[],
  { kind }: CellReading,
  about: RowDraft,
): FieldLabels {
  const labels = new FieldLabels(kind);
  const lineOf = (draft: RowDraft) => (draft === about ? [] : [`line ${draft.row.line}`]);
  const place = (field: string, draft: RowDraft) =>
    [...lineOf(draft), `column ${headerOf(field, draft)}`].join(', ');
  for (const draft of [...drafts].reverse()) {
    for (const field of Object.keys(draft.read.order)) labels.set(field, place(field, draft));
  }
  for (const [index, draft] of drafts.entries()) {
    labels.set(`orderLineItems.${index}`, ([member]) =>
      member === undefined ? (lineOf(draft)[0] ?? 'the row') : place(member, draft),
    );
  }
  return labels;
}

/** What keeps the order of a row from being created, as far as the file shows. */
async function orderProblem(
  about: RowDraft,
  drafts: readonly RowDraft[],
  reading: CellReading,
): Promise<Problem | undefined> {
  const broken = drafts.find(({ invalid }) => invalid !== undefined);
  if (broken !== undefined) {
    const { line } = broken.row;
    const message =
      broken.read.orderNumber === ''
        ? `line ${line} may belong to the same order, but has no order number`
        : `line ${line} belongs to the same order and is not valid`;
    return { code: 'order_incomplete', message };
  }
  const { maximum } = limits.orderLineItems;
  if (drafts.length > maximum) {
    const message = `${drafts.length} rows have this order number, but an order has at most ${maximum} line items`;
    return { code: 'too_many_items', message };
  }
  const contradicting = contradiction(drafts);
  if (contradicting !== undefined) return contradicting;
  const body = createBody(drafts.map(({ read }) => read));
  const labels = labelsOf(drafts, reading, about);
  const checked = await orProblem(() =>
    checkBody(routes[reading.kind.create].body, body, { labels }),
  );
  return 'problem' in checked ? checked.problem : undefined;
}

/** Groups rows by order number, wherever they are in the file, in the order of each first row. */
export function groupRows<T extends { readonly item: CreateItem }>(
  rows: Iterable<T>,
): readonly (readonly T[])[] {
  return [...groupBy(rows, ({ item }) => item.orderNumber).values()];
}

/** The number of repeated lines named one by one. */
const mostNamed = 5;

/**
 * A warning about lines that repeat an earlier line of their order, with rows of another order
 * between them: a block of rows was probably copied. Identical lines in a row may well be meant.
 */
export function repetitionWarning(
  name: string,
  drafts: readonly Pick<Draft<CreateItem>, 'line' | 'item' | 'cells'>[],
): string | undefined {
  const seen = new Map<string, { readonly line: number; readonly run: number }>();
  const repeated: string[] = [];
  let run = 0;
  for (const [index, { line, item, cells }] of drafts.entries()) {
    if (item.orderNumber !== drafts[index - 1]?.item.orderNumber) run++;
    if (item.orderNumber === '') continue;
    const key = JSON.stringify([item.orderNumber, ...cells]);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, { line, run });
    else if (first.run !== run) repeated.push(`line ${line} repeats line ${first.line}`);
  }
  if (repeated.length === 0) return undefined;
  const more = repeated.length - mostNamed;
  const named = [
    ...repeated.slice(0, mostNamed),
    ...(more > 0 ? [`and ${grouped(more)} more`] : []),
  ].join(', ');
  return `${name}: ${named}. Each becomes one more line item of its order: if the rows were copied by mistake, remove them.`;
}

export interface CreateReading extends Pick<CellReading, 'kind'> {
  readonly unit: MoneyUnit;
  /** How to read the file, with `--map` as typed. */
  readonly reading?: RowOptions['reading'];
}

export interface CreateRows {
  readonly header: readonly string[];
  /** The column of each field in the file. */
  readonly headers: ReadonlyMap<string, string>;
  readonly drafts: readonly Draft<CreateItem>[];
}

/** What a line below the orders says, besides its sums. */
const totals = /^(?:grand |sub-?)?totals?\b/i;

/** Where a row ends: a cell may have several lines. */
function lastLineOf({ line, cells }: TableRow): number {
  return line + cells.join('').split('\n').length - 1;
}

/**
 * The order number of each row. A row of a line item and nothing else, right below another row, may
 * belong to that row's order.
 */
function nearestNumbers(drafts: readonly RowDraft[], { fields }: OrderKind) {
  const numbers = new Map<RowDraft, string>();
  let last = '';
  let end = 0;
  for (const draft of drafts) {
    const { row, read } = draft;
    const continues =
      row.line === end + 1 &&
      row.filled.every(
        ({ field, text }) => fields.every((one) => one.field !== field) && !totals.test(text),
      );
    last = read.orderNumber || (continues ? last : '');
    end = lastLineOf(row);
    numbers.set(draft, last);
  }
  return (draft: RowDraft) => numbers.get(draft) ?? '';
}

/**
 * Reads a file of orders to create: one row per line item, and "rows with one `orderNumber` make
 * one order". Throws a usage failure for an unusable header, and for dollars where cents
 * are expected; an unusable row carries its own problem.
 */
export async function readCreateRows(
  source: TableSource,
  { kind, unit, reading: how }: CreateReading,
): Promise<CreateRows> {
  const { header, fields, rows } = await openRows(source, {
    reading: how,
    columns: [...fieldColumns(kind), ...itemColumns(kind)].map((one) => ({
      ...one,
      required: one.field === numberField,
    })),
    whenMissing: 'Rows with the same order number make one order.',
    nearest: closest,
    refuse: (all) => refuseCodes(all, source.name),
  });
  const numberHeader = fields.get(numberField) ?? numberField;
  const all: TableRow[] = [];
  for await (const row of rows) all.push(row);
  const reading = { kind, readMoney: fileMoney(all, { kind, unit }), dateOrder: 'mdy' } as const;
  const read: RowDraft[] = [];
  for (const row of all) read.push(await toRowDraft(row, reading, numberHeader));
  const problems = new Map<RowDraft, Problem>();
  for (const [orderNumber, group] of groupBy(read, nearestNumbers(read, kind))) {
    if (orderNumber === '') continue;
    for (const draft of group) {
      const problem = await orderProblem(draft, group, reading);
      // An order is either complete or not: the first row speaks for the others.
      if (problem === undefined) break;
      problems.set(draft, problem);
    }
  }
  return {
    header,
    headers: fields,
    drafts: read.map((draft) => ({
      line: draft.row.line,
      item: draft.read,
      cells: draft.row.cells,
      invalid: draft.invalid ?? problems.get(draft),
    })),
  };
}
