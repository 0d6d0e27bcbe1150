import { readChoice } from '../../../cli/flag';
import { readMoneyCell } from '../../../cli/money';
import { routes } from '../../../contract/routes';
import { usageFailure } from '../../../failure';
import { plainName } from '../../../lib/fold';
import { isObject, parseJson, whyNotJson } from '../../../lib/json';
import { closest } from '../../../lib/suggest';
import { plainIdentifier } from '../../../tabular/cells';
import type { FieldNames } from '../../../tabular/header';
import { openRows, type TableCell, type TableRow } from '../../../tabular/rows';
import type { TableSource } from '../../../tabular/table';
import { rowProblem } from '../../../upload/row-problem';
import type { Draft, Problem } from '../../../upload/spec';
import { checkBody, FieldLabels } from '../body-issues';
import { readClear } from '../fields';
import type { OrderBody, OrderField, OrderKind } from '../kinds';
import { readId, readReference } from '../lookup';
import { refuseDollars } from '../refuse-dollars';
import { orderView } from '../view';
import {
  type CellReading,
  fieldColumns,
  orProblem,
  readFieldCell,
  refuseCodes,
} from './row-fields';

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

export interface UpdateReading extends CellReading {
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
  readonly drafts: AsyncIterable<readonly Draft<UpdateItem>[]>;
}

const orderColumn = 'order';
const itemsColumn = 'orderLineItems';
const clearColumn = 'clear';
const statusColumn = 'ifStatus';
const numberField = 'orderNumber';

/** Columns that can name the order: the first one in the file does; the others are plain fields. */
const orderHeaders = [['order'], ['id'], [numberField, 'order-number', 'number']] as const;

/** The fields that an export contains but an update does not take. */
function readOnlyFields(kind: OrderKind): readonly string[] {
  const taken = new Set([itemsColumn, ...kind.fields.map(({ field }) => field)]);
  return Object.keys(orderView(kind).fields).filter(
    (field) => !taken.has(field) && !field.startsWith(`${itemsColumn}.`),
  );
}

/** The columns that a file with this header may have. */
function updateColumns(kind: OrderKind, header: readonly string[]): readonly FieldNames[] {
  const headers = new Set(header.map(plainName));
  const naming = orderHeaders.find((names) => names.some((name) => headers.has(plainName(name))));
  const [first = orderColumn, ...others] = naming ?? [];
  return [
    { field: orderColumn, names: first === orderColumn ? [] : [first, ...others], required: true },
    ...fieldColumns(kind).filter(({ field }) => field !== first),
    { field: itemsColumn, names: ['items'] },
    { field: clearColumn, names: [] },
    { field: statusColumn, names: ['if-status'] },
    ...readOnlyFields(kind)
      .filter((field) => field !== first)
      .map((field) => ({ field, names: [] })),
  ];
}

function parseItems({ text, header }: TableCell): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw usageFailure(`column ${header} ${whyNotJson(error)}`);
  }
}

/** Reads line items from a csv cell, with money in the file's unit. Leaves out nulls. */
function readItems(cell: TableCell, { kind, unit }: CellReading): unknown {
  const items = parseItems(cell);
  if (!Array.isArray(items)) return items;
  const isMoney = new Set<string>(
    kind.items.filter(({ type }) => type === 'money').map(({ field }) => field),
  );
  const readMember = ([name, value]: [string, unknown]) => {
    if (unit === 'cents' || !isMoney.has(name) || typeof value !== 'number') return [name, value];
    // The shortest text of a number has the same digits as the file.
    return [name, readMoneyCell(String(value), `column ${cell.header} ${name}`, unit)];
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
  readonly reading: UpdateReading;
  /** The fields in the file, each with its header. */
  readonly fields: ReadonlyMap<string, string>;
  /** Fields in the file that an update does not take. */
  readonly readOnly: readonly string[];
}

function readBody(row: TableRow, { reading, fields }: Reader): OrderBody {
  const { kind } = reading;
  const body: OrderBody = {};
  for (const cell of row.filled) {
    const field = kind.fields.find((one) => one.field === cell.field);
    if (field !== undefined) body[field.field] = readFieldCell(field, cell, reading);
    else if (cell.field === itemsColumn) body[itemsColumn] = readItems(cell, reading);
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
  const labels = new FieldLabels(reading.kind);
  for (const { field, header } of filled) {
    labels.set(field, (rest) => [`column ${header}`, ...rest].join(' '));
  }
  return labels;
}

async function toDraft(row: TableRow, reader: Reader): Promise<Draft<UpdateItem>> {
  const { kind, by } = reader.reading;
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
      await checkBody(routes[kind.update].body, body, { labels: labelsOf(row, reader) });
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
  let columns: readonly FieldNames[] = [];
  const { header, fields, rows } = await openRows(source, {
    reading: asked.reading,
    exported: new Set([...Object.keys(orderView(kind).fields), clearColumn, statusColumn]),
    columns: (all) => {
      columns = updateColumns(kind, all);
      return columns;
    },
    whenMissing: 'Name the order of each row in a column called order, orderNumber or id.',
    nearest: closest,
    refuse: (all) => refuseCodes(all, source.name),
  });
  for (const { field, flag } of clear) {
    if (fields.has(field)) continue;
    throw usageFailure(`--clear ${flag}: ${source.name} has no column ${field}`, {
      hint: 'With --csv, --clear names columns whose empty cells clear the field.',
    });
  }
  const isNumber = columns.some(
    ({ field, names }) => field === orderColumn && names.includes(numberField),
  );
  const by = asked.by ?? (isNumber ? 'number' : undefined);
  const reading = { ...asked, by };
  const readOnly = readOnlyFields(kind).filter((field) => fields.has(field));
  async function* drafts() {
    const seen = new Map<string, Draft<UpdateItem>>();
    for await (const row of rows) {
      refuseDollars(row, reading);
      const draft = await toDraft(row, { reading, fields, readOnly });
      yield [{ ...draft, invalid: draft.invalid ?? contradiction(draft, seen) }];
    }
  }
  return { header, fields, by, ignored: readOnly, drafts: drafts() };
}
