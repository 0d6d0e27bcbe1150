import { expect, test } from 'vitest';
import { openInstalled } from './installed-library';

test('finds the library that npm installed for this machine', () => {
  expect(openInstalled()).toMatchObject({ databaseOpen: expect.any(Function) });
});
