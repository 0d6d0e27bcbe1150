import { defineCommand } from '../../cli/definition';
import type { Context } from '../../context';
import { worstEnding } from '../../exit-codes';
import { settingsOrDefaults } from '../../settings/resolve';
import { checkBaseUrl, checkCredentials, checkKeychain, checkProfile } from './check-account';
import { checkModes, checkSandboxDatabase, checkSettingsFile } from './check-files';
import { checkJobs } from './check-jobs';
import { checkNetwork } from './check-network';
import { checkEnvironment, checkVersions } from './check-program';
import { findingsView, ok, report, type Verdict } from './finding';

function fine(verdicts: readonly Verdict[]): boolean {
  return verdicts.every(({ finding }) => finding.status !== 'fail');
}

/** Checks the account. Each check needs the result of the one before it. */
async function checkAccount(context: Context): Promise<Verdict[]> {
  if (context.settings().sandbox) {
    return [ok('profile', 'none: --sandbox needs no account and no network')];
  }
  const address = checkBaseUrl(context);
  const credentials = await checkCredentials(context);
  const verdicts = [
    ...(await checkKeychain(context)),
    ...checkProfile(context),
    ...address,
    ...credentials,
  ];
  if (!fine([...address, ...credentials])) return verdicts;
  return [...verdicts, ...(await checkNetwork(context))];
}

/** Checks the whole setup. */
export async function examine(context: Context): Promise<Verdict[]> {
  const local = [...checkVersions(context), ...checkModes(context), ...checkSettingsFile(context)];
  // Without a readable settings file, nothing that depends on it can be checked.
  const settings = fine(local) ? checkEnvironment(context) : [];
  const account = fine([...local, ...settings]) ? await checkAccount(context) : [];
  const kept = [...(await checkJobs(context)), ...(await checkSandboxDatabase(context))];
  return [...local, ...settings, ...account, ...kept];
}

export const command = defineCommand({
  description: `
Checks the whole setup, from the Node version to the account's plan. Each part is ok, worth a look
(warn) or broken (fail), with advice on what to do. Changes nothing and sends one read. Exits 0 only
if nothing is broken, otherwise with the code of the failure.`,
  arguments: {},
  flags: {},
  examples: [
    { command: 'waybill doctor', explains: 'Find out what is wrong' },
    {
      command: 'waybill doctor --json | jq \'.[] | select(.status != "ok")\'',
      explains: 'Show only what needs attention',
    },
  ],
  async run(_input, context) {
    const { examine } = await import('./doctor');
    const verdicts = await examine(context);
    const findings = verdicts.map(({ finding }) => finding);
    const output = await context.output(settingsOrDefaults(context));
    if (output.format === 'table') await output.text(report(findings));
    else await output.list(findingsView, findings);
    return worstEnding(verdicts.map(({ ending }) => ending));
  },
});
