import { expect, test } from 'vitest';
import { isForMutants, isFull, runs } from '../support/tier';
import { scenarioOf } from './scenario';
import { runSeeds } from './seeds';
import { simulate } from './uploads';

/** The seeds of this run begin at the one that it printed, so that `WAYBILL_SEED` repeats them. */
const from = Math.abs(Number(process.env.WAYBILL_SEED)) % 2 ** 31;
const share = isFull ? 1 : isForMutants ? 400 : 100;
const kinds = { shipments: 20_000, create: 4_000, update: 4_000 } as const;

test.each(['shipments', 'create', 'update'] as const)(
  `${from}: uploads keep their promises, %s`,
  async (kind) => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const seeds = kinds[kind] / share;
    const failed = await runSeeds({ seeds, from, kinds: [kind], most: 1, print });
    expect(failed, lines.join('\n')).toBe(0);
  },
  900_000,
);

/** Seeds that showed a fault of uploads, and one that the simulation itself had. */
const found = {
  'a retry that was stopped says that nothing was sent, although an earlier try was': 1_000_577,
  "two uploads with equal results at the same time get in each other's way": 1_012_939,
  'a disk that fails as another run comes first is held against this one': 3_411_504,
};

test.each(Object.entries(found))('%s: no more', async (_, seed) => {
  expect((await simulate(scenarioOf(seed, ['shipments']))).problems).toEqual([]);
});

test('a seed gives the same run each time, byte for byte', async () => {
  for (let seed = from; seed < from + runs(20, 5); seed++) {
    const scenario = scenarioOf(seed, ['shipments']);
    // What is loaded on first use takes time that is not the machine's.
    await simulate(scenario);
    expect((await simulate(scenario, true)).log).toEqual((await simulate(scenario, true)).log);
  }
});
