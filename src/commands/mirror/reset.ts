import { defineCommand } from '../../cli/definition';
import { confirm } from '../../output/confirm';

export const command = defineCommand({
  summary: 'Drop what the service sent and keep your own data',
  description: `Drops the orders and cards, which the service can send again. Keeps the history of changes and the
recorded payments, and copies them beside the mirror first (mirror info). The next sync starts a new baseline. Asks first; -y skips the question.`,
  examples: { 'waybill mirror reset -y': 'Start over with the next sync' },
  refusesDryRun: true,
  async run(_input, context) {
    const access = await context.mirror();
    const { resetMirror } = await import('../../mirror/care');
    const { openToRead } = await import('../../mirror/open');
    const path = await access.ownPath();
    const database = openToRead(path);
    if (database === undefined) {
      context.notices.notice('There is no mirror. To create one, run waybill sync.');
      return;
    }
    database.close();
    await confirm(
      `Drop all orders and cards from the mirror ${path}? Changes and payments stay.`,
      context,
      'Nothing was dropped',
    );
    await resetMirror(path, context);
    context.notices.notice('The mirror is empty. To fill it, run waybill sync.');
  },
});
