import fc from 'fast-check';
import type { AccountOrder, ReadRow } from '../../src/insight/reconcile/model';

/**
 * Random months of a group: it pays for orders and boxes, edits its rows in every column, takes money
 * back, and gives exports of all its rows or of some days, in two formats, in order or not. Since it
 * makes the money, it knows what came.
 */
const order = (id: string, expected: number, trackings: readonly string[] = []): AccountOrder => ({
  ...{ id, kind: 'order', orderNumber: `N-${id}`, group: 'g', status: 'delivered' },
  ...{ orderDate: '2026-05-01', expected, trackings, gone: false },
});

/** Two orders share a box; one is in a letter-shared box of its own. */
export const accounts: readonly (readonly AccountOrder[])[] = [
  [order('1', 100), order('2', 100)],
  [order('1', 100, ['1Z1']), order('2', 60, ['1Z2']), order('3', 40, ['1Z2'])],
  [order('1', 0), { ...order('2', 100, ['1Z1']), status: 'cancelled' }, order('3', 100, ['1Z1'])],
];

/** What the group has in one of its rows. */
interface Line {
  /** Of the account's orders; `noOrder` for a bonus. */
  readonly order: number;
  readonly tracking: string | null;
  readonly item: string | null;
  readonly cents: number;
  readonly day: number;
  readonly reference: string | null;
  readonly state: 'paid' | 'void' | 'received' | 'unreadable';
  /** Whether its money was taken back: once is enough. */
  readonly isBack?: boolean;
}

const items = ['x', 'y', null];
const amounts = [100, 50, 60, 40, 99, 101, 10];
export const noOrder = 3;
const states = ['paid', 'paid', 'paid', 'paid', 'received', 'unreadable'] as const;
const lines: fc.Arbitrary<Line> = fc.record({
  order: fc.nat(noOrder),
  tracking: fc.constantFrom(null, null, '1Z1', '1Z1A', '1Z2'),
  item: fc.constantFrom(...items),
  cents: fc.constantFrom(...amounts),
  day: fc.nat(9),
  reference: fc.constantFrom(null, null, null, 'R1', 'R2'),
  state: fc.constantFrom(...states),
});

/** What happens between two runs, and what the person does. */
export type Happening =
  | { readonly kind: 'pay'; readonly line: Line }
  | { readonly kind: 'edit'; readonly at: number; readonly column: keyof Line; readonly to: Line }
  | { readonly kind: 'take back'; readonly at: number; readonly day: number }
  | { readonly kind: 'void'; readonly at: number }
  | { readonly kind: 'export'; readonly exports: readonly Exported[] }
  | { readonly kind: 'again'; readonly at: number }
  | {
      readonly kind: 'type';
      readonly order: number;
      readonly cents: number;
      readonly day: number;
      readonly reference: string | null;
    }
  | { readonly kind: 'remove' | 'restore' | 'accept' | 'undo'; readonly at: number };

interface Exported {
  readonly format: string;
  /** The days that it has; all rows, unpaid ones too, if null. */
  readonly days: readonly [number, number] | null;
  readonly isUndated: boolean;
  /** How many states ago it was made: an older export that is recorded late. */
  readonly age: number;
}

const at = fc.nat(20);
const exported: fc.Arbitrary<Exported> = fc.record({
  format: fc.constantFrom('bfmr', 'bfmr', 'generic'),
  days: fc.option(fc.tuple(fc.nat(9), fc.nat(9)), { freq: 2 }),
  isUndated: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
  age: fc.constantFrom(0, 0, 0, 0, 1, 2),
});
const column = fc.constantFrom<keyof Line>(
  ...(['order', 'tracking', 'item', 'cents', 'day', 'reference', 'state'] as const),
);

export const happenings: fc.Arbitrary<readonly Happening[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: lines.map((line): Happening => ({ kind: 'pay', line })) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('edit' as const), at, column, to: lines }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('take back' as const), at, day: fc.nat(9) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const), at }) },
    {
      weight: 6,
      arbitrary: fc
        .array(exported, { minLength: 1, maxLength: 2 })
        .map((exports): Happening => ({ kind: 'export', exports })),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const), at }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('type' as const),
        order: fc.nat(2),
        cents: fc.constantFrom(...amounts, -50),
        day: fc.nat(9),
        reference: fc.constantFrom(null, 'R1'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          'remove' as const,
          'restore' as const,
          'accept' as const,
          'undo' as const,
        ),
        at,
      }),
    },
  ),
  { minLength: 1, maxLength: 14 },
);

export const dayOf = (day: number) => `2026-06-${String(day + 1).padStart(2, '0')}`;

export const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];

/** What the group's rows become. */
export function worldAfter(world: readonly Line[], happening: Happening): readonly Line[] {
  if (happening.kind === 'pay') return [...world, happening.line];
  const place = world.length === 0 || !('at' in happening) ? -1 : happening.at % world.length;
  const old = world[place];
  if (old === undefined) return world;
  const withLine = (line: Line) => world.map((one, index) => (index === place ? line : one));
  switch (happening.kind) {
    case 'edit':
      return withLine({ ...old, [happening.column]: happening.to[happening.column] });
    case 'void':
      return old.isBack ? world : withLine({ ...old, state: 'void', isBack: true });
    case 'take back': {
      if (old.isBack || old.state !== 'paid') return world;
      const back = { ...old, cents: 0 - old.cents, day: happening.day, isBack: true };
      return [...withLine({ ...old, isBack: true }), back];
    }
    default:
      return world;
  }
}

/** An export of the group's rows. */
export function exportOf(
  world: readonly Line[],
  orders: readonly AccountOrder[],
  { format, days, isUndated }: Exported,
  file: string,
): ReadRow[] {
  const [first, last] = days === null ? [0, 9] : [Math.min(...days), Math.max(...days)];
  return world
    .filter(({ state, day }) => (state === 'paid' ? first <= day && day <= last : days === null))
    .map((line, index): ReadRow => {
      const named = line.order === noOrder ? undefined : orders[line.order % orders.length];
      const naming = {
        ...{ file, line: index + 2, format, destroyed: [] },
        trackings: line.tracking === null || line.order === noOrder ? [] : [line.tracking],
        order: named?.orderNumber ?? null,
      };
      const content = {
        amount: line.cents,
        paidOn: line.state === 'paid' && !isUndated ? dayOf(line.day) : null,
        reference: format === 'bfmr' ? null : line.reference,
        item: format === 'bfmr' ? line.item : null,
        quantity: null,
      };
      if (line.state === 'unreadable') return { ...naming, unreadable: 'no amount' };
      return { ...naming, ...content, state: line.state };
    });
}
