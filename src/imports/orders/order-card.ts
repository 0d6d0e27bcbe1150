import { type CardChoice, type CardFault, cardIn, subCardIn } from '../../contract/named';
import type { CreditCard } from '../../contract/responses';

function isChoice(one: CardChoice | CardFault): one is CardChoice {
  return !('problem' in one);
}

/** The one card and sub-card that all of these texts name; none at all if one of them names none. */
export function cardOf(
  texts: readonly string[],
  subTexts: readonly string[],
  cards: readonly CreditCard[],
): Partial<CardChoice> | CardFault {
  const named = texts.map((text) => cardIn(text, cards));
  const owner = named.find(isChoice)?.creditCardId;
  const all = [...named, ...subTexts.map((text) => subCardIn(text, cards, owner))];
  const fault = all.find((one) => !isChoice(one));
  if (fault !== undefined) return fault;
  const choices = all.filter(isChoice);
  const ids = new Set(choices.map(({ creditCardId }) => creditCardId));
  const subIds = new Set(choices.flatMap(({ subCreditCardId }) => subCreditCardId ?? []));
  if (ids.size > 1 || subIds.size > 1) return { problem: 'its rows name different cards' };
  return Object.assign({}, ...choices);
}
