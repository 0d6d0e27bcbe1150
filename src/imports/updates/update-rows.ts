import { columnOf } from '../../contract/fields';
import { cardHeader, cardShown } from '../../contract/named';
import { Failure, usageFailure } from '../../failure';
import type { MoneyUnit } from '../../formats';
import { daysBetween } from '../../lib/days';
import { checkBody, columnLabels } from '../../orders/body-issues';
import type { OrderBody, OrderField, OrderKind } from '../../orders/kinds';
import { readOrderId, readReference } from '../../orders/lookup';
import { plainIdentifier } from '../../tabular/cells';
import {
  type Column,
  cellSentence,
  dollarsIn,
  type FileFacts,
  fileFacts,
  isFault,
  nestedDollars,
  unitOfRows,
} from '../../tabular/column';
import type { DateOrder, Moment } from '../../tabular/date';
import type { TableSource } from '../../tabular/record';
import { type HeldRows, type RowOptions, readTable, type TableRow } from '../../tabular/rows';
import type { Draft, Problem } from '../../upload/spec';
import { refuseCodes } from '../orders/columns';
import {
  clearColumn,
  exportedColumns,
  itemsColumn,
  numberField,
  orderColumn,
  statusColumn,
  unread,
  updateColumns,
} from './columns';

/** The change that a row of a file makes: an order, and the body to send for it. */
export interface UpdateItem {
  /** Id or order number, as in the file. */
  readonly order: string;
  readonly body: OrderBody;
  /** Update the order only if it is now in one of these statuses, which the change was based on. */
  readonly ifStatus?: readonly string[];
  /** Statuses in which the order is left as it is: they are beyond the change. */
  readonly unlessStatus?: readonly string[];
}

interface UpdateReading {
  readonly kind: OrderKind;
  readonly dateOrder: DateOrder | undefined;
  /** Today's date: an order of a day after tomorrow is a slip. */
  readonly today: string;
  /** The unit of money, if the user named it. */
  readonly money: MoneyUnit | undefined;
  /** The way to read the file, with `--map` as typed. */
  readonly reading?: RowOptions['reading'];
  readonly by: 'id' | 'number' | undefined;
  /** Fields that an empty cell clears; in any other column an empty cell changes nothing. */
  readonly clear: readonly OrderField[];
}

/** The unit of the file's money, by the names of its columns. */
function unitIn({ name, fields, rows }: HeldRows, { kind, money }: UpdateReading): MoneyUnit {
  const columns = kind.fields.filter(({ field, type }) => type === 'money' && fields.has(field));
  const headerOf = ({ field }: OrderField) => fields.get(field) ?? field;
  const inCents = columns.find((one) => columnOf(one) === headerOf(one));
  if (inCents !== undefined && money === 'dollars') {
    throw usageFailure(
      `${name}: column "${headerOf(inCents)}" says that its amounts are in cents`,
      { hint: 'Use --money cents. Nothing was sent.' },
    );
  }
  const isOwn = (one: OrderField) =>
    [one.field, one.flag, columnOf(one)].includes(headerOf(one).toLowerCase());
  const others = columns.filter((one) => !isOwn(one));
  const isMixed = others.length < columns.length || fields.has(itemsColumn);
  const itemMoney = kind.items.flatMap(({ type, field }) => (type === 'money' ? [field] : []));
  return unitOfRows(rows, {
    name,
    given: money,
    // Amounts of the line items in a cell of JSON count as well.
    shows: (cell) =>
      cell.field === itemsColumn ? nestedDollars(cell.text, itemMoney) : dollarsIn(cell),
    names: others.length === 0 ? 'own' : isMixed ? 'mixed' : 'other',
    isMoney: (field) => field === itemsColumn || columns.some((one) => one.field === field),
  });
}

interface Reader extends Pick<HeldRows<Column>, 'types' | 'fields'> {
  readonly reading: UpdateReading;
  readonly facts: FileFacts;
  /** Fields in the file that an update does not take. */
  readonly readOnly: readonly string[];
}

/** The values of a row, by field. */
type Said = ReadonlyMap<string, unknown>;

function readBody(said: Said, { reading: { kind, clear, today }, fields }: Reader): OrderBody {
  const body: OrderBody = {};
  const { day, time } = (said.get('orderDate') ?? {}) as Partial<Moment>;
  if (day !== undefined && daysBetween(today, day) > 1)
    throw usageFailure(`column "${fields.get('orderDate')}" is ${day}, a day after tomorrow`);
  for (const field of [...kind.fields.map((one) => one.field), itemsColumn]) {
    const value = field === 'orderDate' ? day : said.get(field);
    if (value !== undefined) body[field] = value;
  }
  for (const { field } of (said.get(clearColumn) ?? []) as readonly OrderField[]) {
    if (body[field] !== undefined) {
      throw usageFailure(
        `column ${fields.get(clearColumn)} clears ${field}, but the row also has a value for it`,
      );
    }
    body[field] = null;
  }
  for (const { field } of clear) if (fields.has(field)) body[field] ??= null;
  // A date with a time has it too, unless the row says otherwise.
  if (time !== undefined && body.orderTime === undefined) body.orderTime = time;
  return body;
}

/** The values in the cells of a row, or the problem of the first cell that can't be read. */
function saidIn(row: TableRow, { types, facts }: Reader): Said | Problem {
  const said = new Map<string, unknown>();
  for (const cell of row.cellsOf()) {
    const read = types.get(cell.field)?.read(cell, facts);
    if (read === undefined) continue;
    if (isFault(read)) return { code: read.code, message: cellSentence(cell, read) };
    const before = said.get(cell.field);
    const adds = typeof before === 'number' && typeof read.value === 'number';
    said.set(cell.field, adds ? before + read.value : (read.value ?? before));
  }
  return said;
}

/** The problem of a row, in a failure's words. */
function problemOf(error: unknown): Problem {
  if (!(error instanceof Failure)) throw error;
  const issues = (error.issues ?? []).map(({ path, message }) => `${path} ${message}`);
  const words = [error.message, error.hint].filter((one) => one !== undefined);
  return { code: 'invalid', message: issues.length === 0 ? words.join('. ') : issues.join('; ') };
}

async function toDraft(row: TableRow, reader: Reader): Promise<Draft<UpdateItem>> {
  const { kind, by } = reader.reading;
  const typed = plainIdentifier(row.cell(orderColumn)?.text ?? '');
  // One id in two spellings is one order.
  const order = (by === 'number' ? undefined : readOrderId(typed)) ?? typed;
  const draft = { line: row.line, cells: row.cells };
  const unfit = row.problem((field) => !reader.readOnly.includes(field));
  try {
    const said = saidIn(row, reader);
    if ('code' in said) return { ...draft, item: { order, body: {} }, invalid: unfit ?? said };
    const body = readBody(said, reader);
    if (order === '') throw usageFailure(`column ${reader.fields.get(orderColumn)} is empty`);
    readReference(order, by);
    // An empty body is a row that leaves its order unchanged; nothing is sent for it.
    if (Object.keys(body).length > 0) {
      const named = row.cellsOf().map(({ field, header }) => [field, header] as const);
      await checkBody('update', { body, labels: columnLabels(kind, named) });
    }
    const ifStatus = said.get(statusColumn) as UpdateItem['ifStatus'];
    return { ...draft, item: { order, body, ...(ifStatus && { ifStatus }) }, invalid: unfit };
  } catch (error) {
    return { ...draft, item: { order, body: {} }, invalid: unfit ?? problemOf(error) };
  }
}

/** Equal for rows that make the same change: two different changes to one order are both invalid. */
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
export async function readUpdateRows(source: TableSource, asked: UpdateReading) {
  const { kind, clear } = asked;
  const { name } = source;
  const isExported = exportedColumns(kind);
  const file = await readTable(source, {
    reading: asked.reading,
    isExported,
    columns: (all, map) => updateColumns(kind, all, map),
    whenMissing: () => 'Name the order of each row in a column called order, orderNumber or id.',
    refuse(all) {
      refuseCodes(all, name, kind);
      const tracking = all.find((one) => /track/i.test(one) && !isExported(one));
      if (tracking === undefined) return;
      throw usageFailure(`${name}: an update takes no tracking number, as in "${tracking}"`, {
        hint: `Take the column out, and send it with waybill shipments add --csv ${name}. Nothing was sent.`,
      });
    },
  });
  const { fields, rows, types } = file;
  for (const { field, flag } of clear) {
    if (fields.has(field)) continue;
    throw usageFailure(`--clear ${flag}: ${name} has no column ${field}`, {
      hint: 'With --csv, --clear names columns whose empty cells clear the field.',
    });
  }
  // The order names are read by number if the column says so.
  const isNumber = types.get(orderColumn)?.names.includes(numberField) === true;
  const by = asked.by ?? (isNumber ? 'number' : undefined);
  const unit = unitIn(file, asked);
  const columns = [...types.values()];
  const readOnly = columns.flatMap(({ field, read }) =>
    read === unread.read && fields.has(field) ? [field] : [],
  );
  const facts = fileFacts(rows, columns, { dateOrder: asked.dateOrder, unit });
  const reader = { reading: { ...asked, by }, facts, types, fields, readOnly };
  const ofCard = [fields.get('creditCardId'), fields.get('subCreditCardId')];
  const isCard = file.header.map((one) => ofCard.includes(one) || cardHeader.test(one));
  const seen = new Map<string, Draft<UpdateItem>>();
  const drafts: Draft<UpdateItem>[] = [];
  for (const row of rows) {
    const draft = await toDraft(row, reader);
    const cells = draft.cells.map((cell, at) => (isCard[at] ? cardShown(cell) : cell));
    drafts.push({ ...draft, cells, invalid: draft.invalid ?? contradiction(draft, seen) });
  }
  return { header: [...file.header, ...file.surplus], fields, by, ignored: readOnly, drafts };
}
