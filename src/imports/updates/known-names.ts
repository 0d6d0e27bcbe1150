import type { CreditCard } from '../../contract/responses';
import { type KnownGroups, warnOfNewGroup } from '../../orders/filter-orders';
import type { OrderBody, OrderKind } from '../../orders/kinds';
import { readId } from '../../orders/lookup';
import type { OrderBook } from '../../orders/order-book';
import { type CardChoice, type CardFault, cardIn, subCardIn } from '../../tabular/card';
import { groupNames } from '../../tabular/names';
import type { Draft } from '../../upload/spec';
import type { UpdateItem } from './update-rows';

export interface KnownNames {
  readonly kind: OrderKind;
  readonly book: Pick<OrderBook, 'look'>;
  /** Reads the account's cards; called only if a name has to be looked up. */
  readonly readCards: () => Promise<readonly CreditCard[]>;
  /** The column of each field. */
  readonly headers: ReadonlyMap<string, string>;
  readonly context: KnownGroups;
}

type UpdateDraft = Draft<UpdateItem>;

/** The text of a cell that may be a name; an id is the card itself. */
function nameIn(body: OrderBody, field: string): string | undefined {
  const text = body[field];
  return typeof text === 'string' && readId(text) === undefined ? text : undefined;
}

/** The ids of a row's cards, or why a name has none. */
async function cardsOf(
  { body, order }: UpdateItem,
  { book, readCards, headers }: KnownNames,
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

/**
 * Rows with the ids of the cards that they name, and the groups as they and the orders in the file
 * are known. A row whose card is not exactly one becomes invalid.
 */
export async function withKnownNames(
  drafts: readonly UpdateDraft[],
  known: KnownNames,
): Promise<readonly UpdateDraft[]> {
  const { kind, book, context } = known;
  const groupOf = ({ item: { body } }: UpdateDraft) => {
    const group = body[kind.group];
    return typeof group === 'string' && !kind.featured.includes(group) ? group : undefined;
  };
  const own = new Set<string>();
  for (const draft of drafts) {
    if (draft.invalid !== undefined || groupOf(draft) === undefined) continue;
    const group = (await book.look(draft.item.order))?.[kind.group];
    if (typeof group === 'string') own.add(group);
  }
  const readGroup = groupNames(kind.featured, own);
  const warned = new Set<string>();
  const resolved: UpdateDraft[] = [];
  for (const draft of drafts) {
    const cards = draft.invalid === undefined ? await cardsOf(draft.item, known) : {};
    const typed = groupOf(draft);
    const read = typed === undefined ? undefined : readGroup(typed);
    const names = read === undefined ? {} : { [kind.group]: read.group };
    if (read?.isKnown === false && !warned.has(read.group)) {
      await warnOfNewGroup(names, kind, context);
    }
    if (read !== undefined) warned.add(read.group);
    if ('problem' in cards) {
      const invalid = { code: 'card_unknown', message: String(cards.problem) };
      resolved.push({ ...draft, invalid });
      continue;
    }
    const body = { ...draft.item.body, ...cards, ...names };
    resolved.push({ ...draft, item: { ...draft.item, body } });
  }
  return resolved;
}
