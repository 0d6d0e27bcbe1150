import { isInState } from '../../api/same-state';
import type { Api } from '../../api/types';
import { Failure } from '../../failure';
import { elsewhere, standing } from '../../imports/orders/order';
import { batchesOf, bodyOf, type OrderPlan } from '../../imports/orders/plan';
import {
  type OrderItem,
  type PlannedOrder,
  type SkipReason,
  skipReasons,
} from '../../imports/orders/types';
import { groupBy, membersBelow } from '../../lib/once';
import { counted, grouped } from '../../lib/words';
import { type AnyOrder, type OrderKind, ordersOf, otherKind } from '../../orders/kinds';
import type { AccountOrders } from '../../orders/order-book';
import type { CardView } from '../../output/view';
import type { OutcomeName, Summary } from '../../upload/outcome';
import type { SendResult, UploadSpec } from '../../upload/spec';
import { summaryView } from '../uploads/upload-summary';

/**
 * Assigns the issues of a body to rows, by the columns of the file: `orderLineItems.1` is in the
 * row with that line item, and a field of the order is in its first.
 */
function byRow(
  error: unknown,
  items: readonly OrderItem[],
  columns: ReadonlyMap<string, string>,
): unknown {
  if (!(error instanceof Failure) || error.issues === undefined) return error;
  const issues = error.issues.map(({ path, message }) => {
    const [, index, member = path] = /^orderLineItems\.(\d+)\.(.+)$/.exec(path) ?? [];
    const row = items.findIndex(({ at }) => at === Number(index));
    const header = columns.get(member);
    const column = header === undefined ? member : `column ${header}`;
    return { path: `orderLineItems.${Math.max(0, row)}`, message: `${column}: ${message}` };
  });
  return error.with({ issues });
}

export const createdColumns = { orderNumber: ({ orderNumber }: OrderItem) => orderNumber };

interface CreateOptions {
  readonly kind: OrderKind;
  readonly api: Api;
  readonly account: Pick<AccountOrders, 'own' | 'other'>;
  readonly columns: ReadonlyMap<string, string>;
}

/**
 * Describes creating orders from a file to the upload: one request per order, made of all rows with
 * its number. An order that the account has is already present if it is the same one, and refused
 * if not; nothing is sent for either.
 */
export function createSpec({ kind, api, account, columns }: CreateOptions): UploadSpec<OrderItem> {
  const { own, other } = account;
  const orders = ordersOf(api, kind);
  return {
    name: `${kind.noun}-create`,
    columns: createdColumns,
    batches: batchesOf,
    divisible: false,
    // Orders that were there before are not taken for what a lost request created.
    async survey(rows) {
      const known = await own.index();
      const present = new Set<number>();
      for await (const { index, item } of rows) {
        if (known.meant(item.orderNumber).length > 0) present.add(index);
      }
      return present;
    },
    async send(items, { beforeTry, again }) {
      const [first] = items;
      if (first === undefined) return { added: 0, repeated: false };
      const { orderNumber } = first;
      const body = bodyOf(items);
      const settled = (found: AnyOrder): SendResult => {
        // A request of an earlier run, whose response was lost, may have created it.
        if (again && isInState(found, body)) return { added: items.length, repeated: true };
        const now = standing({ ...first, body }, found);
        if (now.kind === 'differs') throw now.failure;
        return { added: 0, repeated: false };
      };
      const [known] = (await own.index()).meant(orderNumber);
      if (known !== undefined) return settled(known);
      if ((await other.index()).meant(orderNumber).length > 0)
        throw elsewhere(orderNumber, otherKind(kind));
      try {
        const { recovered } = await orders.create(body, { beforeTry });
        return { added: items.length, repeated: recovered };
      } catch (error) {
        if (!(error instanceof Failure) || error.ending !== 'conflict') {
          throw byRow(error, items, columns);
        }
        const withNumber = async (one: OrderKind) =>
          (await ordersOf(api, one).findByNumbers([orderNumber])).get(orderNumber);
        const order = await withNumber(kind);
        if (order !== undefined) return settled(order);
        const there = await withNumber(otherKind(kind));
        throw there === undefined ? error : elsewhere(orderNumber, otherKind(kind));
      }
    },
  };
}

/** The endings of orders by the names of their counts, as a summary says them. */
const endingWords = {
  planned: 'to create',
  added: 'created',
  alreadyPresent: 'there already',
  accepted: 'accepted',
  differs: 'differ',
  invalid: 'invalid',
  rejected: 'refused',
  notSent: 'not sent',
  unknown: 'unknown',
};

export type OrderEnding = OutcomeName | keyof typeof endingWords;

/** The endings in the output for scripts. */
const shownEndings = ['added', 'alreadyPresent', 'differs', 'invalid'] as const;

/** The output of `create --csv` for scripts. */
export interface CreateSummary extends Summary {
  readonly orders: Readonly<Record<(typeof shownEndings)[number], number>>;
  readonly skipped: OrderPlan['skipped'];
  readonly read: OrderPlan['read'];
  readonly shipments: Summary | null;
}

type Counts = Readonly<Partial<Record<OrderEnding, number>>>;

export function countsOf(
  { orders }: Pick<OrderPlan, 'orders'>,
  endingOf: (order: PlannedOrder) => OrderEnding,
): Counts {
  const groups = [...groupBy(orders, endingOf)];
  return Object.fromEntries(groups.map(([ending, { length }]) => [ending, length]));
}

export const createdOrders = (counts: Counts) =>
  Object.fromEntries(
    shownEndings.map((ending) => [ending, counts[ending] ?? 0]),
  ) as CreateSummary['orders'];

/** `118 orders created · 9 there already`: the unit is named once. */
function sentence(unit: string, counts: Counts, own: Partial<typeof endingWords>): string[] {
  const parts = Object.entries({ ...endingWords, ...own }).flatMap(([ending, words]) => {
    const count = counts[ending as OrderEnding] ?? 0;
    return count > 0 ? [{ count, words }] : [];
  });
  const [first, ...others] = parts;
  if (first === undefined) return [];
  const more = others.map(({ count, words }) => `${grouped(count)} ${words}`);
  return [`  ${[`${counted(first.count, unit)} ${first.words}`, ...more].join(' · ')}`];
}

/** Reasons for invalid orders, most frequent first: `(no group)`, `(3 no group, 1 total differs)`. */
function reasons({ orders, drafts }: Pick<OrderPlan, 'orders' | 'drafts'>): string {
  const invalid = orders.filter(({ body }) => body === undefined);
  const byReason = groupBy(invalid, ({ rows }) => {
    const codes = rows.map((row) => drafts[row]?.invalid?.code ?? '');
    // The other rows of the order only say that one of them is not valid.
    const code = codes.find((one) => one !== 'order_incomplete') ?? 'order_incomplete';
    return code === 'invalid' ? 'unreadable' : code.replaceAll('_', ' ');
  });
  const sorted = [...byReason].sort(([, one], [, other]) => other.length - one.length);
  const inWords = sorted.map(([words, { length }]) =>
    sorted.length === 1 ? words : `${grouped(length)} ${words}`,
  );
  return sorted.length === 0 ? '' : ` (${inWords.join(', ')})`;
}

const skipWords: Readonly<Record<SkipReason, string>> = {
  not_mine: 'not mine',
  cancelled: 'cancelled',
  no_quantity: 'without a quantity',
};

/** Outcomes of the orders and their tracking numbers, below the line on what was read as what. */
export function summaryLines(
  plan: Pick<OrderPlan, 'orders' | 'drafts' | 'skipped'>,
  counts: Counts,
  numbers: Counts | null,
  earlier?: string,
): readonly string[] {
  const skipped = skipReasons.filter((reason) => plan.skipped[reason] > 0);
  const total = skipped.reduce((sum, reason) => sum + plan.skipped[reason], 0);
  const why = skipped.map((reason) => `${grouped(plan.skipped[reason])} ${skipWords[reason]}`);
  const differs = counts.differs === 1 ? 'differs' : 'differ';
  return [
    ...sentence('orders', counts, { differs, invalid: `invalid${reasons(plan)}` }),
    ...sentence('tracking numbers', numbers ?? {}, { planned: 'to send', added: 'added' }),
    ...(total > 0 ? [`  ${counted(total, 'rows')} skipped: ${why.join(', ')}`] : []),
    ...(earlier === undefined ? [] : [`  By the run ${earlier}; nothing was sent now`]),
  ];
}

const rows = summaryView({ upload: 'orders-create', undo: undefined, earlier: undefined });

/** Counts by their names, those of an upload with what they mean there. */
const countsIn = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      rows.fields[name] ?? ({ kind: 'number', means: 'How many there are' } as const),
    ]),
  );

/** Scripts depend on the json object. */
export const createView: CardView<CreateSummary> = {
  ...rows,
  fields: {
    ...rows.fields,
    orders: { kind: 'object', means: 'Orders by what became of them' },
    ...membersBelow('orders', countsIn(shownEndings)),
    skipped: { kind: 'object', means: 'Rows that were skipped, by reason' },
    ...membersBelow('skipped', countsIn(skipReasons)),
    read: { kind: 'object', means: 'What was read as what' },
    'read.layout': { kind: 'text', means: 'The layout', orNull: true },
    'read.columns': { kind: 'object', of: 'text', means: 'The header of each field' },
    'read.ignored': { kind: 'list', of: 'text', means: 'The headers that were not read' },
    shipments: { kind: 'object', means: "The tracking numbers' own upload", orNull: true },
    ...membersBelow('shipments', rows.fields),
  },
};
