import { expect } from 'vitest';
import { buyingGroupStatuses, giftCardStatuses } from '../../../src/contract/values';
import type { Account, Answer } from './account';

export type Order = Answer['body'];
export type Fields = Readonly<Record<string, unknown>>;

/** The two kinds of order: "same partial-update semantics as for buying group orders". */
export const kinds = [
  {
    kind: 'buying group order',
    path: '/buying-group-orders',
    other: '/gift-card-orders',
    outlet: 'buyingGroup',
    foreignOutlet: 'platform',
    statuses: buyingGroupStatuses as readonly string[],
    foreignStatus: 'submitted',
    create: (account: Account, fields?: Fields) => account.order(fields),
    createOther: (account: Account, fields?: Fields) => account.giftCardOrder(fields),
  },
  {
    kind: 'gift card order',
    path: '/gift-card-orders',
    other: '/buying-group-orders',
    outlet: 'platform',
    foreignOutlet: 'buyingGroup',
    statuses: giftCardStatuses as readonly string[],
    foreignStatus: 'shipped',
    create: (account: Account, fields?: Fields) => account.giftCardOrder(fields),
    createOther: (account: Account, fields?: Fields) => account.order(fields),
  },
];

/** Requests that the tests of one kind repeat. */
export function updating(
  account: () => Account,
  { path, create, createOther }: (typeof kinds)[number],
) {
  const patch = (order: Order, body: unknown) =>
    account().ask('PATCH', `${path}/${order.id}`, body);
  const stored = async (order: Order) =>
    (await account().ask('GET', `${path}/${order.id}`)).body.data;
  return {
    create: (fields?: Fields) => create(account(), fields),
    createOther: (fields?: Fields) => createOther(account(), fields),
    patch,
    stored,
    /** Expects the update to change exactly these fields, in the response and in what is stored. */
    async expectChange(order: Order, body: Fields, changes: Fields = body) {
      const { status, body: answer } = await patch(order, body);
      expect({ status, data: answer.data }).toEqual({
        status: 200,
        data: { ...order, ...changes },
      });
      expect(await stored(order)).toEqual(answer.data);
    },
    async expectUnchanged(order: Order) {
      expect(await stored(order)).toEqual(order);
    },
  };
}
