import type { CallOptions, Collection, OrderCollection } from '../api/types';
import { Failure } from '../failure';
import { inBatches, unlessItFails } from '../lib/once';
import { AccountProof } from './account-proof';
import { setAside } from './care';
import { mirrorFault } from './faults';
import { type Kind, kindOf, type ListName, listNames } from './kinds';
import { closeWriter, type Database } from './libsql';
import { type SyncLockOptions, takeSyncLock } from './lock';
import { openToRead, openToWrite } from './open';
import { baseUrlName, keptId, readState, writeValue } from './state';
import type { Mask } from './strip';
import { MirrorWriter, type Tally } from './writer';

interface Listed {
  readonly id: string;
}

/** The service to sync from: the client's `Api` is one. */
export type ListSource = Pick<Collection<Listed>, 'each' | 'page'>;
export type OrderListSource = ListSource & Pick<OrderCollection<Listed, never, never>, 'get'>;
export interface SyncSource {
  readonly buyingGroupOrders: OrderListSource;
  readonly giftCardOrders: OrderListSource;
  readonly creditCards: ListSource;
}

export interface SyncOptions extends SyncLockOptions {
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
  /** Masks the secrets of this run in everything that is stored. */
  readonly mask: Mask;
  readonly quick?: boolean;
  readonly only?: readonly ListName[] | undefined;
  /** Skip if the last complete sync is younger than this, in milliseconds. */
  readonly ifOlder?: number | undefined;
  readonly acceptRemovals?: boolean;
  /** If the mirror belongs to another account, set it aside and start a new one. */
  readonly newAccount?: boolean;
  /** Identifies the credentials, never the secret; a change causes a notice. */
  readonly keyFingerprint?: string;
  /** The address of the service; the sandbox has none. */
  readonly baseUrl?: string;
  readonly onProgress?: (progress: {
    readonly list: ListName;
    readonly read: number;
    readonly of: number;
  }) => void;
  readonly onNotice?: (notice: string) => void;
}

export type SyncResult = Awaited<ReturnType<Sync['run']>>;

export interface SkippedSync {
  readonly skipped: true;
  readonly asOf: string;
}

const pageSize = 100;
/** More rows missing at once, by count and by share of the list, count as an accident. */
const manyMissing = { count: 20, percent: 10 };
/** Concurrent requests when missing orders are read one by one. */
const askedAtOnce = 4;

/** Distinguishes it from other conflicts. */
class OtherAccount extends Failure {}

/** Brings the mirror up to date with the service; creates it if there is none. */
export async function sync(
  source: SyncSource,
  path: string,
  options: SyncOptions,
): Promise<SyncResult | SkippedSync> {
  const young = youngMirror(path, options);
  if (young !== undefined) return young;
  const lock = await takeSyncLock(path, options);
  try {
    // The other run may have updated the mirror while this one waited.
    const young = youngMirror(path, options);
    if (young !== undefined) return young;
    try {
      return await syncOnce(source, path, options);
    } catch (error) {
      if (!(error instanceof OtherAccount) || !options.newAccount) throw error;
      await setAside(path, options.now(), (aside) =>
        options.onNotice?.(`Moved the other account's mirror to ${aside}.`),
      );
      return await syncOnce(source, path, options);
    }
  } catch (error) {
    throw mirrorFault(path, error);
  } finally {
    await lock.release();
  }
}

function youngMirror(path: string, { ifOlder, only, now }: SyncOptions): SkippedSync | undefined {
  if (ifOlder === undefined) return undefined;
  const database = openToRead(path);
  if (database === undefined) return undefined;
  try {
    const { asOf, lists } = readState(database);
    if (asOf === null) return undefined;
    const ages = (only ?? listNames).map(
      (name) => now() - Date.parse(lists[kindOf[name]].asOf ?? ''),
    );
    // A time in the future doesn't tell the age.
    return ages.every((age) => age >= 0 && age < ifOlder) ? { skipped: true, asOf } : undefined;
  } finally {
    database.close();
  }
}

async function syncOnce(source: SyncSource, path: string, options: SyncOptions) {
  const database = openToWrite(path, options.world.userId);
  try {
    return await new Sync(source, path, database, options).run();
  } finally {
    closeWriter(database);
  }
}

class Sync {
  readonly #names: readonly ListName[];
  readonly #mode: 'full' | 'quick';
  readonly #writer: MirrorWriter;
  readonly #tooMany: string[] = [];
  #requests = 0;
  readonly #proof: AccountProof;
  readonly #reading: CallOptions = {
    beforeTry: () => {
      this.#requests++;
    },
  };

  constructor(
    private readonly source: SyncSource,
    private readonly path: string,
    private readonly database: Database,
    private readonly options: SyncOptions,
  ) {
    this.#names = listNames.filter((name) => (options.only ?? listNames).includes(name));
    this.#writer = new MirrorWriter(database, options);
    // Without a baseline there is nothing to add the newest pages to.
    const isNew = this.#names.some((name) => this.#writer.lists[kindOf[name]].isBaseline);
    this.#mode = options.quick && !isNew ? 'quick' : 'full';
    this.#proof = new AccountProof(database, this.#writer, options.keyFingerprint);
  }

  async run() {
    const startedAt = this.#writer.now();
    const completed: Kind[] = [];
    /** The service's count minus the mirror's. */
    let drift = 0;
    for (const name of this.#names) {
      if (this.#mode === 'quick') drift += await this.#readNewest(name);
      else await this.#readAll(name);
    }
    // The lists that were read are empty.
    const holds = this.#proof.holds || (await this.#findProof());
    if (!holds && (this.options.newAccount || this.#proof.isBlank)) {
      throw otherAccount(this.path);
    }
    this.#begin();
    if (this.#mode === 'full') {
      for (const name of this.#names) {
        if (await this.#decideMissing(name)) completed.push(kindOf[name]);
      }
    }
    const complete = this.#mode === 'full' && this.#tooMany.length === 0;
    const requests = this.#requests;
    const finishedAt = this.#writer.finish({ completed, complete, startedAt, requests });
    const { lists } = this.#writer;
    const tallies = listNames.map((name) => [name, lists[kindOf[name]].tally] as const);
    if (this.#tooMany.length > 0) {
      const gone = tallies.reduce((sum, [, tally]) => sum + tally.gone, 0);
      throw tooManyMissing(this.#tooMany, gone, holds);
    }
    return {
      run: this.#writer.run,
      mode: this.#mode,
      // With --only, the other lists decide as well.
      complete: complete && readState(this.database).complete,
      requests,
      startedAt,
      finishedAt,
      events: this.#writer.events,
      ...(Object.fromEntries(tallies) as Record<ListName, Tally>),
      ...(this.#mode === 'quick' ? { drift } : {}),
      mirror: this.path,
    };
  }

  #list(name: ListName): ListSource {
    const { buyingGroupOrders, giftCardOrders, creditCards } = this.source;
    return { orders: buyingGroupOrders, giftcards: giftCardOrders, cards: creditCards }[name];
  }

  /** The first write, made only once the account is known to be the mirror's. */
  #begin(): void {
    if (this.#writer.run > 0) return;
    const { keyFingerprint, baseUrl, onNotice } = this.options;
    this.#writer.begin(
      this.#mode,
      this.#names.map((name) => kindOf[name]),
    );
    keptId(this.database, 'mirrorId');
    const { holds, isProven, hasNewKey } = this.#proof;
    if (keyFingerprint !== undefined && holds) {
      if (isProven && hasNewKey) {
        onNotice?.('The API key is new, but the account is the same.');
      }
      writeValue(this.database, 'keyFingerprint', keyFingerprint);
    }
    if (baseUrl !== undefined) writeValue(this.database, baseUrlName, baseUrl);
  }

  /** Stores rows; returns whether any of them was new or changed. */
  async #take(name: ListName, rows: readonly Listed[]): Promise<boolean> {
    const proves = ({ id }: Listed) => this.#proof.consider(kindOf[name], id);
    const holds = this.#proof.holds || rows.some(proves) || (await this.#findProof());
    if (!holds) throw otherAccount(this.path);
    this.#begin();
    return this.#writer.take(kindOf[name], rows);
  }

  /** Searches all lists, also with --only, because the newest page may have only new rows. */
  async #findProof(): Promise<boolean> {
    for (const name of listNames) {
      const kind = kindOf[name];
      if (!this.#proof.isBlank && this.#writer.isEmpty(kind)) continue;
      for await (const { id } of this.#list(name).each(this.#reading)) {
        if (this.#proof.consider(kind, id)) return true;
      }
    }
    return false;
  }

  async #readAll(name: ListName): Promise<void> {
    const onProgress = ({ read, of }: { readonly read: number; readonly of: number }) =>
      this.options.onProgress?.({ list: name, read, of });
    const all = this.#list(name).each({ ...this.#reading, onProgress });
    for await (const rows of inBatches(all, pageSize)) await this.#take(name, rows);
    this.#writer.arrange(kindOf[name]);
  }

  async #decideMissing(name: ListName): Promise<boolean> {
    const kind = kindOf[name];
    const missing = this.#writer.missing(kind);
    const { isBaseline } = this.#writer.lists[kind];
    if (missing.length === 0) return true;
    if (!isBaseline && !this.options.acceptRemovals) {
      const present = this.#writer.present(kind);
      const all = missing.length === present;
      const many =
        missing.length > manyMissing.count && missing.length * 100 > present * manyMissing.percent;
      if (all || many) {
        this.#tooMany.push(`${missing.length} of ${present} ${name}`);
        return false;
      }
    }
    // Cards can't be read one by one, and what was never reported need not be.
    if (name === 'cards' || isBaseline) this.#writer.gone(kind, missing);
    else await this.#askEach(name, missing);
    return true;
  }

  /** A 404 means gone; any order returned counts as a normal read. */
  async #askEach(name: Exclude<ListName, 'cards'>, ids: readonly string[]): Promise<void> {
    const source = this.#list(name) as OrderListSource;
    const ask = (id: string): Promise<Listed | undefined> =>
      unlessItFails(() => source.get(id, this.#reading), 'notFound');
    for (let start = 0; start < ids.length; start += askedAtOnce) {
      const asked = ids.slice(start, start + askedAtOnce);
      const found = await Promise.all(asked.map(ask));
      const rows = found.filter((row) => row !== undefined);
      if (rows.length > 0) await this.#take(name, rows);
      const gone = asked.filter((_, index) => found[index] === undefined);
      this.#writer.gone(kindOf[name], gone);
    }
  }

  /** Reads pages until one has nothing new; returns how many more rows the service counts. */
  async #readNewest(name: ListName): Promise<number> {
    const kind = kindOf[name];
    const seen = new Set<string>();
    let total = 0;
    for (let offset = 0; ; offset += pageSize) {
      const range = { limit: pageSize, offset };
      const { data, pagination } = await this.#list(name).page(range, this.#reading);
      total = pagination.totalCount;
      const before = seen.size;
      for (const { id } of data) seen.add(id);
      // The count may be wrong, but nothing follows such a page.
      const isLast = data.length < pageSize || seen.size === before;
      const brought = data.length > 0 && (await this.#take(name, data));
      this.options.onProgress?.({ list: name, read: offset + data.length, of: total });
      if (!brought || isLast || offset + pageSize >= total) break;
    }
    this.#writer.arrange(kind);
    return total - this.#writer.present(kind);
  }
}

function otherAccount(path: string): OtherAccount {
  return new OtherAccount({
    ending: 'conflict',
    code: 'other_account',
    message: `The credentials belong to a different account than the mirror ${path}: they have no order or card in common`,
    hint: 'To set the old mirror aside and start a new one, run waybill sync --new-account.',
  });
}

/** `gone` is how many rows of the other lists were marked as gone. */
function tooManyMissing(lists: readonly string[], gone: number, sameAccount: boolean): Failure {
  const marked =
    gone === 0
      ? 'Nothing was marked as gone'
      : `None of them was marked as gone; ${gone} ${gone === 1 ? 'row of another list was' : 'rows of other lists were'}`;
  const removed = 'If they really were removed, run waybill sync --accept-removals.';
  const other =
    ' If the credentials belong to a different account, run waybill sync --new-account.';
  return new Failure({
    ending: 'unexpectedResponse',
    code: 'too_many_missing',
    message: `${lists.join(' and ')} in the mirror are missing from the service's lists. ${marked}`,
    hint: sameAccount ? removed : removed + other,
  });
}
