import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linesIn, runsAnywhere } from '../support/printed-lines';
import { projectFolder } from '../support/project';

/* The lines for PowerShell in the README, in docs/ and in `waybill help windows`: no test runs PowerShell. */
const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');
const topic = read('src/commands/help/topics/windows.md');
const pages = readdirSync(join(projectFolder, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);

const inPages = ['README.md', ...pages].flatMap((page) => linesIn(read(page), 'powershell'));
const terms = [...topic.matchAll(/^: (.*?)(?: {3}.*)?$/gm)].map(([, form = '']) => form);
const forms = terms.slice(0, terms.indexOf('NUL as an argument, $null after >'));
const inBlocks = [...topic.matchAll(/^ {2}(\S.*)$/gm)].map(([, line = '']) => line);
const lines = [...new Set([...inPages, ...forms, ...inBlocks])];

test('there are lines of each kind', () => {
  expect([inPages.length > 15, forms.length > 6, inBlocks.length]).toEqual([true, true, 5]);
});

test.each(lines)('%s is valid in Windows PowerShell 5.1', (line) => {
  // Without it, 5.1 reads and writes the letters of the system's old code page.
  if (/\b(Get|Set|Add)-Content|Out-File/.test(line)) expect(line).toContain('-Encoding UTF8');
  const outsideQuotes = line.replace(/"[^"]*"|'[^']*'/g, '');
  expect(outsideQuotes).not.toMatch(/&&|\|\||<|(?<!2)>/);
  // 5.1 drops a quote inside an argument unless a backslash is before it.
  const [, argument = ''] = /'([^']*)'/.exec(line) ?? [];
  expect(argument).not.toMatch(/(?<!\\)"/);
});

/** Lines of the page in the Windows archive that a test types there. */
const ran = linesIn(read('docs/windows.md'), 'powershell').filter(runsAnywhere);

test('what never ran is named where a release is made', () => {
  const release = read('docs/release.md');
  const [, block = ''] =
    /^```text\n(.*?)^```$/ms.exec(release.split('## Never run')[1] ?? '') ?? [];
  const neverRan = lines.filter((line) => !ran.includes(line));
  expect(ran.length).toBeGreaterThan(3);
  expect(block.trimEnd().split('\n').sort()).toEqual(neverRan.sort());
});
