import { defineCommand } from '../../cli/definition';
import { database, infoView, withSandbox } from './database';

export const command = defineCommand({
  summary: 'Where the sandbox account is and what it holds',
  description: `Where the sandbox database is and what it holds. On first use it is made, with a small
fixed sample account that fits the files in examples/.`,
  arguments: {},
  flags: { db: database },
  examples: [
    { command: 'waybill sandbox info', explains: 'What the sandbox account holds' },
    {
      command: 'waybill sandbox info --json --fields database',
      explains: 'Where its file is',
    },
  ],
  run: (flags, context) =>
    withSandbox(context, { database: flags.db }, async (service) => {
      const output = await context.output();
      await output.one(infoView, service.info());
    }),
});
