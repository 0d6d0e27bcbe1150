import { readChoice } from '../../cli/flag';
import { columnOf, orderFields } from '../../contract/fields';
import { cardShown, statusMeant } from '../../contract/named';
import { usageFailure } from '../../failure';
import { plainName } from '../../lib/fold';
import { isObject, parseJson, whyNotJson } from '../../lib/json';
import { typedWords } from '../../lib/words';
import { flagKey, readClear } from '../../orders/fields';
import type { OrderField, OrderKind } from '../../orders/kinds';
import { orderView } from '../../orders/view';
import { isNone, plainIdentifier } from '../../tabular/cells';
import {
  type CellType,
  type Column,
  currencyCell,
  exactCell,
  identifierCell,
  isFault,
  momentCell,
  moneyCell,
  rateCell,
  timeCell,
} from '../../tabular/column';
import { namedBy } from '../../tabular/header';
import { retailersIn } from '../../tabular/header-words';
import type { ColumnMap, FieldNames } from '../../tabular/record';
import type { TableCell } from '../../tabular/rows';
import { type OrderColumn, orderSpellings } from '../orders/columns';

export const orderColumn = 'order';
export const itemsColumn = 'orderLineItems';
export const clearColumn = 'clear';
export const statusColumn = 'ifStatus';
export const numberField = 'orderNumber';

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

/** Fields that often hold long numbers, which other programs take for amounts. */
export const numberLike: readonly string[] = ['orderNumber', 'retailerAccount'];

const numberCell: CellType<string> = {
  read(cell, facts) {
    const read = identifierCell.read(cell, facts);
    return isFault(read) ? read : exactCell().read(cell, facts);
  },
};

/** The types of cells, by their field or by its type; for others, text. */
const cellTypes: Readonly<Record<string, CellType<unknown>>> = {
  card: { read: ({ text }) => ({ value: isNone(text) ? undefined : cardShown(text) }) },
  date: momentCell(),
  time: timeCell,
  money: moneyCell('kept'),
  rate: rateCell,
  // People write a discount as what it takes off.
  discount: moneyCell('size'),
  notes: exactCell({ isNoneSaid: true }),
  ...Object.fromEntries(numberLike.map((field) => [field, numberCell])),
};

function statusCell({ statuses }: OrderKind): CellType<string> {
  const read = (text: string, header: string) =>
    statusMeant(text, statuses) ?? readChoice(text, `column "${header}"`, statuses);
  return { read: ({ text, header }) => ({ value: isNone(text) ? undefined : read(text, header) }) };
}

function cellTypeOf({ field, type }: OrderField, kind: OrderKind): CellType<unknown> {
  if (type === 'status') return statusCell(kind);
  return cellTypes[field] ?? cellTypes[type] ?? exactCell();
}

/** The columns for the fields that an update sets: the service's names, waybill's and people's. */
function updateFields(kind: OrderKind, header: readonly string[] = []): readonly Column[] {
  return kind.fields.map((one) => {
    const { field, flag } = one;
    const spelled = orderSpellings[flagKey(flag) as OrderColumn];
    if (field === numberField) return { ...cellTypeOf(one, kind), field, names: numberNames };
    const names = [flag, columnOf(one), ...spelled.names];
    const spelledColumn = { ...spelled, ...cellTypeOf(one, kind), field, names };
    return field === 'retailer' ? retailersIn(spelledColumn, header) : spelledColumn;
  });
}

/** A column that is known, but whose cells say nothing to an update. */
export const unread: CellType<undefined> = { read: () => ({ value: undefined }) };

/** Columns of orders that a query of the mirror prints besides those of fields. */
const queriedOnly = typedWords(
  'kind order_month open gone_at paid_cents outstanding_cents reward_cents portal_cents',
);

/** True if waybill's own exports or queries, which print no `_cents` in dollars, have a column with this name. */
export function exportedColumns(kind: OrderKind): (header: string) => boolean {
  const queried = [...orderFields.filter((one) => 'stored' in one).map(columnOf), ...queriedOnly];
  const names = new Set([
    ...Object.keys(orderView(kind).fields),
    clearColumn,
    statusColumn,
    ...queried.flatMap((name) => [name, name.replace(/_cents$/, '')]),
  ]);
  return (header) => names.has(header);
}

/** The fields that an export contains but an update does not take. */
function readOnlyFields(
  kind: OrderKind,
  header: readonly string[],
  naming: readonly string[],
): readonly string[] {
  const taken = updateFields(kind).flatMap(({ field, names }) => [field, ...names]);
  const own = [...naming, itemsColumn, clearColumn, statusColumn];
  const known = new Set([...own, ...taken].map(plainName));
  const isOther = (field: string) =>
    !known.has(plainName(field)) && !field.startsWith(`${itemsColumn}.`);
  const viewed = Object.keys(orderView(kind).fields).filter(isOther);
  for (const field of viewed) known.add(plainName(field));
  const isExported = exportedColumns(kind);
  return [...viewed, ...header.filter((one) => isOther(one) && isExported(one))];
}

/** The column that names the order: before the header is known, any of them. */
function namingColumn(header: readonly string[], map: ColumnMap | undefined): FieldNames {
  if (header.length > 0 && map?.has(orderColumn)) return { field: orderColumn, names: [] };
  const [naming] = namedBy(header, orderHeaders);
  const all = naming ? [naming] : orderHeaders;
  return {
    ...all.at(-1),
    field: orderColumn,
    names: all.flatMap(({ field, names }) => [field, ...names]),
  };
}

/** The columns that a file with this header may have. */
export function updateColumns(
  kind: OrderKind,
  header: readonly string[],
  map?: ColumnMap,
): readonly Column[] {
  const naming = namingColumn(header, map);
  const isOther = (field: string) => !naming.names.includes(field);
  const currency = { ...orderSpellings.currency, ...currencyCell, field: 'currency' };
  return [
    { ...naming, read: ({ text }) => ({ value: plainIdentifier(text) }), required: true },
    ...updateFields(kind, header).filter(({ field }) => isOther(field)),
    currency,
    { field: itemsColumn, names: ['items'], ...itemsCell(kind) },
    {
      field: clearColumn,
      names: [],
      read: (cell) => ({ value: readClear(wordsOf(cell.text), `column ${cell.header}`, kind) }),
    },
    { field: statusColumn, names: ['if-status'], ...statusesCell(kind) },
    ...readOnlyFields(kind, header, naming.names).map((field) => ({ field, names: [], ...unread })),
  ];
}

function parseItems({ text, header }: TableCell): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw usageFailure(`column ${header} ${whyNotJson(error)}`);
  }
}

/** `[{"id":"…","unitPrice":119}]`: line items, with money in the file's unit. Leaves out nulls. */
function itemsCell({ items }: OrderKind): CellType<unknown> {
  const isMoney = new Set<string>(
    items.filter(({ type }) => type === 'money').map(({ field }) => field),
  );
  return {
    read(cell, { unit, readMoney }) {
      const readMember = ([name, value]: [string, unknown]) => {
        if (unit === 'cents' || !isMoney.has(name) || typeof value !== 'number')
          return [name, value];
        // The shortest text of a number has the same digits as the file.
        const amount = { text: String(value), isNumber: true };
        const read = readMoney(amount);
        if ('cents' in read && read.cents !== null) return [name, read.cents];
        const message = 'fault' in read ? read.fault : 'is not an amount';
        throw usageFailure(`column ${cell.header} ${name}: "${value}" ${message}`);
      };
      const parsed = parseItems(cell);
      if (!Array.isArray(parsed)) return { value: parsed };
      const withoutNulls = (item: object) =>
        Object.entries(item).filter(([, value]) => value !== null);
      return {
        value: parsed.map((item) =>
          isObject(item) ? Object.fromEntries(withoutNulls(item).map(readMember)) : item,
        ),
      };
    },
  };
}

/** The words in a cell of several. */
function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,;|]+/).filter((word) => word !== '');
}

/** The statuses of the row, one of which the order must have. */
function statusesCell({ statuses }: OrderKind): CellType<readonly string[]> {
  return {
    read: ({ text, header }) => ({
      value: wordsOf(text).map((word) => readChoice(word, `column ${header}`, statuses)),
    }),
  };
}
