import { defineCommand } from '../../cli/definition';
import { choices, toggle } from '../../cli/flag';
import { mirrorFlags } from '../../cli/global-flags';
import { trackingNumberFields } from '../../contract/fields';
import type { TrackingNumber } from '../../contract/responses';
import { trackingUrl } from '../../contract/tracking-url';
import { carriers } from '../../contract/values';
import { typedWords } from '../../lib/words';
import { sort, sortNames, wholeRangeFlags } from '../../lists/selection';
import { filterFlags, readListFilter } from '../../orders/filters';
import { type AnyOrder, buyingGroupKind, ordersOf } from '../../orders/kinds';
import { type Listing, printRows } from '../../orders/read-list';
import { parentFields, parentOf } from '../../orders/view';
import { kindByType, resolveField, shownFields, valueAt } from '../../output/fields';
import type { ListView } from '../../output/view';

type ShipmentRow = TrackingNumber & ReturnType<typeof parentOf>;

const view: ListView<ShipmentRow> = {
  one: 'tracking number',
  empty: 'No tracking numbers.',
  fields: {
    ...shownFields(trackingNumberFields),
    trackingNumber: { ...kindByType.trackingNumber, heading: 'Tracking', short: 'tracking' },
    ...parentFields(buyingGroupKind),
    trackingUrl: { kind: 'text', heading: 'Tracking page', computed: true },
  },
  table: typedWords('trackingNumber carrier itemCount orderNumber retailer buyingGroup status'),
  leaveOut: ['Items', 'Retailer', 'Carrier', 'Status'],
};

function rowsOf(order: AnyOrder): readonly ShipmentRow[] {
  const trackings = order.trackingNumbers as readonly TrackingNumber[];
  return trackings.map((tracking) => ({ ...tracking, ...parentOf(order, buyingGroupKind) }));
}

const pageOf = ({ carrier, trackingNumber }: ShipmentRow) => trackingUrl(carrier, trackingNumber);

/** The path within an order to what is a row here. */
const inside = 'trackingNumbers.';

/** An order without a tracking number has no row here. */
const { noTracking: _, ...orderFilters } = filterFlags(buyingGroupKind, 'filters');

export const command = defineCommand({
  summary: 'List the tracking numbers of the account',
  description: `One per row, with its order. The service has no such list, so waybill reads the orders.`,
  fields: Object.keys(view.fields),
  documents: { 'The tracking numbers': ['tracking'], 'With --count': 'count' },
  flags: {
    ...orderFilters,
    carrier: choices('<c,…>', 'Shipped by these carriers', carriers),
    ...wholeRangeFlags,
    sort: sort(sortNames(view.fields), view),
    count: toggle('Print only the count, ignoring the limit'),
    ...mirrorFlags,
  },
  examples: {
    'waybill shipments list': 'List every tracking number',
    'waybill shipments list --carrier ups,fedex --status shipped':
      'List what is on its way with two carriers',
    'waybill shipments list --since 30d -o csv --fields trackingNumber,orderNumber':
      'Export the last 30 days for a spreadsheet',
  },
  async run(flags, given) {
    const context = given.reading(flags);
    const filter = await readListFilter(flags, context);
    const wantedCarriers = flags.carrier && new Set<string>(flags.carrier);
    // A row must itself have what an order must have in one of its tracking numbers.
    const ofRows = filter.filter(({ reads }) => reads.every((path) => path.startsWith(inside)));
    const passes = (row: ShipmentRow) =>
      (wantedCarriers?.has(row.carrier) ?? true) &&
      ofRows.every(({ test }) => test((path) => [valueAt(row, path.slice(inside.length))]));
    const { fields = [] } = context.globals;
    const withPage = fields.some((one) => resolveField(view, one) === 'trackingUrl');
    const listing: Listing<ShipmentRow> = {
      kind: buyingGroupKind,
      view,
      oneEach: false,
      rowsOf: (order) => {
        const rows = rowsOf(order).filter(passes);
        return withPage ? rows.map((row) => ({ ...row, trackingUrl: pageOf(row) })) : rows;
      },
      read: (row, path) => (path === 'trackingUrl' ? pageOf(row) : valueAt(row, path)),
    };
    const { limit, offset = 0, verify } = flags;
    (await context.output()).expect(view);
    const source = ordersOf((await context.session()).api, buyingGroupKind);
    const wanted = { filter, sort: flags.sort, offset, limit, verify };
    await printRows({ source, listing, context }, wanted, flags);
  },
});
