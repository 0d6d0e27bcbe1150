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
  card: ({ ok, problems }) => (ok ? 'No problems found.' : problems.join('\n')),
};

export const command = defineCommand({
  summary: 'Check that the mirror is intact',
  description: `Runs SQLite's own check, replays every change on the first state, adds up the payments and looks for
payments recorded twice. Exits with 14 if something is wrong.`,
  fields: Object.keys(view.fields),
  arguments: {},
  flags: {
    mirror: text('<file>', 'A different mirror, such as a backup', { complete: 'file' }),
  },
  examples: [
    { command: 'waybill mirror check', explains: 'Check it after a crash, or before a backup' },
    { command: 'waybill mirror check --json', explains: 'List the problems for a script' },
  ],
  async run(flags, context) {
    const output = await context.output();
    output.expect(view);
    const access = await context.mirror();
    // Open even a damaged mirror as far as possible, since the check is about the damage.
    const existing = openToRead(await access.path(flags));
    const result = checkMirror(existing ?? (await access.open(flags)).database);
    existing?.close();
    await output.one(view, result);
    return result.ok ? 'done' : 'localFile';
  },
});
