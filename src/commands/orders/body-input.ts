import { resolveDay } from '../../cli/day';
import type { MoneyUnit } from '../../cli/global-flags';
import type { Context } from '../../context';
import { usageFailure } from '../../failure';
import { jsonPlace, parseJsonFile, readInputFile, refuseSharedStdin } from '../../input/input-file';
import type { Sourced } from '../../input/sourced';
import { type Draft, draftBody } from './draft';
import { type FieldValue, namedFields } from './fields';
import { guardCodes } from './guard-codes';
import type { OrderField, OrderKind } from './kinds';
import { type LineItemInput, occurrence } from './line-item';
import type { OrderBody } from './orders-of';
import { Origins } from './origins';

/** As much of a context as the local input of a body needs. */
export interface InputContext extends Pick<Context, 'redactor'> {
  readonly world: Pick<Context['world'], 'clock' | 'stdin' | 'interruption' | 'sleep'>;
  settings(): { readonly money: MoneyUnit };
}

/** What the flags of `bodyFlags` come to, and of `clearFlag` where the verb has it. */
export interface BodyFlagValues {
  readonly item?: readonly LineItemInput[] | undefined;
  readonly itemsFile?: string | undefined;
  readonly codesFile?: string | undefined;
  readonly fromJson?: string | undefined;
  readonly clear?: readonly OrderField[];
}

async function readJson(path: string, context: InputContext): Promise<Sourced<OrderBody>> {
  const file = await readInputFile(path, context.world);
  const value = parseJsonFile(file);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usageFailure(`${file.name} holds no order`, {
      hint: "--from-json takes one object in the service's own fields and units.",
    });
  }
  guardCodes((value as OrderBody).redemptionCodes, context.redactor);
  return { value: value as OrderBody, nameOf: (rest) => jsonPlace(file, rest) };
}

function typedItems(items: readonly LineItemInput[], kind: OrderKind): Sourced<typeof items> {
  const origins = new Origins(kind);
  return {
    value: items,
    nameOf: ([index, ...rest]) =>
      index === undefined
        ? '--item'
        : origins.itemName(occurrence('--item', Number(index), items.length))(rest),
  };
}

async function wholeItems(
  { item, itemsFile }: BodyFlagValues,
  { kind, context }: { kind: OrderKind; context: InputContext },
): Promise<Sourced<readonly LineItemInput[]> | undefined> {
  if (item !== undefined && itemsFile !== undefined) {
    throw usageFailure('--item and --items-file contradict each other: each is the whole list');
  }
  if (item !== undefined) return typedItems(item, kind);
  if (itemsFile === undefined) return undefined;
  const file = await readInputFile(itemsFile, context.world);
  const { readItemsFile } = await import('./items-file');
  return readItemsFile(file, kind, context.settings().money);
}

async function wholeCodes(
  path: string,
  context: InputContext,
): Promise<Sourced<readonly unknown[]>> {
  const file = await readInputFile(path, context.world);
  const { readCodesFile } = await import('./codes-file');
  return readCodesFile(file, context.redactor);
}

/**
 * Reads everything that the flags name into one body, cards still under the names that the user
 * gave them. Reads local files alone; throws what is wrong with them.
 */
export async function readBody(
  flags: BodyFlagValues & Readonly<Record<string, unknown>>,
  kind: OrderKind,
  context: InputContext,
): Promise<Draft> {
  const { codesFile, itemsFile, fromJson, clear = [] } = flags;
  refuseSharedStdin({
    '--from-json': fromJson,
    '--items-file': itemsFile,
    '--codes-file': codesFile,
  });
  const json = fromJson === undefined ? undefined : await readJson(fromJson, context);
  const items = await wholeItems(flags, { kind, context });
  const codes = codesFile === undefined ? undefined : await wholeCodes(codesFile, context);
  const now = context.world.clock.now();
  const toValue = (value: FieldValue) =>
    typeof value === 'object' ? resolveDay(value, now) : value;
  return draftBody({ kind, json, named: namedFields(kind, flags), clear, items, codes }, toValue);
}

/**
 * Puts ids where the flags `--card` and `--sub-card` gave names. Reads the account's cards, where
 * there is something to look up.
 */
export async function resolveCards(
  body: OrderBody,
  flags: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<OrderBody> {
  const { card, subCard } = flags as { card?: string; subCard?: string };
  if (card === undefined && subCard === undefined) return body;
  const { cardId, cardReader, subCardId } = await import('./card-choice');
  const readCards = cardReader(() => context.api());
  const resolved = { ...body };
  if (card !== undefined) resolved.creditCardId = await cardId(card, '--card', readCards);
  if (subCard !== undefined) {
    const { creditCardId } = resolved;
    const among = typeof creditCardId === 'string' ? creditCardId : undefined;
    resolved.subCreditCardId = await subCardId(subCard, '--sub-card', readCards, among);
  }
  return resolved;
}
