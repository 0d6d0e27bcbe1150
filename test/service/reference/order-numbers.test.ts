import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Account, expectError, freshNumber, openAccount } from './account';
import { kinds, updating } from './kinds';

let account: Account;
beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => account.close());

describe.each(kinds)('the order number of a $kind', (kind) => {
  const { create, createOther, patch, expectChange, expectUnchanged } = updating(
    () => account,
    kind,
  );

  describe('orderNumber', () => {
    test('"surrounding spaces trimmed"', async () => {
      const order = await create();
      const orderNumber = freshNumber();
      await expectChange(order, { orderNumber: `  ${orderNumber}\t` }, { orderNumber });
    });

    test('"max 100" counts what is left after trimming', async () => {
      const orderNumber = freshNumber().padEnd(100, '-');
      await expectChange(await create(), { orderNumber: ` ${orderNumber} ` }, { orderNumber });
    });

    test('its own number again is not a duplicate', async () => {
      const order = await create();
      await expectChange(
        order,
        { orderNumber: ` ${order.orderNumber} `, notes: 'x' },
        { notes: 'x' },
      );
    });

    test.each([
      ['one of the same kind', create],
      ['one of the other kind', createOther],
    ])(
      '"unique across the account\'s orders": the number of %s yields 409',
      async (_, createFirst) => {
        const order = await create();
        const { orderNumber } = await createFirst();
        const answer = await patch(order, { orderNumber: ` ${orderNumber} `, notes: 'not kept' });
        expectError(answer, 409, 'duplicate_order_number');
        await expectUnchanged(order);
      },
    );

    test('a number that its order gave up is free again', async () => {
      const order = await create();
      await patch(order, { orderNumber: freshNumber() });
      await expectChange(await create(), { orderNumber: order.orderNumber });
    });
  });
});
