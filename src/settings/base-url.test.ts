import { describe, expect, test } from 'vitest';
import { parseBaseUrl, shownBaseUrl } from './base-url';

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
