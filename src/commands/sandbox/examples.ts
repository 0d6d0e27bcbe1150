import { defineCommand, one } from '../../cli/definition';
import { writeFolder, writtenFiles } from '../../output/asked-files';

/** The files of examples/, which the bundle contains. */
const exampleFiles = {
  'codes.csv': () => import('../../../examples/codes.csv'),
  'giftcard-order.json': () => import('../../../examples/giftcard-order.json'),
  'giftcards.csv': () => import('../../../examples/giftcards.csv'),
  'items.csv': () => import('../../../examples/items.csv'),
  'order-rules.csv': () => import('../../../examples/order-rules.csv'),
  'order-updates.csv': () => import('../../../examples/order-updates.csv'),
  'order.json': () => import('../../../examples/order.json'),
  'orders-amazon-business.csv': () => import('../../../examples/orders-amazon-business.csv'),
  'orders-amazon.csv': () => import('../../../examples/orders-amazon.csv'),
  'orders-bgl.csv': () => import('../../../examples/orders-bgl.csv'),
  'orders-sheet.csv': () => import('../../../examples/orders-sheet.csv'),
  'orders-walmart.csv': () => import('../../../examples/orders-walmart.csv'),
  'orders.csv': () => import('../../../examples/orders.csv'),
  'payout-bfmr.csv': () => import('../../../examples/payout-bfmr.csv'),
  'payout-buying-group.csv': () => import('../../../examples/payout-buying-group.csv'),
  'payout-melul.csv': () => import('../../../examples/payout-melul.csv'),
  'payout.csv': () => import('../../../examples/payout.csv'),
  'shipments.csv': () => import('../../../examples/shipments.csv'),
} as const;

export const command = defineCommand({
  summary: 'Write the example files to a folder',
  description: `They are the files that help uses, such as shipments.csv and order.json, and match the sample account.
Creates the folder if needed. Asks before it replaces files; -y skips the question.`,
  documents: { 'The files': [writtenFiles] },
  arguments: { folder: one('The folder to write to', { complete: 'file' }) },
  examples: {
    'waybill sandbox examples examples -y': 'Write them to the folder "examples"',
    'waybill sandbox examples tries && waybill --sandbox shipments add --csv tries/shipments.csv':
      'Try uploading a file',
  },
  refusesDryRun: true,
  async run({ folder }, context) {
    const files = Object.entries(exampleFiles).map(async ([name, read]) => {
      const { default: content }: { default: unknown } = await read();
      const isText = typeof content === 'string';
      return [name, isText ? content : `${JSON.stringify(content, null, 2)}\n`] as const;
    });
    const contents = Object.fromEntries(await Promise.all(files));
    await writeFolder(folder, contents, await context.output(), context);
  },
});
