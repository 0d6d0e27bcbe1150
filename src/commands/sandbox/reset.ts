import { defineCommand } from '../../cli/definition';
import { refuseDryRun } from '../../settings/change-config';
import { database, infoView, withPractice } from './database';

export const command = defineCommand({
  summary: 'Put the practice account back to its sample',
  description: `Puts the practice account back to the fixed sample it began with. Everything else in the
database is deleted; real accounts are never touched by it.`,
  arguments: {},
  flags: { db: database },
  examples: [
    { command: 'waybill sandbox reset', explains: 'Begin practising afresh' },
    { command: 'waybill sandbox reset --db practice.db', explains: 'In a database of your own' },
  ],
  run: async (flags, context) => {
    refuseDryRun(context);
    await withPractice(context, { database: flags.db }, async (service) => {
      const output = await context.output();
      output.expect(infoView);
      await output.one(infoView, service.reset());
    });
  },
});
