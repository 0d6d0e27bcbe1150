import { expect, test } from 'vitest';
import { fingerprintOf, type MirrorOwner, mirrorPath } from './paths';

const owners: readonly MirrorOwner[] = [
  { kind: 'profile', profile: 'default', baseUrl: 'https://a.example/api/v1' },
  { kind: 'profile', profile: 'default', baseUrl: 'https://b.example/api/v1' },
  { kind: 'profile', profile: 'Default', baseUrl: 'https://a.example/api/v1' },
  { kind: 'profile', profile: '../../etc', baseUrl: 'https://a.example/api/v1' },
  {
    kind: 'environment',
    baseUrl: 'https://a.example/api/v1',
    keyFingerprint: fingerprintOf('live_key_1'),
  },
  {
    kind: 'environment',
    baseUrl: 'https://a.example/api/v1',
    keyFingerprint: fingerprintOf('live_key_2'),
  },
  { kind: 'sandbox', database: '/home/dana/sandbox.db' },
];

test('gives every owner a separate file in one folder, with no key in its name', () => {
  const paths = owners.map((owner) => mirrorPath('/data/waybill/mirrors', owner));
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(owners.length);
  for (const path of paths) expect(path).toMatch(/^\/data\/waybill\/mirrors\/[a-z0-9-]+\.db$/);
  expect(paths.join()).not.toContain('key_1');
  expect(paths[0]).toMatch(/profile-default-[0-9a-f]{16}\.db$/);
});
