import { expect, test } from 'vitest';
import { planShipments, type ShipmentCandidate } from './shipments';

const order = (retailer: string): ShipmentCandidate => ({
  key: 7,
  kind: 'buyingGroup',
  retailer,
  status: 'purchased',
  trackingNumbers: new Set(['T1']),
});

test.each([
  ['Best Buy ', 'best buy', true],
  [' Best Buy', 'Best Buy', true],
  ['Best Buy', ' BEST BUY ', true],
  ['Best  Buy', 'Best Buy', false],
  ['Best-Buy', 'Best Buy', false],
])('an order from %j matches a shipment from %j: %j', (stored, sent, matches) => {
  const shipment = { retailer: sent, orderNumber: '1', trackingNumber: 'T2' };
  const plan = planShipments([shipment], () => order(stored));
  expect(plan).toEqual(
    matches
      ? { unmatched: [], additions: [{ key: 7, trackingNumber: 'T2' }], shipped: [7] }
      : { unmatched: [0], additions: [], shipped: [] },
  );
});
