import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineCommand, one } from '../../cli/definition';
import { refuseOwnFiles } from '../../context/own-files';
import { removeAll } from '../../lib/write-files';
import { askToReplace, refuseEnding } from '../../output/asked-files';

export const command = defineCommand({
  summary: 'Copy the mirror, with payments and history, to one file',
  description: `Only you can read the file; on Windows, its folder decides who can. To read it on another machine, use
--mirror <file>. Asks before it replaces a file; -y skips the question.`,
  arguments: { file: one('The file to write, or - for standard output', { complete: 'file' }) },
  examples: {
    'waybill mirror backup mirror.db': 'Make a copy to keep',
    'waybill mirror backup shared.db && waybill query "select count(*) from orders" --mirror shared.db':
      'Make a copy to share with a colleague',
  },
  refusesDryRun: true,
  async run({ file }, context) {
    const access = await context.mirror();
    const { backupMirror } = await import('../../mirror/care');
    // Ask before a missing mirror is synced first.
    if (file !== '-') {
      const mirror = await access.ownPath();
      await refuseOwnFiles([file], context, { mirror, nothing: 'Nothing was copied' });
      refuseEnding(file, ['.db', '.sqlite', '.bak'], 'a copy is a SQLite database');
      await askToReplace([file], context);
    }
    const { path, database } = await access.open({});
    if (file !== '-') {
      await backupMirror(database, path, file);
      context.notices.notice(`Copied ${path} to ${file}.`);
      return;
    }
    const folder = mkdtempSync(join(context.paths.dataFolder, 'backup-'));
    try {
      const copy = join(folder, 'mirror.db');
      await backupMirror(database, path, copy);
      await (await context.output()).bytes(readFileSync(copy));
    } finally {
      await removeAll(folder);
    }
  },
});
