import { basename } from 'node:path';
import type { Context, Session } from '../../context/context';
import { type Disk, realDisk } from '../../disk/disk';
import type { Ending } from '../../exit-codes';
import { Failure, usageFailure } from '../../failure';
import { numberLike } from '../../imports/updates/columns';
import { withMeanings } from '../../imports/updates/known-names';
import {
  contradiction,
  readUpdateRows,
  type UpdateItem,
  updateIdentity,
} from '../../imports/updates/update-rows';
import { openInputFile, readingOf, type TableFlagValues } from '../../input/input-file';
import { groupBy, inOne } from '../../lib/once';
import { counted, firstOf } from '../../lib/words';
import { columnLabels } from '../../orders/body-issues';
import { cardReader } from '../../orders/card-choice';
import { printPlans } from '../../orders/change-lines';
import { type AnyOrder, type OrderField, type OrderKind, ordersOf } from '../../orders/kinds';
import { readOrderId } from '../../orders/lookup';
import { MeantNames } from '../../orders/meant-names';
import {
  keepOldValues,
  oldValueLines,
  type PlannedChange,
  readOldValuesName,
} from '../../orders/old-values';
import { type OrderBook, orderBook, ordersOfBoth } from '../../orders/order-book';
import { failureOf, forEachOf, valuesOf } from '../../orders/several';
import {
  changesOf,
  performUpdate,
  refuseOtherStatus,
  unmetStatus,
} from '../../orders/update-order';
import { confirm } from '../../output/confirm';
import type { DateOrder } from '../../tabular/date';
import type { Draft, UploadRow, UploadSpec } from '../../upload/spec';
import {
  askingForColumns,
  checkUploadFiles,
  runUpload,
  type UploadFlagValues,
} from '../uploads/upload';
import { shortened } from '../uploads/upload-summary';

export interface UpdateSpecOptions {
  readonly kind: OrderKind;
  readonly session: Session;
  readonly ifStatus: readonly string[] | undefined;
  readonly context: Pick<Context, 'notices' | 'redactor'>;
  /** The orders that the file names, before anything is sent. */
  readonly book: OrderBook;
  /** The column of each field, if the changes come from a file. */
  readonly headers?: ReadonlyMap<string, string>;
  /** True if the names may mean other orders afterward. */
  readonly movesNames?: boolean;
  /** The disk that keeps the job; this machine's if it is not given. */
  readonly disk?: Disk;
}

/** The statuses that the row was based on, and those of `--if-status`. */
const conditionsOf = (item: UpdateItem, { ifStatus }: Pick<UpdateSpecOptions, 'ifStatus'>) =>
  [item.ifStatus, ifStatus].filter((one) => one !== undefined);

/** The part of a row that the order lacks. */
function neededChanges({ body, unlessStatus }: UpdateItem, order: AnyOrder) {
  return unlessStatus?.includes(String(order.status)) ? {} : changesOf(body, order);
}

/** Reads all orders before the first one is changed, and saves the values that the rows replace. */
async function survey(
  rows: AsyncIterable<UploadRow<UpdateItem>>,
  folder: string,
  options: UpdateSpecOptions,
): Promise<ReadonlySet<number>> {
  const { kind, session, context, book, disk = realDisk } = options;
  const present = new Set<number>();
  const replacements: PlannedChange[] = [];
  for await (const { index, item } of rows) {
    const order = await book.look(item.order);
    if (order === undefined) continue;
    const changes = neededChanges(item, order);
    if (Object.keys(changes).length === 0) present.add(index);
    else if (unmetStatus(order, conditionsOf(item, options)) === undefined) {
      replacements.push({ order, changes });
    }
  }
  if (replacements.length === 0) return present;
  const unit = session.settings.money;
  const { redactor, notices } = context;
  const { lines, lost } = oldValueLines(replacements, { kind, unit, redactor });
  if (lost.length > 0) {
    notices.warning(
      `Some old values of ${lost.join(', ')} were not saved: they can't be sent back, or they contain your credentials.`,
    );
  }
  await keepOldValues(lines, folder, unit, disk);
  return present;
}

/** True if a row whose response was lost has given its order the new number, and is fulfilled. */
async function isRenamed(
  { order, body }: UpdateItem,
  { kind, session, book }: UpdateSpecOptions,
): Promise<boolean> {
  const { orderNumber } = body;
  if (typeof orderNumber !== 'string' || (await book.look(order)) !== undefined) return false;
  const renamed = (await ordersOf(session.api, kind).findByNumbers([orderNumber])).get(orderNumber);
  return renamed !== undefined && Object.keys(changesOf(body, renamed)).length === 0;
}

/** An update depends on the order as it is when it is sent. */
const atThatMoment = ({ fresh, idOf }: OrderBook) => ({ find: fresh, idOf });

const resultColumns = { order: ({ order }: UpdateItem) => order };

/** Updates orders from a file, one request per row, with only the cells that differ from the order. */
export function updateSpec(options: UpdateSpecOptions): UploadSpec<UpdateItem> {
  const { kind, session, book, headers, movesNames = false } = options;
  const { notices } = options.context;
  return {
    // Under another condition the same rows may have other outcomes.
    name: [`${kind.noun}-update`, ...(options.ifStatus ?? [])].join(' '),
    columns: resultColumns,
    identity: updateIdentity,
    async *batches(rows) {
      for await (const row of rows) yield [row];
    },
    divisible: false,
    isRepeatable: !movesNames,
    survey: (rows, folder) => survey(rows, folder, options),
    async send([item], { beforeTry, again }) {
      if (item === undefined) return { added: 0, repeated: false };
      if (again && (await isRenamed(item, options))) return { added: 1, repeated: true };
      const known = await book.find(item.order);
      const body = neededChanges(item, known);
      // An earlier try of this job changed it, unless the survey found it so; the ledger knows.
      if (Object.keys(body).length === 0) return { added: again ? 1 : 0, repeated: again };
      const orders = ordersOf(session.api, kind);
      const columns = Object.keys(body).map(
        (field) => [field, headers?.get(field) ?? field] as const,
      );
      const labels = columnLabels(kind, columns);
      const update = { body, labels, edits: undefined, conditions: conditionsOf(item, options) };
      const parts = { book: atThatMoment(book), orders, notices, beforeTry, known };
      await performUpdate(item.order, update, parts);
      return { added: 1, repeated: false };
    },
  };
}

interface UpdateFileFlags extends UploadFlagValues, TableFlagValues {
  readonly csv: string;
  readonly by: 'id' | 'number' | undefined;
  readonly clear: readonly OrderField[];
  readonly ifStatus: readonly string[] | undefined;
  readonly dateFormat?: DateOrder | undefined;
}

type UpdateDraft = Draft<UpdateItem>;

const isNumbered = ({ item }: UpdateDraft) => readOrderId(item.order) === undefined;

type Compare = (draft: UpdateDraft, order: AnyOrder) => UpdateDraft;

/** Compares a row with its order. One whose number several orders spell differently is invalid. */
async function compared(
  draft: UpdateDraft,
  book: OrderBook,
  compare: Compare = (same) => same,
): Promise<UpdateDraft> {
  if (draft.invalid !== undefined) return draft;
  try {
    const order = await book.look(draft.item.order);
    return order === undefined ? draft : compare(draft, order);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'several_orders') throw error;
    return { ...draft, invalid: { code: error.code, message: error.message } };
  }
}

/** Gives later rows the name of the first one of their order, so that repetitions are recognized. */
function namedAsFirst(): Compare {
  const names = new Map<string, string>();
  const seen = new Map<string, UpdateDraft>();
  return (draft, { id }) => {
    const order = names.get(id) ?? draft.item.order;
    names.set(id, order);
    const named = { ...draft, item: { ...draft.item, order } };
    return { ...named, invalid: contradiction(named, seen) };
  };
}

const isDigits = (value: unknown) => /^\d+$/.test(String(value ?? ''));

/** Refuses a row that would only drop the leading zeros of its order's number, as spreadsheets do. */
function withZeros(draft: UpdateDraft, order: AnyOrder, headers: ReadonlyMap<string, string>) {
  const { body } = draft.item;
  const lost = numberLike.find((field) => {
    const before = String(order[field] ?? '');
    const isShorter = before !== body[field] && before.replace(/^0+/, '') === body[field];
    return isDigits(body[field]) && isShorter;
  });
  if (lost === undefined) return draft;
  const message = `column ${headers.get(lost)}: "${body[lost]}" is the order's "${order[lost]}" without its leading zeros. Format the column as text and enter it again`;
  return { ...draft, invalid: { code: 'lost_zeros', message } };
}

/** The rows that would be sent, each once. */
function sendable(drafts: readonly UpdateDraft[]): readonly UpdateDraft[] {
  const valid = drafts.filter(({ invalid }) => invalid === undefined);
  const same = groupBy(valid, ({ item }) => updateIdentity(item));
  return [...same.values()].flatMap(([first]) => first ?? []);
}

async function printPlan(
  drafts: readonly UpdateDraft[],
  options: UpdateSpecOptions,
  context: Context,
): Promise<void> {
  const { kind, session, book } = options;
  const isSent = new Set(sendable(drafts));
  const rows = drafts.filter((draft) => draft.invalid !== undefined || isSent.has(draft));
  const byLine = new Map(rows.map((draft) => [`line ${draft.line}`, draft]));
  const { concurrency } = session.settings;
  const planned = await forEachOf([...byLine.keys()], concurrency, async (line) => {
    const { item, invalid } = byLine.get(line) as UpdateDraft;
    if (invalid !== undefined) throw usageFailure(invalid.message);
    const before = await book.find(item.order);
    const body = changesOf(item.body, before);
    if (Object.keys(body).length === 0) return undefined;
    refuseOtherStatus(before, { conditions: conditionsOf(item, options) });
    return { id: before.id, before, body };
  });
  const found = valuesOf(planned);
  const plans = found.filter((plan) => plan !== undefined);
  await printPlans(plans, kind, await context.output(), session.api);
  const same = found.length - plans.length;
  if (same > 0) context.notices.notice(`${counted(same, 'rows')} would change nothing.`);
  const failure = failureOf(planned, { plural: 'rows', verb: 'ready to be sent' });
  if (failure !== undefined) throw shortened(failure);
}

/** Asks before replacing line items, since the service replaces the whole list. */
async function confirmItems(drafts: readonly UpdateDraft[], book: OrderBook, context: Context) {
  const replaced: string[] = [];
  for (const { item } of sendable(drafts)) {
    if (!('orderLineItems' in item.body)) continue;
    const order = await book.look(item.order);
    if (order !== undefined && 'orderLineItems' in changesOf(item.body, order))
      replaced.push(item.order);
  }
  if (replaced.length === 0) return;
  const orders = replaced.length === 1 ? 'order' : 'orders';
  await confirm(`Replace the line items of ${orders} ${firstOf(replaced)}?`, context);
}

/** `update --csv`: one order per row, run as an upload. */
export async function updateFromFile(
  flags: UpdateFileFlags,
  kind: OrderKind,
  context: Context,
): Promise<Ending> {
  const { csv, clear, ifStatus } = flags;
  const { money, dryRun, sources } = context.settings();
  const { notices } = context;
  const oldValues = readOldValuesName(basename(csv));
  // Whole cents read as dollars are a hundred times too much.
  if (oldValues !== undefined && oldValues.unit !== money) {
    throw usageFailure(`The amounts in ${csv} are in ${oldValues.unit}`, {
      hint: `Use --money ${oldValues.unit}. Nothing was sent.`,
    });
  }
  const files = await checkUploadFiles(flags, resultColumns, [csv], context);
  const rows = await askingForColumns(flags, context, (asked) =>
    readUpdateRows(openInputFile(csv, context.world), {
      kind,
      money: sources.money === 'default' ? undefined : money,
      dateOrder: flags.dateFormat,
      today: context.today(),
      by: flags.by,
      clear,
      reading: readingOf(asked, context),
    }),
  );
  if (rows.ignored.length > 0) {
    notices.notice(`Ignored columns that the service sets itself: ${rows.ignored.join(', ')}.`);
  }
  const session = await context.session();
  const { api } = session;
  const names = sendable(rows.drafts).map(({ item }) => item.order);
  const book = orderBook(names, api, { kind, by: rows.by, verb: 'update', together: true });
  // After numbers have moved, the same rows would get other names, and be another job.
  const inOrder = rows.drafts.some(({ item }) => 'orderNumber' in item.body);
  const looksUp = !inOrder && rows.drafts.some(isNumbered);
  // The values that an update saved are those that the orders had.
  const isUndo = oldValues !== undefined;
  const headers = rows.fields;
  const meant = new MeantNames(
    kind,
    ordersOfBoth(async () => api, kind, context.progress),
  );
  const known = { kind, book, headers, names: meant, readCards: cardReader(api) };
  const asFirst = namedAsFirst();
  const drafts: UpdateDraft[] = [];
  for (const draft of rows.drafts) {
    let row = looksUp && isNumbered(draft) ? await compared(draft, book) : draft;
    if (!isUndo) row = await withMeanings(row, known);
    if (looksUp) row = await compared(row, book, asFirst);
    if (!isUndo && numberLike.some((field) => isDigits(row.item.body[field])))
      row = await compared(row, book, (one, order) => withZeros(one, order, headers));
    drafts.push(row);
  }
  if (looksUp) book.sayRespelled(notices);
  await meant.say(context);
  const movesNames = inOrder && (rows.by === 'number' || sendable(drafts).some(isNumbered));
  const options = { kind, session, ifStatus, context, book, headers, movesNames };
  if (dryRun) {
    await printPlan(drafts, options, context);
    return 'done';
  }
  await confirmItems(drafts, book, context);
  return runUpload(
    {
      uploadSpec: updateSpec(options),
      drafts: inOne(drafts),
      header: () => rows.header,
      restart: flags.restart,
      files,
      input: csv,
      unit: 'rows',
      inOrder,
      undo: kind.noun,
    },
    context,
  );
}
