import { expect, test } from 'vitest';
import { isForMutants, isFull } from '../support/tier';
import { scenarioOf } from './scenario';
import { runSeeds } from './seeds';
import { simulate } from './uploads';

/** The seeds of this run begin at the one that it printed, so that `WAYBILL_SEED` repeats them. */
const from = Math.abs(Number(process.env.WAYBILL_SEED)) % 2 ** 31;
const seeds = isFull ? 20_000 : isForMutants ? 50 : 500;

test(`an upload keeps its promises in ${seeds} seeds from ${from}`, async () => {
  const found: string[] = [];
  const print = (line: string) => found.push(line);
  const failed = await runSeeds({ seeds, from, kinds: ['shipments'], most: 1, print });
  expect(failed, found.join('\n')).toBe(0);
}, 600_000);

/** Seeds that showed a fault, each of another kind. */
const found = {
  'a retry that was stopped says that nothing was sent, although an earlier try was': 1_000_577,
};

test.each(Object.entries(found))('%s: no more', async (_, seed) => {
  expect((await simulate(scenarioOf(seed, ['shipments']))).problems).toEqual([]);
});

test('a seed gives the same run each time, byte for byte', async () => {
  for (let seed = from; seed < from + 20; seed++) {
    const scenario = scenarioOf(seed, ['shipments']);
    expect((await simulate(scenario, true)).log).toEqual((await simulate(scenario, true)).log);
  }
});
