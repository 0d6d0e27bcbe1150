import fc from 'fast-check';
import { expect, test } from 'vitest';
import { windowsRefusal } from './file-name';
import { fileNameFor } from './short-name';

const devices = ['con', 'PRN', 'Aux', 'nul', 'COM1', 'lpt9', 'com¹', 'CONIN$', 'conout$', 'COM0'];

test.each(devices)('Windows keeps %s for a device, whatever follows', (name) => {
  for (const path of [name, `${name}.csv`, `${name} .csv`, `C:\\out\\${name}.tar.gz`]) {
    expect(windowsRefusal(path)).toContain('is the name of a device');
  }
  expect(windowsRefusal(`x${name}.csv`)).toBeUndefined();
  expect(windowsRefusal(`my ${name}`)).toBeUndefined();
});

test.each([
  ['results.csv.', '"results.csv." ends with a dot'],
  ['out./results.csv', '"out." ends with a dot'],
  ['results ', '"results " ends with a space'],
  ['out:results.csv', "a name can't contain :"],
  ['C:\\out\\a?.csv', "a name can't contain ?"],
  ['\\\\.\\COM1', 'it names a device'],
])('%s is refused', (path, why) => {
  expect(windowsRefusal(path)).toBe(why);
});

test.each([
  'results.csv',
  './results.csv',
  '../out/results.csv',
  '..\\results.csv',
  'C:results.csv',
  'C:\\Users\\Ana Maria\\results 1.csv',
  'd:/out/results.csv',
  '\\\\server\\share\\out\\results.csv',
  '\\\\?\\C:\\long\\results.csv',
  '/out/results.csv',
  'auxiliary.csv',
  'COM10.csv',
  'Größe.csv',
])('%s is a file', (path) => {
  expect(windowsRefusal(path)).toBeUndefined();
});

test('where a name is in the path makes no difference', () => {
  const name = fc.constantFrom('aux', 'a.', 'b ', 'a|b', 'nul.txt', 'good', 'good.csv');
  const folder = fc.constantFrom('C:\\', '\\\\server\\share\\', '', '.\\', 'one\\two\\');
  fc.assert(
    fc.property(folder, name, (folder, name) => {
      expect(windowsRefusal(folder + name) === undefined).toBe(name.startsWith('good'));
      expect(windowsRefusal(`${folder}${name}\\file`) === undefined).toBe(name.startsWith('good'));
    }),
  );
});

test('every text has a file of its own, which any file system takes', () => {
  expect(fileNameFor('max_out_deals', true)).toBe('max_out_deals');
  expect(fileNameFor('Größe 1', false)).toBe('Gr%C3%B6%C3%9Fe%201');
  expect(fileNameFor('con', false)).toBe('con');
  const texts = [...devices, '*', 'a.', '../x', '団'.repeat(100), `${'団'.repeat(99)}体`];
  const names = texts.map((text) => fileNameFor(text, true));
  expect(new Set(names).size).toBe(texts.length);
  for (const name of names) {
    expect(name.length).toBeLessThanOrEqual(200);
    expect(windowsRefusal(`${name}.json`)).toBeUndefined();
  }
});
