import { describe, expect, test } from 'vitest';
import type { GlobalFlags } from '../cli/global-flags';
import { Failure } from '../failure';
import { mask, Redactor } from '../secrets/secret';
import type { World } from '../world';
import { serviceBaseUrl } from './base-url';
import type { ProfileEntry } from './config-file';
import { createCredentialSource, refusedHint } from './credential-source';
import { resolveSettings, type Settings } from './resolve';

const origin = 'https://api.example';

function entryWith(apiSecret: string): ProfileEntry {
  return {
    settings: { baseUrl: `${origin}/api/v1` },
    credentials: { store: 'file', origin, apiKey: 'abc_key_1', apiSecret },
  };
}

/** A source for a profile that `rotate` changes, and how often the profile was read again. */
function sourceOver(first: ProfileEntry | undefined, env: Record<string, string> = {}) {
  let entry = first;
  let reads = 0;
  const redactor = new Redactor();
  const settings = resolveSettings({
    flags: {} as GlobalFlags,
    env,
    config: { profiles: first === undefined ? {} : { default: first } },
  });
  const source = createCredentialSource({
    settings,
    world: { env } as unknown as World,
    redactor,
    readEntry: () => {
      reads++;
      return entry;
    },
  });
  return {
    source,
    redactor,
    rotate: (next: ProfileEntry | undefined) => {
      entry = next;
    },
    reads: () => reads,
  };
}

describe('after a 401', () => {
  test('says what to do where the credentials come from', async () => {
    const kept = await sourceOver(entryWith('abc_secret_old')).source.refusedHint();
    expect(kept).toMatch(/^To check them, run waybill auth status\. .* run waybill auth rotate\.$/);
    const env = { WAYBILL_API_KEY: 'abc_key_1', WAYBILL_API_SECRET: 'abc_secret_1' };
    const set = await sourceOver(entryWith('abc_secret_old'), env).source.refusedHint();
    expect(set).toMatch(/^Check WAYBILL_API_KEY and WAYBILL_API_SECRET\. /);
    expect(set).not.toContain('rotate');
  });

  test('reads a rotated secret once, however many requests need it', async () => {
    const { source, rotate, reads } = sourceOver(entryWith('abc_secret_old'));
    const old = await source.current();
    expect(old.apiSecret.reveal()).toBe('abc_secret_old');
    rotate(entryWith('abc_secret_new'));
    const renewed = () => source.renewed(old);
    expect(await Promise.all([renewed(), renewed(), renewed()])).toEqual([true, true, true]);
    rotate(entryWith('abc_secret_newest'));
    expect(await renewed()).toBe(true);
    const fresh = await source.current();
    expect(fresh.apiSecret.reveal()).toBe('abc_secret_new');
    expect(await source.renewed(fresh)).toBe(false);
    expect(reads()).toBe(1);
  });

  test('does not retry with an unchanged secret', async () => {
    const { source } = sourceOver(entryWith('abc_secret_old'));
    expect(await source.renewed(await source.current())).toBe(false);
  });

  test('does not send the credentials of a profile that has since moved elsewhere', async () => {
    const { source, rotate } = sourceOver(entryWith('abc_secret_old'));
    const old = await source.current();
    const elsewhere = 'https://other.example';
    rotate({
      settings: { baseUrl: elsewhere },
      credentials: { store: 'file', origin: elsewhere, apiKey: 'k', apiSecret: 's' },
    });
    await expect(source.renewed(old)).rejects.toThrow('belong to https://other.example');
  });

  test('does not read credentials from the environment again', async () => {
    const env = {
      WAYBILL_API_KEY: 'abc_key_2',
      WAYBILL_API_SECRET: 'abc_secret_2',
      WAYBILL_BASE_URL: 'https://third.example',
    };
    const { source, reads } = sourceOver(entryWith('abc_secret_old'), env);
    const set = await source.current();
    expect(set).toMatchObject({ apiKey: 'abc_key_2', store: 'environment' });
    expect(await source.renewed(set)).toBe(false);
    expect(reads()).toBe(0);
  });
});

test('adds what was read to the redactor', async () => {
  const { source, redactor } = sourceOver(entryWith('abc_secret_old'));
  await source.current();
  expect(redactor.clean('abc_key_1 abc_secret_old')).toBe(`${mask} ${mask}`);
});

describe('a command in a hint', () => {
  const entry = { settings: {}, credentials: { store: 'file', origin, apiKey: 'abc_key_1' } };
  const without = { ...entry, credentials: undefined };
  const chosen: readonly [
    from: string,
    flags: object,
    env: Record<string, string>,
    flag: string,
  ][] = [
    ['--profile', { profile: 'shop' }, {}, ' --profile shop'],
    ['WAYBILL_PROFILE', {}, { WAYBILL_PROFILE: 'shop' }, ' --profile shop'],
    ['a name to quote', { profile: 'my shop' }, {}, " --profile 'my shop'"],
    ['auth switch', {}, {}, ''],
  ];
  const hintOf = async (attempt: () => unknown) => {
    const failure = await Promise.resolve()
      .then(attempt)
      .catch((error: unknown) => error);
    return (failure as Failure).hint;
  };
  const credentialsOf = (settings: Settings) => () =>
    createCredentialSource({
      settings,
      world: { env: {} } as unknown as World,
      redactor: new Redactor(),
      readEntry: () => settings.entry,
    }).current();

  test.each(chosen)('acts on the profile of the run (%s)', async (_from, flags, env, flag) => {
    const given = (one: object) => {
      const profiles = { shop: one, 'my shop': one } as Record<string, ProfileEntry>;
      return { flags: flags as GlobalFlags, env, config: { defaultProfile: 'shop', profiles } };
    };
    const settings = resolveSettings(given(without));
    expect(refusedHint('file', settings)).toContain(`waybill auth rotate${flag}.`);
    expect(refusedHint('keychain', settings)).toContain(`waybill auth rotate${flag}.`);
    expect(refusedHint('environment', settings)).not.toContain('--profile');
    expect(refusedHint('command', settings)).not.toContain('--profile');
    expect(await hintOf(credentialsOf(settings))).toContain(`waybill auth login${flag}, or set`);
    expect(await hintOf(() => serviceBaseUrl(settings))).toContain(
      `waybill config set baseUrl <url>${flag}.`,
    );
    const elsewhere = resolveSettings({
      ...given(entry),
      flags: { ...flags, baseUrl: origin } as GlobalFlags,
    });
    expect(await hintOf(credentialsOf(elsewhere))).toBe(
      `Log in again with waybill auth login${flag}.`,
    );
    expect(await hintOf(() => resolveSettings(given({ settings: { retries: 'many' } })))).toContain(
      `Change it with waybill config set retries <value>${flag}, or remove it with waybill config unset retries${flag}.`,
    );
  });
});

test('no credentials at all: exit 4', async () => {
  const { source } = sourceOver(undefined);
  const failure = await source.current().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect((failure as Failure).exitCode).toBe(4);
});
