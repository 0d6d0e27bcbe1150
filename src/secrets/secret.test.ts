import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { World } from '../world';
import {
  guardCodes,
  guardStreams,
  holdsSecrets,
  isSecretName,
  loggedBody,
  mask,
  maskCodes,
  Redactor,
  Secret,
  secretsIn,
} from './secret';

function codesIn(from: unknown): readonly string[] {
  const codes: string[] = [];
  guardCodes(from, { add: (code) => codes.push(code) });
  return codes;
}

const body = {
  orderNumber: '1',
  error: { code: 'validation_error', message: 'm' },
  zipCode: '10001',
  redemptionCodes: [
    { code: 'AAAA-1', pin: '1234', notes: 'n', value: 25 },
    { code: 'BBBB-2', pin: null },
    { code: 77 },
  ],
};

test('masks codes and PINs, and nothing else', () => {
  expect(maskCodes(body)).toEqual({
    ...body,
    redemptionCodes: [
      { code: mask, pin: mask, notes: 'n', value: 25 },
      { code: mask, pin: null },
      { code: mask },
    ],
  });
});

test.each([
  ['{"id":"1","zipCode":"10001","items":[{"name":"pin"}]}', false],
  ['{"a":[[{"b":{"PIN":null}}]]}', true],
  // The same name, as JSON may spell it.
  [String.raw`{"a":{"p\u0069n":"1"}}`, true],
  ['"code"', false],
  ['null', false],
])('whether %s holds secrets: %s', (json, holds) => {
  expect(holdsSecrets(JSON.parse(json))).toBe(holds);
  expect(holdsSecrets(JSON.parse(json))).toBe(holds);
});

test('finds every code and PIN, however deep its list is', () => {
  expect(codesIn({ orders: [body] })).toEqual(['AAAA-1', '1234', 'BBBB-2', '77']);
  expect(codesIn('text')).toEqual([]);
  expect(codesIn(null)).toEqual([]);
});

test('masks codes entirely in forms that the service does not accept', () => {
  for (const codes of ['AAAA-1', ['AAAA-1', 5], { code: 'AAAA-1' }]) {
    expect(JSON.stringify(maskCodes({ redemptionCodes: codes }))).not.toMatch(/AAAA|5/);
  }
  expect(maskCodes({ redemptionCodes: null })).toEqual({ redemptionCodes: null });
});

test('masks a misspelled member like the correct one', () => {
  const misspelled = { redemptionCodes: [{ Code: 'AAAA-1', pni: '1234', value: 5 }] };
  expect(maskCodes(misspelled)).toEqual({ redemptionCodes: [{ Code: mask, pni: mask, value: 5 }] });
  expect(codesIn(misspelled)).toEqual(['AAAA-1', '1234']);
});

test.each([
  'redemptioncodes',
  'redemptionCode',
  'RedemptionCodes',
  'redemption_codes',
  'redemption-code',
  'Codes',
  'code',
  'PIN',
  'pins',
  'claim_code',
])('masks the name %s like the correct one, anywhere', (name) => {
  const held = (shown: readonly string[]) => ({
    data: [{ [name]: [{ code: shown[0], pin: shown[1], notes: 'n' }], deep: { [name]: shown[2] } }],
  });
  const secrets = ['AAAA-1', '4321', 'BBBB-2'];
  expect(maskCodes(held(secrets))).toEqual(held([mask, mask, mask]));
  expect(codesIn(held(secrets))).toEqual(secrets);
});

test('masks what is nested in a code, and finds it unchanged', () => {
  const body = { redemptionCodes: [{ code: { of: ['AAAA-1', null] } }] };
  expect(maskCodes(body)).toEqual({ redemptionCodes: [{ code: { of: [mask, null] } }] });
  expect(codesIn(body)).toEqual(['AAAA-1']);
});

test.each([
  ['a list of pairs', { redemptionCodes: [{ 'XK7P-2M4Q': '4821' }] }],
  ['one object', { redemptionCodes: { 'XK7P-2M4Q': '4821' } }],
  ['deeper', { data: { codes: { gifts: [{ 'XK7P-2M4Q': { pin: '4821' } }] } } }],
])('masks a code that is the name of its PIN: %s', (_name, pairs) => {
  expect(codesIn(pairs).toSorted()).toEqual(['4821', 'XK7P-2M4Q']);
  expect(JSON.stringify(maskCodes(pairs))).not.toMatch(/XK7P|4821/);
});

test('shows the code of an error, but nothing else in it under such a name', () => {
  const error = { code: 'invalid', pin: '4321', issues: [{ code: 'AAAA-1' }] };
  expect(maskCodes({ error })).toEqual({
    error: { code: 'invalid', pin: mask, issues: [{ code: mask }] },
  });
});

test('shows a secret only through reveal', () => {
  const secret = new Secret('abc');
  expect([String(secret), JSON.stringify({ secret }), inspect(secret)]).toEqual([
    mask,
    `{"secret":"${mask}"}`,
    mask,
  ]);
  expect(secret.reveal()).toBe('abc');
});

test('registers every code of a body with the redactor', () => {
  const added: string[] = [];
  guardCodes(body, { add: (code) => added.push(code) });
  expect(added).toEqual(['AAAA-1', '1234', 'BBBB-2', '77']);
});

test.each([
  ['abc_secret_0123456789abcdef', ['abc_secret_0123456789abcdef']],
  ['--api-key=abc_secret_0123456789abcdef', ['--api-key=abc_secret_0123456789abcdef'.slice(10)]],
  ['abc_secret_0123456789abcdef-0_x', ['abc_secret_0123456789abcdef-0_x']],
  ['(abc_secret_aBcD-0_0123456789abcdef)', ['abc_secret_aBcD-0_0123456789abcdef']],
  ['postgres://me:hush@host/db', ['hush']],
  ['https://host/a:b@c', []],
  ['https://host:8080/a@b', []],
  ['secret_santaordersofdecember/m.csv', []],
  ['secret_santa-orders-of-december_2026/m.csv', []],
  ['secret_santa gift', []],
  ['--secret-stdin', []],
])('finds what is unmistakably a secret in %j', (word, secrets) => {
  expect(secretsIn(['orders', word])).toEqual(secrets);
});

test('passes on a body that is not an object', () => {
  for (const value of [null, 1, 'x', [1, 2]]) expect(maskCodes(value)).toEqual(value);
});

test('decides about a name of any length', () => {
  // With two ways to read each part, this would never end.
  expect(isSecretName(`${'giftcard'.repeat(1000)}x`)).toBe(false);
  expect(isSecretName(`${'giftcard'.repeat(1000)}code`)).toBe(true);
});

function redactorOf(...values: (string | Secret)[]): Redactor {
  const redactor = new Redactor();
  for (const value of values) redactor.add(value);
  return redactor;
}

/** Percent-encodes everything but letters and digits. */
function escapeAll(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      const hex = byte.toString(16).toUpperCase().padStart(2, '0');
      return /[a-z0-9]/i.test(character) ? character : `%${hex}`;
    })
    .join('');
}

const hexOf = (character: string) =>
  character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');

describe('the redactor', () => {
  test('masks every occurrence of every secret', () => {
    const redactor = redactorOf(new Secret('abc_secret_1'), 'GIFT-0001');
    expect(redactor.clean('abc_secret_1 then GIFT-0001, abc_secret_1')).toBe(
      `${mask} then ${mask}, ${mask}`,
    );
  });

  test('masks a secret that is repeated in other letter case', () => {
    const redactor = redactorOf('gift-ab12', 'SECRETCODE99');
    const text = 'GIFT-AB12 and secretcode99 are used';
    expect(redactor.clean(text)).toBe(`${mask} and ${mask} are used`);
    expect(redactor.cleanResult(text)).toBe(`${mask} and ${mask} are used`);
  });

  test.each([
    ['XK7P-2M4Q-9RTD', 'XK7P2M4Q9RTD'],
    ['6006 4912 8374', '600649128374'],
    [' XK7P 2M4Q\t', 'XK7P 2M4Q'],
    ['XK7P"2M&4Q<\'', 'XK7P&quot;2M&amp;4Q&lt;&#39;'],
    ["XK7P'2M4Q>", 'XK7P&#x27;2M4Q&gt;'],
  ])('masks %j in the form that a service may give it: %s', (code, repeated) => {
    expect(redactorOf(code).clean(`"${repeated}" is used`)).toBe(`"${mask}" is used`);
    expect(redactorOf(code).cleanResult(`"${repeated}"`)).toBe(`"${mask}"`);
  });

  test('leaves what is too short without its spaces and dashes', () => {
    expect(redactorOf('a--- -b', '-----').clean('ab and -')).toBe('ab and -');
  });

  test('masks all of a secret that contains another', () => {
    expect(redactorOf('CODE', 'CODE-AND-MORE').clean('CODE-AND-MORE')).toBe(mask);
  });

  test('finds a secret in JSON, in JSON inside JSON, and in a URL', () => {
    const odd = 'pa"ss\\w\nö/rd😀';
    const redactor = redactorOf(odd);
    const once = JSON.stringify({ note: odd });
    expect(redactor.clean(once)).toBe(`{"note":"${mask}"}`);
    expect(redactor.clean(JSON.stringify({ once }))).toContain(mask);
    expect(redactor.clean(JSON.stringify({ once }))).not.toContain('rd');
    expect(redactor.clean(`?q=${encodeURIComponent(odd)}`)).toBe(`?q=${mask}`);
    expect(redactor.clean('pa\\u0022ss\\u005cw\\u000a\\u00f6/rd\\ud83d\\ude00')).toBe(mask);
  });

  test.each([
    (text: string) => encodeURIComponent(text),
    (text: string) => encodeURIComponent(text).toLowerCase(),
    (text: string) => new URLSearchParams({ q: text }).toString().slice(2),
    // As strict encoders write it (RFC 3986, 2.3), and in lower case.
    (text: string) => escapeAll(text),
    (text: string) => escapeAll(text).toLowerCase(),
  ])('finds a secret in a URL, however it is encoded (%#)', (encode) => {
    const odd = "a/b+c d=é~e!f*(g)'h😀";
    const redactor = redactorOf(odd);
    expect(redactor.clean(`?q=${encode(odd)}&r=1`)).toBe(`?q=${mask}&r=1`);
  });

  test.each([
    (byte: string) => `%${byte}`,
    (byte: string) => `%${byte.toLowerCase()}`,
    (byte: string) => `\\u00${byte}`,
    (byte: string) => `\\\\u00${byte.toLowerCase()}`,
  ])('finds a secret of which any character is escaped (%#)', (escaping) => {
    for (const value of ['GIFT-0001', 'abc_secret_0123456789', 'ABCD.EFGH!']) {
      const redactor = redactorOf(value);
      const escaped = [...value].map((one) => escaping(hexOf(one)));
      expect(redactor.clean(`before${escaped.join('')}after`)).toBe(`before${mask}after`);
      for (const at of escaped.keys()) {
        const written = [...value].with(at, escaped[at] as string).join('');
        expect(redactor.clean(`before${written}after`)).toBe(`before${mask}after`);
      }
    }
  });

  test('finds several backslashes in a row, escaped several times', () => {
    const odd = 'ab\\\\\\cd';
    let text = odd;
    for (let times = 0; times < 3; times++) text = JSON.stringify(text).slice(1, -1);
    expect(redactorOf(odd).clean(text)).toBe(mask);
  });

  test('leaves values that are too short to be secrets', () => {
    expect(redactorOf('abc', '').clean('abc and abcd')).toBe('abc and abcd');
  });

  test('masks in results what starts like a number but is not one', () => {
    expect(redactorOf('1234567X').cleanResult('"1234567X"')).toBe(`"${mask}"`);
  });

  test('searches a text built to slow it down in no time', () => {
    const redactor = redactorOf('a\\\\\\\\\\\\\\\\b""""c');
    const hostile = `a${'\\'.repeat(200_000)}x`;
    expect(redactor.clean(hostile)).toBe(hostile);
  });

  test('leaves results alone if a short PIN looks like a number', () => {
    const redactor = redactorOf('1234', '20251118', 'abc_secret_0123456789', 'A1B2C3D4');
    const result = '{"total":1234,"orderNumber":"20251118"}';
    expect(redactor.cleanResult(result)).toBe(result);
    expect(redactor.cleanResult('"A1B2C3D4"')).toBe(`"${mask}"`);
    expect(redactor.cleanResult('"abc_secret_0123456789"')).toBe(`"${mask}"`);
    expect(redactor.clean('PIN 1234')).toBe(`PIN ${mask}`);
  });

  test('leaves nothing of any secret in any text around it', () => {
    const unit = fc.constantFrom(...'aB3-_\\"\n\t%/.*+?()[]{}|^$ü€😀\ud83d');
    const secret = fc.string({ minLength: 4, unit });
    const around = fc.string({ unit });
    fc.assert(
      fc.property(secret, around, around, (value, before, after) => {
        const redactor = redactorOf(value);
        for (const written of [value, JSON.stringify(value), JSON.stringify(`"${value}`)]) {
          const cleaned = redactor.clean(`${before}${written}${after}`);
          expect(cleaned).toContain(mask);
          expect(cleaned.split(mask).some((part) => part.includes(written))).toBe(false);
        }
      }),
    );
  });
});

test('masks what is written to the streams, as text or as bytes', async () => {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const outer = { stdout, stderr } as unknown as World;
  const world = guardStreams(outer, redactorOf('abc_secret_0123456789'));
  const untouched = Buffer.from([0xff, 0xfe, 0x00]);
  world.stdout.write('a abc_secret_0123456789 b', () => stdout.end());
  world.stderr.write('c abc_secret_0123456789 d');
  world.stderr.write(Buffer.from('e abc_secret_0123456789 f'));
  world.stderr.end(untouched);
  expect(await text(stdout)).toBe(`a ${mask} b`);
  const bytes = Buffer.concat([Buffer.from(`c ${mask} de ${mask} f`), untouched]);
  expect(Buffer.concat(await stderr.toArray())).toEqual(bytes);
});

describe('a value that is too long for a pattern', () => {
  const value = `abc_secret_${'x1"/'.repeat(15_000)}`;
  const redactor = new Redactor();
  redactor.add(value);

  test('hides every text that may show a part of it', () => {
    for (const text of [
      value,
      value.slice(5, 40),
      `Error: ${value.slice(-9)}`,
      'y'.repeat(30_000),
    ]) {
      expect(redactor.clean(text)).toBe(mask);
      expect(redactor.cleanResult(text)).toBe(mask);
    }
  });

  test('leaves other texts alone', () => {
    const text = 'Error: The API secret is longer than 1,000 characters';
    expect(redactor.clean(text)).toBe(text);
  });
});

test.each([
  ['{"code":"XK7P-2M4Q"}', mask],
  ['codes: [{"code": "XK7P-2M4Q", "pin": "4821"}]', mask],
  ['{\\"redemptionCodes\\":[{\\"code\\":\\"XK7P-2M4Q\\"}]}', mask],
  ['leave at the door; code word: none', 'leave at the door; code word: none'],
])('in the log the note %j is %j', (notes, shown) => {
  expect(JSON.parse(loggedBody({ data: [{ notes }] }))).toEqual({ data: [{ notes: shown }] });
});
