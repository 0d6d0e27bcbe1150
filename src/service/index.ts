import { versionPrefix } from '../contract/routes';
import type { Clock } from '../world';
import {
  answerInProcess,
  createApp,
  inProcessOrigin,
  type PlainAnswer,
  type PlainRequest,
} from './app';
import {
  type Credentials,
  createGuard,
  type Plan,
  type RateLimit,
  sampleCredentials,
} from './guard';
import { createHandlers } from './handlers';
import { uuid } from './identifiers';
import type { Listening } from './listen';
import { internalError, type UnmatchedAnswer } from './refusal';
import { fillWithSample } from './sample/account';
import type { Seeding } from './sample/seed';
import { openDatabase, schemaVersion, sizeOf } from './store/database';
import { fileFailure } from './store/faults';
import { createStore } from './store/store';

export interface ServiceOptions {
  /** A file, made on first use with a small fixed sample account, or `:memory:`. */
  readonly database: string;
  /** `free` answers every request with 403 `plan_required`. */
  readonly plan?: Plan | undefined;
  readonly rateLimit?: RateLimit | undefined;
  /** Called when a request arrives; its response is held back until it resolves. */
  readonly delay?: (() => Promise<void>) | undefined;
  /** `YYYY-MM-DD`: the dates of a sample account that is made, or seeded, keep their distance to it. */
  readonly today: string;
  readonly clock: Clock;
  /** A number in [0, 1): ids are made from it. */
  random(): number;
  /** Called with every error behind a 500. */
  onFault?(error: Error): void;
  /** For tests of a client: how shipments that match no order are answered. */
  readonly unmatchedAnswer?: UnmatchedAnswer | undefined;
}

export interface ServiceInfo {
  readonly database: string;
  /** Bytes on disk. */
  readonly size: number;
  readonly schemaVersion: number;
  readonly plan: Plan;
  readonly counts: {
    readonly orders: number;
    readonly giftcards: number;
    readonly cards: number;
    readonly trackingNumbers: number;
  };
}

export interface Service {
  /** Where a client inside the process finds it: an address that no network reaches. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /**
   * Answers one request inside the process, by the very rules that `listen` serves. Rejects with a
   * failure (exit 14) where the database file can't be used.
   */
  handle(request: PlainRequest): Promise<PlainAnswer>;
  listen(address: { readonly host: string; readonly port: number }): Promise<Listening>;
  /** Adds sandbox data to what is there; resolves with the counts afterwards. */
  seed(seeding: Omit<Seeding, 'today'>): Promise<ServiceInfo>;
  /** Back to the sample account: everything else is deleted. */
  reset(): ServiceInfo;
  info(): ServiceInfo;
  /** Which sample account the database holds: every one that is made has an id of its own. */
  accountId(): string;
  close(): void;
}

/** Opens the embedded service. Throws a failure (exit 14) where the database can't be used. */
export async function openService(options: ServiceOptions): Promise<Service> {
  const {
    today,
    clock,
    random,
    plan = 'paid',
    delay = () => undefined,
    onFault = () => {},
  } = options;
  const path = options.database;
  const database = openDatabase(path, (empty) => fillWithSample(createStore(empty), today));
  const store = createStore(database);
  const newId = () => uuid(random);
  const now = () => clock.now();

  /** Tells a fault of the file from a bug. */
  function rethrow(error: unknown): never {
    throw fileFailure(path, error) ?? error;
  }
  function guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      return rethrow(error);
    }
  }

  const support = {
    handlers: createHandlers({
      store,
      unmatchedAnswer: options.unmatchedAnswer ?? 'issues',
      newId,
      now,
    }),
    guard: createGuard({
      credentials: sampleCredentials,
      plan,
      rateLimit: options.rateLimit,
      monotonic: () => clock.monotonic(),
    }),
    newId,
    now,
    delay,
  };
  const answerFault = (error: unknown) => {
    onFault((fileFailure(path, error) ?? error) as Error);
    return internalError();
  };
  const served = createApp({ ...support, refusalOf: answerFault });
  /** Whatever asks in the process learns about the file itself: it is theirs to fix. */
  const asked = createApp({
    ...support,
    refusalOf: (error) => {
      const failure = fileFailure(path, error);
      if (failure !== undefined) throw failure;
      return answerFault(error);
    },
  });

  function info(): ServiceInfo {
    return {
      database: path,
      size: sizeOf(path),
      schemaVersion,
      plan,
      counts: {
        orders: store.orders.count('buyingGroup'),
        giftcards: store.orders.count('giftCard'),
        cards: store.cards.count(),
        trackingNumbers: store.countTrackingNumbers(),
      },
    };
  }

  return {
    baseUrl: `${inProcessOrigin}${versionPrefix}`,
    credentials: sampleCredentials,
    handle: (request) => answerInProcess(asked, request),
    listen: async (address) => {
      // Anyone who asks over the network finds everything loaded, at the first request as at the next.
      const [{ listen }] = await Promise.all([
        import('./listen'),
        import('../contract/carriers'),
        import('../contract/bodies'),
        import('../contract/queries'),
      ]);
      return listen(served, address);
    },
    seed: async (seeding) => {
      const { seed } = await import('./sample/seed');
      await seed(store, { ...seeding, today }).catch(rethrow);
      return guarded(info);
    },
    reset: () =>
      guarded(() => {
        store.write(() => {
          store.clear();
          fillWithSample(store, today);
          store.account.renew();
        });
        // What many seeded orders took is given back to the disk.
        database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE);');
        return info();
      }),
    info: () => guarded(info),
    accountId: () => guarded(() => store.account.id()),
    close: () => database.close(),
  };
}
