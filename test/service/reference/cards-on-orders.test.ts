import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Account, expectError, expectInvalid, openAccount, unknownId } from './account';
import { kinds, type Order, updating } from './kinds';

let account: Account;
beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => account.close());

describe.each(kinds)('the card of a $kind', (kind) => {
  const { create, patch, stored, expectChange, expectUnchanged } = updating(() => account, kind);

  describe('creditCardId and subCreditCardId', () => {
    test('"Sending null clears a nullable field": both, or the sub-card alone', async () => {
      const card = (await cards()).find(({ subCards }) => subCards.length > 0);
      const [{ id: sub }] = card.subCards;
      const order = await create({ creditCardId: card.id, subCreditCardId: sub });
      await expectChange(order, { subCreditCardId: null });
      await expectChange(await stored(order), { subCreditCardId: sub });
      await expectChange(await stored(order), { creditCardId: null, subCreditCardId: null });
    });

    test('"id from the credit card list": any of them', async () => {
      const order = await create();
      for (const { id } of await cards()) {
        await expectChange(await stored(order), { creditCardId: id });
      }
    });

    test.each([unknownId, 'no-such-card'])(
      "a card that is not the account's yields 404: %s",
      async (creditCardId) => {
        const order = await create();
        expectError(await patch(order, { creditCardId, notes: 'not kept' }), 404, 'not_found');
        await expectUnchanged(order);
      },
    );

    test('"id of one of that card\'s subCards": another card\'s yields 404', async () => {
      const [one, other] = (await cards()).filter(({ subCards }) => subCards.length > 0);
      const order = await create({ creditCardId: one.id });
      const foreign = { subCreditCardId: other.subCards[0].id };
      expectError(await patch(order, foreign), 404, 'not_found');
      expectError(await patch(order, { subCreditCardId: unknownId }), 404, 'not_found');
      await expectUnchanged(order);
      await expectChange(order, { creditCardId: other.id, ...foreign });
    });

    test('a sub-card is removed when its card changes', async () => {
      const [one, other] = (await cards()).filter(({ subCards }) => subCards.length > 0);
      const order = await create({ creditCardId: one.id, subCreditCardId: one.subCards[0].id });
      await expectChange(order, { creditCardId: one.id });
      const moved = { creditCardId: other.id, subCreditCardId: null };
      await expectChange(order, { creditCardId: other.id }, moved);
    });

    test('a sub-card on an order without a card yields 400', async () => {
      const card = (await cards()).find(({ subCards }) => subCards.length > 0);
      const order = await create();
      expectInvalid(
        await patch(order, { subCreditCardId: card.subCards[0].id }),
        'subCreditCardId',
      );
    });
  });
});

async function cards(): Promise<Order[]> {
  return (await account.ask('GET', '/credit-cards?limit=100')).body.data;
}
