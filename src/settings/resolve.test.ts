import { describe, expect, test } from 'vitest';
import type { GlobalFlags } from '../cli/global-flags';
import type { Failure } from '../failure';
import { type Config, emptyConfig } from './config-file';
import { resolveSettings, settingOrDefault, settingsOrDefaults } from './resolve';

interface Given {
  flags?: Partial<GlobalFlags>;
  env?: Record<string, string>;
  config?: Config;
}

function inputsOf({ flags = {}, env = {}, config = emptyConfig }: Given) {
  return { flags: flags as GlobalFlags, env, config };
}

const resolve = (given: Given) => resolveSettings(inputsOf(given));

const work: Config = {
  defaultProfile: 'work',
  profiles: {
    work: { settings: { timeout: 7, output: 'csv', baseUrl: 'https://work.example/api/v1' } },
    home: { settings: { timeout: 9 } },
  },
};

describe('a flag beats a variable, which beats the profile, which beats the default', () => {
  const levels: [Given, number | undefined, string][] = [
    [{}, undefined, 'default'],
    [{ config: work }, 7, 'profile'],
    [{ config: work, env: { WAYBILL_TIMEOUT: '8' } }, 8, 'environment'],
    [{ config: work, env: { WAYBILL_TIMEOUT: '8' }, flags: { timeout: 6 } }, 6, 'flag'],
    [{ config: work, env: { WAYBILL_TIMEOUT: '' } }, 7, 'profile'],
  ];
  test.each(levels)('%j', (given, timeout, source) => {
    const settings = resolve(given);
    expect(settings.timeout).toBe(timeout);
    expect(settings.sources.timeout).toBe(source);
  });
});

describe('the profile', () => {
  test.each<[Given, string, number | undefined]>([
    [{}, 'default', undefined],
    [{ config: work }, 'work', 7],
    [{ config: work, env: { WAYBILL_PROFILE: 'home' } }, 'home', 9],
    [{ config: work, env: { WAYBILL_PROFILE: 'home' }, flags: { profile: 'work' } }, 'work', 7],
    [{ config: work, flags: { profile: 'nobody' } }, 'nobody', undefined],
    [{ config: work, flags: { profile: '__proto__' } }, '__proto__', undefined],
  ])('%j', (given, name, timeout) => {
    expect(resolve(given)).toMatchObject({ profile: name });
    expect(resolve(given).timeout).toBe(timeout);
  });
});

describe('switches in the environment', () => {
  test.each([
    ['1', true],
    ['true', true],
    ['YES', true],
    ['', false],
    ['0', false],
    ['False', false],
    ['no', false],
  ])('WAYBILL_SANDBOX=%s, which a flag that names an account beats', (text, on) => {
    const env = { WAYBILL_SANDBOX: text };
    expect(resolve({ env }).sandbox).toBe(on);
    expect(resolve({ env, flags: { profile: 'default' } }).sandbox).toBe(false);
    expect(resolve({ env, flags: { baseUrl: 'http://localhost/api/v1' } }).sandbox).toBe(false);
  });

  test('rejects anything else and names the variable', () => {
    expect(() => resolve({ env: { WAYBILL_DEBUG: 'maybe' } })).toThrow(
      'WAYBILL_DEBUG takes 1 or 0, not "maybe"',
    );
  });
});

test('names the variable or setting of an invalid value', () => {
  const bad = (given: Given) => {
    try {
      resolve(given);
      return undefined;
    } catch (error) {
      expect((error as Failure).exitCode).toBe(2);
      return `${(error as Failure).message}. ${(error as Failure).hint}`;
    }
  };
  expect(bad({ env: { WAYBILL_RETRIES: 'many' } })).toContain('WAYBILL_RETRIES');
  const config = { profiles: { default: { settings: { money: 'pounds' } } } };
  const reported = bad({ config });
  expect(reported).toContain('Invalid value "pounds" for the setting money of profile "default"');
  expect(reported).toContain('remove it with waybill config unset money.');
  const list = { profiles: { default: { settings: { money: [1] } } } };
  expect(bad({ config: list })).toMatch(
    /^The setting money of profile "default" is a list. Change it with waybill config set money <value>/,
  );
  expect(bad({ flags: { json: true, output: 'csv' } })).toContain('--json and -o csv');
});

test('turns prompts off by flag and by variable', () => {
  expect(resolve({}).noInput).toBe(false);
  expect(resolve({ flags: { noInput: true } }).noInput).toBe(true);
  expect(resolve({ env: { WAYBILL_NO_INPUT: '1' } }).noInput).toBe(true);
});

test.each<[Record<string, string>, string]>([
  [{}, 'auto'],
  [{ NO_COLOR: '' }, 'auto'],
  [{ NO_COLOR: '1' }, 'never'],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, 'always'],
  [{ FORCE_COLOR: '0' }, 'never'],
  [{ FORCE_COLOR: 'false' }, 'never'],
  [{ FORCE_COLOR: '' }, 'auto'],
  [{ FORCE_COLOR: '', NO_COLOR: '1' }, 'never'],
])('takes color from the environment: %j', (env, color) => {
  expect(resolve({ env }).color).toBe(color);
});

test('ignores a setting that no profile may hold', () => {
  const config = { profiles: { default: { settings: { yes: true, sandbox: true } } } };
  expect(resolve({ config })).toMatchObject({ yes: false, sandbox: false });
});

test('--json means -o json, and both can be used together', () => {
  expect(resolve({ flags: { json: true } })).toMatchObject({ output: 'json', color: 'auto' });
  expect(resolve({ flags: { json: true, output: 'json' } }).output).toBe('json');
  expect(resolve({ flags: { output: 'csv' } }).output).toBe('csv');
});

describe('settings that are not valid', () => {
  test.each<[Given, 'output' | 'color' | 'debug', unknown]>([
    [{ env: { WAYBILL_OUTPUT: 'json' } }, 'output', 'json'],
    [{ env: { WAYBILL_OUTPUT: 'pdf' } }, 'output', 'table'],
    [{ config: { ...emptyConfig, defaultProfile: 'none' } }, 'color', 'auto'],
    [{ env: { WAYBILL_DEBUG: '1' } }, 'debug', true],
    [{ env: { WAYBILL_DEBUG: 'perhaps' } }, 'debug', false],
  ])('%j leave %s at a usable value, since errors are printed with it', (given, key, value) => {
    expect(settingOrDefault(key, inputsOf(given))).toBe(value);
  });

  test('are replaced by the defaults and the flags if a command helps to fix them', () => {
    const globals = { money: 'dollars' } as GlobalFlags;
    const broken = () => resolve({ env: { WAYBILL_TIMEOUT: 'soon' } });
    expect(settingsOrDefaults({ settings: broken, globals })).toMatchObject({
      ...{ money: 'dollars', profile: 'default', profiles: [] },
    });
    const usable = () => resolve({ env: { WAYBILL_TIMEOUT: '8' } });
    expect(settingsOrDefaults({ settings: usable, globals })).toMatchObject({ timeout: 8 });
  });
});
