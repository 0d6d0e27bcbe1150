import { expect, test } from 'vitest';
import { diskHint, diskReason } from './disk-failure';

const failed = (code: string) =>
  Object.assign(new Error(`${code}: failed, open 'a.csv'`), { code });

test.each([
  ['/', 'EACCES', 'permission denied', false],
  ['/', 'EPERM', 'operation not permitted', false],
  ['/', 'EBUSY', 'another program has it open', true],
  ['/', 'EINVAL', "EINVAL: failed, open 'a.csv' (EINVAL)", false],
  ['\\', 'EBUSY', 'another program has it open', true],
  ['\\', 'EPERM', 'another program has it open, or operation not permitted', true],
  ['\\', 'EACCES', 'another program has it open, or permission denied', true],
  ['\\', 'EINVAL', 'Windows takes no such name', false],
  ['\\', 'UNKNOWN', 'Windows does not reach it', false],
  ['\\', 'ENOENT', 'no such file or folder', false],
])('where paths have %s, %s is: %s', (separator, code, reason, isHeld) => {
  expect(diskReason(failed(code), separator)).toBe(reason);
  expect(diskHint(failed(code), separator) !== undefined).toBe(isHeld);
});
