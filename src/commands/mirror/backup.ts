import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineCommand, one } from '../../cli/definition';
import { refuseDryRun } from '../../cli/global-flags';
import { usageFailure } from '../../failure';
import { askToReplace } from '../../output/asked-files';

export const command = defineCommand({
  summary: 'Copy the mirror to one file',
  description: `Copies the mirror, with payments and history, to one file that only you can read. You can read it with
--mirror <file> on another machine. Asks before it replaces a file; -y skips the question.`,
  arguments: { file: one('The file to write, or - for standard output', { complete: 'file' }) },
  flags: {},
  examples: [
    { command: 'waybill mirror backup mirror.db', explains: 'Make a copy to keep' },
    {
      command:
        'waybill mirror backup shared.db && waybill query "select count(*) from orders" --mirror shared.db',
      explains: 'Make a copy to share with a colleague',
    },
  ],
  async run({ file }, context) {
    refuseDryRun(context);
    const [access, { backupMirror }, { inputIdentity }] = await Promise.all([
      context.mirror(),
      import('../../mirror/care'),
      import('../../upload/job/place'),
    ]);
    if (file !== '-') await askToReplace([file], context);
    const { path, database } = await access.open({});
    const given = file === '-' ? undefined : await inputIdentity(file);
    const own = ['', '-wal', '-shm', '-journal', '.lock'].map((more) => path + more);
    const same = await Promise.all(
      own.map(
        async (one) =>
          resolve(one) === resolve(file) ||
          (given !== undefined && (await inputIdentity(one)) === given),
      ),
    );
    if (file !== '-' && same.includes(true)) {
      throw usageFailure('The backup must be a different file, not one of the mirror itself', {
        hint: 'Name another file. Nothing was copied.',
      });
    }
    if (file !== '-') {
      backupMirror(database, path, file);
      context.notices.notice(`Copied ${path} to ${file}.`);
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
