import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { defineCommand, one } from '../../cli/definition';
import { backupMirror } from '../../mirror/care';
import { askToReplace } from '../../output/asked-files';
import { refuseDryRun } from '../../settings/change-config';

export const command = defineCommand({
  summary: 'Copy the mirror into one file',
  description: `Copies the mirror into one file that only you may read, payments and history included. It can be
read with --mirror <file> on another machine. A file that is there is replaced only after a question,
or with -y.`,
  arguments: { file: one('The file to write, or - for standard output', { complete: 'file' }) },
  flags: {},
  examples: [
    { command: 'waybill mirror backup mirror.db', explains: 'A copy to keep' },
    {
      command:
        'waybill mirror backup shared.db && waybill query "select count(*) from orders" --mirror shared.db',
      explains: 'A copy that a colleague reads',
    },
  ],
  async run({ file }, context) {
    refuseDryRun(context);
    const access = await context.mirror();
    if (file !== '-') await askToReplace([file], context);
    const { path, database } = await access.open({});
    if (file !== '-') {
      backupMirror(database, path, file);
      context.notices.notice(`${path} was copied to ${file}.`);
      return;
    }
    const folder = mkdtempSync(join(context.paths.dataFolder, 'backup-'));
    try {
      const copy = join(folder, 'mirror.db');
      backupMirror(database, path, copy);
      await (await context.output()).bytes(readFileSync(copy));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});
