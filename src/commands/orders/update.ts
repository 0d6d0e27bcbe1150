import { type Command, defineCommand, type Examples, maybeSeveral } from '../../cli/definition';
import { choices, type FlagValues } from '../../cli/flag';
import type { Context } from '../../context/context';
import { usageFailure } from '../../failure';
import { dateFormat } from '../../input/input-file';
import { firstOf } from '../../lib/words';
import { bodyFlags, readBody, resolveCards } from '../../orders/body';
import { checkBody } from '../../orders/body-issues';
import { cardNames } from '../../orders/card-choice';
import { clearFlag, itemEditFlags } from '../../orders/fields';
import type { ItemEdits } from '../../orders/item-edits';
import { buyingGroupKind, type OrderKind, ordersOf } from '../../orders/kinds';
import {
  byFlag,
  type NamedOrders,
  namedOrders,
  readReference,
  refuseTwoInputs,
} from '../../orders/lookup';
import { withMeantNames } from '../../orders/meant-names';
import { type OrderBook, orderBook, ordersOfBoth } from '../../orders/order-book';
import { forEachOf, reportOutcomes } from '../../orders/several';
import { editLabels, performUpdate, planUpdate, type Update } from '../../orders/update-order';
import { orderView, printNamed, withComputed } from '../../orders/view';
import { confirm } from '../../output/confirm';
import { fileFlags, refuseBesideFile, refuseWithoutFile } from '../uploads/upload';

export const updateCommand = (kind: OrderKind, examples: Examples): Command =>
  defineCommand({
    summary: `Change ${kind.words}s`,
    description: `Sends only the fields that you name. Money is in dollars: 12, 12.34 or $1,234.56. Use - to read ids or
order numbers from standard input, one per line. If you name no order on a terminal, you can pick a
recent one. If you name several and some fail, waybill still updates the others and exits with 3. If
the service accepts an update but leaves a field as it was, waybill says so and exits with 8.

--add-item, --set-item and --remove-item change single line items and keep the rest. Name an <item>
by its number in waybill ${kind.noun} get <order>, its id, or the first characters of its id. --item
takes key=value pairs as in waybill ${kind.noun} create. --item and --items-file replace the whole list,
--codes-file all redemption codes, which can't be read back: waybill asks first.

--dry-run prints a line per order with old and new values, or with --json the requests.

--csv updates many orders: one column names the order, the others hold the fields to change. You can
edit what waybill ${kind.noun} list -o csv prints and send it back: only what differs is sent. waybill
saves the old values in a file; upload that file with the same command to undo the update. For
columns, cells and outcomes, see waybill help csv.`,
    documents: async () => {
      const { rowDocument, summaryView } = await import('../uploads/upload-summary');
      return {
        'One order': kind.stored,
        'Several orders': [kind.stored],
        'With --csv': summaryView({ upload: 'orders-update', undo: [], earlier: undefined }),
        'With --dry-run': ['request'],
        line: [rowDocument, kind.stored, 'request'],
      };
    },
    arguments: { order: maybeSeveral('Id or order number', { complete: kind.stored }) },
    flags: {
      by: byFlag,
      ...bodyFlags(kind),
      clear: clearFlag(kind),
      ...itemEditFlags(kind),
      ifStatus: choices('<s,…>', 'Only if the order is in one of these statuses', kind.statuses),
      ...fileFlags(kind, 'update', 'One row per order: its number and what to change', {
        dateFormat,
      }),
    },
    examples,
    async run({ order: typed, ...flags }, context) {
      const { csv, by } = flags;
      if (csv !== undefined) {
        refuseBesideFile(typed, flags, { ...bodyFlags(kind), ...itemEditFlags(kind) });
        const { updateFromFile } = await import('./update-file');
        return updateFromFile({ ...flags, csv }, kind, context);
      }
      refuseWithoutFile(flags, { dateFormat });
      refuseTwoInputs(typed, {
        '--from-json': flags.fromJson,
        '--items-file': flags.itemsFile,
        '--codes-file': flags.codesFile,
      });
      const written = await readBody(flags, kind, context);
      const conditions = flags.ifStatus === undefined ? [] : [flags.ifStatus];
      const update = { ...written, edits: readEdits(flags), conditions };
      await checkLocally(typed.length, update);
      const named = await namedOrders(typed, { kind, verb: 'update', by, context });
      const { names } = named;
      if (names.length > 1) refuseForSeveral(update);
      const [output, session] = await Promise.all([context.output(), context.session()]);
      output.expect(orderView(kind));
      if (!session.settings.dryRun) await confirmReplacement(names, update, context);
      const account = ordersOfBoth(async () => session.api, kind, context.progress);
      const meant = await withMeantNames(written.body, { flags }, kind, account, context);
      const body = await resolveCards(meant, flags, session, context.notices.notice);
      await perform(named, { ...update, body }, by, context);
    },
  });

export const command = updateCommand(buyingGroupKind, {
  'waybill orders update 800458530 --status delivered --notes "At the warehouse"':
    'Change two fields of one order',
  'waybill orders update 902070087790404 800458530 --status received --if-status delivered': [
    'Change only orders that are delivered; report the others',
    'partly',
  ],
  'waybill orders update 800458530 --add-item "description=AirTag 4 pack,price=79,qty=1"':
    'Add a line item and keep the rest',
  'waybill orders update 800458530 --items-file examples/items.csv --yes': 'Replace all line items',
  'waybill orders update 800458530 --card "Biz Gold" --clear notes --dry-run --json':
    'See what would be sent to set a card by its nickname and clear the notes',
  'waybill orders update --csv examples/order-updates.csv': 'Update many orders, one row per order',
});

function readEdits({
  addItem: add,
  setItem: set,
  removeItem: remove,
}: FlagValues<ReturnType<typeof itemEditFlags>>): ItemEdits | undefined {
  if ((add ?? set ?? remove) === undefined) return undefined;
  const both = set?.find(({ id }) => id !== undefined && remove?.includes(id));
  if (both !== undefined) {
    throw usageFailure(`--set-item and --remove-item both name the line item ${both.id}`);
  }
  return { add: add ?? [], set: set ?? [], remove: remove ?? [] };
}

function refuseForSeveral({ body, edits }: Update): void {
  const ofOne = {
    '--order-number': 'orderNumber' in body,
    '--codes-file': 'redemptionCodes' in body,
    '--set-item': edits?.set.length,
    '--remove-item': edits?.remove.length,
  };
  const [first] = Object.entries(ofOne).find(([, isGiven]) => isGiven) ?? [];
  if (first !== undefined) throw usageFailure(`${first} works only with a single order`);
}

/** Every check that needs nothing from the service. */
async function checkLocally(named: number, update: Update): Promise<void> {
  const { body, labels, edits } = update;
  if (edits === undefined && Object.keys(body).length === 0) {
    throw usageFailure('Nothing to change', {
      hint: `Name at least one field: waybill ${labels.kind.noun} update <order> --notes <text>`,
    });
  }
  if (edits !== undefined && 'orderLineItems' in body) {
    throw usageFailure(
      `${labels.nameOf('orderLineItems')} replaces all line items, so it can't be used with --add-item, --set-item or --remove-item`,
    );
  }
  if (named > 1) refuseForSeveral(update);
  const items = edits === undefined ? [] : [...edits.set, ...edits.add];
  if (edits === undefined || items.length === 0) {
    await checkBody('update', { body, labels });
  } else {
    const list = { ...body, orderLineItems: items };
    await checkBody('update', { body: list, labels: editLabels(labels, items, edits) });
  }
}

/** Asks before replacing a list that the service replaces as a whole. */
async function confirmReplacement(names: readonly string[], { body }: Update, context: Context) {
  const lists = [
    ...('orderLineItems' in body ? ['line items'] : []),
    ...('redemptionCodes' in body ? ['redemption codes'] : []),
  ];
  if (lists.length === 0) return;
  const whose = `${names.length === 1 ? 'order' : 'orders'} ${firstOf(names)}`;
  const current = lists.length > 1 ? 'codes' : 'ones';
  const warning = 'redemptionCodes' in body ? ` The current ${current} can't be read back.` : '';
  await confirm(`Replace all ${lists.join(' and ')} of ${whose}?${warning}`, context);
}

/** The names of different orders: one may be named by its id, and by its number in two spellings. */
async function distinctOrders(names: readonly string[], book: OrderBook) {
  const byId = new Map<string, string>();
  for (const name of names) {
    // A name that fails here fails again below, where it is reported.
    const id = await book.idOf(name).catch(() => name);
    if (!byId.has(id)) byId.set(id, name);
  }
  return [...byId.values()];
}

async function perform(
  { names: typed, single }: NamedOrders,
  given: Update,
  by: 'id' | 'number' | undefined,
  context: Context,
): Promise<void> {
  const { kind } = given.labels;
  const { api, settings } = await context.session();
  const { concurrency, dryRun } = settings;
  const output = await context.output();
  const book = orderBook(typed, api, { kind, by, mirror: context.mirror, verb: 'update' });
  const names = await distinctOrders(typed, book);
  book.sayRespelled(context.notices);
  const update = { ...given, isOneOfSeveral: names.length > 1 };
  // A line item that is added again is there twice.
  const onlyForThese = (failed: readonly string[]) =>
    `The other orders have the new line items. To add none twice, repeat the command only for ${failed.join(', ')}.`;
  const advice = update.edits?.add.length ? onlyForThese : undefined;
  const what = { plural: `${kind.words}s`, verb: 'updated', advice };
  const isTable = output.format === 'table';
  if (dryRun) {
    const planned = await forEachOf(names, concurrency, (one) =>
      planUpdate(one, update, book, isTable),
    );
    return reportOutcomes(planned, what, async (plans) => {
      const { printPlans } = await import('../../orders/change-lines');
      await printPlans(plans, kind, output, api);
    });
  }
  const orders = ordersOf(api, kind);
  const asLines = isTable && settings.fields === undefined;
  const { notices } = context;
  // An order number is looked up anyway; for an id the extra request is worth it only for a person.
  const readsBefore = (one: string) => (asLines && output.isRead) || !readReference(one, by).isId;
  const outcomes = await forEachOf(names, concurrency, (one) =>
    performUpdate(one, update, { book, orders, notices, readsBefore: readsBefore(one) }),
  );
  await reportOutcomes(outcomes, what, async (updated) => {
    const after = updated.map((one) => one.after);
    if (!asLines) {
      const view = orderView(kind);
      return printNamed(after.map(withComputed(kind, context)), single, view, output);
    }
    const changesCard = 'creditCardId' in update.body || 'subCreditCardId' in update.body;
    const both = [...after, ...updated.flatMap(({ before }) => before ?? [])];
    const cards = changesCard ? await cardNames(both, api, output) : undefined;
    const { orderUpdateLines } = await import('../../orders/change-lines');
    await output.prose(orderUpdateLines(updated, kind, cards));
  });
}
