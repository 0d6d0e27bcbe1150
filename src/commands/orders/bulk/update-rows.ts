import { routes } from '../../../contract/routes';
import { usageFailure } from '../../../failure';
import { parseJson, whyNotJson } from '../../../lib/json';
import { closest } from '../../../lib/suggest';
import { openRows, type TableCell, type TableRow } from '../../../tabular/rows';
import type { TableSource } from '../../../tabular/table';
import type { Draft, Problem } from '../../../upload/spec';
import { checkBody, FieldLabels } from '../body-issues';
import type { OrderBody, OrderField } from '../kinds';
import { readReference } from '../lookup';
import {
  type CellReading,
  fieldColumns,
  orProblem,
  raggedProblem,
  readFieldCell,
  refuseCodes,
} from './row-fields';

/** What a row of a file changes: an order, and what is to be sent for it. */
export interface UpdateItem {
  /** As the file names it: id or order number. */
  readonly order: string;
  readonly body: OrderBody;
  /** Update only an order that is in this status now: what the change was worked out from. */
  readonly expectedStatus?: string;
}

export interface UpdateReading extends CellReading {
  readonly by: 'id' | 'number' | undefined;
  /** Fields that an empty cell empties; an empty cell of any other leaves it alone. */
  readonly clear: readonly OrderField[];
}

export interface UpdateRows {
  readonly header: readonly string[];
  /** Whether rows replace all line items of their orders. */
  readonly replacesItems: boolean;
  readonly drafts: AsyncIterable<readonly Draft<UpdateItem>[]>;
}

const orderColumn = 'order';
const itemsColumn = 'orderLineItems';

function readItems({ text, header }: TableCell): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw usageFailure(`column ${header} ${whyNotJson(error)}`);
  }
}

interface Reader {
  readonly reading: UpdateReading;
  readonly fields: ReadonlySet<string>;
}

function readBody(row: TableRow, { reading, fields }: Reader): OrderBody {
  const body: OrderBody = {};
  for (const cell of row.filled) {
    const field = reading.kind.fields.find((one) => one.field === cell.field);
    if (field !== undefined) body[field.field] = readFieldCell(field, cell, reading);
    else if (cell.field === itemsColumn) body[itemsColumn] = readItems(cell);
  }
  for (const { field } of reading.clear) if (fields.has(field)) body[field] ??= null;
  if (Object.keys(body).length > 0) return body;
  throw usageFailure('The row names nothing to change');
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
  const order = row.filled.find(({ field }) => field === orderColumn)?.text ?? '';
  const read = await orProblem(async () => {
    const body = readBody(row, reader);
    if (order === '') throw usageFailure('column order is empty');
    readReference(order, by);
    await checkBody(routes[kind.update].body, body, { labels: labelsOf(row, reader) });
    return body;
  });
  const body = 'value' in read ? read.value : {};
  const invalid = raggedProblem(row) ?? ('problem' in read ? read.problem : undefined);
  return { line: row.line, item: { order, body }, cells: row.cells, invalid };
}

/** Two rows by which one order is to be updated are the same one or neither of them can be meant. */
export function updateIdentity({ order, body, expectedStatus }: UpdateItem): string {
  return JSON.stringify([order, body, expectedStatus]);
}

/** Rows go out side by side: of two that change one order nobody could say which is the last. */
function contradiction(
  draft: Draft<UpdateItem>,
  seen: Map<string, Draft<UpdateItem>>,
): Problem | undefined {
  const { order } = draft.item;
  const first = seen.get(order);
  if (first === undefined) {
    seen.set(order, draft);
    return undefined;
  }
  if (updateIdentity(first.item) === updateIdentity(draft.item)) return undefined;
  const message = `line ${first.line} changes the same order: put both into one row`;
  return { code: 'order_repeated', message };
}

/**
 * Reads a file of updates: a column `order` and any of the service's fields, an update a row. Throws
 * a usage failure where the header is not acceptable; a row that is not is told with the row.
 */
export async function readUpdateRows(
  source: TableSource,
  reading: UpdateReading,
): Promise<UpdateRows> {
  const { kind, clear } = reading;
  const { header, fields, rows } = await openRows(source, {
    reading: reading.reading,
    columns: [
      { field: orderColumn, names: ['id'], required: true },
      ...fieldColumns(kind),
      { field: itemsColumn, names: [] },
    ],
    whenMissing: 'It names the order of each row, by id or order number.',
    nearest: closest,
    refuse: (all) => refuseCodes(all, source.name),
  });
  for (const { field, flag } of clear) {
    if (fields.has(field)) continue;
    throw usageFailure(`--clear ${flag}: ${source.name} has no column ${field}`, {
      hint: 'With --csv it names columns whose empty cells empty the field.',
    });
  }
  async function* drafts() {
    const seen = new Map<string, Draft<UpdateItem>>();
    for await (const row of rows) {
      const draft = await toDraft(row, { reading, fields });
      yield [{ ...draft, invalid: draft.invalid ?? contradiction(draft, seen) }];
    }
  }
  return { header, replacesItems: fields.has(itemsColumn), drafts: drafts() };
}
