import { existsSync, lstatSync, type Stats } from 'node:fs';
import manifest from '../../../package.json';
import type { Flag } from '../../cli/flag';
import { globalFlags } from '../../cli/global-flags';
import type { Context } from '../../context/context';
import { usageFailure } from '../../failure';
import { diskFailure } from '../../lib/disk-failure';
import { unlessItFails } from '../../lib/once';
import { closest } from '../../lib/suggest';
import { counted, countedOf, typedWords } from '../../lib/words';
import { refuseForeignFolder } from '../../lib/write-files';
import { serviceBaseUrl } from '../../settings/base-url';
import { profileFlag } from '../../settings/config-file';
import { maskKey } from '../../settings/credential-shape';
import { askKeychain } from '../../settings/keychain';
import { isInProfile } from '../../settings/paths';
import { defaultProfileName, type Settings, settingsOrDefaults } from '../../settings/resolve';
import { version } from '../../version';
import { jobName, type OpenedJob, resumeCommand, unfinishedUploads } from '../jobs/kept-jobs';
import { checkNetwork } from './check-network';
import { type DoctorResult, failed, ok, tried, warn } from './finding';

function fine(results: readonly DoctorResult[]): boolean {
  return results.every(({ finding }) => finding.status !== 'fail');
}

async function checkAccount(context: Context): Promise<DoctorResult[]> {
  if (context.settings().sandbox) {
    return [ok('profile', 'none: --sandbox needs no account and no network')];
  }
  const { settings } = context;
  const baseUrl = () => `${serviceBaseUrl(settings())}, from the ${settings().sources.baseUrl}`;
  const credentials = async () => {
    const { store, apiKey } = await (await context.credentials()).current();
    return `${maskKey(apiKey)}, ${store}`;
  };
  const access = [await tried('base URL', baseUrl), await tried('credentials', credentials)];
  // The environment or flags may have it all.
  const needsProfile = !fine(access);
  const results = [
    ...(await checkKeychain(context, needsProfile)),
    ...checkProfile(context, needsProfile),
    ...access,
  ];
  if (!fine(access)) return results;
  return [...results, ...(await checkNetwork(context))];
}

export async function examine(context: Context): Promise<DoctorResult[]> {
  const { configFile } = context.paths;
  const settingsFile = await tried('settings file', () => {
    if (look(configFile) === undefined) return `${configFile} does not exist yet`;
    const { profiles } = context.readConfig();
    return `${configFile} has ${counted(Object.keys(profiles).length, 'profiles')}`;
  });
  const local = [...checkVersions(context), ...checkFolders(context), settingsFile];
  // Without a readable settings file, nothing that depends on it can be checked.
  const settings = fine(local) ? await checkEnvironment(context) : [];
  const results = [...local, ...settings];
  if (fine(results)) {
    results.push(...(await checkAccount(context)), ...(await checkMirror(context)));
  }
  return [...results, ...(await checkJobs(context)), await checkSandboxDatabase(context)];
}

/** Undefined if there is no such file. Throws exit 14 if that can't be found out. */
function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw diskFailure('read', path, error);
  }
}

/** Windows has no modes, and gives other people the folders that are in nobody's profile. */
function checkProfileFolder({ paths, world }: Context): DoctorResult[] {
  const { configFolder, dataFolder, cacheFolder } = paths;
  const open = [configFolder, dataFolder, cacheFolder].find((one) => !isInProfile(world, one));
  if (open === undefined) return [];
  const { USERNAME = 'you' } = world.env;
  return [
    warn(
      'folders',
      `${open} is not in your Windows profile: others may be able to read it`,
      `Set WAYBILL_HOME to a folder in your profile, or run icacls "${open}" /inheritance:r /grant:r "${USERNAME}:(OI)(CI)F"`,
    ),
  ];
}

/** Anyone who can write there decides what waybill reads, and where it sends credentials: commands refuse it. */
function checkFolders(context: Context): DoctorResult[] {
  const { paths, world } = context;
  if (world.userId === undefined) return checkProfileFolder(context);
  const { configFolder, dataFolder, stateFolder, cacheFolder } = paths;
  const folders = [...new Set([configFolder, dataFolder, stateFolder, cacheFolder])];
  return folders.flatMap((folder) => {
    try {
      refuseForeignFolder(folder, world.userId);
      return [];
    } catch (error) {
      return [failed('folders', error)];
    }
  });
}

async function checkKeychain(
  { world, settings }: Context,
  needsProfile: boolean,
): Promise<DoctorResult[]> {
  try {
    await askKeychain({ action: 'read', account: 'doctor' }, world, settings());
    return [ok('keychain', 'responds')];
  } catch (error) {
    const result = failed('keychain', error);
    const { entry } = settings();
    if (entry === undefined && needsProfile) {
      const advice = `Log in with waybill auth login --store file${profileFlag(settings())}.`;
      return [warn('keychain', result.finding.message, advice)];
    }
    if (entry?.credentials?.store === 'keychain') return [result];
    return [ok('keychain', "not available, and this account doesn't need it")];
  }
}

/** The way to this run's profile; undefined for the one that needs no choice. */
function chosenBy({ sources, profile }: Settings): string | undefined {
  if (sources.profile === 'flag') return 'named by --profile';
  if (sources.profile === 'environment') return 'named by WAYBILL_PROFILE';
  return profile === defaultProfileName ? undefined : 'chosen with waybill auth switch';
}

function checkProfile({ settings }: Context, needsProfile: boolean): DoctorResult[] {
  const { profile, entry } = settings();
  const by = chosenBy(settings());
  const from = by === undefined ? '' : ` (${by})`;
  if (entry !== undefined) return [ok('profile', `${profile}${from}`)];
  if (by === undefined && !needsProfile) {
    return [ok('profile', 'none: the credentials come from elsewhere')];
  }
  const login = `waybill auth login${profileFlag(settings())}`;
  return [
    warn(
      'profile',
      `There is no profile "${profile}"${from}`,
      `To create it, run ${login}. Or set WAYBILL_BASE_URL, WAYBILL_API_KEY and WAYBILL_API_SECRET.`,
    ),
  ];
}

function checkSandboxDatabase({ paths, sandboxService }: Context): Promise<DoctorResult> {
  const { sandboxDatabase: database } = paths;
  return tried('sandbox database', async () => {
    if (look(database) === undefined) {
      return `${database} does not exist yet; --sandbox creates it`;
    }
    const service = await sandboxService();
    try {
      const { orders, giftcards } = service.info().counts;
      return `${database} has ${counted(orders, 'orders')} and ${counted(giftcards, 'gift card orders')}`;
    } finally {
      service.close();
    }
  });
}

/** Opens the account's mirror if there is one; without it, reports create it when they need it. */
async function checkMirror(context: Context): Promise<DoctorResult[]> {
  // The mirror's owner is unknown without an account, which other checks report.
  const path = await unlessItFails(async () => (await context.mirror()).ownPath());
  if (path === undefined || !existsSync(path)) return [];
  const mirror = await tried('mirror', async () => {
    const { probe } = await import('../../mirror/open');
    probe(path);
    return `${path} can be read`;
  });
  return [mirror];
}

function unfinished(opened: OpenedJob, settings: Settings): DoctorResult {
  const { job, ledger } = opened;
  const done = `${countedOf(ledger.settled, ledger.rows, 'rows')} settled`;
  const resume = resumeCommand(opened, settings);
  return warn(
    'jobs',
    `${jobName(opened)} is not finished (job ${job.id}): ${done}`,
    resume === undefined
      ? 'Run the same command with the same file again: it resumes where it stopped.'
      : `If nothing else is uploading it, resume it: ${resume}`,
  );
}

async function checkJobs(context: Context): Promise<DoctorResult[]> {
  try {
    const { jobs, broken } = await unfinishedUploads(context);
    const settings = settingsOrDefaults(context);
    const findings = [
      ...jobs.map((opened) => unfinished(opened, settings)),
      ...broken.map(({ failure }) => failed('jobs', failure)),
    ];
    return findings.length > 0 ? findings : [ok('jobs', 'no unfinished uploads')];
  } catch (error) {
    return [failed('jobs', error)];
  }
}

function checkVersions({ world: { runtime } }: Context): DoctorResult[] {
  const { name, version: own } = runtime;
  const isNode = name === 'Node';
  const least = manifest.engines.node.replace('>=', '');
  // Number by number: 20.9.1 is older than 20.19.
  const isOld = isNode && own.localeCompare(least, 'en', { numeric: true }) < 0;
  const hint = 'Install a newer version of Node.';
  const tooOld = `Node ${own} is too old: waybill needs ${least} or newer`;
  return [
    ok('waybill', version),
    isOld
      ? failed('runtime', usageFailure(tooOld, { hint }))
      : ok('runtime', isNode ? `Node ${own}` : `${name} ${own}, part of the executable`),
  ];
}

const otherVariables = typedWords(
  'WAYBILL_HOME WAYBILL_API_KEY WAYBILL_API_SECRET WAYBILL_PAGER WAYBILL_POSTGRES_URL',
);

const prefix = 'WAYBILL_';
const withoutPrefix = (name: string) => name.slice(prefix.length);

async function checkEnvironment({ world, settings }: Context): Promise<DoctorResult[]> {
  const flags: readonly Flag<unknown>[] = Object.values(globalFlags);
  const known = [...otherVariables, ...flags.flatMap(({ environment }) => environment ?? [])];
  const set = Object.keys(world.env).filter((name) => name.startsWith(prefix));
  const findings = set.flatMap((name) => {
    if (known.includes(name)) return [];
    // Compare what differs: with the prefix, most short names would look alike.
    const near = closest(withoutPrefix(name), known.map(withoutPrefix));
    const advice =
      near === undefined
        ? 'For the variables, run waybill help environment.'
        : `Did you mean ${prefix}${near}?`;
    return warn('environment', `${name} is set, but waybill does not use it`, advice);
  });
  const environment = await tried('environment', () => {
    settings();
    const used = set.filter((name) => known.includes(name));
    return used.length === 0 ? 'no WAYBILL_ variable is set' : `set: ${used.join(', ')}`;
  });
  return [...findings, environment];
}
