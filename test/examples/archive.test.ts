import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { archiveFiles } from '../../scripts/package/contents.mjs';
import { packageFiles } from '../../scripts/package/debian.mjs';
import { linksIn, type PackedFile } from '../../scripts/package/pages.mjs';

/* The files of each archive, from the list that the packaging takes: nothing is packed for these tests. */
const parts = { executable: '/dev/null', licenses: '' };
const archives = {
  zip: await archiveFiles('root', { ...parts, name: 'waybill.exe' }),
  tar: await archiveFiles('root', { ...parts, name: 'waybill' }),
  deb: await packageFiles(parts),
};

const textOf = ({ from, content }: PackedFile) =>
  from === undefined ? String(content) : readFileSync(from, 'utf8');

test.each(Object.entries(archives))(
  'each link of a page in the %s leads to a file in it',
  (_, files) => {
    const paths = new Set(files.map(({ path }) => path));
    const pages = files.filter(({ path }) => /(README|docs\/.*)\.md$/.test(path));
    expect(pages.length).toBeGreaterThan(8);
    for (const page of pages) {
      const dead = linksIn(page.path, textOf(page)).filter((link) => !paths.has(link));
      expect({ page: page.path, dead }).toEqual({ page: page.path, dead: [] });
    }
  },
);

test.each(Object.entries(archives))('the README of the %s needs no sources', (_, files) => {
  const [readme, ...others] = files.filter(({ path }) => /(?<!commands\/)README\.md$/.test(path));
  expect(others).toEqual([]);
  const text = textOf(readme as PackedFile);
  expect(text).not.toMatch(/npm (ci|run)|bin\/waybill\.js|CONTRIBUTING|only in the sources/);
  expect(text).toContain('waybill sandbox examples');
});

test('the zip opens with a text for newcomers', () => {
  const [start] = archives.zip.filter(({ path }) => path === 'root/START-HERE.txt');
  const text = textOf(start as PackedFile);
  // What a text file shows has no links.
  expect(linksIn('', text)).toEqual([]);
  for (const word of [
    'PowerShell',
    'Path',
    'SmartScreen',
    'Scoop',
    'capital',
    '## Update',
    '## Remove',
  ])
    expect(text.toLowerCase()).toContain(word.toLowerCase());
});
