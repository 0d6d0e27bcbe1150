import type { Api } from '../../api/api';
import type { CreditCard } from '../../contract/answers';

/** Reads the account's cards when first asked for, and once. */
export function cardReader(api: () => Promise<Api>): () => Promise<readonly CreditCard[]> {
  let reading: Promise<readonly CreditCard[]> | undefined;
  const read = async () => {
    const cards: CreditCard[] = [];
    for await (const card of (await api()).creditCards.each()) cards.push(card);
    return cards;
  };
  return () => {
    reading ??= read();
    return reading;
  };
}
