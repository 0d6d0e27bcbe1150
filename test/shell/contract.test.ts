import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contractFile } from '../../scripts/generate/files';
import { projectFolder } from '../support/project';

const kept: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(projectFolder, 'test/shell/contract-1.json'), 'utf8'),
);

test('everything that scripts rely on since the last release is there, and as it was', async () => {
  const now: typeof kept = JSON.parse(await contractFile());
  const changed = Object.entries(kept).filter(([name, was]) => now[name] !== was);
  expect(changed.map(([name, was]) => ({ name, was, now: now[name] ?? 'gone' }))).toEqual([]);
  expect(Object.keys(kept).length).toBeGreaterThan(1000);
});
