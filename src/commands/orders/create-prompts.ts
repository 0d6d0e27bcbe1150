import type { Api } from '../../api/types';
import type { Context } from '../../context/context';
import { orderTotal, subtotalOf } from '../../contract/fields';
import { knownNames } from '../../contract/named';
import { Failure } from '../../failure';
import { checkBody, type LabeledBody } from '../../orders/body-issues';
import { cardName, cardNames, cardReader } from '../../orders/card-choice';
import { readField, readItemField, resolvedValue } from '../../orders/fields';
import type { AnyOrder, OrderBody, OrderField, OrderKind } from '../../orders/kinds';
import type { AccountOrders } from '../../orders/order-book';
import { orderView } from '../../orders/view';
import { confirm } from '../../output/confirm';
import type { Question } from '../../output/questions';

/** Needs of the prompts for one order: its kind, and what the account has. */
export interface Asking {
  readonly kind: OrderKind;
  readonly api: Api;
  readonly account: AccountOrders;
  readonly context: Context;
}

const other = 'other';

/** One of the account's own names, the most frequent first; undefined to type one. */
async function chosenName(
  question: Question,
  field: OrderKind['group'] | 'retailer',
  { account, context }: Asking,
): Promise<string | undefined> {
  const orders = await account.own.all();
  const texts = orders.map((order) => order[field]).filter((text) => typeof text === 'string');
  const names = [...knownNames([], texts).values()].flatMap(([name]) => name ?? []);
  if (names.length === 0) return undefined;
  const options = names.map((name) => ({ value: `=${name}`, label: name }));
  const chosen = await (await context.questions()).choose<string>({
    ...question,
    options: [...options, { value: other, label: 'Another one' }],
    other,
  });
  return chosen === other ? undefined : chosen.slice(1);
}

/** The id of one of the account's open cards; undefined for none. */
async function chosenCard({ api, context }: Asking): Promise<string | undefined> {
  const cards = (await cardReader(api)()).filter(({ closedAt }) => !closedAt);
  if (cards.length === 0) return undefined;
  const chosen = await (await context.questions()).choose<string>({
    question: 'Credit card',
    flag: '--card',
    options: [
      { value: other, label: 'None of them' },
      ...cards.map((card) => ({ value: card.id, label: cardName(card) })),
    ],
  });
  return chosen === other ? undefined : chosen;
}

/** Shows the order with its total, and asks before it is sent. Throws exit 2 after a no. */
export async function confirmDraft(body: OrderBody, { kind, api, context }: Asking): Promise<void> {
  const output = await context.output();
  const names = await cardNames([body], api, { isForPeople: true });
  const {
    orderLineItems: items = [],
    shipping = 0,
    tax = 0,
    discount = 0,
  } = body as Partial<AnyOrder>;
  // The service's value for a missing price or quantity is not known, so neither is the total.
  const counted = items.flatMap(({ unitPrice, quantity }) =>
    unitPrice === undefined || quantity === undefined ? [] : { unitPrice, quantity },
  );
  const subtotal = subtotalOf(counted, ({ unitPrice }) => unitPrice);
  const total = orderTotal(subtotal, { shipping, tax, discount });
  const draft = { ...body, ...(counted.length === items.length && { total }) } as AnyOrder;
  context.notices.notice((await output.drawn(orderView(kind, names), draft)).trimEnd());
  const place = context.settings().sandbox ? ' in the sandbox' : '';
  await confirm(`Create it${place}?`, context);
}

/** Asks until the answer can be read, and says what is wrong with each one that can't. */
async function askFor<T>(
  context: Context,
  asked: { readonly question: string; readonly flag: string; readonly optional?: boolean },
  read: (typed: string) => Promise<T>,
): Promise<T> {
  const questions = await context.questions();
  for (;;) {
    const typed = await questions.text(asked);
    try {
      return await read(typed.trim());
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { issues, message, hint } = error;
      const said = issues?.map((issue) => `${issue.path} ${issue.message}`) ?? [message, hint];
      context.notices.warning(said.filter(Boolean).join('. '));
    }
  }
}

/**
 * Prompts for what nearly every order needs: its date, retailer, number, group, card and one line item.
 * Returns what was given if it is complete or waybill can't prompt.
 */
export async function askMissing(given: LabeledBody, asking: Asking): Promise<LabeledBody> {
  const { kind, context } = asking;
  const { body, labels } = given;
  const wanted = ['orderDate', 'retailer', 'orderNumber', kind.group] as const;
  const isComplete = [...wanted, 'orderLineItems'].every((name) => body[name] !== undefined);
  if (isComplete || !(await context.questions()).possible) return given;
  const asked = { ...body };
  // Checked while the person can still enter another value.
  const check = async (part: OrderBody, only: string, name: string) => {
    const named = labels.copy();
    named.set(only, name);
    await checkBody('create', { body: part, labels: named }, only);
  };
  for (const name of wanted) {
    if (asked[name] !== undefined) continue;
    const field = kind.fields.find((one) => one.field === name) as OrderField;
    const more = field.type === 'date' ? ' (YYYY-MM-DD, today, yesterday)' : '';
    const describe = name === 'orderNumber' ? 'Order number' : field.describe;
    const flag = `--${field.flag}`;
    const question = { question: `${describe}${more}`, flag };
    const isName = name === 'retailer' || name === kind.group;
    asked[name] =
      (isName ? await chosenName(question, name, asking) : undefined) ??
      (await askFor(context, question, async (typed) => {
        const read = readField(field, typed, describe, kind);
        const value = resolvedValue(read, context.today);
        await check({ [name]: value }, name, describe);
        return value;
      }));
    labels.set(name, flag);
  }
  if (asked.creditCardId === undefined) {
    const card = await chosenCard(asking);
    if (card !== undefined) asked.creditCardId = card;
  }
  if (asked.orderLineItems === undefined) {
    const item: OrderBody = {};
    for (const one of kind.items.filter(({ flag }) => flag !== 'model')) {
      const { field, flag: key } = one;
      // "When omitted the service fills it from current deals when it can".
      const optional = key === 'payout';
      const asked = { question: itemQuestions[key] ?? key, flag: `--item ${key}=…`, optional };
      const value = await askFor(context, asked, async (typed) => {
        if (typed === '') return undefined;
        const name = `Line item ${key}`;
        const read = readItemField(one, typed, name);
        await check({ orderLineItems: [{ [field]: read }] }, `orderLineItems.0.${field}`, name);
        return read;
      });
      if (value !== undefined) item[field] = value;
    }
    asked.orderLineItems = [item];
  }
  return { body: asked, labels };
}

const itemQuestions: Readonly<Record<string, string>> = {
  description: 'Line item: description',
  price: 'Line item: unit price, in dollars',
  qty: 'Line item: quantity',
  payout: 'Line item: expected payout per unit, in dollars (Enter to leave it out)',
  'unit-value': "Line item: unit value, in the service's own unit",
};
