import { defineCommand } from '../../cli/definition';
import { text } from '../../cli/flag';
import { Failure } from '../../failure';
import type { CheckResult } from '../../mirror/check';
import type { CardView } from '../../output/view';

const view: CardView<CheckResult> = {
  one: 'check',
  fields: {
    ok: { kind: 'yesNo', means: 'True if there is no problem' },
    problems: { kind: 'list', of: 'text', means: 'Each problem in words' },
  },
  card: ({ ok, problems }) => (ok ? 'No problems found.' : problems.join('\n')),
};

/** Checks even a damaged mirror as far as it opens; undefined without a complete first sync. */
async function checkFile(path: string, isNamed: boolean) {
  const { checkMirror } = await import('../../mirror/check');
  const { openToRead } = await import('../../mirror/open');
  const { damageHints, isDamaged } = await import('../../mirror/faults');
  const { readState } = await import('../../mirror/state');
  const damageHint = damageHints[isNamed ? 'named' : 'own'];
  try {
    const database = openToRead(path);
    if (database === undefined) return undefined;
    try {
      const result = checkMirror(database);
      // Without a complete sync there is nothing to vouch for: as if the file were missing.
      if (result.ok && readState(database).asOf === null) return undefined;
      // In the user's own mirror, a problem may be one that starting over would not solve.
      return result.ok || !isNamed ? { result } : { result, hint: damageHint };
    } finally {
      database.close();
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.ending !== 'localFile') throw error;
    const result = { ok: false, problems: [error.message] };
    // The usual hint names the command that this is.
    return { result, hint: isDamaged(error) ? damageHint : error.hint };
  }
}

export const command = defineCommand({
  summary: 'Check that the mirror is intact',
  description: `Runs SQLite's integrity check, replays every change from the first sync on, adds up the payments,
and looks for payments recorded twice. Exits with 14 if something is wrong.`,
  fields: Object.keys(view.fields),
  documents: { 'The check': view },
  flags: { mirror: text('<file>', 'A different mirror, such as a backup', { complete: 'file' }) },
  examples: {
    'waybill mirror check': 'Check it after a crash, or before a backup',
    'waybill mirror check --json': 'List the problems for a script',
  },
  async run(flags, context) {
    const output = await context.outputOf(view);
    const access = await context.mirror();
    const { checkMirror } = await import('../../mirror/check');
    const path = flags.mirror ?? (await access.ownPath());
    const { result, hint } = (await checkFile(path, flags.mirror !== undefined)) ?? {
      result: checkMirror((await access.open(flags)).database),
    };
    await output.one(view, result);
    if (output.format === 'table' && hint !== undefined) context.notices.notice(hint);
    return result.ok ? 'done' : 'localFile';
  },
});
