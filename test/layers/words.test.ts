import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../support/project';

/** Words that readers don't know from other tools, with what to write instead. */
const quaint: Readonly<Record<string, string>> = {
  'mend|mends|mended|mending': 'fix',
  anew: 'again, or start over',
  told: 'reported, shown, called',
  stands: 'is, appears, means',
  whoever: 'anyone who, or the role: the caller, the owner',
  practice: 'sandbox',
  'mishap|mishaps': 'failure',
  'so many': 'this many, or the number',
  '(?:is|are|was) to be': 'must be, should be, or the active voice',
  'counts from now on': 'Switched to …',
  'nobody can be asked': "can't prompt",
  'comes too early': 'Put … after the verb',
  'of its own accord': 'automatically',
};

/** British spellings of words that occur here. */
const british: Readonly<Record<string, string>> = {
  'colours?|coloured': 'color',
  '(?:neighbour|favour|behaviour|honour)\\w*': 'neighbor, favor, behavior, honor',
  'catalogues?': 'catalog',
  'dialogues?': 'dialog',
  '(?:organis|recognis|normalis|initialis|serialis)\\w*': 'organize, …',
};

/**
 * Everything that a user or a reader of the code sees. Not this file, which has to name the words.
 */
const places = ['src', 'docs', 'man', 'completions', 'README.md', 'CONTRIBUTING.md'];

const files = execFileSync('git', ['ls-files', '-z', ...places], {
  cwd: projectFolder,
  encoding: 'utf8',
})
  .split('\0')
  .filter((name) => /\.(ts|md|1|bash|zsh|fish|ps1)$|completions\//.test(name));

/** `file:line: the line`, for each line that contains the words as whole words, in any case. */
function linesWith(words: string): readonly string[] {
  const pattern = new RegExp(`\\b(?:${words})\\b`, 'i');
  return files.flatMap((file) =>
    readFileSync(join(projectFolder, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
}

test('searches all the places it should', () => {
  expect(files.length).toBeGreaterThan(250);
  for (const place of places) expect(files.some((file) => file.startsWith(place))).toBe(true);
});

test.each([...Object.entries(quaint), ...Object.entries(british)])(
  '%s appears nowhere: write %s',
  (words) => {
    expect(linesWith(words)).toEqual([]);
  },
);

test('a comment begins with a noun or a verb', () => {
  const question =
    /^\s*(?:\/\*\*|\/\/|\*) (?:What|How|Whether|Which|Where|Why|Whose|Who|When|Tells whether) /;
  const found = files
    .filter((file) => /^src\/(?!generated\/).*(?<!\.test)\.ts$/.test(file))
    .flatMap((file) => readFileSync(join(projectFolder, file), 'utf8').split('\n'))
    .filter((line) => question.test(line));
  expect(found).toEqual([]);
});
