import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { HelpPage } from '../../../cli/help';
import { passwordHint } from '../../../mirror/push/password-file';
import { filePaths } from '../../../settings/paths';
import { topic } from './environment';

async function pageOn(platform: string): Promise<string> {
  const page = new HelpPage({ width: 200 });
  await topic.write(page, {}, platform);
  return page.toString();
}

const elsewhere = /XDG_|\bless\b|~\/\.pgpass/;

test('on Windows the page names what waybill uses there, and nothing of other systems', async () => {
  const page = await pageOn('win32');
  expect(page).not.toMatch(elsewhere);
  expect(page).not.toMatch(/\bPAGER\b/);
  expect(page).toContain('%APPDATA%\\postgresql\\pgpass.conf');
  expect(page).toContain('| more');
  const env = { APPDATA: 'C:\\R', LOCALAPPDATA: 'C:\\L' };
  const paths = filePaths({ platform: 'win32', homeDirectory: 'C:\\', env });
  for (const folder of [paths.configFolder, paths.dataFolder, paths.cacheFolder]) {
    const named = folder.replace('C:\\R', '%APPDATA%').replace('C:\\L', '%LOCALAPPDATA%');
    expect(page).toContain(`  ${named} `);
  }
});

test('on macOS it names the folders in the library', async () => {
  const page = await pageOn('darwin');
  expect(page).not.toContain('XDG_');
  const paths = filePaths({ platform: 'darwin', homeDirectory: '/Users/ann', env: {} });
  for (const folder of [paths.configFolder, paths.cacheFolder])
    expect(page).toContain(`  ${folder.replace('/Users/ann', '~')} `);
});

test('on Linux it names the folders of the XDG specification, less and ~/.pgpass', async () => {
  const page = await pageOn('linux');
  for (const name of ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'])
    expect(page).toContain(name);
  expect(page).toContain('(default less)');
  expect(page).toContain('~/.pgpass');
  expect(page).not.toContain('APPDATA');
});

test('a password file needs its mode only where files have one', () => {
  expect(passwordHint(posix.sep)).toContain(
    '~/.pgpass (host:port:database:user:password, chmod 600)',
  );
  expect(passwordHint(win32.sep)).not.toMatch(/chmod|~/);
});
