import { describe, expect, test } from 'vitest';
import { shipmentColumns } from '../upload/shipments/shipment-columns';
import { findColumns, firstColumns, readColumnMap } from './columns';

function find(headers: readonly string[], map: readonly string[] = []) {
  const columns = findColumns(shipmentColumns, headers, {
    name: 'file.csv',
    map: readColumnMap(map, shipmentColumns),
  });
  return shipmentColumns.map(({ field }) => columns[field]?.index);
}

describe('columns are found by their headers', () => {
  test.each([
    [
      ['retailer', 'orderNumber', 'trackingNumber'],
      [0, 1, 2],
    ],
    [
      ['TRACKING NUMBER', ' Order_Number ', 'Retailer'],
      [2, 1, 0],
    ],
    [
      ['Tracking #', 'Order #', 'Store'],
      [2, 1, 0],
    ],
    [
      ['Date', 'Merchant', 'Order No.', 'Notes', 'Tracking No(s).'],
      [1, 2, 4],
    ],
    [
      ['Vendor', 'Order ID', 'Order Number', 'Tracking'],
      [0, 2, 3],
    ],
    [
      ['__proto__', 'constructor', 'store', 'order', 'tracking'],
      [2, 3, 4],
    ],
  ])('%j', (headers, expected) => {
    expect(find(headers)).toEqual(expected);
  });

  test('by hand, whatever else there is', () => {
    const headers = ['Store', 'Order #', 'Label', 'Tracking'];
    expect(find(headers, ['trackingNumber=label'])).toEqual([0, 1, 2]);
    expect(find(headers, ['Tracking Number=Label', 'retailer=Store'])).toEqual([0, 1, 2]);
    expect(find(['a=b', 'order', 'tracking'], ['retailer=a=b'])).toEqual([0, 1, 2]);
  });

  test('the first three without a header', () => {
    expect(firstColumns(shipmentColumns).trackingNumber).toEqual({ index: 2, label: 'column 3' });
  });
});

describe('what can not be told apart is a usage failure in the words of the file', () => {
  test.each<[readonly string[], readonly string[], string]>([
    [['Shop', 'Nummer', 'Sendung'], [], 'no column for orderNumber and trackingNumber'],
    [['Shop', 'Nummer', 'Sendung'], [], 'reads "Shop", "Nummer", "Sendung"'],
    [[], [], 'no column for retailer and orderNumber and trackingNumber'],
    [['store', 'Order #', 'order#', 'tracking'], [], '2 columns called "Order #"'],
    [['store', 'order', 'tracking'], ['trackingNumber=Label'], 'no column "Label"'],
    [['store', 'order', 'tracking'], ['trackingNumber=order'], `can't be both`],
    [['store', 'order', 'tracking'], ['tracking'], '--map takes <field>=<header>'],
    [['store', 'order', 'tracking'], ['colour=order'], '--map takes <field>=<header>'],
    [['store', 'order', 'tracking'], ['order=a', 'orderNumber=b'], '--map names orderNumber twice'],
  ])('%j with %j', (headers, map, told) => {
    expect(() => find(headers, map)).toThrow(told);
  });
});
