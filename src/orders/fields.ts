import { readAssignments } from '../cli/assignments';
import { type Day, readDay, readTime, resolveDay } from '../cli/day';
import { type Completion, type Flag, type Flags, readChoice, text, valued } from '../cli/flag';
import { readDollars } from '../cli/money';
import type { GiftCardOrderUpdate } from '../contract/bodies';
import type { FieldType } from '../contract/fields';
import { usageFailure } from '../failure';
import { nameHint } from '../lib/suggest';
import { readRate } from '../tabular/cells';
import type { ItemField, OrderField, OrderKind } from './kinds';

/** A field's value as typed: a day is not yet a date, and a card still has the user's name for it. */
export type FieldValue = string | number | Day;

/** The value to send; `today` gives `YYYY-MM-DD`. */
export function resolvedValue(value: FieldValue, today: () => string): string | number {
  return typeof value === 'object' ? resolveDay(value, today()) : value;
}

/** Reads the text of one field. Throws a usage failure that quotes it. */
export function readField(
  { type }: OrderField,
  typed: string,
  label: string,
  kind: OrderKind,
): FieldValue {
  switch (type) {
    case 'date':
      return readDay(typed, label);
    case 'time':
      return readTime(typed, label);
    case 'money':
      return readDollars(typed, label);
    case 'rate': {
      const rate = readRate(typed);
      if (typeof rate === 'number') return rate;
      throw usageFailure(`${label} takes a rate such as 2, 1.5 or 2%, not "${typed}"`);
    }
    case 'status':
      return readChoice(typed, label, kind.statuses);
    default:
      return typed;
  }
}

const placeholders: Readonly<Partial<Record<FieldType, string>>> = {
  date: '<date>',
  time: '<time>',
  money: '<dollars>',
  rate: '<rate>',
  status: '<status>',
  card: '<card>',
  group: '<id>',
};

/** Explains how to clear a field to a user who typed an empty text. */
function clearHint(flag: Flag<string | undefined>, { flag: name, nullable }: OrderField) {
  if (!nullable) return flag;
  return {
    ...flag,
    parse: (typed: readonly string[], label: string) => {
      if (typed.at(-1)?.trim() !== '') return flag.parse(typed, label);
      throw usageFailure(`${label} is empty`, {
        hint: `To clear it, use --clear ${name} on update; on create, leave it out.`,
      });
    },
  };
}

/** Values that completion offers for a field, by its flag. */
const completions: Readonly<Record<string, Completion>> = {
  retailer: 'retailer',
  card: 'card',
  'sub-card': 'subcard',
};

function fieldFlag(field: OrderField, kind: OrderKind): Flag<FieldValue | undefined> {
  const { type, describe } = field;
  const placeholder = placeholders[type] ?? '<text>';
  const complete = completions[field.flag];
  const extras = complete && { complete };
  if (type === 'text' || type === 'id') {
    return clearHint(text(placeholder, describe, extras), field);
  }
  if (type === 'card') return text(placeholder, describe, extras);
  if (type === 'group') {
    return text(placeholder, describe, { suggestions: kind.featured, complete: kind.groupFlag });
  }
  const read = (typed: string, label: string) => readField(field, typed, label, kind);
  return valued(placeholder, describe, read, type === 'status' ? { choices: kind.statuses } : {});
}

/** `orderNumber` for `order-number`: the key of a flag in a command's values. */
export function flagKey(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function fieldFlags(kind: OrderKind): Flags {
  return Object.fromEntries(
    kind.fields.map((field) => [
      flagKey(field.flag),
      { ...fieldFlag(field, kind), group: 'Order' },
    ]),
  );
}

export function namedFields(kind: OrderKind, flags: Readonly<Record<string, unknown>>) {
  return kind.fields.flatMap((field) => {
    const value = flags[flagKey(field.flag)] as FieldValue | undefined;
    return value === undefined ? [] : [{ field, value, label: `--${field.flag}` }];
  });
}

/** The fields that null clears. */
const clearable = ({ fields }: OrderKind) => fields.filter(({ nullable }) => nullable);

/** The names of a field that a user may type. */
const namesOf = ({ flag, field }: OrderField) => [flag, field];

/** Reads names of fields to clear, in any case. Refuses one that can't be cleared. */
export function readClear(
  words: readonly string[],
  label: string,
  kind: OrderKind,
): readonly OrderField[] {
  const fields = clearable(kind);
  const cleared = words.map((word) => {
    const typed = word.toLowerCase();
    const isTyped = (name: string) => name.toLowerCase() === typed;
    const found = fields.find((one) => namesOf(one).some(isTyped));
    if (found !== undefined) return found;
    const choices = `Choose from ${fields.map(({ flag }) => flag).join(', ')}.`;
    throw usageFailure(`${label} can't clear "${word}"`, {
      hint: nameHint(word, fields.flatMap(namesOf), choices),
    });
  });
  return [...new Set(cleared)];
}

/** `--clear notes,card`: the fields to send null for. */
export function clearFlag(kind: OrderKind): Flag<readonly OrderField[]> {
  const names = clearable(kind).map(({ flag }) => flag);
  return {
    describe: `Clear these fields: ${names.join(', ')}`,
    placeholder: '<field,…>',
    repeatable: true,
    joined: true,
    suggestions: names,
    group: 'Order',
    parse: (typed, label) =>
      readClear(
        typed.flatMap((one) => one.split(',')).map((one) => one.trim()),
        label,
        kind,
      ),
  };
}

/** A line item of a body, of either kind of order. */
export type LineItemInput = NonNullable<GiftCardOrderUpdate['orderLineItems']>[number];

function readWhole(typed: string, label: string, form: RegExp, hint?: string): number {
  const value = form.test(typed.trim()) ? Number(typed) : Number.NaN;
  if (Number.isSafeInteger(value)) return value;
  throw usageFailure(`${label} takes a whole number, not "${typed}"`, { hint });
}

/** "Meaning and bounds of unitValue: not shown": waybill can't tell dollars from cents there. */
const passedOn = "waybill passes it to the service as you type it, in the service's unit.";

/** Reads one member's text, with money in dollars. The contract checks bounds and lengths. */
export function readItemField({ type }: ItemField, typed: string, label: string): string | number {
  if (type === 'money') return readDollars(typed, label);
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
      return [item.field, readItemField(item, value, `${label} ${key}`)];
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

export const itemGroup = { group: 'Line items and codes' };

/** A repeatable flag. Completion offers the keys of the items, where the flag takes one. */
function itemFlag<T>(
  placeholder: string,
  describe: string,
  { items }: Pick<OrderKind, 'items'>,
  read: (typed: string, label: string) => T,
): Flag<readonly T[] | undefined> {
  return {
    describe,
    placeholder,
    repeatable: true,
    ...itemGroup,
    suggestions: items.map(({ flag }) => `${flag}=`),
    parse: (typed, label) =>
      typed.length === 0
        ? undefined
        : typed.map((one, index) => read(one, occurrence(label, index, typed.length))),
  };
}

export const lineItems = (describe: string, kind: OrderKind) =>
  itemFlag('<k=v,…>', describe, kind, (typed, label) => readLineItem(typed, label, kind));

export function itemEditFlags(kind: OrderKind) {
  const readChange = (typed: string, label: string) => readItemChange(typed, label, kind);
  return {
    addItem: lineItems('Add a line item', kind),
    setItem: itemFlag('<item>,<k=v,…>', 'Change one line item', kind, readChange),
    removeItem: itemFlag('<item>', 'Remove one line item', { items: [] }, readItemName),
  };
}
