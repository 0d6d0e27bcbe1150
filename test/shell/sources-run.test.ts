import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltBySource, buildBySource } from '../support/sources-run';

let built: BuiltBySource;
beforeAll(async () => {
  built = await buildBySource();
});
afterAll(() => built.remove());

/** Following a command through the code takes no more files than this. */
describe('a command runs code of few sources', () => {
  test.each<[line: string, most: number, before?: string]>([
    ['orders update 800458530 --status delivered', 52],
    ['orders list', 47],
    ['shipments add --csv examples/shipments.csv', 75],
    ['orders create --csv examples/orders.csv', 90],
    ['orders update --csv examples/order-updates.csv', 85],
    ['reconcile examples/payout-bfmr.csv --group bfmr --record', 80, 'sync'],
  ])('waybill %s: at most %i', async (line, most, before) => {
    const sources = await built.sourcesRun(line.split(' '), before?.split(' '));
    expect(sources).toContain('main.ts');
    const [noun = '', verb = ''] = line.split(' ');
    // A noun without verbs has its own name.
    const command = verb.includes('/') ? noun : verb;
    expect(sources).toContain(`commands/${noun}/${command}.ts`);
    // Compare the whole list, so that a failure shows which file is one too many.
    expect(sources.length > most ? sources : []).toEqual([]);
  });
});
