import { expect, test } from 'vitest';
import { readDuration } from '../cli/flag';
import { settingText } from './config-file';
import {
  checkOwnSetting,
  type OwnKey,
  pointValues,
  readOwnSetting,
  reportSettings,
} from './own-settings';

test.each<[OwnKey, string, unknown]>([
  ['pointValue', '1.25', 1.25],
  ['overdueAfter', '45', 45],
  ['overdueAfter', '45d', 45],
  ['overdueAfter.bfmr', '0', 0],
  ['mirrorStale', ' 90M ', '90m'],
  ['credentialCommand', 'pass show x', 'pass show x'],
])('%s takes %s', (key, typed, value) => {
  expect(readOwnSetting(key, typed)).toBe(value);
});

test.each<[OwnKey, string]>([
  ['pointValue', '1.2345'],
  ['pointValue', '-1'],
  ['overdueAfter', 'soon'],
  ['overdueAfter.bfmr', '1.5'],
  ['mirrorStale', '24'],
  ['mirrorStale', '2y'],
  ['credentialCommand', ' '],
])('%s rejects %s', (key, typed) => {
  expect(() => readOwnSetting(key, typed)).toThrow(`${key} takes `);
});

test("reports use the group's value, then the profile's, then the default", () => {
  const defaults = reportSettings(undefined);
  expect([defaults.pointThousandths, defaults.mirrorStale, defaults.overdueAfter('bfmr')]).toEqual([
    1000,
    readDuration('24h', ''),
    30,
  ]);
  const own = reportSettings({ overdueAfter: 40, 'overdueAfter.bfmr': '50d', mirrorStale: '2d' });
  expect([own.overdueAfter('bfmr'), own.overdueAfter('other')]).toEqual([50, 40]);
  expect(own.mirrorStale).toBe(2 * 86_400_000);
});

test.each([
  [null, 'null'],
  [[1], 'a list'],
  [{ a: 1 }, 'an object'],
])('rejects a setting edited to %j, and names it', (value, what) => {
  expect(() => settingText(value, 'The setting money')).toThrow(`The setting money is ${what}`);
  const check = () => checkOwnSetting('overdueAfter', value, 'The setting overdueAfter');
  expect(check).toThrow(`The setting overdueAfter is ${what}`);
  const command = () => checkOwnSetting('credentialCommand', value, 'credentialCommand');
  expect(command).toThrow('credentialCommand takes a command as text');
});

test('returns a setting as text, or undefined if it is absent', () => {
  expect([undefined, 'x', 0, false].map((value) => settingText(value, 'x'))).toEqual([
    undefined,
    'x',
    '0',
    'false',
  ]);
});

test.each([
  // By id, by last digits, by nickname in any case.
  [{ 'pointValue.c1': 3, 'pointValue.4417': 2, 'pointValue.ink': 1.5 }, { c1: 3000 }, []],
  [{ 'pointValue.4417': 2, 'pointValue.INK': 1.5 }, { c1: 2000 }, []],
  [{ 'pointValue.INK': '1.5', 'pointValue.gold': 0 }, { c1: 1500, c2: 0 }, []],
  // No card or several.
  [{ 'pointValue.nobody': 2 }, {}, ['nobody']],
  [{ 'pointValue.7': 2, 'pointValue.Blue': 4 }, { c3: 4000 }, ['7']],
  // One card by its digits, another by its nickname.
  [{ 'pointValue.1009': 2 }, {}, ['1009']],
])('the value of points by card: %j', (settings, cardPoints, unclear) => {
  const cards = [
    { id: 'c1', lastDigits: '4417', nickname: 'Ink' },
    { id: 'c2', lastDigits: '1009', nickname: 'Gold' },
    { id: 'c3', lastDigits: '7', nickname: 'blue' },
    { id: 'c4', lastDigits: '7', nickname: '1009' },
    { id: 'c5', lastDigits: null, nickname: null },
  ];
  const found = pointValues(reportSettings({ pointValue: 1.25, ...settings }), () => cards);
  expect(found).toEqual({ pointThousandths: 1250, cardPoints, unclear });
});
