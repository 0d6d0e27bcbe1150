import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltBySource, buildBySource } from '../support/sources-run';

let built: BuiltBySource;
beforeAll(async () => {
  built = await buildBySource();
});
afterAll(() => built.remove());

/** Following a command through the code takes no more files than this. */
describe('a command runs code of few sources', () => {
  test.each([
    ['orders update 800458530 --status delivered', 52],
    ['orders list', 47],
    ['shipments add --csv examples/shipments.csv', 79],
  ])('waybill %s: at most %i', async (line, most) => {
    const sources = await built.sourcesRun(line.split(' '));
    expect(sources).toContain('main.ts');
    const [noun = '', verb = ''] = line.split(' ');
    expect(sources).toContain(`commands/${noun}/${verb}.ts`);
    // Compare the whole list, so that a failure shows which file is one too many.
    expect(sources.length > most ? sources : []).toEqual([]);
  });
});
