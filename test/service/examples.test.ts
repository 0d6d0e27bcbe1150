import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shipmentsFile } from '../../scripts/shipments-file';
import { projectFolder } from '../support/project';
import { openSandbox } from './in-process';

const example = (name: string) => readFileSync(`${projectFolder}examples/${name}`, 'utf8');

test('examples/shipments.csv is what npm run examples writes', () => {
  expect(example('shipments.csv')).toBe(shipmentsFile());
});

test('every row of examples/shipments.csv can be added to the sample account, once', async () => {
  const { ask } = await openSandbox();
  const [, ...lines] = example('shipments.csv').trimEnd().split('\n');
  const shipments = lines.map((line) => {
    const [retailer, orderNumber, trackingNumber] = line.split(',');
    return { retailer, orderNumber, trackingNumber };
  });
  const add = async () => {
    const counts = [];
    for (let at = 0; at < shipments.length; at += 50) {
      const { body } = await ask('POST', '/shipments', { shipments: shipments.slice(at, at + 50) });
      counts.push(body.data.addedCount);
    }
    return counts;
  };
  expect(await add()).toEqual([50, 50, 20]);
  expect(await add()).toEqual([0, 0, 0]);
});

test.each([
  ['order.json', '/buying-group-orders'],
  ['giftcard-order.json', '/gift-card-orders'],
])('examples/%s creates an order in the sample account', async (name, path) => {
  const { ask } = await openSandbox();
  const body = JSON.parse(example(name));
  const { status, body: made } = await ask('POST', path, body);
  expect(status).toBe(201);
  expect(made.data).toMatchObject(body);
});
