import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { shownInTerminal } from '../support/terminal';
import { temporaryHome, waybill } from '../support/waybill';

const home = { WAYBILL_HOME: temporaryHome() };
const colored = /\u001b\[\d+m/;

/** The words of the settings, except the one that is set differently. */
function wordsOf(table: string): readonly string[] {
  const lines = stripVTControlCharacters(table).split('\n');
  return lines.filter((line) => !line.startsWith('color')).map((line) => line.replace(/ +/g, ' '));
}

type Case = [words: string, env: Record<string, string>, inTerminal: boolean, inPipe: boolean];

describe.each<Case>([
  ['', {}, true, false],
  ['--color auto', {}, true, false],
  ['--color always', {}, true, true],
  ['--color never', {}, false, false],
  ['', { NO_COLOR: '1' }, false, false],
  ['', { NO_COLOR: '' }, true, false],
  ['', { FORCE_COLOR: '1' }, true, true],
  ['', { FORCE_COLOR: '0' }, false, false],
  ['', { FORCE_COLOR: '' }, true, false],
  ['', { FORCE_COLOR: '1', NO_COLOR: '1' }, true, true],
  ['', { TERM: 'dumb' }, false, false],
  ['--color always', { NO_COLOR: '1' }, true, true],
  ['--color never', { FORCE_COLOR: '1' }, false, false],
])('color with "%s" and %j', (words, more, inTerminal, inPipe) => {
  const typed = ['config', 'list', ...words.split(' ').filter(Boolean)];
  const env = { ...home, ...more };

  test(`on a terminal: ${inTerminal}`, async () => {
    const { written } = await shownInTerminal(typed, { env });
    expect(colored.test(written)).toBe(inTerminal);
    expect(written).toContain('┌');
  });

  test(`in a pipe: ${inPipe}, and plain otherwise`, async () => {
    const { stdout } = await waybill(typed, { env });
    expect(colored.test(stdout)).toBe(inPipe);
    const plain = await waybill(['config', 'list', '--color', 'never'], { env: home });
    expect(wordsOf(stdout)).toEqual(wordsOf(plain.stdout));
  });
});
