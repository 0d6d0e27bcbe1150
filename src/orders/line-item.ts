import { readAssignments } from '../cli/assignments';
import { type Flag, repeated, valued } from '../cli/flag';
import { readDollars } from '../cli/money';
import { usageFailure } from '../failure';
import type { ItemField, OrderKind } from './kinds';

/** The members of a line item to send; only those that were named. */
export interface LineItemInput {
  readonly id?: string;
  readonly description?: string;
  readonly model?: string;
  readonly unitPrice?: number;
  readonly quantity?: number;
  readonly expectedUnitPayout?: number;
  readonly unitValue?: number;
}

function readWhole(typed: string, label: string, form: RegExp, hint?: string): number {
  const value = form.test(typed.trim()) ? Number(typed) : Number.NaN;
  if (Number.isSafeInteger(value)) return value;
  throw usageFailure(`${label} takes a whole number, not "${typed}"`, { hint });
}

/** "Meaning and bounds of unitValue: not shown": waybill can't tell dollars from cents there. */
const passedOn = "waybill passes it to the service as you type it, in the service's unit.";

/**
 * Reads one member's text; `readMoney` knows the unit of money. The contract checks bounds and
 * lengths.
 */
export function readItemField(
  { type }: ItemField,
  typed: string,
  label: string,
  readMoney: (typed: string, label: string) => number,
): string | number {
  if (type === 'money') return readMoney(typed, label);
  if (type === 'count') return readWhole(typed, label, /^\d+$/);
  if (type === 'integer') return readWhole(typed, label, /^-?\d+$/, passedOn);
  return typed;
}

/** Reads `description=…,price=…,qty=…` with money in dollars. */
export function readLineItem(typed: string, label: string, kind: OrderKind): LineItemInput {
  const keys = kind.items.map(({ flag }) => flag);
  const assignments = readAssignments(typed, label, keys);
  return Object.fromEntries(
    assignments.map(({ key, value }) => {
      const item = kind.items.find((one) => one.flag === key) as ItemField;
      return [item.field, readItemField(item, value, `${label} ${key}`, readDollars)];
    }),
  );
}

/** Reads `<item>,description=…`: a change to one existing line item. */
export function readItemChange(typed: string, label: string, kind: OrderKind): LineItemInput {
  const comma = typed.indexOf(',');
  const id = (comma === -1 ? typed : typed.slice(0, comma)).trim();
  if (comma === -1 || id === '' || id.includes('=')) {
    throw usageFailure(`${label} takes a line item and what to change, not "${typed}"`, {
      hint: `For example ${label.split(' ')[0]} 2,qty=3. For numbers and ids, run waybill ${kind.noun} get <order>.`,
    });
  }
  return { id, ...readLineItem(typed.slice(comma + 1), label, kind) };
}

function readItemName(typed: string, label: string): string {
  const named = typed.trim();
  if (named !== '') return named;
  throw usageFailure(`${label} is empty`, { hint: 'Name a line item by its number or its id.' });
}

/** The name of a repeatable flag's nth value: `--item`, or `--item #2` if there are several. */
export function occurrence(label: string, index: number, count: number): string {
  return count > 1 ? `${label} #${index + 1}` : label;
}

function numbered<T>(
  placeholder: string,
  describe: string,
  read: (typed: string, label: string) => T,
): Flag<readonly T[] | undefined> {
  return {
    ...repeated(valued(placeholder, describe, read)),
    parse: (typed, label) =>
      typed.length === 0
        ? undefined
        : typed.map((one, index) => read(one, occurrence(label, index, typed.length))),
  };
}

/** A repeatable flag with one line item each. */
export function lineItems(describe: string, kind: OrderKind) {
  return numbered('<k=v,…>', describe, (typed, label) => readLineItem(typed, label, kind));
}

/** A repeatable flag with one change to a line item each. */
export function itemChanges(describe: string, kind: OrderKind) {
  return numbered('<item>,<k=v,…>', describe, (typed, label) => readItemChange(typed, label, kind));
}

/** Heading of the flags that name line items and codes. */
export const itemGroup = { group: 'Line items and codes' };

/** The flags that change single line items, on update. */
export function itemEditFlags(kind: OrderKind) {
  return {
    addItem: { ...lineItems('Add a line item', kind), ...itemGroup },
    setItem: { ...itemChanges('Change one line item', kind), ...itemGroup },
    removeItem: {
      describe: 'Remove one line item',
      placeholder: '<item>',
      repeatable: true,
      ...itemGroup,
      parse: (typed, label) =>
        typed.length === 0 ? undefined : typed.map((one) => readItemName(one, label)),
    } satisfies Flag<readonly string[] | undefined>,
  };
}
