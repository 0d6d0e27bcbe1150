import type { Collection } from '../api/types';
import { cardShown, cardsMeant, isSameName, meantNotice, type NamedCard } from '../contract/named';
import type { CreditCard } from '../contract/responses';
import { usageFailure } from '../failure';
import { gathered, once, unlessItFails } from '../lib/once';
import type { Output } from '../output/output';
import type { OrderBody } from './kinds';
import { readOrderId } from './lookup';
import type { CardNames } from './view';

/** `Ink Cash, ending in 4417, 7d1c6c0e-…` */
function describe({ id, nickname, lastDigits }: NamedCard): string {
  const digits = lastDigits ? `ending in ${lastDigits}` : '';
  return [nickname, digits, id].filter(Boolean).join(', ');
}

/** With more cards than this, the message points to `cards list` instead of listing them. */
const mostListed = 8;

/** The way to find the cards that are named. */
export interface CardNaming {
  /** `--card` */
  readonly label: string;
  /** Reads the account's cards; called only if a name has to be looked up. */
  readCards(): Promise<readonly CreditCard[]>;
  /** Says which card is meant by a nickname in another spelling. */
  say?: ((notice: string) => void) | undefined;
}

/** The only card that a text means. Throws a usage failure that lists them if there are several, or none. */
function chosen<T extends NamedCard>(
  typed: string,
  cards: readonly T[],
  { label, say }: CardNaming,
  noun: 'credit card' | 'sub-card',
  unknown = `unknown ${noun}`,
): T {
  const meant = cardsMeant(typed, cards);
  const [first, ...others] = meant;
  if (first === undefined) {
    throw usageFailure(`${label}: ${unknown} "${cardShown(typed)}"`, {
      hint:
        cards.length === 0 || cards.length > mostListed
          ? 'Use its id, last digits or nickname. For a list, run waybill cards list.'
          : `Use the id, last digits or nickname of one of these: ${cards.map(describe).join('; ')}.`,
    });
  }
  if (others.length > 0) {
    throw usageFailure(`${label}: "${cardShown(typed)}" matches ${meant.length} ${noun}s`, {
      hint: `Use the id of one of these: ${meant.map(describe).join('; ')}.`,
    });
  }
  const { nickname } = first;
  if (nickname && isSameName(typed, nickname)) {
    const notice = meantNotice(typed, nickname.trim());
    if (notice !== undefined) say?.(`${notice}.`);
  }
  return first;
}

/** The part of the client that reads cards. */
export interface CardSource {
  readonly creditCards: Pick<Collection<CreditCard>, 'each'>;
}

const subCardsOf = (cards: readonly CreditCard[]) =>
  cards.flatMap(({ subCards }) => subCards ?? []);

/** The id of the card that a text means; a uuid is the id itself. */
export async function cardId(typed: string, naming: CardNaming): Promise<string> {
  const id = readOrderId(typed);
  return id ?? chosen(typed, await naming.readCards(), naming, 'credit card').id;
}

/** The id of a card, or of a sub-card if no card is called so. */
export async function anyCardId(typed: string, naming: CardNaming): Promise<string> {
  if (readOrderId(typed) !== undefined) return cardId(typed, naming);
  const cards = await naming.readCards();
  const isSubCard =
    cardsMeant(typed, cards).length === 0 && cardsMeant(typed, subCardsOf(cards)).length > 0;
  return isSubCard ? subCardId(typed, naming) : cardId(typed, naming);
}

/** The id of a sub-card; `creditCardId` is its card, as a nickname may be on several cards. */
export async function subCardId(
  typed: string,
  naming: CardNaming,
  creditCardId?: string,
): Promise<string> {
  const cards = await naming.readCards();
  const among = cards.filter(({ id }) => creditCardId === undefined || id === creditCardId);
  const unknown = creditCardId === undefined ? undefined : 'this card has no sub-card';
  return chosen(typed, subCardsOf(among), naming, 'sub-card', unknown).id;
}

/** The names of these orders' cards for people, worth one request; else the ids have to do. */
export async function cardNames(
  orders: readonly OrderBody[],
  api: CardSource,
  { isForPeople }: Pick<Output, 'isForPeople'>,
): Promise<CardNames | undefined> {
  const isPaid = ({ creditCardId, subCreditCardId }: OrderBody) => creditCardId || subCreditCardId;
  if (!isForPeople || !orders.some(isPaid)) return undefined;
  const cards = await unlessItFails(cardReader(api));
  const all = cards?.flatMap((card) => [card, ...(card.subCards ?? [])]);
  // `Ink Cash 4417`, or its id.
  return all && new Map(all.map((card) => [card.id, cardName(card)]));
}

/** `Ink Cash 4417`, or its id. */
export function cardName({ id, nickname, lastDigits }: NamedCard): string {
  return [nickname, lastDigits].filter(Boolean).join(' ') || id;
}

/** Reads the account's cards on the first call, and only once. */
export function cardReader({ creditCards }: CardSource): CardNaming['readCards'] {
  return once(() => gathered(creditCards.each()));
}
