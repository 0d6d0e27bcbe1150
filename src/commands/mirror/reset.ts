import { defineCommand } from '../../cli/definition';
import { resetMirror } from '../../mirror/care';
import { openToRead } from '../../mirror/open';
import { confirm } from '../../output/confirm';
import { refuseDryRun } from '../../settings/change-config';

export const command = defineCommand({
  summary: 'Drop what the service sent and keep what is your own',
  description: `Empties the half of the mirror that the service can send again. The history of changes and the
recorded payments stay. The next sync begins a new baseline.`,
  arguments: {},
  flags: {},
  examples: [{ command: 'waybill mirror reset -y', explains: 'Start over with the next sync' }],
  async run(_input, context) {
    refuseDryRun(context);
    const access = await context.mirror();
    const path = await access.ownPath();
    const database = openToRead(path);
    if (database === undefined) {
      context.notices.notice('There is no mirror; waybill sync makes one.');
      return;
    }
    database.close();
    await confirm(
      `Drop all orders and cards of the mirror ${path}? Changes and payments stay.`,
      context,
      'Nothing was dropped',
    );
    await resetMirror(path, access.lockOptions());
    context.notices.notice('The mirror is empty; waybill sync fills it again.');
  },
});
