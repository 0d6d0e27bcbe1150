import { type FlagValues, refuseSharedStdin, text } from '../cli/flag';
import { computedMeanings, orderFields, unwrittenFields } from '../contract/fields';
import { usageFailure } from '../failure';
import type { MoneyUnit } from '../formats';
import {
  type InputWorld,
  jsonPlace,
  noticesOf,
  parseJsonFile,
  readInputFile,
  type Sourced,
} from '../input/input-file';
import { isObject } from '../lib/json';
import type { Notices } from '../output/screen';
import { guardCodes, type Redactor } from '../secrets/secret';
import { FieldLabels, type LabeledBody } from './body-issues';
import { type CardSource, cardId, cardReader, subCardId } from './card-choice';
import {
  fieldFlags,
  itemGroup,
  type LineItemInput,
  lineItems,
  namedFields,
  occurrence,
  resolvedValue,
} from './fields';
import type { OrderBody, OrderField, OrderKind } from './kinds';

/** The flags that set what an order contains, on create and on update. */
export function bodyFlags(kind: OrderKind) {
  const keys = kind.items
    .map(({ flag, type }) => (type === 'integer' ? `${flag}, a whole number sent as typed` : flag))
    .join(', ');
  const file = { ...itemGroup, complete: 'file' } as const;
  return {
    ...fieldFlags(kind),
    item: lineItems(`A line item: ${keys}`, kind),
    itemsFile: text('<csv|json|->', 'Line items from a file', file),
    codesFile: text('<csv|json|->', 'Redemption codes from a file', file),
    fromJson: text('<file|->', 'A body as the service has it; flags override it', file),
  };
}

/** The parts of a run that reading a body's local input needs. */
export interface InputContext {
  readonly world: InputWorld;
  readonly redactor: Redactor;
  readonly notices: Notices;
  today(): string;
  settings(): { readonly money: MoneyUnit };
}

/** The values of `bodyFlags`, and of `clearFlag` where the verb has it. */
export type BodyFlagValues = Partial<FlagValues<ReturnType<typeof bodyFlags>>> & {
  readonly clear?: readonly OrderField[];
};

async function readJson(
  path: string,
  isNew: boolean,
  context: InputContext,
): Promise<Sourced<OrderBody>> {
  const file = await readInputFile(path, context.world);
  const parsed = parseJsonFile(file);
  // `get - --json` prints a list even for one order.
  const value = Array.isArray(parsed) && parsed.length === 1 ? parsed[0] : parsed;
  if (!isObject(value)) {
    throw usageFailure(`${file.name} does not contain an order`, {
      hint: "--from-json takes one object in the service's own fields and units.",
    });
  }
  guardCodes(value, context.redactor);
  const nameOf = (rest: readonly string[]) => jsonPlace(file, rest);
  if (!isPrintedOrder(value)) return { value, nameOf };
  const { body, leftOut } = writableBody(value, { isNew });
  context.notices.notice(`Left out of ${file.name} (read-only or null): ${leftOut.join(', ')}.`);
  return { value: body, nameOf };
}

async function wholeItems(
  { item, itemsFile }: BodyFlagValues,
  labels: FieldLabels,
  context: InputContext,
): Promise<Sourced<readonly LineItemInput[]> | undefined> {
  if (item !== undefined && itemsFile !== undefined) {
    throw usageFailure("--item and --items-file can't be used together: each sets the whole list");
  }
  if (item !== undefined) {
    const nameOf = ([index, ...rest]: readonly string[]) =>
      index === undefined
        ? '--item'
        : labels.itemName(occurrence('--item', Number(index), item.length))(rest);
    return { value: item, nameOf };
  }
  if (itemsFile === undefined) return undefined;
  const file = await readInputFile(itemsFile, context.world);
  const { readItemsFile } = await import('./list-files');
  const { money: unit } = context.settings();
  return readItemsFile(file, { kind: labels.kind, unit, reading: noticesOf(context) });
}

/** Combines what the flags name into one body, on top of the order to copy (`--like`). Reads only local files. */
export async function readBody(
  flags: BodyFlagValues,
  kind: OrderKind,
  context: InputContext,
  { isNew = false, like }: { isNew?: boolean; like?: Sourced<OrderBody> | undefined } = {},
): Promise<LabeledBody> {
  const { codesFile, itemsFile, fromJson, clear = [] } = flags;
  refuseSharedStdin({
    '--from-json': fromJson,
    '--items-file': itemsFile,
    '--codes-file': codesFile,
  });
  const labels = new FieldLabels(kind);
  // Without a prototype, a `__proto__` in the file stays an ordinary member.
  const body: OrderBody = Object.create(null);
  const set = (field: string, value: unknown, origin: Parameters<FieldLabels['set']>[1]) => {
    body[field] = value;
    labels.set(field, origin);
  };
  const json = fromJson === undefined ? like : await readJson(fromJson, isNew, context);
  for (const [field, value] of Object.entries(json?.value ?? {})) {
    set(field, value, (rest) => json?.nameOf([field, ...rest]) ?? field);
  }
  for (const { field, value, label } of namedFields(kind, flags)) {
    if (clear.includes(field)) {
      throw usageFailure(`${label} and --clear ${field.flag} can't be used together`);
    }
    set(field.field, resolvedValue(value, context.today), label);
  }
  for (const { field, flag } of clear) set(field, null, `--clear ${flag}`);
  const items = await wholeItems(flags, labels, context);
  if (items !== undefined) set('orderLineItems', items.value, items.nameOf);
  if (codesFile !== undefined) {
    const file = await readInputFile(codesFile, context.world);
    const { readCodesFile } = await import('./list-files');
    const codes = await readCodesFile(file, context.redactor, noticesOf(context));
    set('redemptionCodes', codes.value, codes.nameOf);
  }
  return { body, labels };
}

/** Replaces card names with ids; reads the account's cards only if there is a name to look up. */
export async function resolveCards(
  body: OrderBody,
  flags: Readonly<Record<string, unknown>>,
  { api }: { readonly api: CardSource },
  say?: (notice: string) => void,
): Promise<OrderBody> {
  const { card, subCard } = flags as { card?: string; subCard?: string };
  if (card === undefined && subCard === undefined) return body;
  const readCards = cardReader(api);
  const resolved = { ...body };
  const naming = (label: string) => ({ label, readCards, say });
  if (card !== undefined) resolved.creditCardId = await cardId(card, naming('--card'));
  if (subCard !== undefined) {
    const { creditCardId } = resolved;
    const among = typeof creditCardId === 'string' ? creditCardId : undefined;
    resolved.subCreditCardId = await subCardId(subCard, naming('--sub-card'), among);
  }
  return resolved;
}

/** The fields that `get --json` prints but no body accepts. */
const readOnlyFields: readonly string[] = [
  ...unwrittenFields(orderFields),
  ...Object.keys(computedMeanings),
];

/** True if this is an order as `get --json` prints it, rather than a body written by hand. */
export function isPrintedOrder(value: Readonly<Record<string, unknown>>): boolean {
  return readOnlyFields.some((field) => Object.hasOwn(value, field));
}

/** Makes a body from a printed order, without read-only fields, nulls, and a new order's item ids. */
export function writableBody(
  printed: Readonly<Record<string, unknown>>,
  { isNew }: { readonly isNew: boolean },
): { readonly body: OrderBody; readonly leftOut: readonly string[] } {
  const leaves = ([name, value]: readonly [string, unknown]) =>
    value === null || readOnlyFields.includes(name);
  const entries = Object.entries(printed);
  const items = printed.orderLineItems;
  const body: OrderBody = Object.fromEntries(entries.filter((entry) => !leaves(entry)));
  const writable = ([name, value]: readonly [string, unknown]) =>
    value !== null && !(isNew && name === 'id');
  if (Array.isArray(items)) {
    body.orderLineItems = items.map((item) =>
      isObject(item) ? Object.fromEntries(Object.entries(item).filter(writable)) : item,
    );
  }
  return { body, leftOut: entries.filter(leaves).map(([name]) => name) };
}
