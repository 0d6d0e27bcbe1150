import { expect, test } from 'vitest';
import { readDuration } from '../cli/flag';
import {
  checkOwnSetting,
  type OwnKey,
  readOwnSetting,
  reportSettings,
  settingText,
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
  expect([defaults.pointValue, defaults.mirrorStale, defaults.overdueAfter('bfmr')]).toEqual([
    1,
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
