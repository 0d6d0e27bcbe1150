import { resolveDay } from '../../cli/day';
import type { Context } from '../../context';
import { Failure } from '../../failure';
import type { LabeledBody } from './body';
import { readField } from './fields';
import type { OrderField, OrderKind } from './kinds';
import { readLineItem } from './line-item';

/** Asks until the answer can be read, and says what is wrong with each one that can't. */
async function askFor<T>(
  context: Context,
  question: string,
  flag: string,
  read: (typed: string) => T,
): Promise<T> {
  const questions = await context.questions();
  for (;;) {
    const typed = await questions.text({ question, flag });
    try {
      return read(typed.trim());
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      context.notices.warning([error.message, error.hint].filter(Boolean).join('. '));
    }
  }
}

/**
 * Prompts for what nearly every order needs: its date, retailer, number, group and one line item.
 * Returns the body unchanged if waybill can't prompt.
 */
export async function askMissing(
  { body, labels }: LabeledBody,
  kind: OrderKind,
  context: Context,
): Promise<LabeledBody> {
  if (!(await context.questions()).possible) return { body, labels };
  const asked = { ...body };
  const wanted = ['orderDate', 'retailer', 'orderNumber', kind.group];
  for (const name of wanted) {
    if (asked[name] !== undefined) continue;
    const field = kind.fields.find((one) => one.field === name) as OrderField;
    const more = field.type === 'date' ? ' (YYYY-MM-DD, today, yesterday)' : '';
    const describe = name === 'orderNumber' ? 'Order number' : field.describe;
    const flag = `--${field.flag}`;
    const value = await askFor(context, `${describe}${more}`, flag, (typed) =>
      readField(field, typed, describe, kind),
    );
    asked[name] = typeof value === 'object' ? resolveDay(value, context.today()) : value;
    labels.set(name, flag);
  }
  if (asked.orderLineItems === undefined) {
    const keys = kind.items.map(({ key }) => key).filter((key) => key !== 'model');
    const item: string[] = [];
    for (const key of keys) {
      item.push(
        await askFor(context, questionOf(key), `--item ${key}=…`, (typed) => {
          const part = `${key}="${typed.replaceAll('"', '""')}"`;
          readLineItem(part, 'Line item', kind);
          return part;
        }),
      );
    }
    asked.orderLineItems = [readLineItem(item.join(','), '--item', kind)];
  }
  return { body: asked, labels };
}

function questionOf(key: string): string {
  const questions: Readonly<Record<string, string>> = {
    description: 'Line item: description',
    price: 'Line item: unit price, in dollars',
    qty: 'Line item: quantity',
    payout: 'Line item: expected payout per unit, in dollars',
    'unit-value': "Line item: unit value, in the service's own unit",
  };
  return questions[key] ?? key;
}
