import { type Day, readDay, readTime } from '../cli/day';
import { type Flag, type Flags, readChoice, text, valued } from '../cli/flag';
import { readDollars } from '../cli/money';
import type { FieldType } from '../contract/fields';
import { usageFailure } from '../failure';
import { nameHint } from '../lib/suggest';
import type { OrderField, OrderKind } from './kinds';

/**
 * The value of a field as typed, before it is resolved: a day is not yet a date, and a card still
 * has the user's name for it.
 */
export type FieldValue = string | number | Day;

/** Reads `2`, `1.5`, `2x` or `1.5x`. */
function readRate(typed: string, label: string): number {
  const [, digits] = /^(\d{1,9}(?:\.\d{1,9})?)x?$/i.exec(typed.trim()) ?? [];
  if (digits !== undefined) return Number(digits);
  throw usageFailure(`${label} takes a multiplier such as 2 or 1.5, not "${typed}"`);
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
    case 'rate':
      return readRate(typed, label);
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

function fieldFlag(field: OrderField, kind: OrderKind): Flag<FieldValue | undefined> {
  const placeholder = placeholders[field.type] ?? '<text>';
  if (field.type === 'text' || field.type === 'id')
    return clearHint(text(placeholder, field.describe), field);
  if (field.type === 'card') {
    const complete = field.flag === 'card' ? 'card' : 'subcard';
    return text(placeholder, field.describe, { complete });
  }
  if (field.type === 'group') {
    return text(placeholder, field.describe, {
      suggestions: kind.featured,
      complete: kind.groupFlag,
    });
  }
  const read = (typed: string, label: string) => readField(field, typed, label, kind);
  const choices = field.type === 'status' ? { choices: kind.statuses } : {};
  return valued(placeholder, field.describe, read, choices);
}

/** `orderNumber` for `order-number`: the key of a flag in a command's values. */
export function flagKey(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A flag for every single-text field of a body. */
export function fieldFlags(kind: OrderKind): Flags {
  return Object.fromEntries(
    kind.fields.map((field) => [
      flagKey(field.flag),
      { ...fieldFlag(field, kind), group: 'Order' },
    ]),
  );
}

/** A field that was named, with its value and the name it was given under. */
export interface NamedField {
  readonly field: OrderField;
  readonly value: FieldValue;
  readonly label: string;
}

/** The fields whose flags were given, in the order of the table. */
export function namedFields(
  kind: OrderKind,
  flags: Readonly<Record<string, unknown>>,
): readonly NamedField[] {
  return kind.fields.flatMap((field) => {
    const value = flags[flagKey(field.flag)] as FieldValue | undefined;
    return value === undefined ? [] : [{ field, value, label: `--${field.flag}` }];
  });
}

/** The fields that null clears, by the names a user may type. */
function clearable(kind: OrderKind): ReadonlyMap<string, OrderField> {
  return new Map(
    kind.fields
      .filter(({ nullable }) => nullable)
      .flatMap((one) => [
        [one.flag, one],
        [one.field, one],
      ]),
  );
}

/**
 * Reads names of fields to send null for, in any case. Throws a usage failure that quotes one that can't be
 * cleared.
 */
export function readClear(
  words: readonly string[],
  label: string,
  kind: OrderKind,
): readonly OrderField[] {
  const fields = clearable(kind);
  const cleared = words.map((word) => {
    const typed = word.toLowerCase();
    const found = [...fields].find(([name]) => name.toLowerCase() === typed);
    if (found !== undefined) return found[1];
    const names = new Set([...fields.values()].map(({ flag }) => flag));
    throw usageFailure(`${label} can't clear "${word}"`, {
      hint: nameHint(word, [...fields.keys()], `Choose from ${[...names].join(', ')}.`),
    });
  });
  return [...new Set(cleared)];
}

/** `--clear notes,card`: the fields to send null for. */
export function clearFlag(kind: OrderKind): Flag<readonly OrderField[]> {
  const fields = clearable(kind);
  const names = [...new Set([...fields.values()].map(({ flag }) => flag))];
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
