import { longestValue } from './cells';

/** The parts of a card or sub-card that choosing needs. */
interface Named {
  readonly id: string;
  readonly nickname?: string | null | undefined;
  readonly lastDigits?: string | null | undefined;
}

/** The parts of a credit card that choosing needs. */
export interface NamedCard extends Named {
  readonly earnRate?: number | null | undefined;
  readonly subCards?: readonly Named[] | null | undefined;
}

/** The card of an order. */
export interface CardChoice {
  readonly creditCardId: string;
  readonly subCreditCardId?: string;
  /** The card's own. */
  readonly earnRate?: number;
}

/** Fewer digits than this must match exactly: `9` should not find 1009. */
const shortestEnding = 4;

/**
 * The cards that a text may mean: the card with this id, or else every card with these last digits
 * or this nickname. A card with more digits also matches by the end of them.
 */
export function cardsCalled<T extends Named>(typed: string, cards: readonly T[]): readonly T[] {
  const wanted = typed.trim();
  const byId = cards.filter(({ id }) => id.toLowerCase() === wanted.toLowerCase());
  if (byId.length > 0) return byId;
  const ending = /^\d+$/.test(wanted) && wanted.length >= shortestEnding;
  return cards.filter(
    ({ nickname, lastDigits }) =>
      lastDigits === wanted ||
      (ending && lastDigits?.endsWith(wanted)) ||
      nickname?.trim().toLowerCase() === wanted.toLowerCase(),
  );
}

/** The last digits that a part of a cell ends in: `Visa - 4637`, `xxxx-1007.0`, `Ink (1007)`. */
const endingForm = /(\d{4,})(?:\.0+)?[)\]]?$/;
/** What separates the cards of a cell: `Visa - 4637 and Amex - 1007`. */
const separator = /\s+and\s+|[,;/&+|\n]/i;

/** Whether a cell ends in the digits of several cards. */
function namesSeveral(text: string): boolean {
  const parts = text.slice(-longestValue).split(separator);
  return new Set(parts.flatMap((part) => endingForm.exec(part.trim())?.[1] ?? [])).size > 1;
}

/** The same for a cell, which may also end in the digits. */
function cardsInCell<T extends Named>(text: string, cards: readonly T[]): readonly T[] {
  const called = cardsCalled(text, cards);
  const [, digits] = endingForm.exec(text.trim().slice(-longestValue)) ?? [];
  if (called.length > 0 || digits === undefined || namesSeveral(text)) return called;
  return cards.filter(({ lastDigits }) => {
    const own = lastDigits ?? '';
    return own.length >= shortestEnding && (own.endsWith(digits) || digits.endsWith(own));
  });
}

interface Owned {
  readonly card: NamedCard;
  readonly sub?: Named;
}

function theOnly(text: string, what: string, found: readonly Owned[]): CardChoice | CardFault {
  const [only, another] = found;
  if (only === undefined) return { problem: `no ${what} is "${text}"` };
  if (another !== undefined) return { problem: `"${text}" fits ${found.length} cards` };
  const { card, sub } = only;
  return {
    creditCardId: card.id,
    ...(sub && { subCreditCardId: sub.id }),
    ...(card.earnRate != null && { earnRate: card.earnRate }),
  };
}

/** Why a cell names no card; continues a sentence. */
export interface CardFault {
  readonly problem: string;
}

function subCardsIn(text: string, cards: readonly NamedCard[]): readonly Owned[] {
  return cards.flatMap((card) =>
    cardsInCell(text, card.subCards ?? []).map((sub) => ({ card, sub })),
  );
}

/** The one card or sub-card that a cell names, closed ones included. */
export function cardIn(text: string, cards: readonly NamedCard[]): CardChoice | CardFault {
  const own = cardsInCell(text, cards).map((card) => ({ card }));
  return theOnly(text, 'card', [...own, ...subCardsIn(text, cards)]);
}

/** The one sub-card that a cell names, of the card with this id if there is one. */
export function subCardIn(
  text: string,
  cards: readonly NamedCard[],
  creditCardId?: string,
): CardChoice | CardFault {
  const among = cards.filter(({ id }) => creditCardId === undefined || id === creditCardId);
  return theOnly(text, 'sub-card', subCardsIn(text, among));
}
