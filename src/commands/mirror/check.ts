import { defineCommand } from '../../cli/definition';
import { text } from '../../cli/flag';
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
    { command: 'waybill mirror check --json', explains: 'What is wrong, as a list for a script' },
  ],
  async run(flags, context) {
    const output = await context.output();
    output.expect(view);
    const access = await context.mirror();
    // A damaged mirror is opened as far as it can be: that is what is asked about.
    const existing = openToRead(await access.path(flags));
    const result = checkMirror(existing ?? (await access.open(flags)).database);
    existing?.close();
    await output.one(view, result);
    return result.ok ? 'done' : 'localFile';
  },
});
