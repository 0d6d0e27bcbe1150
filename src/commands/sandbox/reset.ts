import { defineCommand } from '../../cli/definition';
import { confirmIfPossible } from '../../output/confirm';
import { database, infoView, withSandbox } from './database';

export const command = defineCommand({
  summary: 'Reset the sandbox account to its sample',
  description: `Deletes everything else in its database. Dates are relative to today; --today sets a different
day. Never touches a real account. On a terminal, asks first.`,
  documents: { 'The sandbox': infoView },
  flags: { db: database },
  examples: {
    'waybill sandbox reset': 'Start over from the sample',
    'waybill sandbox reset --db sandbox.db': 'Reset your own database file',
  },
  refusesDryRun: true,
  run: async (flags, context) => {
    const question = 'Delete what is in the sandbox, and start over?';
    await confirmIfPossible(question, context, 'Nothing was changed');
    await withSandbox(context, { database: flags.db }, async (service) => {
      const output = await context.outputOf(infoView);
      const info = service.reset();
      if (output.format !== 'table' || !context.globals.quiet) await output.one(infoView, info);
    });
  },
});
