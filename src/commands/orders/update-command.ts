import type { Api } from '../../api/api';
import { type Command, defineCommand, type Example, maybeSeveral } from '../../cli/definition';
import { choices } from '../../cli/flag';
import type { Context } from '../../context';
import { routes } from '../../contract/routes';
import { usageFailure } from '../../failure';
import { confirm } from '../../output/confirm';
import { printRequests } from '../../output/dry-run';
import { bodyFlags, clearFlag, itemEditFlags } from './body-flags';
import { readBody, resolveCards } from './body-input';
import { fileFlags, refuseBesideFile, refuseWithoutFile } from './bulk/upload-flags';
import { checkBody } from './check-body';
import type { ItemEdits } from './item-edits';
import type { OrderKind } from './kinds';
import type { LineItemInput } from './line-item';
import { orderFinder } from './lookup';
import { ordersOf } from './orders-of';
import { byFlag, readReference } from './reference';
import { failureOf, forEachOf, printOutcomes, valuesOf } from './several';
import { editOrigins, performUpdate, planUpdate, type Update } from './update-order';
import { orderView } from './view';

interface EditFlags {
  readonly addItem: readonly LineItemInput[] | undefined;
  readonly setItem: readonly LineItemInput[] | undefined;
  readonly removeItem: readonly string[] | undefined;
}

function readEdits({ addItem, setItem, removeItem }: EditFlags): ItemEdits | undefined {
  if (addItem === undefined && setItem === undefined && removeItem === undefined) return undefined;
  const both = setItem?.find(({ id }) => id !== undefined && removeItem?.includes(id));
  if (both !== undefined) {
    throw usageFailure(`--set-item and --remove-item both name the line item ${both.id}`);
  }
  return { add: addItem ?? [], set: setItem ?? [], remove: removeItem ?? [] };
}

/** What holds for one order alone must not be done to several. */
function refuseForSeveral({ body, edits }: Update): void {
  const single = [
    ...('orderNumber' in body ? ['--order-number'] : []),
    ...('redemptionCodes' in body ? ['--codes-file'] : []),
    ...((edits?.set.length ?? 0) > 0 ? ['--set-item'] : []),
    ...((edits?.remove.length ?? 0) > 0 ? ['--remove-item'] : []),
  ];
  const [first] = single;
  if (first !== undefined) throw usageFailure(`${first} goes with a single order`);
}

/** Every check that needs nothing of the service's. */
async function checkLocally(names: readonly string[], update: Update): Promise<void> {
  const { kind, body, origins, edits } = update;
  if (edits === undefined && Object.keys(body).length === 0) {
    throw usageFailure('Nothing to change was named', {
      hint: `Name at least one field: waybill ${kind.noun} update <order> --notes <text>`,
    });
  }
  if (edits !== undefined && 'orderLineItems' in body) {
    throw usageFailure(
      `${origins.nameOf('orderLineItems')} replaces all line items: it can't go with changes to single ones`,
    );
  }
  if (names.length > 1) refuseForSeveral(update);
  const items = edits === undefined ? [] : [...edits.set, ...edits.add];
  if (edits === undefined || items.length === 0) {
    await checkBody(routes[kind.update].body, body, { origins });
  } else {
    const list = { ...body, orderLineItems: items };
    await checkBody(routes[kind.update].body, list, {
      origins: editOrigins(origins, items, edits),
    });
  }
}

/** Lists that the service replaces whole are replaced only when that was said twice. */
async function confirmReplacement(
  names: readonly string[],
  { body, kind }: Update,
  context: Context,
): Promise<void> {
  const lists = [
    ...('orderLineItems' in body ? ['line items'] : []),
    ...('redemptionCodes' in body ? ["redemption codes, which can't be read back,"] : []),
  ];
  if (lists.length === 0) return;
  const whose = names.length === 1 ? `order ${names[0]}` : `${names.length} ${kind.words}s`;
  await confirm(`Replace all ${lists.join(' and ')} of ${whose}?`, context);
}

interface Run {
  readonly api: Api;
  readonly by: 'id' | 'number' | undefined;
  /** How many orders were named, one named twice included. */
  readonly asked: number;
  readonly context: Context;
}

async function perform(
  names: readonly string[],
  update: Update,
  { api, by, asked, context }: Run,
): Promise<void> {
  const { kind } = update;
  const output = await context.output();
  const { concurrency, dryRun } = context.settings();
  const finder = orderFinder(names, { kind, api, by });
  const what = { plural: `${kind.words}s`, verb: 'updated' };
  if (dryRun) {
    const planned = await forEachOf(names, concurrency, (one) => planUpdate(one, update, finder));
    const failure = failureOf(planned, what);
    const requests = valuesOf(planned);
    if (failure === undefined || requests.length > 0) await printRequests(output, requests);
    if (failure !== undefined) throw failure;
    return;
  }
  const doors = { finder, orders: ordersOf(api, kind), notices: context.notices };
  const outcomes = await forEachOf(names, concurrency, (one) => performUpdate(one, update, doors));
  await printOutcomes(outcomes, { output, view: orderView(kind), what, asked });
}

/** `update` of either kind of order. */
export function updateCommand(kind: OrderKind, examples: readonly Example[]): Command {
  return defineCommand({
    summary: `Change one or several ${kind.words}s`,
    description: updateHelp(kind),
    arguments: {
      order: maybeSeveral('Id or order number', {
        complete: kind.noun === 'orders' ? 'order' : 'giftcard',
      }),
    },
    flags: {
      by: byFlag,
      ...bodyFlags(kind),
      clear: clearFlag(kind),
      ...itemEditFlags(kind),
      ifStatus: choices('<s,…>', 'Only where the order is in one of these now', kind.statuses),
      ...fileFlags("An order a row: a column order, and any of the service's fields"),
    },
    examples,
    async run({ order: typed, ...flags }, context) {
      const { csv } = flags;
      if (csv !== undefined) {
        refuseBesideFile(typed, flags, { ...bodyFlags(kind), ...itemEditFlags(kind) });
        const { updateFromFile } = await import('./bulk/update-file');
        return updateFromFile({ ...flags, csv }, kind, context);
      }
      refuseWithoutFile(flags);
      if (typed.length === 0) {
        throw usageFailure('No order was named', {
          hint: `Usage: waybill ${kind.noun} update <order>..., or --csv <file>.`,
        });
      }
      for (const one of typed) readReference(one, flags.by);
      const names = [...new Set(typed)];
      const draft = await readBody(flags, kind, context);
      const update = { ...draft, kind, edits: readEdits(flags), ifStatus: flags.ifStatus };
      await checkLocally(names, update);
      const [output, api] = await Promise.all([context.output(), context.api()]);
      output.expect(orderView(kind));
      if (!context.settings().dryRun) await confirmReplacement(names, update, context);
      const body = await resolveCards(update.body, flags, context);
      await perform(
        names,
        { ...update, body },
        { api, by: flags.by, asked: typed.length, context },
      );
    },
  });
}

function updateHelp({ noun }: OrderKind): string {
  return `Only what is named is sent, and only that changes. Money is in dollars: 12, 12.34 or
$1,234.56. --clear empties a field.

--add-item, --set-item and --remove-item change single line items and keep the rest: waybill reads
the order, sends the ids of all items that stay, and checks the answer. --item and --items-file
replace the whole list, as --codes-file replaces all redemption codes, which can't be read back; both
are confirmed first. The ids of line items are in waybill ${noun} get <order>.

--item takes key=value pairs as in waybill ${noun} create. With several orders each is updated by
itself: if some fail, the others are done and the exit code is 3. --dry-run reads the orders and
cards that it needs, and sends nothing.

--csv updates many: a row an order, with a column order (id or number) and a column for each field to
change, by the service's names and in its units (money in the unit of --money, orderLineItems as
JSON). An empty cell leaves its field alone, or empties it where --clear names the field. Outcomes,
results, rejects and going on after a break are those of waybill shipments add --csv: a row that was
updated is "added".`;
}
