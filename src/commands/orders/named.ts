import type { Context } from '../../context';
import { usageFailure } from '../../failure';
import { readInputFile, refuseSharedStdin } from '../../input/input-file';
import { textIn } from '../../lib/text-file';
import { type AnyOrder, type OrderKind, ordersOf } from './kinds';
import { orderNames } from './lookup';

/** The orders that a command line names, without repetitions. */
export interface NamedOrders {
  readonly names: readonly string[];
  /** Whether exactly one was named: one is printed as an object, several as a list. */
  readonly single: boolean;
}

interface Naming {
  readonly kind: OrderKind;
  readonly verb: 'get' | 'update';
  readonly by: 'id' | 'number' | undefined;
  readonly context: Context;
}

/**
 * Refuses two `-` on one command line before anything is read. `files` is the other flags that can
 * read standard input, by label.
 */
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

/** Reads `<order>...`, where `-` is a list on standard input, one per line. */
export async function namedOrders(typed: readonly string[], naming: Naming): Promise<NamedOrders> {
  const { kind, verb, by, context } = naming;
  refuseTwoInputs(typed);
  if (typed.length === 0) return { names: [await pickOrder(kind, verb, context)], single: true };
  if (!typed.includes('-')) return { names: orderNames(typed, by), single: typed.length === 1 };
  const { plainCell, plainIdentifier } = await import('../../tabular/cells');
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

/** The service's newest orders, from the mirror if it is fresh. */
async function newestOrders(kind: OrderKind, context: Context): Promise<readonly AnyOrder[]> {
  const { api } = (await (await context.mirror()).sessionIfFresh()) ?? (await context.session());
  const { data } = await ordersOf(api, kind).page({ limit: offered, offset: 0 });
  return data;
}

/** Offers the first orders of the list to pick from; throws exit 2 if waybill can't prompt. */
async function pickOrder(kind: OrderKind, verb: string, context: Context): Promise<string> {
  const line = `waybill ${kind.noun} ${verb}`;
  const missing = usageFailure(`${line} needs <order>: an id or order number`, {
    hint: `Usage: ${line} <order>... [flags]`,
  });
  const questions = await context.questions();
  if (!questions.possible) throw missing;
  const orders = await newestOrders(kind, context);
  if (orders.length === 0) throw missing;
  return questions.choose({
    question: `Which ${kind.words}?`,
    what: `a ${kind.words}`,
    flag: `${line} <order>`,
    options: orders.map(({ id, orderNumber, retailer, orderDate, status }) => ({
      value: id,
      label: [orderNumber ?? id, retailer].filter(Boolean).join('  '),
      hint: [orderDate, status].filter(Boolean).join(', '),
    })),
  });
}
