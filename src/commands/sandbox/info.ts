import { defineCommand } from '../../cli/definition';
import { database, infoView, withSandbox } from './database';

export const command = defineCommand({
  summary: 'Show where the sandbox account is and what it holds',
  description: `The first use creates it, with a small sample account that matches the files in examples/.`,
  documents: { 'The sandbox': infoView },
  flags: { db: database },
  examples: {
    'waybill sandbox info': 'Show what the sandbox account holds',
    'waybill sandbox info --json --fields database': 'Print only the path of its file',
  },
  run: (flags, context) =>
    withSandbox(context, { database: flags.db }, async (service) => {
      const output = await context.output();
      await output.one(infoView, service.info());
    }),
});
