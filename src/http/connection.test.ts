import { describe, expect, test } from 'vitest';
import { proxyFor, splitBaseUrl } from './connection';

const proxy = 'http://proxy.example:3128';
const service = splitBaseUrl('https://api.service.example:8443/api/v1');

describe('NO_PROXY', () => {
  test.each<[string, boolean]>([
    ['', true],
    ['*', false],
    ['service.example', false],
    ['.service.example', false],
    ['*.service.example', false],
    ['API.Service.Example', false],
    ['api.service.example:8443', false],
    ['api.service.example:443', true],
    ['vice.example', true],
    ['other.example', true],
    ['other.example, service.example', false],
    ['other.example service.example', false],
    [',', true],
    ['.', true],
  ])('"%s": uses the proxy: %s', (noProxy, proxied) => {
    const found = proxyFor(service, { HTTPS_PROXY: proxy, NO_PROXY: noProxy });
    expect(found).toBe(proxied ? proxy : undefined);
  });

  test('matches an IPv6 address with or without brackets', () => {
    const base = splitBaseUrl('https://[2001:db8::1]/api/v1');
    for (const noProxy of ['[2001:db8::1]', '2001:db8::1']) {
      expect(proxyFor(base, { HTTPS_PROXY: proxy, NO_PROXY: noProxy })).toBeUndefined();
    }
  });
});

describe('which variable applies', () => {
  test('uses the one for the scheme, lower case first', () => {
    const other = 'http://other.example:1';
    expect(proxyFor(service, { HTTP_PROXY: proxy })).toBeUndefined();
    expect(proxyFor(service, { HTTPS_PROXY: proxy, https_proxy: other })).toBe(other);
    expect(proxyFor(service, { HTTPS_PROXY: proxy, https_proxy: '' })).toBe(proxy);
    expect(proxyFor(service, { HTTPS_PROXY: 'proxy.example:3128' })).toBe(proxy);
  });

  test('connects to a loopback address directly, unless the proxy is on this machine too', () => {
    const here = splitBaseUrl('http://127.0.0.1:8080/api/v1');
    expect(proxyFor(here, { HTTP_PROXY: proxy })).toBeUndefined();
    const local = 'http://localhost:3128';
    expect(proxyFor(here, { HTTP_PROXY: local })).toBe(local);
  });
});
