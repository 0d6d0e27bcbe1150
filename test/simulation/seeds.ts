import { type Scenario, scenarioOf, shrink } from './scenario';
import { simulate } from './uploads';

interface Options {
  readonly seeds: number;
  readonly from: number;
  readonly kinds: readonly Scenario['kind'][];
  /** How many failing seeds to look at before giving up. */
  readonly most: number;
  /** Prints everything that happens. */
  readonly log?: boolean;
  print(line: string): void;
}

/** Milliseconds. */
const mostShrinking = 60_000;

/** What went wrong with a seed: the smallest scenario that shows it, as one line to repeat it. */
export async function explained(seed: number, kinds: Options['kinds']): Promise<string> {
  const scenario = scenarioOf(seed, kinds);
  const { problems } = await simulate(scenario);
  const same = (other: readonly string[]) => other[0]?.slice(0, 8) === problems[0]?.slice(0, 8);
  // Before the test's time is up, so that it still says which seed it was.
  const until = performance.now() + mostShrinking;
  const smallest = await shrink(
    scenario,
    async (one) => performance.now() < until && same((await simulate(one)).problems),
  );
  const again = await simulate(smallest, true);
  return [
    `seed ${seed}: ${problems[0]}`,
    JSON.stringify(smallest),
    ...again.log,
    ...again.problems,
  ].join('\n');
}

/** Simulates one seed after the other; returns how many failed. */
export async function runSeeds({ seeds, from, kinds, most, log, print }: Options): Promise<number> {
  let failed = 0;
  const started = process.cpuUsage();
  for (let seed = from; seed < from + seeds && failed < most; seed++) {
    const { problems, log: lines } = await simulate(scenarioOf(seed, kinds), log);
    for (const line of lines) print(line);
    const count = seed - from + 1;
    if (count % 10_000 === 0 || count === seeds) {
      const each = process.cpuUsage(started).user / 1000 / count;
      print(`${count} seeds from ${from}, ${failed} failed, ${each.toFixed(2)} ms each`);
    }
    if (problems.length === 0) continue;
    failed++;
    print(`seed ${seed}: ${problems[0]}`);
    print(await explained(seed, kinds));
  }
  return failed;
}
