import { describe, expect, test } from 'vitest';
import type { GlobalFlags } from '../cli/global-flags';
import { accountFlags, parseBaseUrl, shownBaseUrl } from './base-url';
import { resolveSettings } from './resolve';

describe('a base URL', () => {
  test.each([
    ['https://api.example/api/v1', 'https://api.example/api/v1'],
    [' https://api.example:8443/api/v1/ ', 'https://api.example:8443/api/v1'],
    ['https://api.example', 'https://api.example'],
    ['http://127.0.0.1:8080/api/v1', 'http://127.0.0.1:8080/api/v1'],
    ['http://127.1/', 'http://127.0.0.1'],
    ['http://localhost:1/api/v1', 'http://localhost:1/api/v1'],
    ['http://[::1]:1/api/v1', 'http://[::1]:1/api/v1'],
  ])('accepts %s', (typed, url) => {
    expect(parseBaseUrl(typed, '--base-url')).toBe(url);
  });

  test.each([
    ['api.example', 'takes a URL'],
    ['http://api.example/api/v1', 'takes an https URL'],
    ['http://localhost.example/', 'takes an https URL'],
    ['http://128.0.0.1/', 'takes an https URL'],
    ['http://127.0.0.1.example/', 'takes an https URL'],
    ['ftp://127.0.0.1/', 'takes an https URL'],
    ['file:///etc/passwd', 'takes an https URL'],
    ['https://api.example/?a=b', 'without "?"'],
    ['https://api.example/#a', 'without "?"'],
  ])('rejects %s', (typed, message) => {
    expect(() => parseBaseUrl(typed, '--base-url')).toThrow(message);
  });

  test.each([
    ['https://u:hunter22pw@h:99999/api', 'https://••••@h:99999/api'],
    ['https//u:hunter22pw@h', 'https//••••@h'],
    ['u:hunter22pw@h', '••••@h'],
    ['https://u:hunter22pw/a@h', 'https://••••@h'],
    ['https://u:hunter22pw?a@h', 'https://••••@h'],
    ['ftp://u:hunter22pw@h/api', 'ftp://••••@h/api'],
    ['https:\\\\u:hunter22pw@h', '••••@h'],
    ['https://h/api?key=hunter22pw', 'https://h/api?••••'],
    ['https://h/api?key=a@hunter22pw', 'https://h/api?••••'],
    ['h#hunter22pw', 'h#••••'],
  ])('shows of %s only %s', (typed, shown) => {
    expect(shownBaseUrl(typed)).toBe(shown);
    expect(() => parseBaseUrl(typed, '--base-url')).not.toThrow('hunter22pw');
  });

  test.each(['https://h:1/api/v1', 'https://h/@me/api', ' https://h/ ', 'api.example', ''])(
    'shows all of %j',
    (typed) => {
      expect(shownBaseUrl(typed)).toBe(typed);
    },
  );

  test('rejects a password in it without repeating it', () => {
    const parse = () => parseBaseUrl('https://ann:hunter2@api.example/', '--base-url');
    expect(parse).toThrow('user name or password');
    expect(parse).not.toThrow('hunter2');
  });
});

describe('what a later command needs to act on the same account', () => {
  const baseUrl = 'https://api.example/v1';
  const config = {
    defaultProfile: 'work',
    profiles: { work: { settings: { baseUrl: `${baseUrl}/` } }, home: {} },
  };
  const other = 'https://other.example';

  test.each([
    ['what it would choose anyway', { baseUrl, profile: 'work' }, {}, {}, ''],
    ['another profile', { baseUrl, profile: 'home' }, {}, {}, ' --profile home'],
    [
      'a profile that a variable chooses',
      { baseUrl, profile: 'work' },
      {},
      { WAYBILL_PROFILE: 'work' },
      ' --profile work',
    ],
    [
      'another service',
      { baseUrl: other, profile: 'work' },
      {},
      {},
      ' --base-url https://other.example',
    ],
    [
      'a service that a flag chooses',
      { baseUrl: other, profile: 'work' },
      { baseUrl: other },
      {},
      ' --base-url https://other.example',
    ],
    [
      'a service that a variable chooses',
      { baseUrl: other, profile: 'work' },
      {},
      { WAYBILL_BASE_URL: other },
      '',
    ],
    ['the sandbox', { baseUrl: 'sandbox', profile: 'work' }, {}, {}, ' --sandbox'],
    [
      'a real account where a variable chooses the sandbox',
      { baseUrl, profile: 'work' },
      {},
      { WAYBILL_SANDBOX: '1' },
      ` --base-url ${baseUrl}`,
    ],
    ['a job that names no profile', { baseUrl }, {}, {}, ''],
  ])('%s', (_, account, flags, env, expected) => {
    expect(
      accountFlags(account, resolveSettings({ flags: flags as GlobalFlags, env, config })),
    ).toBe(expected);
  });
});
