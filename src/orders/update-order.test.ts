import { expect, test } from 'vitest';
import { Failure } from '../failure';
import { FieldLabels } from './body-issues';
import { type AnyOrder, buyingGroupKind, type Orders } from './kinds';
import { performUpdate, type Update } from './update-order';

const order = { id: 'an-id', status: 'shipped' } as AnyOrder;

/** Updates a shipped order, and returns whether a request was sent. */
async function attempt(conditions: Update['conditions']) {
  let sent = 0;
  const orders = {
    update: async () => {
      sent++;
      return { data: order, recovered: false, differs: false };
    },
  } as unknown as Orders;
  const update = {
    body: { status: 'paid' },
    labels: new FieldLabels(buyingGroupKind),
    edits: undefined,
    conditions,
  };
  const book = { find: async () => order, idOf: async () => order.id };
  const notices = { notice: () => {}, warning: () => {}, trace: () => {} };
  try {
    await performUpdate('800458530', update, { book, orders, notices });
    return { sent };
  } catch (error) {
    return { sent, message: (error as Error).message };
  }
}

test.each([
  [[], true],
  [[['shipped']], true],
  [[['delivered', 'shipped']], true],
  [[['delivered', 'shipped'], ['shipped']], true],
  [[['delivered']], false],
  [[['shipped'], ['delivered']], false],
  [[['delivered'], ['shipped']], false],
  [[['delivered'], ['purchased']], false],
])('the conditions %j', async (conditions, done) => {
  const { sent, message } = await attempt(conditions);
  expect(sent).toBe(done ? 1 : 0);
  expect(message).toBe(done ? undefined : 'The order is shipped, not delivered');
});

test('a refusal names what was typed as typed, and any other field as the service does', async () => {
  const refusal = new Failure({
    ending: 'refused',
    code: 'invalid_request',
    message: 'The request failed validation',
    status: 400,
    issues: [
      { path: 'status', message: 'no' },
      { path: 'discount', message: 'no' },
    ],
  });
  const orders = {
    update: async () => {
      throw refusal;
    },
  } as unknown as Orders;
  const labels = new FieldLabels(buyingGroupKind);
  labels.set('status', 'column State');
  const update = {
    ...{ body: { status: 'paid' }, labels },
    ...{ edits: undefined, conditions: [] },
  };
  const book = { find: async () => order, idOf: async () => order.id };
  const notices = { notice: () => {}, warning: () => {}, trace: () => {} };
  await expect(performUpdate('800458530', update, { book, orders, notices })).rejects.toMatchObject(
    { issues: [{ path: 'column State' }, { path: 'discount' }] },
  );
});
