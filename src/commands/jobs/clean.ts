import { day, resolveDay } from '../../cli/day';
import { defineCommand } from '../../cli/definition';
import { toggle } from '../../cli/flag';
import { counted } from '../../lib/words';
import { confirm } from '../../output/confirm';
import type { Candidate } from './kept-jobs';

export const command = defineCommand({
  summary: 'Remove finished uploads',
  description: `Removes their rows, results, rejects and old values; nothing changes at the service. Unfinished uploads
stay, so that you can resume them; --all removes them too, after asking. Later uploads remove finished
ones older than 90 days.`,
  documents: {
    'The uploads': {
      fields: { removed: { kind: 'list', of: 'id', means: 'The ids of the removed uploads' } },
    },
    'With --dry-run': {
      fields: { wouldRemove: { kind: 'list', of: 'id', means: 'The ids that would be removed' } },
    },
  },
  flags: {
    olderThan: day('Only uploads with no activity for longer than this', '<30d>'),
    all: toggle('Unfinished uploads too; asks first'),
  },
  examples: {
    'waybill jobs clean --older-than 30d': 'Keep the last 30 days',
    'waybill jobs clean': 'Remove all finished uploads',
  },
  async run({ olderThan, all }, context) {
    const { dryRun } = context.settings();
    const output = await context.output();
    const before = olderThan === undefined ? undefined : resolveDay(olderThan, context.today());
    const { candidates, remove } = await import('./kept-jobs');
    const old = await candidates(before, context);
    const unfinished = old.filter(({ finished }) => !finished);
    const leaving = all ? old : old.filter(({ finished }) => finished);
    if (all && !dryRun && unfinished.length > 0) {
      const names = unfinished.map(({ name }) => name).join(', ');
      const question = `Remove ${counted(unfinished.length, 'unfinished uploads')} (${names})? You can't resume them afterward.`;
      await confirm(question, context, 'Nothing was removed');
    }
    const removed: Candidate[] = [];
    for (const one of leaving) {
      if (dryRun || (await remove(one, context))) removed.push(one);
    }
    if (!all && unfinished.length > 0) {
      context.notices.notice(
        `${counted(unfinished.length, 'unfinished uploads')} kept; --all removes them too.`,
      );
    }
    if (output.format !== 'table') {
      const ids = removed.map(({ id }) => id);
      await output.value(dryRun ? { wouldRemove: ids } : { removed: ids });
    } else if (dryRun) {
      await output.prose(removed.map(({ name }) => `${name} would be removed`));
    } else await output.prose([`Removed ${counted(removed.length, 'jobs')}.`]);
  },
});
