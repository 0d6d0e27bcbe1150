import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linesOf, plain, record } from '../../scripts/terminal-picture';
import { projectFolder } from '../support/project';

test("the README's picture shows what its commands print (npm run picture updates it)", async () => {
  const svg = readFileSync(join(projectFolder, 'docs', 'terminal.svg'), 'utf8');
  expect(linesOf(svg)).toEqual((await record()).map(plain));
  expect(readFileSync(join(projectFolder, 'README.md'), 'utf8')).toContain('(docs/terminal.svg)');
});
