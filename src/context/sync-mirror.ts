import { Failure } from '../failure';
import { grouped } from '../lib/words';
import { isDamaged, mirrorFault } from '../mirror/faults';
import type { Database } from '../mirror/libsql';
import type { SkippedSync, SyncResult } from '../mirror/sync';
import { fingerprintOf } from '../settings/paths';
import type { Context, SyncWishes } from './context';

/** Rows of a first sync from which the number of requests is announced beforehand. */
const worthSaying = 1000;
/** New rows per page: neighboring pages share one. */
const rowsPerRequest = 99;

export async function syncMirror(
  context: Context,
  given: SyncWishes & { readonly file: string; readonly isFirst: boolean },
): Promise<SyncResult | SkippedSync> {
  const { world, notices, redactor } = context;
  const { file, isFirst, ...wishes } = given;
  const { sync } = await import('../mirror/sync');
  const { api, settings } = await context.session();
  const { serviceBaseUrl } = await import('../settings/base-url');
  /** The account and the credentials of this run, never the secret. */
  const owner = settings.sandbox
    ? {}
    : {
        keyFingerprint: fingerprintOf((await (await context.credentials()).current()).apiKey),
        baseUrl: serviceBaseUrl(settings),
      };
  return context.progress({ label: 'Syncing', unit: 'rows' }, async (progress) => {
    const rows = { list: '', done: 0, before: 0 };
    return sync(api, file, {
      ...wishes,
      world,
      now: world.clock.now,
      mask: (text) => redactor.cleanResult(text),
      ...owner,
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
}

const offered = 100;

/** Completion opens no database: its values are written to a file beside it. */
export async function keepForCompletion(context: Context, path: string): Promise<void> {
  let database: Database | undefined;
  try {
    const { openToRead } = await import('../mirror/open');
    const { createOfflineApi } = await import('../mirror/offline');
    const { keepCompletionValues } = await import('../settings/completion-values');
    database = openToRead(path);
    if (database === undefined) return;
    const { buyingGroupOrders, giftCardOrders, creditCards } = createOfflineApi(database);
    const newest = { limit: offered, offset: 0 };
    const orders = await buyingGroupOrders.page(newest);
    const giftCards = await giftCardOrders.page(newest);
    const cards = await creditCards.page(newest);
    keepCompletionValues(
      { orders: [...orders.data, ...giftCards.data], cards: cards.data },
      context,
    );
  } catch (error) {
    // The sync is done: what completion offers must not change its outcome, but damage is reported.
    const fault = mirrorFault(path, error);
    if (!(fault instanceof Failure) || isDamaged(fault)) throw fault;
  } finally {
    database?.close();
  }
}
