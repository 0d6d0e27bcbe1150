import { versionPrefix } from '../contract/routes';
import { closeWriter } from '../native/libsql';
import type { Clock } from '../world';
import { createApp, type ServiceRequest } from './app';
import { createGuard, type Plan, type RateLimit, sampleCredentials } from './guard';
import { createHandlers } from './handlers';
import { uuid } from './identifiers';
import { internalError } from './refusal';
import { fillWithSample } from './sample/account';
import type { Seeding } from './sample/seed';
import { openDatabase, schemaVersion, sizeOf } from './store/database';
import { fileFailure } from './store/faults';
import { createStore } from './store/store';

export interface ServiceOptions {
  /** A file, created on first use with a small fixed sample account, or `:memory:`. */
  readonly database: string;
  /** `free` refuses every request with 403 `plan_required`. */
  readonly plan?: Plan | undefined;
  readonly rateLimit?: RateLimit | undefined;
  /** Called when a request arrives; the response is held back until it resolves. */
  readonly delay?: (() => Promise<void>) | undefined;
  /** Gives `YYYY-MM-DD`: the dates of sample and seeded orders are relative to it. */
  readonly today: () => string;
  readonly clock: Clock;
  /** A number in [0, 1), the source of ids. */
  random(): number;
  /** Called with every error behind a 500. */
  onFault?(error: Error): void;
}

/** A request from a client in this process: the plain parts of an HTTP request. */
type PlainRequest = Omit<ServiceRequest, 'body'> & { readonly body?: string };

export type Service = Awaited<ReturnType<typeof openService>>;
export type ServiceInfo = ReturnType<Service['info']>;

/** Opens the embedded service. Throws a failure (exit 14) if the database can't be used. */
export async function openService(options: ServiceOptions) {
  const {
    today,
    clock,
    random,
    plan = 'paid',
    delay = () => undefined,
    onFault = () => {},
  } = options;
  const path = options.database;
  const database = openDatabase(path, (empty) => fillWithSample(createStore(empty), today()));
  const store = createStore(database);
  const newId = () => uuid(random);
  const now = () => clock.now();

  /** Rethrows a fault of the file as a failure, and anything else as a bug. */
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
    handlers: createHandlers({ store, newId, now }),
    guard: createGuard(plan, options.rateLimit, () => clock.monotonic()),
    newId,
    now,
    delay,
  };
  const refusalOfFault = (error: unknown) => {
    onFault((fileFailure(path, error) ?? error) as Error);
    return internalError();
  };
  const served = createApp({ ...support, refusalOf: refusalOfFault });
  /** In-process callers get faults of the file as failures, because they can fix the file. */
  const asked = createApp({
    ...support,
    refusalOf: (error) => {
      const failure = fileFailure(path, error);
      if (failure !== undefined) throw failure;
      return refusalOfFault(error);
    },
  });

  function info() {
    return {
      database: path,
      /** Bytes on disk. */
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
    /** Its address for a client in this process: a name that never resolves (RFC 6761, 6.4). */
    baseUrl: `http://sandbox.invalid${versionPrefix}`,
    credentials: sampleCredentials,
    /** Serves one request in-process, as `listen` does. Rejects with exit 14 if the file can't be used. */
    handle: async ({ body = '', ...request }: PlainRequest) => {
      const { text, ...response } = await asked({
        ...request,
        body: async () => Buffer.from(body),
      });
      const bytes: Uint8Array = Buffer.from(text);
      return { ...response, body: bytes };
    },
    listen: async (address: { readonly host: string; readonly port: number }) => {
      // Load everything now, so that the first request over HTTP is as fast as the next.
      const [{ listen }] = await Promise.all([
        import('./listen'),
        import('../contract/carriers'),
        import('../contract/bodies'),
        import('../contract/queries'),
      ]);
      return listen(served, address);
    },
    /** Adds sandbox data to the account; resolves to the new counts. */
    seed: async (seeding: Omit<Seeding, 'today'>) => {
      const { seed } = await import('./sample/seed');
      await seed(store, { ...seeding, today: today() }).catch(rethrow);
      return guarded(info);
    },
    /** Deletes everything and restores the sample account. */
    reset: () =>
      guarded(() => {
        store.write(() => {
          store.clear();
          fillWithSample(store, today());
          store.account.renew();
        });
        // Give the space of many seeded orders back to the disk.
        database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE);');
        return info();
      }),
    info: () => guarded(info),
    /** The id of the sample account in the database; every new sample account has a different one. */
    accountId: () => guarded(() => store.account.id()),
    close: () => closeWriter(database),
  };
}
