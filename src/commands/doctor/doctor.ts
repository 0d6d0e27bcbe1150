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

/** The account's side; each check needs what the one before it found. */
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

/** Goes through the whole setup. */
export async function examine(context: Context): Promise<Verdict[]> {
  const local = [...checkVersions(context), ...checkModes(context), ...checkSettingsFile(context)];
  // Without a settings file that can be read nothing that depends on it can be told.
  const settings = fine(local) ? checkEnvironment(context) : [];
  const account = fine([...local, ...settings]) ? await checkAccount(context) : [];
  const kept = [...(await checkJobs(context)), ...(await checkSandboxDatabase(context))];
  return [...local, ...settings, ...account, ...kept];
}

export const command = defineCommand({
  description: `
Goes through the whole setup, from the version of Node to the plan of the account, and says of each
part whether it is ok, worth a look (warn) or broken (fail), and what to do. It changes nothing and
sends one read. It exits 0 only where nothing is broken, else with the code of what is.`,
  arguments: {},
  flags: {},
  examples: [
    { command: 'waybill doctor', explains: 'What is wrong here?' },
    {
      command: 'waybill doctor --json | jq \'.[] | select(.status != "ok")\'',
      explains: 'Only what needs a look',
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
