import { type Command, defineCommand, type Example, several } from '../../cli/definition';
import type { OrderKind } from './kinds';
import { orderFinder } from './lookup';
import { byFlag, readReference } from './reference';
import { forEachOf, printOutcomes } from './several';
import { orderView } from './view';

/** `get` of either kind of order. */
export function getCommand(kind: OrderKind, examples: readonly Example[]): Command {
  return defineCommand({
    summary: `Show one or several ${kind.words}s`,
    description: `An order is named by its id or its order number. Where several are asked for, those
that are found are printed, and the exit code is 3 if any is missing.`,
    arguments: {
      order: several('Id or order number', {
        complete: kind.noun === 'orders' ? 'order' : 'giftcard',
      }),
    },
    fields: Object.keys(orderView(kind).fields),
    flags: { by: byFlag },
    examples,
    async run({ order: typed, by }, context) {
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
