import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { World } from '../world';
import { guardStreams } from './guard';
import { Redactor } from './redactor';
import { mask, Secret } from './secret';

function redactorOf(...values: (string | Secret)[]): Redactor {
  const redactor = new Redactor();
  for (const value of values) redactor.add(value);
  return redactor;
}

describe('the redactor', () => {
  test('masks every occurrence of every secret', () => {
    const redactor = redactorOf(new Secret('abc_secret_1'), 'GIFT-0001');
    expect(redactor.clean('abc_secret_1 then GIFT-0001, abc_secret_1')).toBe(
      `${mask} then ${mask}, ${mask}`,
    );
  });

  test('a secret inside another leaves nothing of the longer one', () => {
    expect(redactorOf('CODE', 'CODE-AND-MORE').clean('CODE-AND-MORE')).toBe(mask);
  });

  test('knows a secret inside JSON and inside a URL', () => {
    const redactor = redactorOf('pa"ss\\wörd');
    expect(redactor.clean(JSON.stringify({ note: 'pa"ss\\wörd' }))).toBe(`{"note":"${mask}"}`);
    expect(redactor.clean(`?q=${encodeURIComponent('pa"ss\\wörd')}`)).toBe(`?q=${mask}`);
  });

  test('leaves results alone where a short PIN looks like a number', () => {
    const redactor = redactorOf('1234', 'abc_secret_0123456789');
    expect(redactor.cleanResult('{"total":1234}')).toBe('{"total":1234}');
    expect(redactor.cleanResult('"abc_secret_0123456789"')).toBe(`"${mask}"`);
    expect(redactor.clean('PIN 1234')).toBe(`PIN ${mask}`);
  });

  test('nothing of any secret is left in any text around it', () => {
    const secret = fc.string({ minLength: 4, unit: 'binary' });
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
        const cleaned = redactorOf(value).clean(`${before}${value}${after}`);
        expect(cleaned.split(mask).some((part) => part.includes(value))).toBe(false);
      }),
    );
  });
});

test('the streams mask what is written to them, as text or as bytes', async () => {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  guardStreams({ stdout, stderr } as unknown as World, redactorOf('abc_secret_0123456789'));
  const untouched = Buffer.from([0xff, 0xfe, 0x00]);
  stdout.write('a abc_secret_0123456789 b');
  stdout.write(Buffer.from('c abc_secret_0123456789 d'));
  stdout.end(untouched);
  stderr.end('e abc_secret_0123456789 f');
  const bytes = Buffer.concat([Buffer.from(`a ${mask} bc ${mask} d`), untouched]);
  expect(Buffer.concat(await stdout.toArray())).toEqual(bytes);
  expect(await text(stderr)).toBe(`e ${mask} f`);
});
