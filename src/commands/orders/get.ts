import { type Command, defineCommand, type Example, maybeSeveral } from '../../cli/definition';
import { mirrorFlags } from '../../cli/mirror-flags';
import { cardNames } from './card-choice';
import { withComputed } from './computed';
import { buyingGroupKind, type OrderKind } from './kinds';
import { byFlag, findOrders, mirrorLookup } from './lookup';
import { namedOrders } from './named';
import { printOutcomes, valuesOf } from './several';
import { orderView } from './view';

/** `get` of either kind of order. */
export const getCommand = (kind: OrderKind, examples: readonly Example[]): Command =>
  defineCommand({
    summary: `Show one or several ${kind.words}s`,
    fields: Object.keys(orderView(kind).fields),
    description: `An order is named by its id or its order number; - reads a list of them from standard
input, one a line. Where several are asked for, those that are found are printed, and the exit code is
3 if any is missing. On a terminal, recent orders are offered where none is named.`,
    arguments: {
      order: maybeSeveral('Id or order number', { complete: kind.completion }),
    },
    flags: { by: byFlag, ...mirrorFlags },
    examples,
    async run({ order: typed, by, ...flags }, given) {
      const context = given.reading(flags);
      const { names, single } = await namedOrders(typed, { kind, verb: 'get', by, context });
      const [output, session] = await Promise.all([context.output(), context.session()]);
      const found = await findOrders(session, kind, names, {
        by,
        lookup: mirrorLookup(context),
      });
      const what = { plural: `${kind.words}s`, verb: 'found' };
      const shape = withComputed(kind, context);
      const view = orderView(kind, await cardNames(valuesOf(found), session, output));
      await printOutcomes(found, { output, view, what, single, shape });
    },
  });

export const command = getCommand(buyingGroupKind, [
  { command: 'waybill orders get 800458530', explains: 'One order by its number' },
  {
    command: 'waybill orders get 800458530 9889303997 --json',
    explains: 'Two of them as a JSON array',
  },
  {
    command: 'waybill orders get 800458530 --fields status,trackingNumbers.trackingNumber',
    explains: 'Only its status and tracking numbers',
  },
]);
