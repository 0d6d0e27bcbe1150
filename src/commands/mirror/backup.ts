import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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
    { command: 'waybill --sandbox mirror backup mirror.db', explains: 'Make a copy to keep' },
    {
      command:
        'waybill --sandbox mirror backup shared.db && waybill --sandbox query "select count(*) from orders" --mirror shared.db',
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
    // A file that doesn't exist yet is the same one if its name and its folder are.
    const placesOf = async (one: string) => [
      await inputIdentity(one),
      `${await inputIdentity(dirname(one))}/${basename(one)}`,
    ];
    const given = file === '-' ? [] : await placesOf(file);
    const own = ['', '-wal', '-shm', '-journal', '.lock'].map((more) => placesOf(path + more));
    const taken = (await Promise.all(own)).flat();
    if (given.some((place) => place !== undefined && taken.includes(place))) {
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
