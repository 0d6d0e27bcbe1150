import { defineCommand } from '../../cli/definition';
import { refuseDryRun } from '../../cli/global-flags';
import { database, infoView, withSandbox } from './database';

export const command = defineCommand({
  summary: 'Reset the sandbox account to its sample',
  description: `Deletes everything else in its database. Dates are relative to today; --today sets a different day. Never
touches a real account.`,
  documents: { 'The sandbox': infoView },
  arguments: {},
  flags: { db: database },
  examples: {
    'waybill sandbox reset': 'Start over from the sample',
    'waybill sandbox reset --db sandbox.db': 'Reset your own database file',
  },
  run: async (flags, context) => {
    refuseDryRun(context);
    await withSandbox(context, { database: flags.db }, async (service) => {
      const output = await context.output();
      output.expect(infoView);
      const info = service.reset();
      if (output.format !== 'table' || !context.globals.quiet) await output.one(infoView, info);
    });
  },
});
