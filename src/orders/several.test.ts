import { expect, test } from 'vitest';
import type { Ending } from '../exit-codes';
import { Failure } from '../failure';
import { Interruption } from '../world';
import { failureOf, forEachOf, valuesOf } from './several';

const failing = (ending: Ending) =>
  new Failure({ ending, code: ending, message: `it is ${ending}` });
const what = { plural: 'orders', verb: 'updated' };

/** Performs tasks that each end as their name says. */
function perform(names: readonly string[], concurrency = 1) {
  const started: string[] = [];
  const outcomes = forEachOf(names, concurrency, async (name) => {
    started.push(name);
    await Promise.resolve();
    const [ending] = name.split(' ');
    if (ending !== 'done') throw failing(ending as Ending);
    return name;
  });
  return outcomes.then((all) => ({ all, started }));
}

test.each<[string[], Ending | undefined]>([
  [['done'], undefined],
  [['done', 'done 2'], undefined],
  [['notFound'], 'notFound'],
  [['notFound', 'notFound 2'], 'notFound'],
  [['done', 'notFound'], 'partly'],
  [['conflict', 'done'], 'partly'],
  [['done', 'refused', 'conflict'], 'partly'],
  [['done', 'unexpectedResponse'], 'unexpectedResponse'],
  [['done', 'notFound', 'unexpectedResponse'], 'unexpectedResponse'],
  [['unauthorized', 'done'], 'unauthorized'],
  [['done', 'unauthorized'], 'unauthorized'],
  [['done', 'refused', 'rateLimited', 'done 2'], 'rateLimited'],
  [['done', 'unknown', 'refused'], 'unknown'],
  [['notFound', 'planRequired'], 'planRequired'],
])('%j ends as %s', async (names, ending) => {
  const { all } = await perform(names);
  expect(failureOf(all, what)?.ending).toBe(ending);
});

test('a write whose outcome is unknown decides the ending, even if the run was stopped', async () => {
  const { all } = await perform(['interrupted', 'unknown', 'done'], 2);
  expect(failureOf(all, what)?.ending).toBe('unknown');
});

test('advises what to repeat if repeating everything would do something twice', async () => {
  const advice = (names: readonly string[]) => `only ${names.join(', ')}`;
  const { all } = await perform(['done', 'notFound', 'refused']);
  expect(failureOf(all, { ...what, advice })?.hint).toBe('only notFound, refused');
  const { all: unsure } = await perform(['done', 'unknown', 'refused']);
  expect(failureOf(unsure, { ...what, advice })?.hint).toBe('only refused');
  const { all: none } = await perform(['notFound', 'refused']);
  expect(failureOf(none, { ...what, advice })?.hint).toBeUndefined();
});

test('only what was attempted may have been done', async () => {
  const { all } = await perform(['unknown', 'done', 'done 2']);
  expect(failureOf(all, what)).toMatchObject({
    ending: 'unknown',
    message: '2 of 3 orders were not updated, and 1 more may or may not have been updated',
  });
});

test.each([
  [['notFound', 'done'], '1 of 2 orders was not found'],
  [['notFound', 'unexpectedResponse', 'done'], '2 of 3 orders were not read'],
])('%j: %s', async (names, message) => {
  const { all } = await perform(names);
  const words = { plural: 'orders', verb: 'found', otherwise: 'read' };
  expect(failureOf(all, words)?.message).toBe(message);
});

test('values are in the order of the names, whichever finished first', async () => {
  const outcomes = await forEachOf(['c', 'a', 'b'], 3, async (name) => {
    for (let turn = 0; turn < (name === 'c' ? 5 : 1); turn++) await Promise.resolve();
    return name;
  });
  expect(valuesOf(outcomes)).toEqual(['c', 'a', 'b']);
});

test('runs no more than this many at once', async () => {
  let now = 0;
  let most = 0;
  await forEachOf(
    Array.from({ length: 20 }, (_, index) => `${index}`),
    3,
    async () => {
      most = Math.max(most, ++now);
      await Promise.resolve();
      now--;
    },
  );
  expect(most).toBe(3);
});

test('after a failure that ends the run, starts nothing more and reports what was not attempted', async () => {
  const { all, started } = await perform(['done', 'unauthorized', 'done 2', 'done 3']);
  expect(started).toEqual(['done', 'unauthorized']);
  expect(failureOf(all, what)).toMatchObject({
    ending: 'unauthorized',
    message: '3 of 4 orders were not updated',
    issues: [
      { path: 'unauthorized', message: 'it is unauthorized' },
      { path: 'done 2', message: 'not attempted' },
      { path: 'done 3', message: 'not attempted' },
    ],
  });
});

test.each([
  [['unknown', 'done'], '1 of 2 orders may or may not have been updated'],
  [
    ['refused', 'unknown'],
    '1 of 2 orders was not updated, and 1 more may or may not have been updated',
  ],
])('of %j, claims only what is known', async (names, message) => {
  const { all } = await perform(names, 2);
  expect(failureOf(all, what)?.message).toBe(message);
});

test('an interruption ends the run as interrupted, and reports what was done and what was not', async () => {
  const outcomes = await forEachOf(['a', 'b', 'c', 'd'], 1, async (name) => {
    if (name === 'b') throw failing('notFound');
    if (name === 'c') throw new Interruption('SIGINT');
    return name;
  });
  expect(valuesOf(outcomes)).toEqual(['a']);
  const failure = failureOf(outcomes, what);
  expect(failure?.exitCode).toBe(130);
  expect(failure?.issues?.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'b: it is notFound',
    'c: The run was interrupted',
    'd: not attempted',
  ]);
});

test('a single failure is reported as itself', async () => {
  const { all } = await perform(['conflict']);
  expect(failureOf(all, what)).toMatchObject({ message: 'it is conflict', ending: 'conflict' });
});

test('a bug is thrown, not reported for one order', async () => {
  const broken = forEachOf(['a'], 1, async () => {
    throw new TypeError('bug');
  });
  await expect(broken).rejects.toThrow(TypeError);
});
