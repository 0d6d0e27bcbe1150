import { defineCommand } from '../../cli/definition';

export const command = defineCommand({
  summary: "Print where the account's mirror is",
  description:
    'Prints where the mirror is, or will be after the first sync. Any SQLite program reads it.',
  arguments: {},
  flags: {},
  examples: [{ command: 'waybill mirror path', explains: 'For sqlite3, DuckDB or Datasette' }],
  async run(_input, context) {
    const path = await (await context.mirror()).ownPath();
    await (await context.output()).text(`${path}\n`);
  },
});
