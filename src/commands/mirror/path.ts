import { defineCommand } from '../../cli/definition';

export const command = defineCommand({
  summary: "Print where the account's mirror is",
  description: `The first sync creates it. Any SQLite program can read it.`,
  documents: { 'The path': 'path' },
  examples: { 'waybill mirror path': 'Find the file for sqlite3, DuckDB or Datasette' },
  async run(_input, context) {
    const path = await (await context.mirror()).ownPath();
    await (await context.output()).path(path);
  },
});
