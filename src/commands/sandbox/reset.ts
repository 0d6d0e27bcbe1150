import { defineCommand } from '../../cli/definition';
import { refuseDryRun } from '../../settings/change-config';
import { database, infoView, withSandbox } from './database';

export const command = defineCommand({
  summary: 'Put the sandbox account back to its sample',
  description: `Puts the sandbox account back to the fixed sample it began with, its dates relative to
today; --today fixes that day. Everything else in the database is deleted; real accounts are
never touched by it.`,
  arguments: {},
  flags: { db: database },
  examples: [
    { command: 'waybill sandbox reset', explains: 'Start again from the sample' },
    { command: 'waybill sandbox reset --db sandbox.db', explains: 'In a database of your own' },
  ],
  run: async (flags, context) => {
    refuseDryRun(context);
    await withSandbox(context, { database: flags.db }, async (service) => {
      const output = await context.output();
      output.expect(infoView);
      await output.one(infoView, service.reset());
    });
  },
});
