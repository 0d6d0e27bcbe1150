import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { MirrorFlagValues } from '../cli/global-flags';
import { Failure, localFileFailure, usageFailure } from '../failure';
import { unlessItFails } from '../lib/once';
import { refuseForeignFolder } from '../lib/own-folder';
import { counted, grouped, toTheMinute } from '../lib/words';
import { faultOfNamed, guardFile, isDamaged, mirrorFault } from '../mirror/faults';
import { fingerprintOf, type MirrorOwner, mirrorPath } from '../mirror/files';
import type { Database } from '../mirror/libsql';
import { cardNames, storedPoints, storePoints } from '../mirror/points';
import {
  overdueAfterName,
  overdueAfterOf,
  readState,
  readValue,
  writeValue,
} from '../mirror/state';
import type { SkippedSync, SyncResult } from '../mirror/sync';
import { profileFlag } from '../settings/config-file';
import { overdueDays, pointValues, reportSettings } from '../settings/own-settings';
import type { Context, MirrorAccess, OpenMirror, Session, SyncWishes } from './context';
import { syncSummary } from './sync-summary';

/** Rows of a first sync from which the number of requests is announced beforehand. */
const worthSaying = 1000;
/** New rows per page: neighboring pages share one. */
const rowsPerRequest = 99;

export function createMirrorAccess(context: Context): MirrorAccess {
  const { world, notices } = context;
  const opened = new Set<Database>();
  /** The mirror that the command reads; `named` as in `--mirror`. */
  let reading: { readonly file: string; readonly named: string | undefined } | undefined;

  const ownPath = async () => {
    const file = mirrorPath(context.paths.dataFolder, await ownerOf(context));
    refuseForeignFolder(dirname(file), world.userId);
    return file;
  };
  const path = async ({ mirror }: Partial<MirrorFlagValues>) => mirror ?? ownPath();
  const lockOptions = async () => ({
    processes: (await import('../disk/lock')).machineProcesses(world),
    monotonic: world.clock.monotonic,
    userId: world.userId,
    sleep: (milliseconds: number) => world.sleep(milliseconds, world.interruption),
  });

  /** Without a mirror the database is never loaded. */
  async function read(file: string): Promise<OpenMirror | undefined> {
    if (!existsSync(file)) return undefined;
    const { openToRead } = await import('../mirror/open');
    const database = openToRead(file);
    if (database === undefined) return undefined;
    opened.add(database);
    const { asOf, complete } = guardFile(file, () => readState(database));
    return asOf === null ? undefined : { path: file, database, asOf, complete };
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
  /** Whether a mirror computes rewards with other values of points than the settings say. */
  function pointsIn(database: Database) {
    const { unclear: _, ...wanted } = pointValues(ownSettings(), () => cardNames(database));
    const stored = storedPoints(database);
    const name = (values: typeof wanted) =>
      [values.pointThousandths, ...Object.entries(values.cardPoints).flat().sort()].join();
    return { stored, wanted, differ: name(stored) !== name(wanted), storePoints };
  }

  /**
   * Views compute rewards and due dates with the values that are stored in the mirror. If the settings
   * have changed since, or the cards that they name, they are stored now, unless the file can't be
   * written.
   */
  async function keepOwnValues({ path: file, database }: OpenMirror): Promise<void> {
    const { wanted, differ, storePoints } = pointsIn(database);
    const { groupSpellings } = await import('../mirror/group-names');
    const spellings = () => groupSpellings(database).map(([text]) => text);
    const days = JSON.stringify(overdueDays(context.settings().entry?.settings, spellings));
    const isStored = !differ && readValue(database, 'pointThousandths') !== undefined;
    if (isStored && overdueAfterOf(database) === days) return;
    const [{ openToWrite }, { closeWriter }, { refillOrderSums }] = await Promise.all([
      import('../mirror/open-to-write'),
      import('../mirror/libsql'),
      import('../mirror/sums'),
    ]);
    try {
      const writable = openToWrite(file, world.userId);
      try {
        storePoints(writable, wanted);
        writeValue(writable, overdueAfterName, days);
        refillOrderSums(writable);
      } finally {
        closeWriter(writable);
      }
    } catch {
      notices.warning(
        "Can't write to the mirror, so its views still use the old pointValue and overdueAfter.",
      );
    }
  }

  async function sync(wishes: SyncWishes = {}): Promise<SyncResult | SkippedSync> {
    const { sync: run } = await import('../mirror/sync');
    const { api, settings } = await context.session();
    const isFirst = (await access.openIfThere()) === undefined;
    const result = await context.progress({ label: 'Syncing', unit: 'rows' }, async (progress) => {
      const rows = { list: '', done: 0, before: 0 };
      return run(api, await ownPath(), {
        ...wishes,
        ...(await lockOptions()),
        now: world.clock.now,
        mask: (text) => context.redactor.cleanResult(text),
        pointThousandths: ownSettings().pointThousandths,
        ...(settings.sandbox ? {} : { keyFingerprint: await fingerprint(context) }),
        signal: world.interruption,
        onNotice: notices.notice,
        onProgress: ({ list, read, of }) => {
          if (list !== rows.list) {
            Object.assign(rows, { list, done: 0, before: rows.before + rows.done });
            if (isFirst && of > worthSaying) {
              notices.notice(
                `Reading ${grouped(of)} ${list}: about ${grouped(Math.ceil(of / rowsPerRequest))} requests.`,
              );
            }
          }
          progress.expect(rows.before + of);
          progress.advance(read - rows.done);
          rows.done = read;
        },
      });
    });
    const synced = await read(await ownPath());
    if (synced !== undefined) await keepOwnValues(synced);
    // The sync is done: what completion offers must not change its outcome, but damage is reported.
    const file = await ownPath();
    await keepForCompletion(context, file).catch((error: unknown) => {
      const fault = mirrorFault(file, error);
      if (!(fault instanceof Failure) || isDamaged(fault)) throw fault;
    });
    return result;
  }

  async function sessionOf({ database }: OpenMirror): Promise<Session> {
    const { createOfflineApi } = await import('../mirror/offline');
    return { api: createOfflineApi(database), settings: context.settings() };
  }

  const access: MirrorAccess = {
    ownPath,
    path,
    lockOptions,
    sync,
    async warnOfPointValue({ path: file, database }, flags) {
      if (flags.mirror === undefined || readValue(database, 'pointThousandths') === undefined)
        return;
      const { stored, wanted, differ } = pointsIn(database);
      if (!differ) return;
      const [before, now] = [stored, wanted].map((values) => values.pointThousandths / 1000);
      const what =
        before === now
          ? 'other values of points for some cards'
          : `pointValue ${before}, not ${now}`;
      notices.warning(
        `${file} was synced with ${what}: its reward_cents differ from the rewards of reports.`,
      );
    },
    openIfThere: () => unlessItFails(async () => read(await ownPath())),
    async sessionIfFresh() {
      const found = await access.openIfThere();
      if (found === undefined || isOld(found) || hasOtherKey(found, context)) return undefined;
      return sessionOf(found);
    },
    async open(flags, onOtherKey = ({ message, hint }) => notices.warning(`${message}. ${hint}`)) {
      const file = await path(flags);
      reading = { file, named: flags.mirror };
      if (flags.sync) await sync();
      const found = await read(file).catch((error) => {
        throw faultOfNamed(flags.mirror, error);
      });
      if (found !== undefined) {
        if (flags.mirror === undefined && hasOtherKey(found, context)) {
          onOtherKey(otherKey(context));
        }
        const hint = flags.mirror === undefined ? ' To update it, run waybill sync.' : '';
        if (!flags.sync) sayWhenOld(found, hint);
        if (flags.mirror === undefined) await keepOwnValues(found);
        return found;
      }
      if (flags.mirror !== undefined) {
        throw localFileFailure(`There is no mirror at ${file}, or its first sync did not finish`, {
          hint: 'To make one of the account, run waybill sync. After --mirror, check the path.',
        });
      }
      if (flags.offline) {
        throw localFileFailure('There is no mirror of this account yet', {
          hint: 'To create one, run waybill sync, or leave out --offline.',
        });
      }
      notices.notice('There is no mirror of this account yet. Reading the whole account once.');
      const done = await sync();
      const made = await read(file);
      if (made === undefined || 'skipped' in done) {
        throw new Error('A complete sync left no mirror behind');
      }
      notices.notice(syncSummary(done));
      return made;
    },
    session: async (flags) => sessionOf(await access.open(flags)),
    async idsByNumber(kind, orderNumbers) {
      const [found, { lookUpNumbers }] = await Promise.all([
        access.openIfThere(),
        import('../mirror/offline'),
      ]);
      if (found === undefined) return new Map();
      const ids = () => lookUpNumbers(found.database, kind, orderNumbers);
      return (await unlessItFails(async () => guardFile(found.path, ids))) ?? new Map();
    },
    async write(flags, work) {
      if (flags.mirror !== undefined) {
        throw usageFailure('--mirror is read-only', {
          hint: "Without --mirror, the command writes to the account's own mirror.",
        });
      }
      const [{ path: file }, { openToWrite }, { closeWriter }, { refillOrderSums }] =
        await Promise.all([
          access.open(flags, (failure) => {
            throw failure;
          }),
          import('../mirror/open-to-write'),
          import('../mirror/libsql'),
          import('../mirror/sums'),
        ]);
      const database = openToWrite(file, world.userId);
      try {
        return guardFile(file, () => {
          const done = work(database, new Date(world.clock.now()).toISOString());
          refillOrderSums(database);
          return done;
        });
      } finally {
        closeWriter(database);
      }
    },
    explain: (error) =>
      reading === undefined ? error : faultOfNamed(reading.named, mirrorFault(reading.file, error)),
    close() {
      for (const database of opened) if (database.open) database.close();
    },
  };
  return access;
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

/** Whose mirror this run uses, found without reading a secret or querying a keychain. */
async function ownerOf(context: Context): Promise<MirrorOwner> {
  const settings = context.settings();
  if (settings.sandbox) return { kind: 'sandbox', database: context.paths.sandboxDatabase };
  const apiKey = keyOfEnvironment(context);
  // With neither an address nor credentials the user has not logged in yet: report that first.
  if (settings.baseUrl === undefined) await (await context.credentials()).current();
  const { serviceBaseUrl } = await import('../settings/base-url');
  const baseUrl = serviceBaseUrl(settings);
  if (apiKey !== undefined) {
    return { kind: 'environment', baseUrl, keyFingerprint: fingerprintOf(apiKey) };
  }
  return { kind: 'profile', profile: settings.profile, baseUrl };
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
 * Whether the profile's API key is not the one of the last sync. False if the key is not in the
 * settings file. Credentials from the environment have a mirror for each key.
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

async function fingerprint(context: Context): Promise<string> {
  return fingerprintOf((await (await context.credentials()).current()).apiKey);
}

/** As many of each as completion offers. */
const offered = 100;

/** Completion opens no database: its values are written to a file beside it. */
async function keepForCompletion(context: Context, path: string): Promise<void> {
  const [{ openToRead }, { createOfflineApi }, values] = await Promise.all([
    import('../mirror/open'),
    import('../mirror/offline'),
    import('../settings/completion-values'),
  ]);
  const database = openToRead(path);
  if (database === undefined) return;
  try {
    const { buyingGroupOrders, giftCardOrders, creditCards } = createOfflineApi(database);
    const newest = { limit: offered, offset: 0 };
    const [orders, giftCards, cards] = await Promise.all([
      buyingGroupOrders.page(newest),
      giftCardOrders.page(newest),
      creditCards.page(newest),
    ]);
    const shown = { orders: [...orders.data, ...giftCards.data], cards: cards.data };
    values.keepCompletionValues(shown, context);
  } finally {
    database.close();
  }
}
