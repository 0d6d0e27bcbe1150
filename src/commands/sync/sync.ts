import { defineCommand } from '../../cli/definition';
import { duration } from '../../cli/duration';
import { choices, seconds, toggle } from '../../cli/flag';
import { listNames, type SkippedSync, type SyncResult } from '../../mirror/sync';
import { syncSummary } from '../../mirror-access';
import type { View } from '../../output/view';
import { refuseDryRun } from '../../settings/change-config';

const view: View<SyncResult | SkippedSync> = {
  one: 'sync',
  empty: 'Nothing.',
  fields: {
    run: 'number',
    mode: 'text',
    complete: 'yesNo',
    requests: 'number',
    startedAt: 'moment',
    finishedAt: 'moment',
    events: 'number',
    ...Object.fromEntries(
      listNames.flatMap((name) => [
        [name, 'object'],
        ...['read', 'new', 'changed', 'unchanged', 'gone', 'back'].map((count) => [
          `${name}.${count}`,
          'number',
        ]),
      ]),
    ),
    drift: 'number',
    mirror: 'text',
    skipped: 'yesNo',
    asOf: 'moment',
  },
  table: ['run', 'mode', 'complete', 'requests', 'events'],
  card: (result) =>
    'skipped' in result ? `Nothing to do: the mirror is as of ${result.asOf}` : syncSummary(result),
};

export const command = defineCommand({
  summary: 'Bring the mirror up to date',
  description: `Reads the whole account and keeps what it found in the mirror, a file on this machine that
reports, query and --offline read. The service can't be asked what changed, so every order is read: a
request for 100 of them. Every difference becomes an event, which waybill changes prints.

An order that the list did not bring is asked for by its id, and only a 404 makes it gone. Where
a list is empty, or lacks more than 20 orders and more than 10 percent at once, nothing is marked
as gone and the exit code is 13. Cut off, a sync keeps what it read, and the next one starts over.`,
  fields: Object.keys(view.fields),
  arguments: {},
  flags: {
    quick: toggle('Only read the newest pages, until one brings nothing new; nothing becomes gone'),
    only: choices('<list,…>', 'Only these lists', listNames),
    ifOlder: duration('<10m>', 'Only where the last complete sync is older than this'),
    wait: seconds('How long to wait for another sync that is running', { defaultText: '0' }),
    acceptRemovals: toggle('Believe a list that lacks many orders at once'),
    newAccount: toggle("Set another account's mirror aside and begin a new one"),
  },
  examples: [
    { command: 'waybill sync', explains: 'Read the account into the mirror' },
    {
      command: 'waybill sync -q && waybill changes',
      explains: 'What is new since the last time, as from cron',
    },
    { command: 'waybill sync --quick', explains: 'Only what is new, in a request or two' },
    {
      command: 'waybill sync --if-older 10m --json',
      explains: 'At most every ten minutes, for a script',
    },
  ],
  async run({ wait, ...wishes }, context) {
    refuseDryRun(context);
    const output = await context.output();
    output.expect(view);
    const access = await context.mirror();
    const given = Object.fromEntries(
      Object.entries({
        ...wishes,
        wait: wait === undefined ? undefined : wait * 1000,
      }).filter(([, value]) => value !== undefined),
    );
    const result = await access.sync(given);
    // "No summary of a run in which all went well."
    if (output.format === 'table' && context.globals.quiet) return;
    await output.one(view, result);
  },
});
