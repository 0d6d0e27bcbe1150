import { expect, test } from 'vitest';
import { mask, Redactor } from '../secrets/secret';
import { toStore } from './strip';

const asIs = (text: string) => text;

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
  'pinCode',
  'pin code',
  'card_pin_code',
  'cardPinCode',
  'giftCardPinCodes',
  'secret',
  'apiSecret',
  'redemption-codes',
  'redeem_code',
  'password',
  'cvv',
])('drops %s at any depth', (name) => {
  const sent = {
    id: 'a',
    shipping: 5,
    [name]: 'X-1',
    deep: [{ list: [{ [name]: { a: 'X-1' }, kept: 1 }] }],
  };
  const { text, sent: kept } = toStore(sent, asIs);
  expect(text).toBe('{"id":"a","shipping":5,"deep":[{"list":[{"kept":1}]}]}');
  expect(kept).toEqual(JSON.parse(text));
});

test.each([
  { id: 'a', shipping: 5, zipCode: '10001', promoCodeText: 'x', spinning: 1, pinned: true },
  { id: 'a', notes: 'the code":1 and pin": are text here' },
  JSON.parse('{"id":"a","__proto__":{"code_of_conduct":1}}'),
])('keeps everything else as sent: %j', (sent) => {
  expect(toStore(sent, asIs).text).toBe(JSON.stringify(sent));
});

test("masks the run's secrets wherever the service echoes them, however they are escaped", () => {
  const redactor = new Redactor();
  const [key, odd] = ['abc_key_0123456789', 'pass"w\\ö\nrd'];
  redactor.add(key);
  redactor.add(odd);
  redactor.add('1234');
  const clean = (text: string) => redactor.cleanResult(text);
  const sent = { id: 'a', total: 1234, notes: `k ${key}`, [key]: [{ deep: JSON.stringify(odd) }] };
  const { text, sent: kept } = toStore(sent, clean);
  expect(kept).toEqual({
    id: 'a',
    total: 1234,
    notes: `k ${mask}`,
    [mask]: [{ deep: `"${mask}"` }],
  });
  expect(text).toBe(JSON.stringify(kept));
  expect(toStore({ id: 'a', notes: 'PIN 1234' }, clean).sent).toEqual({
    id: 'a',
    notes: 'PIN 1234',
  });
  expect(() => toStore({ id: `a-${key}` }, clean)).toThrow('an id that contains one of');
});

test('replaces half a surrogate pair, which no database can hold, and nothing that looks like one', () => {
  const sent = {
    id: 'a',
    notes: 'half \ud83d',
    list: ['\udc00\udc00', '\\ud83d', '\\\\\ud83d', '😀'],
  };
  const kept = {
    id: 'a',
    notes: 'half \ufffd',
    list: ['\ufffd\ufffd', '\\ud83d', '\\\\\ufffd', '😀'],
  };
  expect(toStore(sent, asIs)).toEqual({ sent: kept, text: JSON.stringify(kept) });
});
