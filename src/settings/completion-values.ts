import { dirname, join } from 'node:path';
import type { BuyingGroupOrder, CreditCard, GiftCardOrder } from '../contract/responses';
import { unlessItThrows } from '../lib/once';
import { readOwnFile } from '../lib/waiting-file';
import { makeFolder, refuseForeignFolder, replaceFile } from '../lib/write-files';
import type { Redactor } from '../secrets/secret';
import type { World } from '../world';
import type { FilePaths } from './paths';
import type { Settings } from './resolve';

/** A value that completion offers, and the description that some shells show next to it. */
export type Offer = readonly [value: string, describe: string];

/** Values of one account by their kind: names and numbers, never a code or a secret. */
export type CompletionValues = Readonly<Record<string, readonly Offer[]>>;

/** Per kind: enough to choose from, and fast to read. */
const most = 100;

/** Tells accounts apart as far as that is possible without reading credentials. Throws if others could write there. */
function fileOf(
  { cacheFolder, userId }: Pick<FilePaths, 'cacheFolder' | 'userId'>,
  { sandbox, profile, baseUrl = '' }: Pick<Settings, 'sandbox' | 'profile' | 'baseUrl'>,
): string {
  const folder = join(cacheFolder, 'completion');
  refuseForeignFolder(folder, userId);
  const name = sandbox ? 'sandbox' : `account ${profile} ${baseUrl}`;
  return join(folder, `${encodeURIComponent(name)}.json`);
}

/** The values of the account that list commands saved; empty if the file is missing or unreadable. */
export function readCompletionValues(...where: Parameters<typeof fileOf>): CompletionValues {
  return unlessItThrows(() => JSON.parse(readOwnFile(fileOf(...where)))) ?? {};
}

export interface ShownValues {
  readonly orders?: readonly (BuyingGroupOrder | GiftCardOrder)[];
  readonly cards?: readonly CreditCard[];
}

/** Puts new values before the saved ones. If that fails, the calling command still goes on. */
export function keepCompletionValues(
  { orders = [], cards = [] }: ShownValues,
  context: {
    readonly world: Pick<World, 'processes'>;
    readonly paths: FilePaths;
    readonly redactor: Redactor;
    settings(): Settings;
  },
): void {
  try {
    const { world, paths, settings, redactor } = context;
    const fresh = { ...orderValues(orders), ...cardValues(cards) };
    const chosen = settings();
    const known = readCompletionValues(paths, chosen);
    // A service may put anything into a name or a number, even the credentials it was sent.
    const harmless = (offer: Offer) => offer.every((text) => redactor.clean(text) === text);
    const merged = Object.entries(fresh).map(([kind, offers]) => {
      const byValue = new Map(offers.filter(harmless));
      for (const [value, describe] of known[kind] ?? []) {
        if (!byValue.has(value)) byValue.set(value, describe);
      }
      return [kind, [...byValue].slice(0, most)] as const;
    });
    const text = JSON.stringify(Object.fromEntries(merged));
    if (text === JSON.stringify(known)) return;
    const file = fileOf(paths, chosen);
    makeFolder(dirname(file), 0o700);
    replaceFile(file, text, { mode: 0o600, processId: world.processes.own });
  } catch {
    // The only harm is that completion offers less.
  }
}

function orderValues(orders: Required<ShownValues>['orders']) {
  const numbers = (some: typeof orders) =>
    some.flatMap(({ orderNumber, retailer, status }): Offer[] =>
      orderNumber ? [[orderNumber, `${retailer}, ${status}`]] : [],
    );
  const giftCards = orders.filter((order) => 'platform' in order);
  const others = orders.filter((order) => !('platform' in order));
  return {
    order: numbers(others),
    giftcard: numbers(giftCards),
    group: others.map(({ buyingGroup }): Offer => [String(buyingGroup), '']),
    platform: giftCards.map(({ platform }): Offer => [String(platform), '']),
    retailer: orders.flatMap(({ retailer }): Offer[] => (retailer ? [[retailer, '']] : [])),
  };
}

/** The values of cards for completion: the last digits if they identify one card, otherwise its id. */
function cardValues(cards: readonly CreditCard[]) {
  type Named = Pick<CreditCard, 'id' | 'nickname' | 'lastDigits'>;
  const offers = (all: readonly Named[]) =>
    all.map(({ id, nickname, lastDigits }): Offer => {
      const digits = lastDigits ?? '';
      const alike = all.filter((other) => other.lastDigits === digits).length;
      return [digits !== '' && alike === 1 ? digits : id, nickname ?? ''];
    });
  return { card: offers(cards), subcard: offers(cards.flatMap((card) => card.subCards ?? [])) };
}
