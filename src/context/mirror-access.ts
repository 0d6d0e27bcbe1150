import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure, localFileFailure, usageFailure } from '../failure';
import { unlessItFails } from '../lib/once';
import { counted, toTheMinute } from '../lib/words';
import { refuseForeignFolder } from '../lib/write-files';
import { faultOfNamed, guardFile, mirrorFault } from '../mirror/faults';
import type { Database } from '../mirror/libsql';
import {
  namedCards,
  overdueAfterName,
  overdueAfterOf,
  readState,
  readValue,
  storedPoints,
  storePoints,
  writeValue,
} from '../mirror/state';
import type { SkippedSync, SyncResult } from '../mirror/sync';
import { profileFlag } from '../settings/config-file';
import { overdueDays, pointValues, reportSettings } from '../settings/own-settings';
import { fingerprintOf, mirrorNames } from '../settings/paths';
import type { Context, MirrorAccess, OpenMirror, Session, SyncWishes } from './context';
import { syncSummary } from './sync-summary';

export function createMirrorAccess(context: Context): MirrorAccess {
  const { world, notices } = context;
  const opened = new Set<Database>();
  /** The mirror that the command reads; `named` as in `--mirror`. */
  let reading: { readonly file: string; readonly named: string | undefined } | undefined;

  async function read(path: string): Promise<OpenMirror | undefined> {
    if (!existsSync(path)) return undefined;
    const { openToRead } = await import('../mirror/open');
    const database = openToRead(path);
    if (database === undefined) return undefined;
    opened.add(database);
    const { asOf, complete } = guardFile(path, () => readState(database));
    return asOf === null ? undefined : { path, database, asOf, complete };
  }

  const ageOf = ({ asOf }: OpenMirror) => world.clock.now() - Date.parse(asOf);
  const isOld = (mirror: OpenMirror) => ageOf(mirror) > ownSettings().mirrorStale;

  /** A command that reads and then writes opens the mirror twice. */
  let saidOld = false;
  function sayWhenOld(mirror: OpenMirror, hint: string): void {
    if (saidOld || !isOld(mirror)) return;
    saidOld = true;
    notices.notice(
      `The mirror is ${inWords(ageOf(mirror))} old (last synced ${toTheMinute(mirror.asOf)}).${hint}`,
    );
  }

  const ownSettings = () => reportSettings(context.settings().entry?.settings);

  async function sync(wishes: SyncWishes = {}): Promise<SyncResult | SkippedSync> {
    const file = await access.ownPath();
    const isFirst = (await access.openIfThere()) === undefined;
    const { syncMirror, keepForCompletion } = await import('./sync-mirror');
    const result = await syncMirror(context, { ...wishes, file, isFirst });
    const synced = await read(file);
    if (synced !== undefined) await keepOwnValues(synced, context);
    await keepForCompletion(context, file);
    return result;
  }

  async function sessionOf({ database }: OpenMirror): Promise<Session> {
    const { createOfflineApi } = await import('../mirror/offline');
    return { api: createOfflineApi(database), settings: context.settings() };
  }

  const access: MirrorAccess = {
    async ownPath() {
      const file = join(context.paths.mirrorsFolder, await mirrorName(context));
      refuseForeignFolder(dirname(file), world.userId);
      return file;
    },
    sync,
    async warnOfPointValue(mirror, flags) {
      if (flags.mirror !== undefined) warnOfPointValue(mirror, context);
    },
    openIfThere: () => unlessItFails(async () => read(await access.ownPath())),
    async sessionIfFresh() {
      const found = await access.openIfThere();
      if (found === undefined || isOld(found) || hasOtherKey(found, context)) return undefined;
      return sessionOf(found);
    },
    async open(flags, onOtherKey = ({ message, hint }) => notices.warning(`${message}. ${hint}`)) {
      const file = flags.mirror ?? (await access.ownPath());
      reading = { file, named: flags.mirror };
      if (flags.sync) await sync();
      const found = await read(file);
      if (found !== undefined) {
        const isOwn = flags.mirror === undefined;
        if (isOwn && hasOtherKey(found, context)) onOtherKey(otherKey(context));
        if (!flags.sync) sayWhenOld(found, isOwn ? ' To update it, run waybill sync.' : '');
        if (isOwn) await keepOwnValues(found, context);
        return found;
      }
      if (flags.mirror !== undefined || flags.offline) throw noMirror(flags.mirror);
      notices.notice('There is no mirror of this account yet. Reading the whole account once.');
      const done = await sync();
      const made = await read(file);
      if (made === undefined || 'skipped' in done) throw new Error('A sync left no mirror behind');
      notices.notice(syncSummary(done));
      return made;
    },
    isNamed: () => reading?.named !== undefined,
    session: async (flags) => sessionOf(await access.open(flags)),
    async idsByNumber(kind, orderNumbers) {
      const found = await access.openIfThere();
      if (found === undefined) return new Map();
      const { lookUpNumbers } = await import('../mirror/offline');
      const ids = () => lookUpNumbers(found.database, kind, orderNumbers);
      return (await unlessItFails(async () => guardFile(found.path, ids))) ?? new Map();
    },
    async write(flags, work) {
      if (flags.mirror !== undefined) {
        throw usageFailure('--mirror is read-only', {
          hint: "Without --mirror, the command writes to the account's own mirror.",
        });
      }
      const { path: file } = await access.open(flags, (failure) => {
        throw failure;
      });
      const at = new Date(world.clock.now()).toISOString();
      return writeTo(file, world.userId, (database) => work(database, at));
    },
    explain: (error) =>
      reading === undefined ? error : faultOfNamed(reading.named, mirrorFault(reading.file, error)),
    close() {
      for (const database of opened) if (database.open) database.close();
    },
  };
  return access;
}

/** Opens this account's own mirror to write while the work runs. */
async function writeTo<T>(
  file: string,
  userId: number | undefined,
  work: (database: Database) => T,
): Promise<T> {
  const { writing } = await import('../mirror/open');
  const { refillOrderSums } = await import('../mirror/sums');
  return writing(file, userId, (database) => {
    const done = work(database);
    refillOrderSums(database);
    return done;
  });
}

/** The failure of a command that may not sync: `named` as in `--mirror`. */
function noMirror(named: string | undefined): Failure {
  if (named !== undefined) {
    return localFileFailure(`There is no mirror at ${named}, or its first sync did not finish`, {
      hint: 'To make one of the account, run waybill sync. After --mirror, check the path.',
    });
  }
  return localFileFailure('There is no mirror of this account yet', {
    hint: 'To create one, run waybill sync, or leave out --offline.',
  });
}

function inWords(milliseconds: number): string {
  const hours = Math.floor(milliseconds / 3_600_000);
  if (hours === 0) return counted(Math.floor(milliseconds / 60_000), 'minutes');
  return hours < 48 ? counted(hours, 'hours') : counted(Math.floor(hours / 24), 'days');
}

/** The API key of this run without its secret, if it comes from the environment. */
function keyOfEnvironment({ world: { env } }: Context): string | undefined {
  return env.WAYBILL_API_KEY || undefined;
}

/** The name of this run's mirror, found without reading a secret or querying a keychain. */
async function mirrorName(context: Context): Promise<string> {
  const settings = context.settings();
  if (settings.sandbox) return mirrorNames.sandbox(context.paths.sandboxDatabase);
  const apiKey = keyOfEnvironment(context);
  // With neither an address nor credentials the user has not logged in yet: report that first.
  if (settings.baseUrl === undefined) await (await context.credentials()).current();
  const { serviceBaseUrl } = await import('../settings/base-url');
  const baseUrl = serviceBaseUrl(settings);
  return apiKey === undefined
    ? mirrorNames.profile(settings.profile, baseUrl)
    : mirrorNames.environment(baseUrl, apiKey);
}

function otherKey({ settings }: Context): Failure {
  return new Failure({
    ending: 'conflict',
    code: 'other_key',
    message: "The mirror was last synced with a different API key, so it may be another account's",
    hint: `To find out, run waybill sync${profileFlag(settings())}. Then run this command again.`,
  });
}

/**
 * True if the profile's API key, as far as the settings file has it, is not the one of the last sync.
 * Credentials from the environment have a mirror for each key.
 */
function hasOtherKey({ database }: OpenMirror, context: Context): boolean {
  const { sandbox, entry } = context.settings();
  const apiKey = entry?.credentials?.apiKey;
  const isUsed = !sandbox && keyOfEnvironment(context) === undefined;
  if (!isUsed || apiKey === undefined || entry?.settings?.credentialCommand !== undefined) {
    return false;
  }
  const synced = readValue(database, 'keyFingerprint');
  return synced !== undefined && synced !== fingerprintOf(apiKey);
}

/** The values of points that a mirror computes rewards with, and those of the settings. */
function pointsIn(database: Database, context: Context) {
  const settings = reportSettings(context.settings().entry?.settings);
  const { unclear: _, ...wanted } = pointValues(settings, () => namedCards(database));
  const stored = storedPoints(database);
  const name = (values: typeof wanted) =>
    [values.pointThousandths, ...Object.entries(values.cardPoints).flat().sort()].join();
  return { stored, wanted, differ: name(stored) !== name(wanted) };
}

/** Stores the values with which views compute, if the settings or the cards that they name have changed. */
async function keepOwnValues({ path, database }: OpenMirror, context: Context): Promise<void> {
  const { wanted, differ } = pointsIn(database, context);
  const { groupSpellings } = await import('../mirror/group-names');
  const spellings = () => groupSpellings(database).map(([text]) => text);
  const days = JSON.stringify(overdueDays(context.settings().entry?.settings, spellings));
  const isStored = !differ && readValue(database, 'pointThousandths') !== undefined;
  if (isStored && overdueAfterOf(database) === days) return;
  try {
    await writeTo(path, context.world.userId, (writable) => {
      storePoints(writable, wanted);
      writeValue(writable, overdueAfterName, days);
    });
  } catch {
    context.notices.warning(
      "Can't write to the mirror, so its views still use the old pointValue and overdueAfter.",
    );
  }
}

/** Warns if the views of a mirror that is never written to compute with other values than reports do. */
function warnOfPointValue({ path, database }: OpenMirror, context: Context): void {
  if (readValue(database, 'pointThousandths') === undefined) return;
  const { stored, wanted, differ } = pointsIn(database, context);
  if (!differ) return;
  const [before, now] = [stored, wanted].map((values) => values.pointThousandths / 1000);
  const what =
    before === now ? 'other values of points for some cards' : `pointValue ${before}, not ${now}`;
  context.notices.warning(
    `${path} was synced with ${what}: its reward_cents differ from the rewards of reports.`,
  );
}
