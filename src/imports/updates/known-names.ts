import { type CardChoice, type CardFault, cardIn, subCardIn } from '../../contract/named';
import type { CreditCard } from '../../contract/responses';
import type { OrderBody, OrderKind } from '../../orders/kinds';
import { readOrderId } from '../../orders/lookup';
import {
  type AccountNames,
  type AskingContext,
  meantNames,
  type NameField,
  NameRemarks,
  nameMeantIn,
} from '../../orders/meant-names';
import type { OrderBook } from '../../orders/order-book';
import type { Draft } from '../../upload/spec';
import { isNotMine } from '../orders/types';
import type { UpdateItem } from './update-rows';

export interface KnownUpdateNames {
  readonly kind: OrderKind;
  readonly book: Pick<OrderBook, 'look'>;
  /** Reads the account's cards; called only if a name has to be looked up. */
  readonly readCards: () => Promise<readonly CreditCard[]>;
  readonly headers: ReadonlyMap<string, string>;
  readonly account: AccountNames;
  readonly context: AskingContext;
}

type UpdateDraft = Draft<UpdateItem>;

/** The text of a cell that may be a name; an id is the card itself. */
function nameIn(body: OrderBody, field: string): string | undefined {
  const text = body[field];
  return typeof text === 'string' && readOrderId(text) === undefined ? text : undefined;
}

/** The ids of a row's cards, or why a name has none. */
async function cardsOf(
  { body, order }: UpdateItem,
  { book, readCards, headers }: KnownUpdateNames,
): Promise<OrderBody | CardFault> {
  const ids: OrderBody = {};
  const take = (choice: CardChoice | CardFault, field: string): CardFault | undefined => {
    if ('problem' in choice)
      return { problem: `column "${headers.get(field)}": ${choice.problem}` };
    const { creditCardId, subCreditCardId } = choice;
    Object.assign(ids, { creditCardId, ...(subCreditCardId && { subCreditCardId }) });
    return undefined;
  };
  const card = nameIn(body, 'creditCardId');
  const sub = nameIn(body, 'subCreditCardId');
  if (card !== undefined) {
    const fault = take(cardIn(card, await readCards()), 'creditCardId');
    if (fault !== undefined) return fault;
  }
  if (sub !== undefined) {
    const own = ids.creditCardId ?? body.creditCardId ?? (await book.look(order))?.creditCardId;
    const among = typeof own === 'string' ? own : undefined;
    const fault = take(subCardIn(sub, await readCards(), among), 'subCreditCardId');
    if (fault !== undefined) return fault;
  }
  return ids;
}

/** The fault of a group that only says that the order is not the account's: `not mine`. */
async function groupFault(
  { body }: UpdateItem,
  { kind, account, headers }: KnownUpdateNames,
): Promise<CardFault | undefined> {
  const typed = body[kind.group];
  if (typeof typed !== 'string' || !isNotMine(typed)) return undefined;
  if ((await nameMeantIn(kind.group, typed, kind, account)).isKnown) return undefined;
  const why = `"${typed}" is no group: it says that the order is not yours`;
  return { problem: `column "${headers.get(kind.group)}": ${why}` };
}

/**
 * Rows with the ids of the cards that they name, and the names that groups and retailers have in the
 * account. A row whose card is not exactly one becomes invalid, and one whose group is a word for none.
 */
export async function withKnownNames(
  drafts: readonly UpdateDraft[],
  known: KnownUpdateNames,
): Promise<readonly UpdateDraft[]> {
  const remarks = new NameRemarks();
  const resolved: UpdateDraft[] = [];
  for (const draft of drafts) {
    const isValid = draft.invalid === undefined;
    const cards = isValid ? await cardsOf(draft.item, known) : {};
    const fault = isValid ? await groupFault(draft.item, known) : undefined;
    if ('problem' in cards || fault !== undefined) {
      const { problem } = fault ?? cards;
      const code = fault === undefined ? 'card_unknown' : 'group_unknown';
      resolved.push({ ...draft, invalid: { code, message: String(problem) } });
      continue;
    }
    const { order } = draft.item;
    // A cell that the order has as it is stays.
    const isLeft = async (field: NameField, typed: string) =>
      (await known.book.look(order))?.[field] === typed;
    const names = isValid ? await meantNames(draft.item.body, isLeft, known, remarks) : {};
    const body = { ...draft.item.body, ...cards, ...names };
    resolved.push({ ...draft, item: { ...draft.item, body } });
  }
  await remarks.say(known.context);
  return resolved;
}
