import { HelpPage } from '../../cli/help';
import type { Context } from '../../context/context';
import { countUntracked } from '../../insight/reports/audit';
import { summarize } from '../../insight/reports/summary';
import { counted, dollarsForPeople, toTheMinute } from '../../lib/words';
import type { Line } from '../../output/options';
import { ownAccountFlags } from '../../settings/base-url';
import { ask } from './report-run';
import { nextSteps, uploadsToResume } from './summary';

/** Things that need somebody this morning, each with its command; from the mirror, without a request. */
async function morning(context: Context): Promise<readonly Line[]> {
  const { countChanges } = await import('../../mirror/changes');
  const { read, scope, mirror } = await ask({ offline: true }, context);
  const account = ownAccountFlags(context.settings());
  const total = summarize(read, scope);
  const changes = countChanges(mirror.database);
  const steps: Line[] = [
    ...nextSteps(total, countUntracked(read, scope), account),
    ...(await uploadsToResume(context)),
    ...(changes > 0
      ? [`${counted(changes, 'changes')} since you last looked: waybill changes${account}`]
      : []),
  ];
  if (steps.length === 0) {
    steps.push({ tone: 'good', mark: 'Nothing is late', rest: ', and nothing has changed.' });
  }
  return [
    `${counted(total.open, 'open orders')}, ${dollarsForPeople(total.outstanding)} outstanding: waybill report unpaid${account}`,
    ...steps,
    `As of ${toTheMinute(mirror.asOf)}. To update: waybill sync${account}`,
  ];
}

function shortHelp(hasAccount: boolean, account: string, nouns: readonly string[]): HelpPage {
  const first = hasAccount
    ? ([
        [
          `waybill sync${account}`,
          `Copy the account; then waybill${account} alone shows what needs you`,
        ],
        [`waybill orders list${account}`, 'List your orders'],
      ] as const)
    : ([
        ['waybill --sandbox orders list', 'Try it without an account'],
        ['waybill auth login', 'Log in to your account'],
      ] as const);
  return new HelpPage()
    .text('Track orders, shipments and gift cards from the command line.')
    .text('Usage: waybill <noun> <verb> [arguments] [flags]')
    .rows('To begin', [...first, ['waybill help', 'All commands and topics']])
    .text(`Commands: ${nouns.join(', ')}`);
}

/** `waybill` alone: on a terminal with a mirror the morning's work, otherwise how to begin. */
export async function overview(context: Context, nouns: readonly string[]): Promise<void> {
  const settings = context.settings();
  const { sandbox, baseUrl } = settings;
  const { stdout, env } = context.world;
  const hasAccount = sandbox || baseUrl !== undefined || Boolean(env.WAYBILL_API_KEY);
  const access = hasAccount && stdout.isTTY === true ? await context.mirror() : undefined;
  const output = await context.output();
  if ((await access?.openIfThere()) === undefined) {
    return output.page(shortHelp(hasAccount, ownAccountFlags(settings), nouns).toString());
  }
  return output.prose(await morning(context));
}
