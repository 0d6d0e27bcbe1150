import { cardIn, subCardIn } from '../../contract/named';
import type { CreditCard } from '../../contract/responses';
import type { OrderBody, OrderKind } from '../../orders/kinds';
import { readOrderId } from '../../orders/lookup';
import type { MeantNames, NameField } from '../../orders/meant-names';
import type { OrderBook } from '../../orders/order-book';
import type { Draft } from '../../upload/spec';
import { isNotMine } from '../orders/types';
import type { UpdateItem } from './update-rows';

interface KnownUpdateNames {
  readonly kind: OrderKind;
  readonly book: Pick<OrderBook, 'look'>;
  /** Reads the account's cards; called only if a name has to be looked up. */
  readonly readCards: () => Promise<readonly CreditCard[]>;
  readonly headers: ReadonlyMap<string, string>;
  readonly names: MeantNames;
}

/** The text of a cell that may be a name; an id is the card itself. */
function nameIn(body: OrderBody, field: string): string | undefined {
  const text = body[field];
  return typeof text === 'string' && readOrderId(text) === undefined ? text : undefined;
}

/** A row with the ids and names that its cells mean; invalid if a card's means not exactly one, or a group's none. */
export async function withMeanings(
  draft: Draft<UpdateItem>,
  { kind, book, readCards, headers, names }: KnownUpdateNames,
): Promise<Draft<UpdateItem>> {
  if (draft.invalid !== undefined) return draft;
  const { order, body } = draft.item;
  const invalid = (code: string, field: string, why: string) => ({
    ...draft,
    invalid: { code, message: `column "${headers.get(field)}": ${why}` },
  });
  const group = nameIn(body, kind.group);
  const isOut = group !== undefined && isNotMine(group);
  if (isOut && !(await names.look(kind.group, group)).isKnown) {
    const why = `"${group}" is no group: it says that the order is not yours`;
    return invalid('group_unknown', kind.group, why);
  }
  const ids: OrderBody = {};
  const owner = async () => {
    const id = ids.creditCardId ?? body.creditCardId ?? (await book.look(order))?.creditCardId;
    return typeof id === 'string' ? id : undefined;
  };
  for (const field of ['creditCardId', 'subCreditCardId'] as const) {
    const name = nameIn(body, field);
    if (name === undefined) continue;
    const cards = await readCards();
    const isCard = field === 'creditCardId';
    const choice = isCard ? cardIn(name, cards) : subCardIn(name, cards, await owner());
    if ('problem' in choice) return invalid('card_unknown', field, choice.problem);
    const { creditCardId, subCreditCardId } = choice;
    Object.assign(ids, { creditCardId, ...(subCreditCardId && { subCreditCardId }) });
  }
  // A cell that the order has as it is stays.
  const isLeft = async (field: NameField, typed: string) =>
    (await book.look(order))?.[field] === typed;
  const meant = await names.ofBody(body, isLeft);
  return { ...draft, item: { ...draft.item, body: { ...body, ...ids, ...meant } } };
}
