import { Command, Option } from 'commander';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/tier';
import { type Flags, flagLabel, text, toggle } from './flag';
import { readWords, spellings } from './words';

const flags: Flags = {
  output: text('<format>', 'Format', { short: 'o' }),
  limit: text('<n>', 'How many', { short: 'L' }),
  quiet: toggle('Quiet', { short: 'q' }),
  noInput: toggle('Never ask'),
  help: toggle('Help', { short: 'h' }),
};

/** The words that are no flags and no values, and the switches, as commander finds them. */
function byCommander(words: readonly string[]) {
  const switches: string[] = [];
  const commander = new Command().exitOverride().helpOption(false);
  commander.configureOutput({ writeErr: () => {} });
  for (const [key, { short, placeholder }] of Object.entries(flags)) {
    const names = short === undefined ? flagLabel(key) : `-${short}, ${flagLabel(key)}`;
    const option = new Option(placeholder === undefined ? names : `${names} <value>`);
    option.negate = false;
    commander.addOption(option);
    if (placeholder === undefined)
      commander.on(`option:${option.name()}`, () => switches.push(key));
  }
  const { operands, unknown } = commander.parseOptions([...words]);
  return { operands, unknown, switches };
}

test('words are read as commander reads them', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'orders',
      '-',
      '--',
      '-5',
      '-o',
      '-ojson',
      '-qo',
      '-qh',
      '-qLo',
      '--output',
      '--output=x',
    ),
    fc.constantFrom('--quiet', '--no-input', '--help', '-h', '-L', '--limit', '--limit=-h', '-hq'),
    fc.stringMatching(/^-[oLqh]{1,4}$/),
    fc.stringMatching(/^[a-z]{0,3}$/),
  );
  const known = spellings(flags);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 7 }), (words) => {
      let expected: ReturnType<typeof byCommander>;
      try {
        expected = byCommander(words);
      } catch {
        // A flag at the end of the line lacks its value: the one thing that commander throws at.
        return;
      }
      if (expected.unknown.length > 0) return;
      const read = [...readWords(words, known)];
      // A negative number is an argument to commander; here it is a flag that nobody knows.
      const operands = read
        .filter(({ text: one, flags: found }) => found === undefined || /^-\d/.test(one))
        .map(({ text: one }) => one);
      expect(operands).toEqual(expected.operands);
      const found = read.flatMap((one) => one.flags ?? []);
      const names = Object.entries(flags)
        .filter(([, { placeholder }]) => placeholder === undefined)
        .flatMap(([key, { short }]) =>
          found.filter((flag) => flag === flagLabel(key) || flag === `-${short}`).map(() => key),
        );
      expect(names.sort()).toEqual(expected.switches.sort());
    }),
    { numRuns: runs(3000) },
  );
});
