import { chmodSync, chownSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { foreignFolderOn, refuseForeignFolder } from './write-files';

/** Somebody else, and the user whose folders they should be. */
const other = 4321;
const user = 1234;

/** Only root may give folders to other users. */
describe.skipIf(process.getuid?.() !== 0)('a folder that nobody else may write to', () => {
  const made = () => {
    const top = mkdtempSync(join(tmpdir(), 'waybill-own-'));
    chmodSync(top, 0o755);
    const folder = join(top, 'home', 'cache');
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    chownSync(join(top, 'home'), user, user);
    chownSync(folder, user, user);
    return { top, home: join(top, 'home'), folder };
  };

  test("is the user's own below root's and below a shared one", () => {
    const { folder } = made();
    expect(foreignFolderOn(folder, user)).toBeUndefined();
    expect(foreignFolderOn(folder, undefined)).toBeUndefined();
    expect(foreignFolderOn(join(folder, 'not', 'made'), user)).toBeUndefined();
  });

  test.each<[string, (places: ReturnType<typeof made>) => void, 'folder' | 'home' | 'top']>([
    ['belongs to somebody else', ({ folder }) => chownSync(folder, other, other), 'folder'],
    ['anyone may write to', ({ folder }) => chmodSync(folder, 0o777), 'folder'],
    [
      'a group may write to',
      ({ folder }) => {
        chownSync(folder, user, other);
        chmodSync(folder, 0o770);
      },
      'folder',
    ],
    ["has somebody else's parent", ({ home }) => chownSync(home, other, other), 'home'],
    ['has a parent that anyone may write to', ({ home }) => chmodSync(home, 0o777), 'home'],
    ["has somebody else's grandparent", ({ top }) => chownSync(top, other, other), 'top'],
  ])('is none that %s', (_, change, where) => {
    const places = made();
    change(places);
    expect(foreignFolderOn(places.folder, user)?.path).toBe(places[where]);
    expect(foreignFolderOn(join(places.folder, 'deeper'), user)?.path).toBe(places[where]);
    expect(() => refuseForeignFolder(places.folder, user)).toThrow(places[where]);
  });

  test('is none that is shared like /tmp, though it may lie in one', () => {
    const { folder } = made();
    chmodSync(folder, 0o1777);
    expect(foreignFolderOn(folder, user)?.path).toBe(folder);
    expect(foreignFolderOn(join(folder, 'deeper'), user)).toBeUndefined();
  });

  test('may be one that the private group of its user may write to', () => {
    const { folder } = made();
    chmodSync(folder, 0o775);
    expect(foreignFolderOn(folder, user)).toBeUndefined();
  });

  test('is looked up through links, each of which only root or the user may set', () => {
    const [one, two] = [made(), made()];
    const link = join(one.home, 'link');
    symlinkSync(two.folder, link);
    expect(foreignFolderOn(link, 0)?.path).toBe(one.home);
    expect(foreignFolderOn(link, user)).toBeUndefined();
    chownSync(two.home, other, other);
    expect(foreignFolderOn(link, user)?.path).toBe(two.home);
    symlinkSync('circle', join(one.home, 'circle'));
    expect(foreignFolderOn(join(one.home, 'circle'), user)?.path).toBe(join(one.home, 'circle'));
  });
});
