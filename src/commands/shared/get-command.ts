import { type Command, defineCommand, type Example, several } from '../../command/definition';
import { orderFinder } from './find-orders';
import type { OrderKind } from './order-kind';
import { byFlag, readReference } from './order-reference';
import { orderView } from './order-view';
import { failureOf, forEachOf, valuesOf } from './several';

/** `get` of either kind of order. */
export function getCommand(kind: OrderKind, examples: readonly Example[]): Command {
  return defineCommand({
    describe: `An order is named by its id or its order number. Where several are asked for, those
that are found are printed, and the exit code is 3 if any is missing.`,
    arguments: {
      order: several('Id or order number', {
        complete: kind.noun === 'orders' ? 'order' : 'giftcard',
      }),
    },
    flags: { by: byFlag },
    examples,
    async run({ arguments: { order: typed }, flags: { by } }, context) {
      for (const one of typed) readReference(one, by);
      const names = [...new Set(typed)];
      const [output, api] = await Promise.all([context.output(), context.api()]);
      const finder = orderFinder(names, { kind, api, by });
      const { concurrency } = context.settings();
      const outcomes = await forEachOf(names, concurrency, (one) => finder.find(one));
      const orders = valuesOf(outcomes);
      const failure = failureOf(outcomes, { plural: `${kind.title}s`, verb: 'found' });
      const [only] = orders;
      if (typed.length > 1) await output.many(orderView(kind), orders);
      else if (only !== undefined) await output.one(orderView(kind), only);
      if (failure !== undefined) throw failure;
    },
  });
}
