import type { Collection } from '../api/types';
import type { CreditCard, SubCard } from '../contract/responses';
import { Failure, usageFailure } from '../failure';
import { once, unlessItFails } from '../lib/once';
import type { Output } from '../output/output';
import { cardsCalled } from '../tabular/card';
import type { OrderBody } from './kinds';
import { readId } from './lookup';
import type { CardNames } from './view';

type Choosable = Pick<SubCard, 'id' | 'nickname' | 'lastDigits'>;

/** `Ink Cash, ending in 4417, 7d1c6c0e-…` */
function describe({ id, nickname, lastDigits }: Choosable): string {
  const digits = lastDigits ? `ending in ${lastDigits}` : '';
  return [nickname, digits, id].filter(Boolean).join(', ');
}

/** With more cards than this, the message points to `cards list` instead of listing them. */
const mostListed = 8;

function theOnly<T extends Choosable>(
  typed: string,
  label: string,
  {
    what,
    found,
    all,
    unknown = `unknown ${what}`,
  }: { what: string; found: readonly T[]; all: readonly T[]; unknown?: string },
): T {
  const [first, ...others] = found;
  if (first === undefined) {
    throw new Failure({
      ending: 'notFound',
      code: 'not_found',
      message: `${label}: ${unknown} "${typed}"`,
      hint:
        all.length === 0 || all.length > mostListed
          ? 'Use its id, last digits or nickname. For a list, run waybill cards list.'
          : `Use the id, last digits or nickname of one of these: ${all.map(describe).join('; ')}.`,
    });
  }
  if (others.length > 0) {
    throw usageFailure(`${label}: "${typed}" matches ${found.length} ${what}s`, {
      hint: `Use the id of one of these: ${found.map(describe).join('; ')}.`,
    });
  }
  return first;
}

/** The card that a text means. If it could be several, throws a usage failure that lists them. */
export function chooseCard(typed: string, label: string, cards: readonly CreditCard[]): CreditCard {
  return theOnly(typed, label, {
    what: 'credit card',
    found: cardsCalled(typed, cards),
    all: cards,
  });
}

/** Like `chooseCard`, among the sub-cards of the given cards; `ofOne` if only one was meant. */
export function chooseSubCard(
  typed: string,
  label: string,
  cards: readonly CreditCard[],
  ofOne = false,
): SubCard {
  const all = cards.flatMap(({ subCards }) => subCards ?? []);
  const unknown = ofOne ? { unknown: 'this card has no sub-card' } : {};
  return theOnly(typed, label, {
    what: 'sub-card',
    found: cardsCalled(typed, all),
    all,
    ...unknown,
  });
}

/** The part of the client that reads cards. */
export interface CardSource {
  readonly creditCards: Pick<Collection<CreditCard>, 'each'>;
}

/** Reads the account's cards; called only if a name has to be looked up. */
type ReadCards = () => Promise<readonly CreditCard[]>;

/** The id of the card that a text means; a uuid is the id itself. */
export async function cardId(typed: string, label: string, readCards: ReadCards): Promise<string> {
  return readId(typed) ?? chooseCard(typed, label, await readCards()).id;
}

/** The id of a card, or of a sub-card if no card is called so. */
export async function anyCardId(
  typed: string,
  label: string,
  readCards: ReadCards,
): Promise<string> {
  const id = readId(typed);
  if (id !== undefined) return id;
  const cards = await readCards();
  const all = cards.flatMap(({ subCards }) => subCards ?? []);
  const isSubCard = cardsCalled(typed, cards).length === 0 && cardsCalled(typed, all).length > 0;
  return isSubCard ? chooseSubCard(typed, label, cards).id : chooseCard(typed, label, cards).id;
}

/**
 * The id of a sub-card. `creditCardId` is the card it must belong to, if known: the same nickname
 * may be on several cards.
 */
export async function subCardId(
  typed: string,
  label: string,
  readCards: ReadCards,
  creditCardId: string | undefined,
): Promise<string> {
  const cards = await readCards();
  const among = cards.filter(({ id }) => creditCardId === undefined || id === creditCardId);
  return chooseSubCard(typed, label, among, creditCardId !== undefined).id;
}

/**
 * The names of these orders' cards, by id: only for people, for whom they are worth one request. If
 * the cards can't be read, the ids have to do.
 */
export async function cardNames(
  orders: readonly OrderBody[],
  api: CardSource,
  { isForPeople }: Pick<Output, 'isForPeople'>,
): Promise<CardNames | undefined> {
  if (
    !isForPeople ||
    orders.every(({ creditCardId: card, subCreditCardId }) => !card && !subCreditCardId)
  ) {
    return undefined;
  }
  const cards = await unlessItFails(cardReader(api));
  const all = cards?.flatMap((card) => [card, ...(card.subCards ?? [])]);
  return all && new Map(all.map((card) => [card.id, nameOf(card)]));
}

/** `Ink Cash 4417`, or its id. */
function nameOf({ id, nickname, lastDigits }: Choosable): string {
  return [nickname, lastDigits].filter(Boolean).join(' ') || id;
}

/** Reads the account's cards on the first call, and only once. */
export function cardReader({ creditCards }: CardSource): ReadCards {
  return once(async () => {
    const cards: CreditCard[] = [];
    for await (const card of creditCards.each()) cards.push(card);
    return cards;
  });
}
