import { defineCommand } from '../../cli/definition';
import { choices, integer, toggle } from '../../cli/flag';
import type { BuyingGroupOrder, TrackingNumber } from '../../contract/answers';
import { trackingUrl } from '../../contract/tracking-url';
import { carriers } from '../../contract/values';
import { selectRows } from '../../lists/selection';
import type { View } from '../../output/view';
import { filterFlags, foldTracking, readFilter, toPredicate } from '../orders/filter';
import { buyingGroupKind } from '../orders/kinds';

/** A tracking number with its order. */
type ShipmentRow = TrackingNumber & {
  readonly orderId: string;
  readonly orderNumber: string | null;
  readonly orderDate: string;
  readonly retailer: string;
  readonly buyingGroup: string;
  readonly status: string;
};

const view: View<ShipmentRow> = {
  one: 'tracking number',
  empty: 'No tracking numbers.',
  fields: {
    trackingNumber: {
      kind: 'id',
      heading: 'Tracking',
      page: ({ carrier, trackingNumber }) => trackingUrl(carrier, trackingNumber),
    },
    carrier: 'text',
    itemCount: { kind: 'number', heading: 'Items' },
    orderId: 'id',
    orderNumber: { kind: 'id', heading: 'Order', short: 'number' },
    orderDate: { kind: 'date', heading: 'Date' },
    retailer: 'text',
    buyingGroup: { kind: 'text', heading: 'Group' },
    status: 'status',
  },
  table: [
    'trackingNumber',
    'carrier',
    'itemCount',
    'orderNumber',
    'retailer',
    'buyingGroup',
    'status',
  ],
  leaveOut: ['Items', 'Group', 'Retailer', 'Status', 'Carrier'],
  card: ({ trackingNumber, carrier, orderNumber }) => `${trackingNumber} ${carrier} ${orderNumber}`,
};

function rowsOf(order: BuyingGroupOrder): readonly ShipmentRow[] {
  const { id: orderId, orderNumber, orderDate, retailer, buyingGroup, status } = order;
  return order.trackingNumbers.map((tracking) => ({
    ...tracking,
    orderId,
    orderNumber,
    orderDate,
    retailer,
    buyingGroup,
    status,
  }));
}

/** An order without a tracking number has no row here. */
const { noTracking: _, ...orderFilters } = filterFlags(buyingGroupKind);

export const command = defineCommand({
  summary: 'List the tracking numbers of the account',
  description: `Every tracking number of the account, one a row, with its order. The service has no such
list: waybill reads the orders. The filters are those of orders list.`,
  fields: Object.keys(view.fields),
  arguments: {},
  flags: {
    ...orderFilters,
    carrier: choices('<c,…>', 'Of these carriers', carriers, { group: 'Filters' }),
    limit: integer('<n>', 'How many', { short: 'L', minimum: 1, defaultText: 'all' }),
    offset: integer('<n>', 'How many to skip first', { minimum: 0, defaultText: '0' }),
    verify: toggle('Read the orders twice and compare'),
  },
  examples: [
    { command: 'waybill shipments list', explains: 'Every tracking number' },
    {
      command: 'waybill shipments list --carrier ups,fedex --status shipped',
      explains: 'What is on its way with two carriers',
    },
    {
      command: 'waybill shipments list --since 30d -o csv --fields trackingNumber,orderNumber',
      explains: 'The last 30 days for a spreadsheet',
    },
  ],
  async run(flags, context) {
    const filter = await readFilter(flags, context);
    const passes = toPredicate(filter, buyingGroupKind);
    const wantedCarriers = flags.carrier && new Set<string>(flags.carrier);
    const wantedNumber = filter.tracking && foldTracking(filter.tracking);
    const rowPasses = ({ carrier, trackingNumber }: ShipmentRow) =>
      (wantedCarriers?.has(carrier) ?? true) &&
      (wantedNumber === undefined || foldTracking(trackingNumber) === wantedNumber);
    const output = await context.output();
    output.expect(view);
    const { api } = await context.session();
    const source = api.buyingGroupOrders;
    await context.progress({ label: 'Reading', unit: 'orders' }, async (progress) => {
      async function* rows() {
        for await (const order of source.each({ verify: flags.verify })) {
          progress.advance();
          if (passes?.(order) ?? true) yield* rowsOf(order);
        }
      }
      await output.list(
        view,
        selectRows(rows(), { passes: rowPasses, offset: flags.offset ?? 0, limit: flags.limit }),
      );
    });
  },
});
