import type { Context } from '../../context';
import { checkBaseUrl, checkCredentials, checkKeychain, checkProfile } from './check-account';
import { checkModes, checkSandboxDatabase, checkSettingsFile } from './check-files';
import { checkJobs } from './check-jobs';
import { checkNetwork } from './check-network';
import { checkEnvironment, checkVersions } from './check-program';
import { ok, type Verdict } from './finding';

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
