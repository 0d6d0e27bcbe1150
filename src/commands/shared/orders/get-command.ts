import { type Command, defineCommand, type Example, several } from '../../../command/definition';
import { forEachOf, printOutcomes } from '../several';
import { orderFinder } from './find-orders';
import type { OrderKind } from './order-kind';
import { byFlag, readReference } from './order-reference';
import { orderView } from './order-view';

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
      const what = { plural: `${kind.words}s`, verb: 'found' };
      await printOutcomes(outcomes, { output, view: orderView(kind), what, asked: typed.length });
    },
  });
}
