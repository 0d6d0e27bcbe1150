import { defineCommand } from '../../cli/definition';
import { integer, withDefault } from '../../cli/flag';
import { database, infoView, withSandbox } from './database';

const most = 10_000_000;

/** Added if none of the three is named; otherwise only what is named is added. */
const usual = { orders: 1000, giftcards: 100, cards: 0 };

export const command = defineCommand({
  summary: 'Add sandbox orders and cards',
  description: `Adds realistic orders, gift card orders and cards to the sandbox account, so that you can try waybill
with many. The same --seed adds the same ones on the same day; --today sets the day. Without --orders,
--giftcards and --cards, it adds ${usual.orders} orders and ${usual.giftcards} gift card orders.`,
  documents: { 'The sandbox': infoView },
  flags: {
    orders: integer('<n>', 'How many buying group orders to add', { minimum: 0, maximum: most }),
    giftcards: integer('<n>', 'How many gift card orders to add', { minimum: 0, maximum: most }),
    cards: integer('<n>', 'How many credit cards to add', { minimum: 0, maximum: 10_000 }),
    seed: withDefault(
      integer('<n>', 'Seed for the random numbers', { minimum: 0, maximum: 0xffff_ffff }),
      1,
    ),
    db: database,
  },
  examples: {
    'waybill sandbox seed --orders 500': 'Add 500 buying group orders',
    'waybill sandbox seed --giftcards 20 --cards 3 --seed 7':
      'Add gift card orders and cards, the same ones on every machine',
  },
  refusesDryRun: true,
  run: async (flags, context) => {
    const { db, seed, orders, giftcards, cards } = flags;
    const isNamed = (orders ?? giftcards ?? cards) !== undefined;
    const wanted = isNamed
      ? { orders: orders ?? 0, giftcards: giftcards ?? 0, cards: cards ?? 0 }
      : usual;
    await withSandbox(context, { database: db }, async (service) => {
      const output = await context.outputOf(infoView);
      const task = { label: 'Creating sandbox data', unit: 'orders' };
      const total = wanted.orders + wanted.giftcards;
      const info = await context.progress({ ...task, total }, (progress) =>
        service.seed({
          ...wanted,
          seed,
          onMade: (count) => {
            progress.advance(count);
            context.world.interruption.throwIfAborted();
          },
        }),
      );
      if (output.format !== 'table' || !context.globals.quiet) await output.one(infoView, info);
    });
  },
});
