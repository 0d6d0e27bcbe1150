import { expect, test } from 'vitest';
import { toStore } from './strip';

test.each([
  'redemptionCodes',
  'redemption_codes',
  'RedemptionCode',
  'code',
  'Codes',
  'pin',
  'PIN',
  'pin_',
  'claimCode',
  'gift_card_code',
  'cardPin',
  'secret',
  'apiSecret',
  'password',
  'cvv',
])('%s is left out at any depth', (name) => {
  const sent = {
    id: 'a',
    shipping: 5,
    [name]: 'X-1',
    deep: [{ list: [{ [name]: { a: 'X-1' }, kept: 1 }] }],
  };
  const { text, sent: kept } = toStore(sent);
  expect(text).toBe('{"id":"a","shipping":5,"deep":[{"list":[{"kept":1}]}]}');
  expect(kept).toEqual(JSON.parse(text));
});

test.each([
  { id: 'a', shipping: 5, zipCode: '10001', promoCodeText: 'x', spinning: 1, pinned: true },
  { id: 'a', notes: 'the code":1 and pin": are text here' },
  JSON.parse('{"id":"a","__proto__":{"code_of_conduct":1}}'),
])('all else stays, as it was sent: %j', (sent) => {
  expect(toStore(sent).text).toBe(JSON.stringify(sent));
});
