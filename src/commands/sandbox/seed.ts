import { defineCommand } from '../../command/definition';
import { integer, withDefault } from '../../command/flag';
import { infoView } from './info-view';
import { database, withPractice } from './practice';

const most = 10_000_000;

/** What is added where none of the three is named. */
const usual = { orders: 1000, giftcards: 100, cards: 0 };

export const command = defineCommand({
  describe: `Adds realistic orders, gift card orders and cards to what the practice account holds, to
see how something fares with many. The same --seed makes the same ones. Without --orders,
--giftcards and --cards it adds ${usual.orders} orders and ${usual.giftcards} gift card orders.`,
  arguments: {},
  flags: {
    orders: integer('<n>', 'How many buying group orders to add', { minimum: 0, maximum: most }),
    giftcards: integer('<n>', 'How many gift card orders to add', { minimum: 0, maximum: most }),
    cards: integer('<n>', 'How many credit cards to add', { minimum: 0, maximum: 10_000 }),
    seed: withDefault(
      integer('<n>', 'What chance begins from', { minimum: 0, maximum: 0xffff_ffff }),
      1,
    ),
    db: database,
  },
  examples: [
    { command: 'waybill sandbox seed --orders 500', explains: 'Add 500 buying group orders' },
    {
      command: 'waybill sandbox seed --giftcards 20 --cards 3 --seed 7',
      explains: 'Add gift card orders and cards, the same ones on every machine',
    },
  ],
  run: ({ flags }, context) =>
    withPractice(context, { database: flags.db }, async (service) => {
      const output = await context.output();
      output.expect(infoView);
      const { orders, giftcards, cards, seed } = flags;
      const named = [orders, giftcards, cards].some((count) => count !== undefined);
      const none = { orders: 0, giftcards: 0, cards: 0 };
      const wanted = {
        orders: orders ?? (named ? none : usual).orders,
        giftcards: giftcards ?? (named ? none : usual).giftcards,
        cards: cards ?? (named ? none : usual).cards,
      };
      const info = await service.seed({
        ...wanted,
        seed,
        onProgress: () => context.world.interruption.throwIfAborted(),
      });
      await output.one(infoView, info);
    }),
});
