import { type Command, defineCommand, type Examples, maybeSeveral } from '../../cli/definition';
import { mirrorFlags } from '../../cli/global-flags';
import { cardNames } from '../../orders/card-choice';
import { buyingGroupKind, type OrderKind } from '../../orders/kinds';
import { byFlag, namedOrders } from '../../orders/lookup';
import { orderBook } from '../../orders/order-book';
import { forEachOf, reportOutcomes } from '../../orders/several';
import { orderView, printNamed, withComputed } from '../../orders/view';

export const getCommand = (kind: OrderKind, examples: Examples): Command =>
  defineCommand({
    summary: `Show one or more ${kind.words}s`,
    fields: Object.keys(orderView(kind).fields),
    description: `Name an order by its id or order number. Use - to read several from standard input, one per line. If
you name several, waybill prints those it finds and exits with 3 if any is missing. If you name none
on a terminal, you can pick a recent order.`,
    documents: { 'One order': kind.stored, 'Several orders': [kind.stored] },
    arguments: { order: maybeSeveral('Id or order number', { complete: kind.stored }) },
    flags: { by: byFlag, ...mirrorFlags },
    examples,
    async run({ order: typed, by, ...flags }, given) {
      const context = given.reading(flags);
      const { names, single } = await namedOrders(typed, { kind, verb: 'get', by, context });
      const [output, session] = await Promise.all([context.output(), context.session()]);
      const { api, settings } = session;
      const book = orderBook(names, api, { kind, by, mirror: context.mirror });
      const outcomes = await forEachOf(names, settings.concurrency, book.find);
      book.sayRespelled(context.notices);
      const what = { plural: `${kind.words}s`, verb: 'found', otherwise: 'read' };
      await reportOutcomes(outcomes, what, async (orders) => {
        const view = orderView(kind, await cardNames(orders, api, output));
        await printNamed(orders.map(withComputed(kind, context)), single, view, output);
      });
    },
  });

export const command = getCommand(buyingGroupKind, {
  'waybill orders get 800458530': 'Show an order by its number',
  'waybill orders get 800458530 9889303997 --json': 'Show two orders as a JSON array',
  'waybill orders get 800458530 --fields status,trackingNumbers.trackingNumber':
    'Show only its status and tracking numbers',
});
