import { describe, expect, test } from 'vitest';
import { filePaths, isInProfile } from './paths';

const linux = { platform: 'linux', homeDirectory: '/home/ann', env: {} };

describe('where the files are', () => {
  test('XDG defaults', () => {
    expect(filePaths(linux)).toEqual({
      configFolder: '/home/ann/.config/waybill',
      configFile: '/home/ann/.config/waybill/config.json',
      dataFolder: '/home/ann/.local/share/waybill',
      sandboxDatabase: '/home/ann/.local/share/waybill/sandbox.db',
      mirrorsFolder: '/home/ann/.local/share/waybill/mirrors',
      stateFolder: '/home/ann/.local/state/waybill',
      jobsFolder: '/home/ann/.local/state/waybill/jobs',
      writtenFolder: '/home/ann/.local/state/waybill/written',
      cacheFolder: '/home/ann/.cache/waybill',
    });
  });

  test('XDG variables count only when absolute', () => {
    const env = { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: 'relative', XDG_STATE_HOME: '' };
    expect(filePaths({ ...linux, env })).toMatchObject({
      configFile: '/c/waybill/config.json',
      sandboxDatabase: '/home/ann/.local/share/waybill/sandbox.db',
      jobsFolder: '/home/ann/.local/state/waybill/jobs',
    });
  });

  test('macOS keeps everything in Application Support', () => {
    const paths = filePaths({ platform: 'darwin', homeDirectory: '/Users/ann', env: {} });
    expect(paths.configFile).toBe('/Users/ann/Library/Application Support/waybill/config.json');
    expect(paths.jobsFolder).toBe('/Users/ann/Library/Application Support/waybill/jobs');
    expect(paths.cacheFolder).toBe('/Users/ann/Library/Caches/waybill');
  });

  test('Windows: settings roam, data stays', () => {
    const env = { APPDATA: 'D:\\Roam', LOCALAPPDATA: '' };
    const paths = filePaths({ platform: 'win32', homeDirectory: 'C:\\Users\\ann', env });
    expect(paths.configFile).toBe('D:\\Roam\\waybill\\config.json');
    expect(paths.sandboxDatabase).toBe('C:\\Users\\ann\\AppData\\Local\\waybill\\sandbox.db');
    expect(paths.cacheFolder).toBe('C:\\Users\\ann\\AppData\\Local\\waybill\\cache');
  });

  test.each(['', 'Roam', '..\\Roam'])('APPDATA=%s counts as unset: it names no place', (value) => {
    const env = { APPDATA: value, LOCALAPPDATA: value };
    const paths = filePaths({ platform: 'win32', homeDirectory: 'C:\\Users\\ann', env });
    expect(paths.configFolder).toBe('C:\\Users\\ann\\AppData\\Roaming\\waybill');
    expect(paths.jobsFolder).toBe('C:\\Users\\ann\\AppData\\Local\\waybill\\jobs');
  });

  test.each(['linux', 'darwin', 'win32'])('WAYBILL_HOME holds everything on %s', (platform) => {
    const paths = filePaths({ ...linux, platform, env: { WAYBILL_HOME: '/w' } });
    expect(new Set([paths.configFolder, paths.dataFolder, paths.stateFolder])).toEqual(
      new Set(['/w']),
    );
    expect(paths.cacheFolder).toMatch(/^[\\/]w[\\/]cache$/);
  });
});

test.each([
  ['linux', { WAYBILL_HOME: '/w' }],
  ['darwin', { WAYBILL_HOME: '/w' }],
  ['win32', { WAYBILL_HOME: 'C:\\w' }],
  [
    'linux',
    { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d', XDG_STATE_HOME: '/s', XDG_CACHE_HOME: '/e' },
  ],
])('the home directory is not asked for where %s has the folders in %j', (platform, env) => {
  const surroundings = {
    ...{ platform, env },
    get homeDirectory(): string {
      throw new Error('asked for');
    },
  };
  expect(filePaths(surroundings).configFile).toContain('config.json');
});

test.each([
  ['C:\\Users\\ann\\AppData\\Roaming\\waybill', true],
  ['c:\\users\\ANN\\waybill', true],
  ['E:\\redirected\\waybill', true],
  ['C:\\Users\\annabel', false],
  ['C:\\Users\\ann\\..\\Public', false],
  ['C:\\Users', false],
  ['D:\\waybill', false],
  ['\\\\server\\share\\waybill', false],
])('Windows keeps %s for its user: %s', (folder, isKept) => {
  const env = { APPDATA: 'E:\\redirected', LOCALAPPDATA: '' };
  expect(isInProfile({ homeDirectory: 'C:\\Users\\ann', env }, folder)).toBe(isKept);
});
