import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { expandedFiles, patternHint } from './input-file';

const folder = mkdtempSync(join(tmpdir(), 'waybill-pattern-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const name of ['b.csv', 'A.CSV', 'a.xlsx', 'csv']) writeFileSync(join(folder, name), '');
const at = (...names: readonly string[]) => names.map((name) => join(folder, name));

test('files that the shell did not expand are all that fit, by name', async () => {
  expect(await expandedFiles(at('*.csv', 'a.xlsx'), '\\')).toEqual(at('A.CSV', 'b.csv', 'a.xlsx'));
  expect(await expandedFiles(at('?.csv'), '\\')).toEqual(at('A.CSV', 'b.csv'));
});

test('a pattern that fits nothing is named', async () => {
  await expect(expandedFiles(at('*.tsv'), '\\')).rejects.toMatchObject({
    ending: 'usage',
    message: `No file fits ${join(folder, '*.tsv')}`,
  });
  await expect(expandedFiles([join('*', 'a.csv')], '\\')).rejects.toMatchObject({
    ending: 'usage',
  });
});

test('where the shell expands, a name is a name', async () => {
  expect(await expandedFiles(['*.csv'], '/')).toEqual(['*.csv']);
});

test('a command that takes one file says so of a pattern', () => {
  expect(patternHint('*.csv', '\\')).toContain('one file');
  expect(patternHint('a.csv', '\\')).toBeUndefined();
  expect(patternHint('*.csv', '/')).toBeUndefined();
});
