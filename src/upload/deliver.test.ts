import { expect, test } from 'vitest';
import type { Ending } from '../exit-codes';
import { Failure } from '../failure';
import { refusalOf } from './deliver';

const rows = [10, 20, 30];

function failure(ending: Ending, status: number | undefined, paths: readonly string[] = []) {
  const issues = paths.map((path) => ({ path, message: `bad ${path}` }));
  return new Failure({ ending, status, code: 'some_code', message: 'Refused', issues });
}

test.each<[Ending, number | undefined, boolean]>([
  ['refused', 400, true],
  ['refused', 422, true],
  ['notFound', 404, true],
  ['conflict', 409, true],
  ['conflict', undefined, true],
  ['refused', 401, false],
  ['refused', 403, false],
  ['refused', 408, false],
  ['refused', 413, false],
  ['refused', 418, false],
  ['refused', 429, false],
  ['refused', 500, false],
  ['unauthorized', 401, false],
  ['planRequired', 403, false],
  ['rateLimited', 429, false],
  ['unavailable', 503, false],
  ['unavailable', undefined, false],
  ['unknown', undefined, false],
  ['unexpectedResponse', 200, false],
])('%s with status %s can be blamed on rows: %s', (ending, status, isRows) => {
  expect(refusalOf(failure(ending, status), rows) !== undefined).toBe(isRows);
});

test('blames no row for a body that did not arrive as it was sent', () => {
  const garbled = failure('refused', 400).with({ code: 'bad_request' });
  expect(refusalOf(garbled, rows)).toBeUndefined();
});

test.each<[readonly string[], readonly (readonly [number, string])[]]>([
  [['shipments.1.orderNumber'], [[20, 'bad shipments.1.orderNumber']]],
  [['shipments[2].retailer'], [[30, 'bad shipments[2].retailer']]],
  [['/shipments/0'], [[10, 'bad /shipments/0']]],
  [['2'], [[30, 'bad 2']]],
  [['shipments.0.a', 'shipments.0.b'], [[10, 'bad shipments.0.a; bad shipments.0.b']]],
  // One is out of range: the service means something else.
  [['shipments.1.orderNumber', 'shipments.3.orderNumber'], []],
  [['shipments'], []],
  [['shipments', 'shipments.0.orderNumber'], [[10, 'bad shipments.0.orderNumber']]],
  [[], []],
])('issues at %j name %j', (paths, named) => {
  expect([...(refusalOf(failure('refused', 400, paths), rows)?.named ?? [])]).toEqual(named);
});

test('reports issues that name no row in the message', () => {
  const refusal = refusalOf(failure('refused', 400, ['orderDate']), [5]);
  expect(refusal?.message).toBe('Refused (orderDate: bad orderDate)');
});
