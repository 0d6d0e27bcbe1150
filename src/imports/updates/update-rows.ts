import { readChoice } from '../../cli/flag';
import { usageFailure } from '../../failure';
import type { MoneyUnit } from '../../formats';
import { plainName } from '../../lib/fold';
import { isObject, parseJson, whyNotJson } from '../../lib/json';
import { closest } from '../../lib/suggest';
import { orderColumns, shownColumns } from '../../mirror/columns';
import { checkBody, columnLabels, type FieldLabels } from '../../orders/body-issues';
import { flagKey, readClear } from '../../orders/fields';
import { fileMoney, moneyCells } from '../../orders/file-money';
import type { OrderBody, OrderField, OrderKind } from '../../orders/kinds';
import { readId, readReference } from '../../orders/lookup';
import { orderView } from '../../orders/view';
import { unitOf } from '../../tabular/amount';
import { plainIdentifier } from '../../tabular/cells';
import { type ColumnMap, type FieldNames, namedBy } from '../../tabular/header';
import { type OrderColumn, orderSpellings } from '../../tabular/order-columns';
import {
  type FileRows,
  openRows,
  type RowOptions,
  surplusColumns,
  type TableCell,
  type TableRow,
} from '../../tabular/rows';
import type { TableSource } from '../../tabular/table';
import type { Draft, Problem } from '../../upload/spec';
import { rowProblem } from '../row-problem';
import { type CellReading, orProblem, readDayCell, readFieldCell, refuseCodes } from './row-fields';

/** What a row of a file changes: an order, and the body to send for it. */
export interface UpdateItem {
  /** Id or order number, as in the file. */
  readonly order: string;
  readonly body: OrderBody;
  /** Update the order only if it is now in one of these statuses, which the change was based on. */
  readonly ifStatus?: readonly string[];
  /** Statuses in which the order is left as it is: they are beyond the change. */
  readonly unlessStatus?: readonly string[];
}

export interface UpdateReading extends Pick<CellReading, 'kind' | 'dateOrder'> {
  /** The unit of money, if the user named it. */
  readonly money: MoneyUnit | undefined;
  /** How to read the file, with `--map` as typed. */
  readonly reading?: RowOptions['reading'];
  readonly by: 'id' | 'number' | undefined;
  /** Fields that an empty cell clears; in any other column an empty cell changes nothing. */
  readonly clear: readonly OrderField[];
}

export interface UpdateRows {
  readonly header: readonly string[];
  /** The column of each field in the file. */
  readonly fields: ReadonlyMap<string, string>;
  /** How to read the order names: by number if the column says so. */
  readonly by: UpdateReading['by'];
  /** Columns for the service's read-only fields, as the file names them. */
  readonly ignored: readonly string[];
  readonly drafts: readonly Draft<UpdateItem>[];
}

const orderColumn = 'order';
const itemsColumn = 'orderLineItems';
const clearColumn = 'clear';
const statusColumn = 'ifStatus';
const numberField = 'orderNumber';

/** The order number's own names: besides `order` or `id`, only these give an order a new number. */
const numberNames = ['order-number', 'number'];

/** Columns that can name the order: the first one in the file does; the others are plain fields. */
const orderHeaders: readonly FieldNames[] = [
  { field: orderColumn, names: [] },
  { field: 'id', names: [] },
  {
    ...orderSpellings.orderNumber,
    field: numberField,
    names: [...numberNames, ...orderSpellings.orderNumber.names],
  },
];

/** What a query of the mirror's orders prints: in dollars the names don't say cents. */
const viewColumns = Object.keys(shownColumns(orderColumns)).flatMap((column) => [
  ...new Set([column, column.replace(/_cents$/, '')]),
]);

/** The columns for the fields that an update sets: the service's names, waybill's and people's. */
function updateFields(kind: OrderKind): readonly FieldNames[] {
  return kind.fields.map(({ field, flag, column = flag }) => {
    const spelled = orderSpellings[flagKey(flag) as OrderColumn];
    if (field === numberField) return { field, names: numberNames };
    return { ...spelled, field, names: [flag, column, ...spelled.names] };
  });
}

/** The fields that an export contains but an update does not take. */
function readOnlyFields(kind: OrderKind, header: readonly string[]): readonly string[] {
  const taken = updateFields(kind).flatMap(({ field, names }) => [field, ...names]);
  const known = new Set([itemsColumn, ...taken].map(plainName));
  const isOther = (field: string) => !known.has(plainName(field));
  const own = Object.keys(orderView(kind).fields).filter(
    (field) => isOther(field) && !field.startsWith(`${itemsColumn}.`),
  );
  for (const field of own) known.add(plainName(field));
  return [...own, ...viewColumns.filter((one) => header.includes(one) && isOther(one))];
}

/** The column that names the order: before the header is known, any of them. */
function namingColumn(header: readonly string[], map: ColumnMap | undefined): FieldNames {
  if (header.length > 0 && map?.has(orderColumn)) return { field: orderColumn, names: [] };
  const naming = orderHeaders.find((one) => namedBy(header, [one]) > 0);
  const [first = { field: orderColumn, names: [] }, ...others] = naming ? [naming] : orderHeaders;
  const all = [first, ...others];
  return {
    ...(all.at(-1) ?? first),
    field: orderColumn,
    names: all.flatMap(({ field, names }) => [field, ...names]),
  };
}

/** The columns that a file with this header may have. */
function updateColumns(
  kind: OrderKind,
  header: readonly string[],
  map?: ColumnMap,
): readonly FieldNames[] {
  const naming = namingColumn(header, map);
  const isOther = (field: string) => !naming.names.includes(field);
  return [
    { ...naming, required: true },
    ...updateFields(kind).filter(({ field }) => isOther(field)),
    { field: itemsColumn, names: ['items'] },
    { field: clearColumn, names: [] },
    { field: statusColumn, names: ['if-status'] },
    ...readOnlyFields(kind, header)
      .filter(isOther)
      .map((field) => ({ field, names: [] })),
  ];
}

/**
 * The unit of the file's money. Under the fields' own names it is cents unless the user named
 * another; a person's sheet must show it, or the user say it.
 */
function unitIn(
  rows: readonly TableRow[],
  {
    name,
    fields,
    kind,
    money,
  }: Pick<UpdateReading, 'kind' | 'money'> & Pick<FileRows, 'fields'> & { readonly name: string },
): MoneyUnit {
  const columns = kind.fields.filter(({ field, type }) => type === 'money' && fields.has(field));
  const headerOf = ({ field }: OrderField) => fields.get(field) ?? field;
  const inCents = columns.find((one) => one.column === headerOf(one));
  if (inCents !== undefined && money === 'dollars') {
    throw usageFailure(
      `${name}: column "${headerOf(inCents)}" says that its amounts are in cents`,
      {
        hint: 'Use --money cents. Nothing was sent.',
      },
    );
  }
  const isOwn = (one: OrderField) =>
    [one.field, one.flag, one.column].includes(headerOf(one).toLowerCase());
  const other = columns.find((one) => !isOwn(one));
  if (other === undefined || money !== undefined) return money ?? 'cents';
  const isMixed = columns.some(isOwn) || fields.has(itemsColumn);
  const unit = unitOf(moneyCells(rows, kind), { isOwn: false, given: money });
  if (unit === 'dollars' && !isMixed) return unit;
  throw usageFailure(`${name}: are the amounts in column "${headerOf(other)}" dollars or cents?`, {
    hint: 'Say so with --money dollars or --money cents. Nothing was sent.',
  });
}

function parseItems({ text, header }: TableCell): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw usageFailure(`column ${header} ${whyNotJson(error)}`);
  }
}

/** Reads line items from a csv cell, with money in the file's unit. Leaves out nulls. */
function readItems(cell: TableCell, { kind, readMoney }: CellReading, unit: MoneyUnit): unknown {
  const items = parseItems(cell);
  if (!Array.isArray(items)) return items;
  const isMoney = new Set<string>(
    kind.items.filter(({ type }) => type === 'money').map(({ field }) => field),
  );
  const readMember = ([name, value]: [string, unknown]) => {
    if (unit === 'cents' || !isMoney.has(name) || typeof value !== 'number') return [name, value];
    // The shortest text of a number has the same digits as the file.
    const amount = { text: String(value), isNumber: true };
    return [name, readMoney(amount, `column ${cell.header} ${name}`)];
  };
  return items.map((item) =>
    isObject(item)
      ? Object.fromEntries(
          Object.entries(item)
            .filter(([, value]) => value !== null)
            .map(readMember),
        )
      : item,
  );
}

/** The words in a cell of several. */
function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,;|]+/).filter((word) => word !== '');
}

interface Reader {
  readonly reading: UpdateReading & CellReading;
  readonly unit: MoneyUnit;
  /** The fields in the file, each with its header. */
  readonly fields: ReadonlyMap<string, string>;
  /** Fields in the file that an update does not take. */
  readonly readOnly: readonly string[];
}

function readBody(row: TableRow, { reading, unit, fields }: Reader): OrderBody {
  const { kind } = reading;
  const body: OrderBody = {};
  let time: string | undefined;
  for (const cell of row.filled) {
    const field = kind.fields.find((one) => one.field === cell.field);
    if (cell.field === itemsColumn) body[itemsColumn] = readItems(cell, reading, unit);
    if (field === undefined) continue;
    const value = readFieldCell(field, cell, reading);
    if (value !== undefined) body[field.field] = value;
    if (field.type === 'date') time = readDayCell(cell, reading)?.time;
  }
  const clear = row.filled.find(({ field }) => field === clearColumn);
  for (const { field } of readClear(wordsOf(clear?.text ?? ''), `column ${clear?.header}`, kind)) {
    if (body[field] !== undefined) {
      throw usageFailure(
        `column ${clear?.header} clears ${field}, but the row also has a value for it`,
      );
    }
    body[field] = null;
  }
  for (const { field } of reading.clear) if (fields.has(field)) body[field] ??= null;
  // A date with a time has it too, unless the row says otherwise.
  if (time !== undefined && body.orderTime === undefined) body.orderTime = time;
  return body;
}

/** The statuses of the row, one of which the order must have. */
function readIfStatus(row: TableRow, { reading: { kind } }: Reader): Pick<UpdateItem, 'ifStatus'> {
  const cell = row.filled.find(({ field }) => field === statusColumn);
  if (cell === undefined) return {};
  const words = wordsOf(cell.text);
  return {
    ifStatus: words.map((word) => readChoice(word, `column ${cell.header}`, kind.statuses)),
  };
}

function labelsOf({ filled }: TableRow, { reading }: Reader): FieldLabels {
  return columnLabels(
    reading.kind,
    filled.map(({ field, header }) => [field, header]),
  );
}

async function toDraft(row: TableRow, reader: Reader): Promise<Draft<UpdateItem>> {
  const { by } = reader.reading;
  const cell = row.filled.find(({ field }) => field === orderColumn);
  const typed = plainIdentifier(cell?.text ?? '');
  // One id in two spellings is one order.
  const order = (by === 'number' ? undefined : readId(typed)) ?? typed;
  const read = await orProblem(async () => {
    const body = readBody(row, reader);
    if (order === '') throw usageFailure(`column ${reader.fields.get(orderColumn)} is empty`);
    readReference(order, by);
    // An empty body is a row that leaves its order unchanged; nothing is sent for it.
    if (Object.keys(body).length > 0) {
      await checkBody('update', { body, labels: labelsOf(row, reader) });
    }
    return { body, ...readIfStatus(row, reader) };
  });
  const wish = 'value' in read ? read.value : { body: {} };
  const isSent = (field: string) => !reader.readOnly.includes(field);
  const invalid = rowProblem(row, isSent) ?? ('problem' in read ? read.problem : undefined);
  return { line: row.line, item: { order, ...wish }, cells: row.cells, invalid };
}

/**
 * Equal for rows that make the same change: two different changes to one order are both invalid.
 */
export function updateIdentity({ order, body, ifStatus }: UpdateItem): string {
  return JSON.stringify([order, body, ifStatus]);
}

/** Rows are sent concurrently, so of two that change one order either could be applied last. */
export function contradiction(
  draft: Draft<UpdateItem>,
  seen: Map<string, Draft<UpdateItem>>,
): Problem | undefined {
  const { order, body } = draft.item;
  if (Object.keys(body).length === 0) return undefined;
  const first = seen.get(order);
  if (first === undefined) {
    seen.set(order, draft);
    return undefined;
  }
  if (updateIdentity(first.item) === updateIdentity(draft.item)) return undefined;
  const message = `line ${first.line} changes the same order: put both in one row`;
  return { code: 'order_repeated', message };
}

/**
 * Reads a file of updates, one per row: a column that names the order, and any of the service's
 * fields. Throws a usage failure for an unusable header; an unusable row carries its own problem.
 */
export async function readUpdateRows(
  source: TableSource,
  asked: UpdateReading,
): Promise<UpdateRows> {
  const { kind, clear } = asked;
  const { name } = source;
  let columns: readonly FieldNames[] = [];
  const { header, fields, rows } = await openRows(source, {
    reading: asked.reading,
    exported: new Set([
      ...[...Object.keys(orderView(kind).fields), ...viewColumns, clearColumn, statusColumn],
    ]),
    columns: (all, map) => {
      columns = updateColumns(kind, all, map);
      return columns;
    },
    whenMissing: 'Name the order of each row in a column called order, orderNumber or id.',
    nearest: closest,
    refuse: (all) => refuseCodes(all, name),
  });
  for (const { field, flag } of clear) {
    if (fields.has(field)) continue;
    throw usageFailure(`--clear ${flag}: ${name} has no column ${field}`, {
      hint: 'With --csv, --clear names columns whose empty cells clear the field.',
    });
  }
  const isNumber = columns.some(
    ({ field, names }) => field === orderColumn && names.includes(numberField),
  );
  const by = asked.by ?? (isNumber ? 'number' : undefined);
  const all: TableRow[] = [];
  for await (const row of rows) all.push(row);
  const unit = unitIn(all, { name, fields, ...asked });
  const reading = { ...asked, by, readMoney: fileMoney(all, { kind, unit }) };
  const readOnly = readOnlyFields(kind, [...fields.values()]).filter((field) => fields.has(field));
  const seen = new Map<string, Draft<UpdateItem>>();
  const drafts: Draft<UpdateItem>[] = [];
  for (const row of all) {
    const draft = await toDraft(row, { reading, unit, fields, readOnly });
    drafts.push({ ...draft, invalid: draft.invalid ?? contradiction(draft, seen) });
  }
  return {
    header: [...header, ...surplusColumns(header, all)],
    ...{ fields, by, ignored: readOnly, drafts },
  };
}
