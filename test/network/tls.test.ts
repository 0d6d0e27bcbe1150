import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { temporaryHome } from '../support/waybill';
import { accountApi } from './account-api';
import {
  answerWithCards,
  certificate,
  type SecureServer,
  startSecureServer,
} from './secure-servers';

const caFile = certificate('authority');
const servers = new Map<string, SecureServer>();

beforeAll(async () => {
  for (const name of ['server', 'elsewhere', 'expired']) {
    servers.set(name, await startSecureServer(name));
  }
});
afterAll(async () => {
  for (const server of servers.values()) await server.stop();
});

function serverOf(name: string): SecureServer {
  const server = servers.get(name);
  if (server === undefined) throw new Error(`There is no server ${name}`);
  return server;
}

describe('a service behind TLS', () => {
  type Given = Partial<Parameters<typeof accountApi>[0]>;
  async function read(baseUrl: string, given: Given = {}) {
    const api = accountApi({ baseUrl, ...given });
    return api.creditCards.page({ limit: 1, offset: 0 }).finally(() => api.close());
  }

  test('a service whose authority --ca-file names', async () => {
    const { baseUrl } = serverOf('server');
    expect((await read(baseUrl, { caFile })).data).toEqual([{ id: 'secure' }]);
    expect((await read(baseUrl.replace('localhost', '127.0.0.1'), { caFile })).data).toHaveLength(
      1,
    );
  });

  test.each(['utf16le', 'utf16be'])(
    '--ca-file may be %s with a byte order mark',
    async (encoding) => {
      const text = Buffer.from(`\ufeffAutoritÃ©\n${readFileSync(caFile, 'utf8')}`, 'utf16le');
      const marked = join(temporaryHome(), 'ca.pem');
      writeFileSync(marked, encoding === 'utf16be' ? text.swap16() : text);
      expect((await read(serverOf('server').baseUrl, { caFile: marked })).data).toHaveLength(1);
      writeFileSync(marked, text.subarray(2));
      await expect(read(serverOf('server').baseUrl, { caFile: marked })).rejects.toMatchObject({
        ending: 'usage',
        message: expect.stringContaining('without a byte order mark'),
      });
    },
  );

  test('NODE_EXTRA_CA_CERTS still applies with --ca-file', async () => {
    const env = { NODE_EXTRA_CA_CERTS: caFile };
    const { data } = await read(serverOf('server').baseUrl, { env, caFile: certificate('server') });
    expect(data).toHaveLength(1);
  });

  test.each([
    ['an unknown authority', 'server', '--ca-file', {}],
    ['a certificate of another host', 'elsewhere', 'a different host', { caFile }],
    ['an expired certificate', 'expired', 'renew', { caFile }],
  ])('%s: exit 10 after one connection, with nothing sent', async (_, name, hint, given) => {
    const server = serverOf(name);
    const before = server.connections;
    await expect(read(server.baseUrl, given)).rejects.toMatchObject({
      ending: 'unavailable',
      code: 'certificate',
      hint: expect.stringContaining(hint),
    });
    expect(server.connections).toBe(before + 1);
    if (name !== 'server') expect(server.requests).toEqual([]);
  });

  test('NODE_TLS_REJECT_UNAUTHORIZED=0 changes nothing: exit 10, and no request arrives', async () => {
    const server = serverOf('server');
    const before = server.requests.length;
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    await expect(read(server.baseUrl)).rejects.toMatchObject({
      ending: 'unavailable',
      code: 'certificate',
      hint: expect.stringContaining('--ca-file'),
    });
    vi.unstubAllEnvs();
    expect(server.requests).toHaveLength(before);
  });

  test('plain http instead of https', async () => {
    let requests = 0;
    const plain = createServer((request, response) => {
      requests++;
      answerWithCards(request, response);
    });
    plain.listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const { port } = plain.address() as AddressInfo;
    const baseUrl = `https://127.0.0.1:${port}/api/v1`;
    await expect(read(baseUrl)).rejects.toMatchObject({ ending: 'unavailable', code: 'no_tls' });
    expect(requests).toBe(0);
    plain.closeAllConnections();
    plain.close();
  });

  test('never uses plain http to another machine', async () => {
    await expect(read('http://service.example/api/v1')).rejects.toMatchObject({ ending: 'usage' });
  });

  test("an authority file that can't be read", async () => {
    const { baseUrl } = serverOf('server');
    const missing = read(baseUrl, { caFile: '/nonexistent.pem' });
    await expect(missing).rejects.toMatchObject({ ending: 'localFile' });
    const file = join(temporaryHome(), 'no.pem');
    writeFileSync(file, '-----BEGIN CERTIFICATE-----\nbm8=\n-----END CERTIFICATE-----\n');
    const damaged = read(baseUrl, { caFile: file });
    await expect(damaged).rejects.toMatchObject({
      ending: 'usage',
      message: expect.stringContaining('Certificate 1 of 1'),
    });
    writeFileSync(file, 'no certificate');
    await expect(read(baseUrl, { caFile: file })).rejects.toMatchObject({
      ending: 'usage',
      message: expect.stringContaining('no certificate'),
    });
  });
});
