/**
 * Finds what a typed text means: a group or platform, a retailer, a card, a status, an order number. It is
 * the only way in the program, for flags, prompts, cells, settings, reports and the journal.
 */
import { groupBy } from '../lib/once';
import { closest } from '../lib/suggest';

/**
 * The text of a name as it is compared: `Points 4-Days` and `points_4_days` are one. Case, spacing and
 * punctuation don't count, symbols do: `B&H` is not `BH`. A text without letter or digit is only itself.
 */
export function nameKey(text: string): string {
  const trimmed = text.trim();
  // Classes of Unicode take milliseconds to compile, a tenth of a start.
  if (/^[\x00-\x7f]*$/.test(trimmed)) {
    const plain = trimmed.toLowerCase().replace(/[^a-z0-9$&+<=>|~]+/g, '');
    return /[a-z0-9]/.test(plain) ? plain : trimmed;
  }
  const key = trimmed
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Sm}\p{Sc}\p{So}&]+/gu, '');
  return /[\p{L}\p{N}]/u.test(key) ? key : trimmed;
}

/** True if two texts are one name: `BFMR` and `bfmr`. */
export function isSameName(one: string, other: string): boolean {
  return one === other || nameKey(one) === nameKey(other);
}

/** The spellings of each known name by its key; the first is the name. */
export type KnownNames = ReadonlyMap<string, readonly string[]>;

/**
 * The names that `ids` and the orders of an account have: an id first, then the most frequent spelling.
 * `spellings` has a text for each order, or each text with its number of orders.
 */
export function knownNames(
  ids: readonly string[],
  spellings: Iterable<string | readonly [text: string, orders: number]> = [],
): KnownNames {
  const orders = new Map<string, number>();
  for (const one of spellings) {
    const [text, count] = typeof one === 'string' ? [one, 1] : one;
    const name = text.trim();
    if (name !== '') orders.set(name, (orders.get(name) ?? 0) + count);
  }
  const byOrders = [...orders].sort(
    // By code points, which comparing texts does not.
    ([one, most], [other, more]) =>
      more - most || Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  return groupBy(new Set([...ids, ...byOrders.map(([text]) => text)]), nameKey);
}

export interface NameMeant {
  /** The known name, or else the text itself. */
  readonly name: string;
  readonly isKnown: boolean;
  /** The nearest known name, if none is meant. */
  readonly nearest?: string | undefined;
}

/** The group or platform that a text means: `bfmr` for `BFMR`. */
export function groupMeant(typed: string, known: KnownNames): NameMeant {
  const [name] = known.get(nameKey(typed)) ?? [];
  if (name !== undefined) return { name, isKnown: true };
  const nearest = closest(typed.trim(), [...known.values()].flat());
  return { name: typed.trim(), isKnown: false, nearest };
}

/** The retailer that a text means: one with exactly this text, or else its most frequent spelling. */
export function retailerMeant(typed: string, known: KnownNames): NameMeant {
  const name = typed.trim();
  const isExact = known.get(nameKey(name))?.includes(name) === true;
  return isExact ? { name, isKnown: true } : groupMeant(typed, known);
}

/** A notice for a name that was typed in another way: `bfmr for "BFMR"`. */
export function meantNotice(typed: string, name: string): string | undefined {
  return typed.trim() === name ? undefined : `${name} for "${typed.trim()}"`;
}

/** The group that a text means, with a notice if it is written in another way, and a warning if no order has it. */
export function groupNamed(
  typed: string,
  known: KnownNames,
  { notice, warning }: Readonly<Record<'notice' | 'warning', (text: string) => void>>,
  unknown = (name: string) => `No order belongs to group "${name}".`,
): NameMeant {
  const meant = groupMeant(typed, known);
  const spelled = meantNotice(typed, meant.name);
  const hint = meant.nearest === undefined ? '' : ` Did you mean ${meant.nearest}?`;
  if (!meant.isKnown) warning(`${unknown(meant.name)}${hint}`);
  else if (spelled !== undefined) notice(`${spelled}.`);
  return meant;
}

/** The status that a word is, in any spelling: `Partially Delivered`. Undefined if it is none. */
export function statusMeant<T extends string>(
  typed: string,
  statuses: readonly T[],
): T | undefined {
  const key = nameKey(typed).replace(/^canceled$/, 'cancelled');
  return statuses.find((status) => nameKey(status) === key);
}

export interface NamedCard {
  readonly id: string;
  readonly nickname?: string | null | undefined;
  readonly lastDigits?: string | null | undefined;
}

/** Fewer digits than this must match exactly: `9` should not find 1009. */
const shortestEnding = 4;

/**
 * The cards that a text may mean, closed and gone ones included: the one with this id, or all with these last
 * digits (or more digits that end in them) or this nickname, or all whose nickname agrees.
 */
export function cardsMeant<T extends NamedCard>(typed: string, cards: readonly T[]): readonly T[] {
  const text = typed.trim();
  const byId = cards.filter(({ id }) => id.toLowerCase() === text.toLowerCase());
  if (byId.length > 0 || text === '') return byId;
  const isEnding = (digits: string) => /^\d+$/.test(digits) && digits.length >= shortestEnding;
  const endsIn = (digits: string, { lastDigits }: T) =>
    lastDigits === digits || (isEnding(digits) && lastDigits?.endsWith(digits));
  const exact = cards.filter((card) => endsIn(text, card) || card.nickname?.trim() === text);
  if (exact.length > 0) return exact;
  const digits = text.replace(/[\p{P}\s]/gu, '');
  return cards.filter(
    (card) => endsIn(digits, card) || (card.nickname && isSameName(card.nickname, text)),
  );
}

/** The last digits that a part of a cell ends in: `Visa - 4637`, `xxxx-1007.0`, `Ink (1007)`. */
const endingForm = /(\d{4,})(?:\.0+)?[)\]]?$/;
/** `4111-1111-1111-1111`, as it is printed on a card; not the digits of an id. */
const wholeNumber = /(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g;

/** The text of a card as it may be shown and kept: of a whole number only `xxxx-1111`. */
export function cardShown(text: string): string {
  return text.replace(wholeNumber, (number) => `xxxx-${number.replace(/\D/g, '').slice(-4)}`);
}

/** Headers of cells that may have the number of a card: `Payment Method`, `Gift Card`, `CC No.`; not `CCY`. */
export const cardHeader = /card|payment|tarjeta|karte|carte|^\W*cc(?!y)/i;

/** Separates the cards of a cell: `Visa - 4637 and Amex - 1007`. */
const cardSeparator = /\s+and\s+|[,;/&+|\n]/i;
/** The most characters of a cell that are looked at; the digits are at its end. */
const longestEnd = 100;

function namesSeveral(text: string): boolean {
  const parts = text.slice(-longestEnd).split(cardSeparator);
  return new Set(parts.flatMap((part) => endingForm.exec(part.trim())?.[1] ?? [])).size > 1;
}

/** The cards that a cell may mean, which may also end in their digits: `Visa - 4637`. */
function cardsInCell<T extends NamedCard>(text: string, cards: readonly T[]): readonly T[] {
  const meant = cardsMeant(text, cards);
  const [, digits] = endingForm.exec(text.trim().slice(-longestEnd)) ?? [];
  if (meant.length > 0 || digits === undefined || namesSeveral(text)) return meant;
  return cards.filter(({ lastDigits }) => {
    const own = lastDigits ?? '';
    return own.length >= shortestEnding && (own.endsWith(digits) || digits.endsWith(own));
  });
}

/** A card with what an order takes from it. */
interface CardOwner extends NamedCard {
  readonly earnRate?: number | null | undefined;
  readonly subCards?: readonly NamedCard[] | null | undefined;
}

export interface CardChoice {
  readonly creditCardId: string;
  readonly subCreditCardId?: string;
  /** The card's own. */
  readonly earnRate?: number;
}

/** The reason why a cell names no card; continues a sentence. */
export interface CardFault {
  readonly problem: string;
}

type OwnedCard = readonly [card: CardOwner, subCard?: NamedCard];

function onlyCard(text: string, noun: string, owned: readonly OwnedCard[]): CardChoice | CardFault {
  const [only, another] = owned;
  if (only === undefined) return { problem: `no ${noun} is "${cardShown(text)}"` };
  if (another !== undefined) return { problem: `"${cardShown(text)}" fits ${owned.length} cards` };
  const [card, subCard] = only;
  return {
    creditCardId: card.id,
    ...(subCard && { subCreditCardId: subCard.id }),
    ...(card.earnRate != null && { earnRate: card.earnRate }),
  };
}

function subCardsInCell(text: string, cards: readonly CardOwner[]): readonly OwnedCard[] {
  return cards.flatMap((card) =>
    cardsInCell(text, card.subCards ?? []).map((subCard) => [card, subCard] as const),
  );
}

/** The one card or sub-card that a cell names, closed ones included. */
export function cardIn(text: string, cards: readonly CardOwner[]): CardChoice | CardFault {
  const own = cardsInCell(text, cards).map((card) => [card] as const);
  return onlyCard(text, 'card', [...own, ...subCardsInCell(text, cards)]);
}

export function subCardIn(
  text: string,
  cards: readonly CardOwner[],
  creditCardId?: string,
): CardChoice | CardFault {
  const among = cards.filter(({ id }) => creditCardId === undefined || id === creditCardId);
  return onlyCard(text, 'sub-card', subCardsInCell(text, among));
}

/** Letters and digits of an order number, between what separates them. `#821.0` is `821`. */
function numberParts(orderNumber: string): readonly string[] {
  const bare = orderNumber.trim().normalize('NFKC').replace(/^#\s*/, '');
  const whole = /^(\d+)\.0+$/.exec(bare)?.[1] ?? bare;
  return whole
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
}

/** The key that all spellings of an order number have: `1-23`, `12 3`. Not all that have it agree. */
export function orderNumberKey(orderNumber: string): string {
  // Most are plain, and a file may have a million of them.
  if (/^[A-Za-z0-9-]+$/.test(orderNumber)) return orderNumber.toUpperCase().replaceAll('-', '');
  return numberParts(orderNumber).join('');
}

/** The places between two digits where something separates them: 1 in `1-23`, none in `A-23`. */
function separatorPlaces(orderNumber: string): ReadonlySet<number> {
  const parts = numberParts(orderNumber);
  const places = new Set<number>();
  let place = 0;
  for (const [index, part] of parts.entries()) {
    place += part.length;
    if (/\p{N}$/u.test(part) && /^\p{N}/u.test(parts[index + 1] ?? '')) places.add(place);
  }
  return places;
}

/**
 * True if two order numbers agree: letters and digits are the same, and no separator between two digits is at
 * a different place. `1-23` agrees with `123` and `1 23`, not with `12-3` or `0123`.
 */
export function isSameNumber(one: string, other: string): boolean {
  if (one.trim() === other.trim()) return true;
  const key = orderNumberKey(one);
  if (key === '' || key !== orderNumberKey(other)) return false;
  const [few, many] = [separatorPlaces(one), separatorPlaces(other)].sort(
    (a, b) => a.size - b.size,
  ) as [ReadonlySet<number>, ReadonlySet<number>];
  return [...few].every((place) => many.has(place));
}
