import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isRoot, stranger, strangersProgram } from '../support/stranger';

const { folder, run } = strangersProgram();
/** Somebody else on the same machine. */
const other = 4321;

/** A home of the stranger's, and somebody else's folder around it or instead of it. */
const homes: readonly (readonly [string, () => { home: string; blamed: string }])[] = [
  [
    'belongs to somebody else',
    () => {
      const home = mkdtempSync(join(folder(), 'theirs-'));
      chownSync(home, other, other);
      chmodSync(home, 0o777);
      return { home, blamed: home };
    },
  ],
  [
    'others may write to',
    () => {
      const home = mkdtempSync(join(folder(), 'open-'));
      chownSync(home, stranger, stranger);
      chmodSync(home, 0o777);
      return { home, blamed: home };
    },
  ],
  [
    "is in somebody else's folder",
    () => {
      const around = mkdtempSync(join(folder(), 'around-'));
      const home = join(around, 'home');
      mkdirSync(home, { mode: 0o700 });
      chownSync(home, stranger, stranger);
      chownSync(around, other, other);
      chmodSync(around, 0o755);
      return { home, blamed: around };
    },
  ],
];

describe.runIf(isRoot).each(homes)('a WAYBILL_HOME that %s', (_, make) => {
  test('keeps no compiled code, in silence', async () => {
    const { home } = make();
    const done = await run({ WAYBILL_HOME: home }, ['--help']);
    expect(done).toMatchObject({ exitCode: 0, stderr: '' });
    expect(readdirSync(home)).toEqual([]);
  });

  test.each([
    ['report', 'unpaid'],
    ['jobs', 'list'],
    ['config', 'get', 'output'],
  ])('is refused with its name: waybill %s', async (...words) => {
    const { home, blamed } = make();
    // Somebody else's settings could run commands and say where credentials go.
    writeFileSync(join(home, 'config.json'), '{"profiles":{}}');
    chownSync(join(home, 'config.json'), stranger, stranger);
    const { exitCode, stdout, stderr } = await run({ WAYBILL_HOME: home }, words);
    expect({ exitCode, stdout }).toEqual({ exitCode: 14, stdout: '' });
    expect(stderr).toContain(blamed);
  });
});
