import { defineCommand } from '../../cli/definition';
import { text } from '../../cli/flag';
import { localFileFailure } from '../../failure';
import { type CheckResult, checkMirror } from '../../mirror/check';
import { openToRead } from '../../mirror/open';
import type { View } from '../../output/view';

const view: View<CheckResult> = {
  one: 'check',
  empty: 'Nothing.',
  fields: { ok: 'yesNo', problems: 'list' },
  table: ['ok', 'problems'],
  card: ({ ok, problems }) => (ok ? 'The mirror is in order.' : problems.join('\n')),
};

export const command = defineCommand({
  summary: 'Check that the mirror is whole',
  description: `Runs SQLite's own check, replays every change over the first state, adds up the payments, and
looks for one that is recorded twice. Exit code 14 says that something is wrong.`,
  fields: Object.keys(view.fields),
  arguments: {},
  flags: {
    mirror: text('<file>', 'Another mirror, such as a backup', { complete: 'file' }),
  },
  examples: [
    { command: 'waybill mirror check', explains: 'After a crash, or before a backup' },
    { command: 'waybill mirror check --json', explains: '{"ok","problems"} for a script' },
  ],
  async run(flags, context) {
    const output = await context.output();
    output.expect(view);
    const path = await (await context.mirror()).path(flags);
    const database = openToRead(path);
    if (database === undefined) {
      throw localFileFailure(`There is no mirror ${path}`, { hint: 'waybill sync makes one.' });
    }
    try {
      const result = checkMirror(database);
      await output.one(view, result);
      return result.ok ? 'done' : 'localFile';
    } finally {
      database.close();
    }
  },
});
