import type { CreditCard } from '../../contract/responses';
import { counted } from '../../lib/words';
import { type CardChoice, cardIn, subCardIn } from '../../tabular/card';
import type { OrderCard, OrderRow } from './order';
import type { Defaults } from './types';

interface Named {
  readonly card: readonly string[];
  readonly subCard: readonly string[];
}

function valuesIn<T>(rows: readonly OrderRow[], textIn: (row: OrderRow) => T | undefined) {
  return [...new Set(rows.flatMap((row) => textIn(row) ?? []))] as readonly T[];
}

/** The one card that all texts name, or why there is none. */
function chosen(
  { card, subCard }: Named,
  cards: readonly CreditCard[],
): CardChoice | { readonly problem: string } | undefined {
  const main = card.map((text) => cardIn(text, cards));
  const failed = main.find((one) => 'problem' in one);
  if (failed !== undefined) return failed;
  const owner =
    main[0] !== undefined && 'creditCardId' in main[0] ? main[0].creditCardId : undefined;
  const choices = [...main, ...subCard.map((text) => subCardIn(text, cards, owner))];
  const wrong = choices.find((one) => 'problem' in one);
  if (wrong !== undefined) return wrong;
  const ids = (key: 'creditCardId' | 'subCreditCardId') =>
    new Set(choices.flatMap((one) => (key in one ? ((one as CardChoice)[key] ?? []) : [])));
  const isOne = ids('creditCardId').size < 2 && ids('subCreditCardId').size < 2;
  if (!isOne) return { problem: `its rows name ${choices.length} cards` };
  return choices.find((one) => 'subCreditCardId' in one) ?? choices[0];
}

/** Finds the cards of orders, and keeps why an order gets none. */
export class OrderCards {
  readonly #problems = new Map<string, number>();

  constructor(
    private readonly cards: readonly CreditCard[],
    private readonly usual: Pick<Defaults, 'card' | 'subCard'> & {
      readonly earnRate: number | undefined;
    },
  ) {}

  readonly cardOf = (rows: readonly OrderRow[]): OrderCard => {
    const { usual } = this;
    const or = <T>(values: readonly T[], one: T | undefined) =>
      values.length > 0 || one === undefined ? values : [one];
    const choice = chosen(
      {
        card: or(
          valuesIn(rows, (row) => row.card),
          usual.card,
        ),
        subCard: or(
          valuesIn(rows, (row) => row.subCard),
          usual.subCard,
        ),
      },
      this.cards,
    );
    const rates = or(
      valuesIn(rows, (row) => row.earnRate),
      usual.earnRate,
    );
    if (rates.length > 1) this.#note('no earn rate of their own: their rows name several');
    if (choice !== undefined && 'problem' in choice) this.#note(`no card: ${choice.problem}`);
    const { creditCardId, subCreditCardId, earnRate } =
      choice === undefined || 'problem' in choice ? ({} as Partial<CardChoice>) : choice;
    const cardEarnRate = rates.length === 1 ? rates[0] : earnRate;
    return {
      ...(creditCardId !== undefined && { creditCardId }),
      ...(subCreditCardId !== undefined && { subCreditCardId }),
      ...(cardEarnRate !== undefined && { cardEarnRate }),
    };
  };

  #note(problem: string): void {
    this.#problems.set(problem, (this.#problems.get(problem) ?? 0) + 1);
  }

  warnings(): readonly string[] {
    return [...this.#problems].map(
      ([problem, count]) => `${counted(count, 'orders')} got ${problem}.`,
    );
  }
}
