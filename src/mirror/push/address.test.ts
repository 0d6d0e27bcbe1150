import { expect, test } from 'vitest';
import { postgresAddress } from './address';

function addressOf(env: Readonly<Record<string, string>>) {
  const secrets: string[] = [];
  const address = postgresAddress({
    env: { USER: 'me', ...env },
    caFile: undefined,
    onSecret: (secret) => secrets.push(secret),
    onNotice: () => {},
  });
  return { ...address, secrets };
}

const url = (address: string) => addressOf({ WAYBILL_POSTGRES_URL: address });

test.each([
  ['postgres://a:b@db.example:6000/team', 'db.example', 6000, 'a', 'team'],
  ['postgresql://a@db.example', 'db.example', 5432, 'a', 'a'],
  ['postgres://db.example/team', 'db.example', 5432, 'me', 'team'],
  ['postgres://a@/team?host=/run/postgresql', '/run/postgresql', 5432, 'a', 'team'],
  ['postgres://a%40x@[::1]/te%20am', '::1', 5432, 'a@x', 'te am'],
])('%s', (address, host, port, user, database) => {
  expect(url(address)).toMatchObject({ host, port, user, database });
});

test("libpq's variables complete the URL, and the URL wins", async () => {
  const found = addressOf({
    ...{ WAYBILL_POSTGRES_URL: 'postgres://a@db.example', PGPORT: '7', PGUSER: 'b' },
    ...{ PGDATABASE: 'c', PGPASSWORD: 'secret' },
  });
  expect(found).toMatchObject({ host: 'db.example', port: 7, user: 'a', database: 'c' });
  expect(found.shown).toBe('db.example:7/c');
  expect(await found.password()).toBe('secret');
  expect(found.secrets).toContain('secret');
});

test.each([
  [{ PGHOST: 'db.example', PGHOSTADDR: '10.0.0.7' }],
  [{ WAYBILL_POSTGRES_URL: 'postgres://db.example/me?hostaddr=10.0.0.7' }],
])('connects to the address of %j and checks the certificate of the host', (env) => {
  expect(addressOf(env)).toMatchObject({
    ...{ host: 'db.example', target: '10.0.0.7', shown: 'db.example:5432/me' },
    ssl: { rejectUnauthorized: true, servername: 'db.example' },
  });
});

test('an address of this machine needs no TLS', () => {
  expect(addressOf({ PGHOST: 'db.example', PGHOSTADDR: '127.0.0.1' }).ssl).toBe(false);
  expect(addressOf({ PGHOSTADDR: '10.0.0.7' })).toMatchObject({ host: '10.0.0.7' });
});

test.each([
  [{ PGSERVICE: 'team', PGHOST: 'db.example' }],
  [{ WAYBILL_POSTGRES_URL: 'postgres://db.example/me?service=team' }],
])('refuses the service file, which it does not read: %j', (env) => {
  expect(() => addressOf(env)).toThrow('service file');
});

test.each([
  ['another machine', 'db.example', undefined, true],
  ['another machine', 'db.example', 'prefer', true],
  ['another machine', 'db.example', 'require', true],
  ['another machine', '10.0.0.7', 'allow', true],
  ['a name that begins like this machine', 'localhost.example', undefined, true],
  ['this machine', 'localhost', undefined, undefined],
  ['this machine', '127.0.0.1', 'prefer', undefined],
  ['this machine', '[::1]', 'require', false],
  ['this machine', 'localhost', 'verify-full', true],
])('TLS to %s (%s, sslmode %s): checked %s', (_, host, mode, checked) => {
  const { ssl } = url(`postgres://a@${host}/db${mode === undefined ? '' : `?sslmode=${mode}`}`);
  expect(ssl === false ? undefined : ssl.rejectUnauthorized).toBe(checked);
});

test.each(['disable', 'no-verify'])('sslmode=%s is accepted only for this machine', (mode) => {
  expect(() => url(`postgres://a@db.example/x?sslmode=${mode}`)).toThrow('this machine only');
  expect(url(`postgres://a@localhost/x?sslmode=${mode}`)).toBeDefined();
});
