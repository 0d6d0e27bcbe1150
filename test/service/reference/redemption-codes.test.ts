import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, expectInvalid, openAccount } from './account';
import { kinds, updating } from './kinds';

let account: Account;
beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => account.close());

describe.each(kinds)('redemption codes of a $kind', (kind) => {
  const { create, patch, expectChange, expectUnchanged } = updating(() => account, kind);

  describe('redemptionCodes', () => {
    test('"write-only: accepted on create and update, never returned"', async () => {
      const code = {
        code: 'GIFT-CANARY-1',
        pin: '1234',
        notes: 'n'.repeat(200),
        kind: 'gift_card',
        brand: 'b'.repeat(100),
        purpose: 'p'.repeat(100),
        value: 25.5,
      };
      const order = await create({ redemptionCodes: [code] });
      expect(JSON.stringify(order)).not.toContain('CANARY');
      const { status, text } = await patch(order, { redemptionCodes: [code, { code: 'B' }] });
      expect(status).toBe(200);
      expect(text).not.toMatch(/CANARY|redemption/i);
      await expectUnchanged(order);
    });

    test('"max 50": fifty are accepted, an empty list too', async () => {
      const order = await create();
      const codes = (count: number) => Array.from({ length: count }, (_, i) => ({ code: `C${i}` }));
      await expectChange(order, { redemptionCodes: codes(50) }, {});
      await expectChange(order, { redemptionCodes: [] }, {});
      expectInvalid(await patch(order, { redemptionCodes: codes(51) }), 'redemptionCodes');
    });

    test.each(['gift_card', 'voucher', 'credit', 'other'])(
      'kind %s is accepted',
      async (codeKind) => {
        const order = await create();
        await expectChange(order, { redemptionCodes: [{ code: 'A', kind: codeKind }] }, {});
      },
    );

    test.each<[string, unknown]>([
      ['code', undefined],
      ['code', 'c'.repeat(51)],
      ['code', 5],
      ['pin', 'p'.repeat(21)],
      ['notes', 'n'.repeat(201)],
      ['kind', 'cash'],
      ['brand', 'b'.repeat(101)],
      ['purpose', 'p'.repeat(101)],
      ['value', -0.01],
      ['value', '10'],
      ['pin', null],
      ['balance', 5],
    ])(
      '"No other members are accepted" and each within its rules: %s: %j',
      async (field, value) => {
        const order = await create();
        const redemptionCodes = [{ code: 'A' }, { code: 'B', [field]: value }];
        expectInvalid(await patch(order, { redemptionCodes }), `redemptionCodes.1.${field}`);
      },
    );
  });
});
