import { defineCommand } from '../../cli/definition';
import { choices, readDuration, seconds, toggle, valued } from '../../cli/flag';
import { syncSummary } from '../../context/sync-summary';
import { membersBelow } from '../../lib/once';
import { toTheMinute } from '../../lib/words';
import { listNames } from '../../mirror/kinds';
import type { SkippedSync, SyncResult } from '../../mirror/sync';
import { countFields } from '../../output/fields';
import type { CardView } from '../../output/view';

const counts = ['read', 'new', 'changed', 'unchanged', 'gone', 'back'];

const view: CardView<SyncResult | SkippedSync> = {
  one: 'sync',
  fields: {
    run: { kind: 'number', means: 'The number of this run' },
    mode: { kind: 'text', means: 'How it read', values: ['full', 'quick'] },
    complete: { kind: 'yesNo', means: 'True if the mirror is as the service is' },
    requests: { kind: 'number', means: 'Requests that were sent' },
    startedAt: { kind: 'moment', means: 'When it began' },
    finishedAt: { kind: 'moment', means: 'When it ended' },
    events: { kind: 'number', means: 'Changes that it saw' },
    ...Object.fromEntries(
      listNames.flatMap((name) => [
        [name, { kind: 'object', means: 'What became of this list', optional: true }],
        ...Object.entries(membersBelow(name, countFields(counts))),
      ]),
    ),
    drift: {
      kind: 'number',
      means: "The service's count minus the mirror's, after --quick",
      optional: true,
    },
    mirror: { kind: 'text', means: 'The file of the mirror' },
    skipped: { kind: 'yesNo', means: 'True if it is new enough' },
    asOf: { kind: 'moment', means: 'The end of the last complete sync' },
  },
  card: (result) =>
    'skipped' in result
      ? `Nothing to do: last synced ${toTheMinute(result.asOf)}`
      : syncSummary(result),
};

export const command = defineCommand({
  description: `The mirror is a file on this machine, which reports, waybill query and --offline read. The service can't
list what changed, so sync reads every order, 100 per request, and records every difference as an
event, which waybill changes prints.

If an order is missing from the list, sync looks it up by id and marks it as gone only after a 404. If a
list comes back empty, or lacks more than 20 orders and more than 10 percent of them at once, sync marks
nothing as gone and exits with 13. After an interrupted sync, the next one reads everything again.`,
  fields: Object.keys(view.fields),
  documents: () => {
    const { skipped, asOf, ...synced } = view.fields;
    const fields = { skipped, asOf };
    return Promise.resolve({ 'A sync': { fields: synced }, 'With --if-older': { fields } });
  },
  flags: {
    quick: toggle('Read only the newest pages, until one has nothing new; marks nothing as gone'),
    only: choices('<list,…>', 'Sync only these lists', listNames),
    ifOlder: valued(
      '<10m>',
      'Sync only if the last complete sync is older than this',
      readDuration,
    ),
    wait: seconds('How long to wait for another sync to finish', { defaultText: '0' }),
    acceptRemovals: toggle('Accept a list that is missing many orders at once'),
    newAccount: toggle("Set a different account's mirror aside and start a new one"),
  },
  examples: {
    'waybill sync': 'Read the account into the mirror',
    'waybill sync -q && waybill changes':
      'Show what is new since the last time, for example from cron',
    'waybill sync --quick': 'Read only what is new, in a request or two',
    'waybill sync --if-older 10m --json': 'Sync at most every ten minutes, for a script',
  },
  refusesDryRun: true,
  async run({ wait, ...wishes }, context) {
    const output = await context.outputOf(view);
    const access = await context.mirror();
    const result = await access.sync({ ...wishes, wait: wait && wait * 1000 });
    // "No summary of a run in which all went well."
    if (output.format === 'table' && context.globals.quiet) return;
    await output.one(view, result);
  },
});
