import { expect, test } from 'vitest';
import { mirrorNames } from './paths';

const { profile, environment, sandbox } = mirrorNames;
const names = [
  profile('default', 'https://a.example/api/v1'),
  profile('default', 'https://b.example/api/v1'),
  profile('Default', 'https://a.example/api/v1'),
  profile('../../etc', 'https://a.example/api/v1'),
  environment('https://a.example/api/v1', 'live_key_1'),
  environment('https://a.example/api/v1', 'live_key_2'),
  sandbox('/home/dana/sandbox.db'),
];

test('gives every owner a separate file in one folder, with no key in its name', () => {
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9-]+\.db$/);
  expect(names.join()).not.toContain('key_1');
});

test('a name stays, because under another one the payments of its mirror would be lost', () => {
  expect([names[0], names[4], names[6]]).toEqual([
    'profile-default-8b9cf13ec8c622c5.db',
    'environment-717909ea8e67e793.db',
    'sandbox-ce5a8f00d321f79a.db',
  ]);
});
