import { issueWords } from '../../contract/issue-words';
import { cardIn } from '../../contract/named';
import { bodyChecks } from '../../generated/body-checks';
import { foldSpaces } from '../../lib/fold';
import { gathered, groupBy, onceEach } from '../../lib/once';
import { counted } from '../../lib/words';
import { flagKey } from '../../orders/fields';
import type { OrderBody, OrderKind } from '../../orders/kinds';
import type { MeantNames } from '../../orders/meant-names';
import { beginsWithTotal } from '../../tabular/cells';
import { type FileFacts, fileFacts, unitOfRows } from '../../tabular/column';
import { quoted } from '../../tabular/header';
import type { TableSource } from '../../tabular/record';
import type { TableCell } from '../../tabular/rows';
import type { Draft, Problem, UploadRow } from '../../upload/spec';
import { type Labels, readShipment } from '../shipments/lint';
import type { ShipmentDraft } from '../shipments/read-shipments';
import {
  differenceNotice,
  differenceQuestions,
  groupQuestion,
  namelessWarning,
  ownersOf,
  refundWarning,
  totalAdvice,
  type UsedRow,
  unitQuestion,
  unitsWarning,
  unreadAmounts,
} from './amounts';
import type { SheetField } from './layouts';
import { Meanings, type PlannedRow, readOrderRow, rejectCells, ruledColumns } from './meanings';
import { type MadeOrder, makeOrder, type OrderRow } from './order';
import type { RefusedRows } from './proof';
import { type DecidedRow, sift } from './rules';
import { readSheet, type Sheet, type SheetRow } from './sheet';
import { notMine, type OrderItem, type PlannedOrder, type PlanOptions } from './types';
import {
  isProblem,
  isShifted,
  type OrderNumbers,
  orderNumbersOf,
  type RowValues,
  readValues,
  type ValueOptions,
} from './values';

/** The columns by the service's names of their fields. */
function columnsOf({ columns }: Sheet, { group, fields, items }: OrderKind) {
  const flagged = [...fields, ...items].map(({ flag, field }) => [flagKey(flag), field] as const);
  const names = new Map<string, string>([...flagged, ['group', group]]);
  return new Map([...columns].map(([field, found]) => [names.get(field) ?? field, found]));
}

/** Checks by the contract: what is wrong with a body, and with which of its line items. */
async function bodyCheck({ noun }: OrderKind, columns: ReadonlyMap<string, string>) {
  const { bodySchemas } = await import('../../contract/bodies');
  const name = noun === 'orders' ? 'buyingGroupOrderCreate' : 'giftCardOrderCreate';
  const [schema, fits] = [bodySchemas[name], bodyChecks[name]];
  return (body: OrderBody) => {
    if (fits(body)) return undefined;
    const [issue] = schema.safeParse(body, { error: issueWords }).error?.issues ?? [];
    if (issue === undefined) return undefined;
    const [, item = 0, field = issue.path[0]] = issue.path;
    const header = columns.get(String(field));
    const what = header === undefined ? String(field) : `column "${header}"`;
    return {
      problem: { code: 'invalid', message: `${what} ${issue.message}` } as Problem,
      item: Number(item),
    };
  };
}

/** Fields of the order itself: in a row below it that has only a further line item, empty or the same. */
const ownFields = ['date', 'time', 'retailer', 'group', 'status', 'account', 'card'] as const;
/** Signs and words for "as above" in place of a number. */
const ditto = /^(?:[^\p{L}\p{N}]*|same|ditto|idem)$/iu;

/**
 * The rows without an order number that may belong to the order above them: those that say nothing else of
 * their order, or that can't be read. Below a gap an amount alone is rather a sum.
 */
function strays(rows: readonly PlannedRow[]): ReadonlyMap<string, PlannedRow> {
  const found = new Map<string, PlannedRow>();
  let first: SheetRow | undefined;
  let [order, next] = ['', 0];
  for (const one of rows) {
    const { row, orderNumber } = one;
    const isNext = row.line === next;
    // A cell may have several lines.
    next = row.line + row.table.cells.join('').split('\n').length;
    if (!ditto.test(orderNumber)) {
      if (orderNumber !== order) first = row;
      order = orderNumber;
      continue;
    }
    const isSame = (field: (typeof ownFields)[number]) =>
      ['', foldSpaces(first?.text(field) ?? '')].includes(foldSpaces(row.text(field)));
    const isItem = isNext || row.text('description') !== '' || row.text('model') !== '';
    const continues =
      isShifted(row) || (isItem && ownFields.every(isSame) && !row.cells.some(beginsWithTotal));
    if (continues && !found.has(order)) found.set(order, one);
    if (!continues) order = '';
  }
  return found;
}

/** The tracking numbers of an order's rows. */
function shipmentsOf(
  rows: readonly PlannedRow[],
  retailer: string,
  labels: Labels,
): readonly ShipmentDraft[] {
  return rows.flatMap(({ row, orderNumber }) =>
    row.trackings
      .flatMap((trackingNumber) => readShipment({ retailer, orderNumber, trackingNumber }, labels))
      .map(({ item, invalid }) => ({
        line: row.line,
        item,
        invalid,
        cells: [item.retailer, item.orderNumber, item.trackingNumber],
      })),
  );
}

/** An order, or the reasons why its rows keep it from being created. */
type OrderOrProblems = Partial<MadeOrder> & {
  readonly problems?: ReadonlyMap<PlannedRow, Problem>;
};

function refused(
  rows: readonly PlannedRow[],
  reasons: ReadonlyMap<PlannedRow['read'] | RowValues, Problem>,
  culprit: PlannedRow | undefined = rows.find(({ read }) => reasons.has(read)),
): OrderOrProblems {
  const isOwn = culprit?.orderNumber === rows[0]?.orderNumber;
  const belongs = isOwn ? 'belongs' : 'has no order number of its own, may belong';
  const message = `line ${culprit?.row.line} ${belongs} to the same order and is not valid`;
  const incomplete = { code: 'order_incomplete', message };
  return { problems: new Map(rows.map((one) => [one, reasons.get(one.read) ?? incomplete])) };
}

function planOrder(
  rows: readonly PlannedRow[],
  stray: PlannedRow | undefined,
  make: (rows: readonly OrderRow[]) => MadeOrder | RefusedRows,
  check: Awaited<ReturnType<typeof bodyCheck>>,
): OrderOrProblems {
  const bad = rows.flatMap(({ read }) => (isProblem(read) ? [[read, read] as const] : []));
  if (bad.length > 0 || stray !== undefined)
    return refused(rows, new Map(bad), bad.length === 0 ? stray : undefined);
  const made = make(rows.map(({ read }) => read as OrderRow));
  if (!('body' in made)) return refused(rows, made);
  const wrong = check(made.body);
  if (wrong === undefined) return made;
  const row = [...made.at].find(([, at]) => at === wrong.item)?.[0];
  return refused(rows, new Map(row && [[row, wrong.problem]]));
}

/** The facts that the file proves about its money and its dates; a skipped row's date proves them as well. */
function factsOf(
  sheet: Sheet,
  decided: readonly DecidedRow[],
  options: PlanOptions,
  onUnknown: (cell: TableCell) => void,
): FileFacts {
  const { name, reading, layout, columns, types } = sheet;
  const readable = decided.flatMap(({ row }) => (row.problem === undefined ? row.table : []));
  const unit =
    layout === undefined
      ? unitOfRows(readable, {
          name,
          names: columns.get('price') === 'unitPrice' ? 'own' : 'other',
          given: reading.money ?? options.usualMoney,
          isMoney: (field) => types.get(field)?.proves === 'money',
          onUnknown,
        })
      : 'dollars';
  return fileFacts(
    sheet.rows.map(({ table }) => table),
    [...types.values()],
    { dateOrder: reading.dateOrder, unit },
  );
}

/** Settles what all rows have in common. Throws the questions that the file leaves open, all at once. */
async function settled(sheet: Sheet, decided: readonly DecidedRow[], options: PlanOptions) {
  const { kind, defaults, rules, command, today } = options;
  const { name, reading, columns } = sheet;
  const questions = [...sheet.questions];
  const facts = factsOf(sheet, decided, options, (cell) => {
    questions.push(unitQuestion(cell));
  });
  const numbers = orderNumbersOf(decided);
  const readings = new Map<string, readonly UsedRow[]>();
  const readRow = (one: DecidedRow, perLine: ValueOptions['perLine']): UsedRow => {
    const { row } = one;
    const read = readValues(row, { sheet, facts, perLine, today });
    const [values, problem] = isProblem(read) ? [undefined, read] : [read, undefined];
    return { ...one, orderNumber: numbers.of(row), values, problem };
  };
  const read = (perLine: ValueOptions['perLine']): readonly UsedRow[] => {
    const key = perLine.join();
    const rows = readings.get(key) ?? decided.map((one) => readRow(one, perLine));
    readings.set(key, rows);
    return rows;
  };
  const { perLine, check, ...owners } = ownersOf(sheet, read, options);
  const used = read(perLine);
  const adviceFor = totalAdvice(sheet, perLine, used, (row) => readRow({ row, said: {} }, perLine));
  // One of the columns that are not read may be the price.
  const hasPrice = columns.has('price');
  const isSure = ({ proposed }: (typeof questions)[number]) =>
    proposed.every(([flag, value]) => flag !== 'ignore' && !value.startsWith('total='));
  const orders = [...groupBy(used, ({ orderNumber }) => orderNumber).values()];
  const asked = unreadAmounts(sheet, used, orders);
  const { columnQuestions = () => [] } =
    asked.length === 0 ? {} : await import('./column-questions');
  const unread = columnQuestions(asked, sheet, orders).filter((one) => hasPrice || isSure(one));
  questions.push(...owners.questions, ...unread);
  const isGroupless =
    defaults.group === undefined && rules === undefined && !columns.has('group') && used.length > 0;
  const isAsked = (flag: string) => questions.length > 0 || options.canAsk(flag);
  const isReadable = hasPrice && unread.length === 0 && owners.questions.length === 0;
  const isOpen = columns.has('total') && reading.difference === undefined;
  if (isReadable && isOpen && isAsked('difference'))
    questions.push(...differenceQuestions(sheet, orders, { ...options, adviceFor }));
  if (isGroupless && isAsked(kind.groupFlag)) questions.push(groupQuestion(kind));
  if (questions.length > 0) {
    const { OpenQuestions } = await import('./questions');
    const rows = sheet.rows.slice(0, 3).map(({ cells }) => cells);
    throw new OpenQuestions(questions, { name, command, header: sheet.kept, rows });
  }
  return { facts, numbers, used, check, adviceFor };
}

/** The groups of rules that nobody knows, each with the nearest one. */
async function unknownGroups({ rules = [], kind }: PlanOptions, names: MeantNames) {
  const unknown: string[] = [];
  for (const { decides } of rules) {
    const { group = notMine } = decides;
    if (group === notMine) continue;
    const { isKnown, nearest } = await names.look(kind.group, group);
    const did = nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
    if (!isKnown) unknown.push(`"${group}"${did}`);
  }
  return unknown;
}

export type OrderPlan = Awaited<ReturnType<typeof planOrders>>;

/** Reads a file of orders. Throws a usage failure if it can't be read without guessing. */
export async function planOrders(source: TableSource, options: PlanOptions) {
  const { kind, defaults, rules } = options;
  const sheet = await readSheet(source, options);
  const { layout, reading } = sheet;
  const { rows: decided, skipped, ...sifted } = sift(sheet, options);
  const { facts, numbers, used, ...found } = await settled(sheet, decided, options);
  const meanings = new Meanings(kind, options.account);
  const rows: PlannedRow[] = [];
  for (const [index, one] of used.entries())
    rows.push({ ...one, index, read: await readOrderRow(one, numbers, sheet, meanings) });
  const lacks = new Map<string, number>();
  const differing: number[] = [];
  const fallback = await meanings.fallback(defaults, sheet.retailer);
  const isPaid = [fallback, ...rows.map(({ read }) => read)].some(
    (one) => 'card' in one && (one.card ?? one.subCard) !== undefined,
  );
  const header = (field: string) => {
    const found = sheet.columns.get(field as SheetField);
    return found === undefined ? `the ${field}` : `column "${found}"`;
  };
  const columns = columnsOf(sheet, kind);
  const check = await bodyCheck(kind, columns);
  const cards = isPaid ? await options.cards() : [];
  const making = {
    kind,
    layout,
    ofOrder: sheet.ofOrder,
    header,
    fallback,
    cards,
    amounts: options.amounts,
    difference: reading.difference,
    adviceFor: found.adviceFor,
    onDifference: (cents: number) => differing.push(cents),
    cardNamed: onceEach((text) => cardIn(text, cards)),
    onLack: (reason: string) => lacks.set(reason, (lacks.get(reason) ?? 0) + 1),
  };
  const label = (field: SheetField) => `Column "${sheet.columns.get(field) ?? field}"`;
  const labels = {
    retailer: label('retailer'),
    orderNumber: label('orderNumber'),
    trackingNumber: label('trackingNumber'),
  };
  const lone = strays(rows);
  const added = ruledColumns(sheet, rules);
  const orders: PlannedOrder[] = [];
  const drafts: Draft<OrderItem>[] = [];
  for (const [orderNumber, group] of groupBy(rows, (row) => row.orderNumber)) {
    const make = (read: readonly OrderRow[]) => makeOrder(orderNumber, read, making);
    const { body, at, fromMoment, problems } = planOrder(group, lone.get(orderNumber), make, check);
    const whole = body && { body, ...(fromMoment && { fromMoment }) };
    for (const [place, one] of group.entries()) {
      const position = at?.get(one.read as OrderRow) ?? 0;
      const item = { orderNumber, at: position, ...(place === 0 && whole) };
      const cells = rejectCells(one, sheet, added, facts);
      const invalid = problems?.get(one);
      drafts[one.index] = { line: one.row.line, cells, item, ...(invalid && { invalid }) };
    }
    // Rows without a number are no order.
    if (orderNumber === '') continue;
    const shipments =
      kind.noun === 'orders' ? shipmentsOf(group, String(body?.retailer ?? ''), labels) : [];
    orders.push({ orderNumber, rows: group.map(({ index }) => index), body, ...whole, shipments });
  }
  return {
    /** The first line to print, which names what was read as what. */
    words: wordsOf(sheet, orders, found.check),
    /** The same for scripts: the header of each field, and the headers that are not read. */
    read: {
      layout: layout?.name ?? null,
      columns: Object.fromEntries(sheet.columns),
      ignored: sheet.ignored.map((one) => one.header),
    },
    /** True if the mapping kept for this header was used. */
    savedUsed: sheet.isSaved,
    /** The file's header as it is, for `--save-mapping`. */
    header: sheet.header,
    /** Names for the cells of the drafts, for the rejects file. */
    rejectsHeader: [...sheet.kept, ...added, ...sheet.surplus],
    /** The column of each of the service's fields, for the words of a refusal. */
    columns,
    /** The columns of the tracking numbers, for messages about them. */
    labels,
    /** The rows that are not skipped, in file order. */
    drafts,
    /** In the order of their first rows. */
    orders,
    skipped,
    /** Remarks about its groups and retailers. */
    names: meanings.names,
    /** The groups of rules that nobody knows: sent only if the user says so. */
    unknownGroups: await unknownGroups(options, meanings.names),
    notices: [
      ...noticesOf(sheet, numbers),
      ...sifted.notices,
      ...differenceNotice(making.difference, differing),
      ...meanings.notices,
    ],
    warnings: [
      ...[refundWarning, namelessWarning, unitsWarning].flatMap((warn) => warn(sheet, used)),
      ...sifted.warnings,
      ...meanings.warnings,
      ...[...lacks].map(([reason, count]) => `${counted(count, 'orders')} got ${reason}.`),
    ],
  };
}

/** Notices about columns that are not read, gaps of the layout, and numbers written in two ways. */
function noticesOf(
  { name, layout, ignored, columns }: Sheet,
  { respelled }: OrderNumbers,
): readonly string[] {
  const unread = quoted(ignored.map((one) => one.header));
  return [
    ...(unread === '' ? [] : [`${name}: not read: ${unread}.`]),
    ...(layout?.notice === undefined || columns.has('tax') ? [] : [`${name}: ${layout.notice}.`]),
    ...[...respelled].map(
      ([typed, number]) =>
        `Order number ${number} is also written "${typed}" in the file: one order.`,
    ),
  ];
}

/** The first line to print: `orders.csv: read as amazon (214 rows, 131 orders, 2026-05-01 to 2026-11-20)`. */
function wordsOf(
  { name, layout, columns, rows }: Sheet,
  orders: readonly PlannedOrder[],
  check: string | undefined,
) {
  const days = orders.flatMap(({ body }) => (body ? String(body.orderDate) : [])).sort();
  const span = [...new Set([days[0], days.at(-1)])].filter(Boolean).join(' to ');
  const counts = [counted(rows.length, 'rows'), counted(orders.length, 'orders'), span].filter(
    Boolean,
  );
  const pairs = [...columns].map(([field, header]) => `${field} from "${header}"`).join(', ');
  return `${name}: read ${layout === undefined ? pairs : `as ${layout.name}`} (${counts.join(', ')})${check === undefined ? '' : `; ${check}`}`;
}

/** The rows of one order, for one request. */
export async function* batchesOf(rows: AsyncIterable<UploadRow<OrderItem>>) {
  yield* groupBy(await gathered(rows), ({ item }) => item.orderNumber).values();
}

/** The body that creates the order of a batch. */
export function bodyOf(items: readonly OrderItem[]): OrderBody {
  return items.find(({ body }) => body !== undefined)?.body ?? {};
}
