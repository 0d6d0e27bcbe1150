import { choice, refuseSharedStdin } from '../cli/flag';
import { usageFailure } from '../failure';
import { type InputWorld, readInputFile } from '../input/input-file';
import { textIn } from '../lib/text-file';
import { dollarsForPeople } from '../lib/words';
import type { Questions } from '../output/questions';
import { plainCell, plainIdentifier } from '../tabular/cells';
import { type AnyOrder, type OrderKind, type OrderLists, ordersOf } from './kinds';

/** `<order>`, which names an order by the service's id or by its number. */
export interface Reference {
  readonly name: string;
  readonly isId: boolean;
}

/** The reading that `--by` forces. */
export type By = 'id' | 'number' | undefined;

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id that was typed, as the service writes it; undefined if it is not one. */
export function readOrderId(typed: string): string | undefined {
  const text = typed.trim();
  return uuidForm.test(text) ? text.toLowerCase() : undefined;
}

export const byFlag = choice('<reading>', 'Read <order> as an id or as an order number', [
  'id',
  'number',
]);

/** Reads `<order>`: a uuid is an id, anything else an order number, unless `by` forces one. */
export function readReference(typed: string, by: By): Reference {
  const text = typed.trim();
  if (text === '') throw usageFailure('An order id or number is empty');
  const id = by === 'number' ? undefined : readOrderId(text);
  if (id !== undefined) return { name: id, isId: true };
  if (by === 'id') throw usageFailure(`"${typed}" is not an order id: an id is a UUID`);
  return { name: text, isId: false };
}

/** The orders that were named, each once. Throws a usage failure for what can't name one. */
export function orderNames(typed: readonly string[], by: By): readonly string[] {
  return [...new Set(typed.map((one) => readReference(one, by).name))];
}

interface NamingContext {
  readonly world: InputWorld;
  questions(): Promise<Questions>;
  session(): Promise<{ readonly api: OrderLists }>;
  mirror(): Promise<{ sessionIfFresh(): Promise<{ readonly api: OrderLists } | undefined> }>;
}

interface Naming {
  readonly kind: OrderKind;
  readonly verb: 'get' | 'update';
  readonly by: By;
  readonly context: NamingContext;
}

/** Refuses two `-` on one command line; `files` are the flags that can read stdin, by label. */
export function refuseTwoInputs(
  typed: readonly string[],
  files: Readonly<Record<string, string | undefined>> = {},
): void {
  const dashes = typed.filter((one) => one === '-');
  if (dashes.length > 1) throw usageFailure('Standard input (-) can be used only once');
  refuseSharedStdin({ '<order>': dashes[0], ...files });
}

/** A page of the list is enough to pick from. */
const offered = 20;

export type NamedOrders = Awaited<ReturnType<typeof namedOrders>>;

/**
 * Reads `<order>...`, where `-` is a list on standard input, one per line. `single` is true if exactly one
 * was named: one is printed as an object, several as a list.
 */
export async function namedOrders(typed: readonly string[], naming: Naming) {
  const { kind, by, context } = naming;
  refuseTwoInputs(typed);
  if (typed.length === 0) return { names: [await pickOrder(naming)], single: true };
  if (!typed.includes('-')) return { names: orderNames(typed, by), single: typed.length === 1 };
  const { bytes, name } = await readInputFile('-', context.world);
  const piped = textIn(bytes, name)
    .split(/\r\n|\n|\r/)
    .map((line) => plainIdentifier(plainCell(line)))
    .filter((line) => line !== '');
  const all = typed.flatMap((one) => (one === '-' ? piped : [one]));
  if (all.length === 0) {
    throw usageFailure('Standard input contains no orders', {
      hint: `Pipe in one id or order number per line, for example from waybill ${kind.noun} list --fields id -o tsv --no-header.`,
    });
  }
  return { names: orderNames(all, by), single: false };
}

/** `2026-11-27  800458530  bfmr  purchased  $199.98`: what a person knows an order by. */
function pickedBy(order: AnyOrder, { group }: OrderKind): string {
  const { id, orderNumber, orderDate, status, total } = order;
  const amount = typeof total === 'number' ? dollarsForPeople(total) : undefined;
  return [orderDate, orderNumber ?? id, order[group], status, amount].filter(Boolean).join('  ');
}

/** Offers the first orders of the list to pick from; throws exit 2 if waybill can't prompt. */
async function pickOrder({ kind, verb, by, context }: Naming): Promise<string> {
  const line = `waybill ${kind.noun} ${verb}`;
  const missing = usageFailure(`${line} needs <order>: an id or order number`, {
    hint: `Usage: ${line} <order>... [flags]`,
  });
  const questions = await context.questions();
  if (!questions.possible) throw missing;
  const { api } = (await (await context.mirror()).sessionIfFresh()) ?? (await context.session());
  const { data: orders } = await ordersOf(api, kind).page({ limit: offered, offset: 0 });
  if (orders.length === 0) throw missing;
  return questions.choose({
    question: `Which ${kind.words}?`,
    what: `a ${kind.words}`,
    flag: `${line} <order>`,
    options: orders.map((order) => ({
      // A question before an update names the order as a person knows it.
      value: (by === 'id' || verb === 'get' ? null : order.orderNumber) ?? order.id,
      label: pickedBy(order, kind),
    })),
  });
}
