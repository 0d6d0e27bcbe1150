import { type Command, defineCommand, type Example, several } from '../../cli/definition';
import { cardNames } from './card-choice';
import { buyingGroupKind, type OrderKind } from './kinds';
import { byFlag, findOrders, orderNames } from './lookup';
import { printOutcomes, valuesOf } from './several';
import { orderView } from './view';

/** `get` of either kind of order. */
export const getCommand = (kind: OrderKind, examples: readonly Example[]): Command =>
  defineCommand({
    summary: `Show one or several ${kind.words}s`,
    fields: Object.keys(orderView(kind).fields),
    description: `An order is named by its id or its order number. Where several are asked for, those
that are found are printed, and the exit code is 3 if any is missing.`,
    arguments: {
      order: several('Id or order number', { complete: kind.completion }),
    },
    flags: { by: byFlag },
    examples,
    async run({ order: typed, by }, context) {
      const orders = orderNames(typed, by);
      const [output, session] = await Promise.all([context.output(), context.session()]);
      const found = await findOrders(session, kind, orders, { by });
      const what = { plural: `${kind.words}s`, verb: 'found' };
      const names = await cardNames(valuesOf(found), session, output);
      await printOutcomes(found, {
        output,
        view: orderView(kind, names),
        what,
        asked: typed.length,
      });
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
