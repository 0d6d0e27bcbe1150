import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { markOf, recordPage } from '../../scripts/page-picture';
import { linesOf, plain, record } from '../../scripts/terminal-picture';
import { projectFolder } from '../support/project';

test("the README's picture shows what its commands print (npm run picture updates it)", async () => {
  const svg = readFileSync(join(projectFolder, 'docs', 'terminal.svg'), 'utf8');
  expect(linesOf(svg)).toEqual((await record()).map(plain));
  expect(readFileSync(join(projectFolder, 'README.md'), 'utf8')).toContain('(docs/terminal.svg)');
});

test("the README's other picture is of the page that report html writes now", async () => {
  const png = readFileSync(join(projectFolder, 'docs', 'page.png'));
  expect(png.includes(markOf(await recordPage()))).toBe(true);
  expect(png.length).toBeLessThan(150_000);
  expect(readFileSync(join(projectFolder, 'README.md'), 'utf8')).toContain('(docs/page.png)');
});
