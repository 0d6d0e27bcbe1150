import { knownNames } from '../../src/contract/named';
import { planOrders } from '../../src/imports/orders/plan';
import { readRules } from '../../src/imports/orders/rules';
import type { PlanOptions } from '../../src/imports/orders/types';
import { buyingGroupKind } from '../../src/orders/kinds';
import type { NameField } from '../../src/orders/meant-names';

export type Lines = readonly (readonly string[] | string)[];

/** A file of these lines; cells in lists are quoted. */
export function sourceOf(lines: Lines, name = 'f.csv') {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const text = lines
    .map((line) => `${typeof line === 'string' ? line : line.map(quoted).join()}\n`)
    .join('');
  async function* chunks() {
    yield Buffer.from(text);
  }
  return { name, chunks: chunks() };
}

export const cards = [
  { id: 'card-1', nickname: 'Ink Cash', lastDigits: '4637', earnRate: 5, subCards: null },
  { id: 'card-2', nickname: 'Gold', lastDigits: '7944', earnRate: null, closedAt: '2026-01-01' },
];

type More = Partial<Omit<PlanOptions, 'rules'>> & { readonly rules?: Lines };

/** Plans the orders of a file as a command does, for an account with two cards. */
export async function plan(lines: Lines, { rules, ...more }: More = {}) {
  const account = {
    cards: async () => cards,
    account: {
      own: {
        names: async (field: NameField) =>
          field === 'retailer' ? new Map() : knownNames(buyingGroupKind.featured, ['My Group']),
      },
      other: { names: async () => new Map() },
    },
  };
  const read =
    rules &&
    (await readRules(sourceOf(rules, 'rules.csv'), {
      ...{ kind: buyingGroupKind, reading: {} },
      ...account,
    }));
  return planOrders(sourceOf(lines), {
    ...{ kind: buyingGroupKind, reading: {}, command: 'waybill orders create --csv f.csv' },
    ...{ saved: () => undefined, canAsk: () => false },
    ...{
      strict: false,
      amounts: undefined,
      today: '2026-11-28',
      defaults: { group: 'bfmr' },
      rules: read,
    },
    ...account,
    ...more,
  });
}

/** The bodies of a plan's orders, and why rows are invalid: `3 total_differs`. */
export async function planned(lines: Lines, more: More = {}) {
  const { drafts, orders, skipped, warnings, names } = await plan(lines, more);
  // Every retailer of these files is new.
  const unknown = [...names.warnings].filter((one) => !one.includes('is no retailer'));
  return {
    bodies: orders.map(({ body }) => body).filter((body) => body !== undefined),
    invalid: drafts.flatMap(({ line, invalid }) => (invalid ? [`${line} ${invalid.code}`] : [])),
    messages: drafts.flatMap(({ invalid }) => invalid?.message ?? []),
    shipments: orders.flatMap(({ shipments }) =>
      shipments.map(({ item }) => `${item.retailer} ${item.orderNumber} ${item.trackingNumber}`),
    ),
    ...{ skipped, warnings: [...unknown, ...warnings] },
  };
}
