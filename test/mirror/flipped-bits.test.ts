import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { runs } from '../support/tier';
import { runAsProcesses, temporaryHome, waybill } from '../support/waybill';

runAsProcesses();

const home = temporaryHome();
const run = (...words: string[]) =>
  waybill(['--sandbox', ...words], { env: { WAYBILL_HOME: home } });

let path = '';
let sound: Buffer;
/** Where the texts of tables, views, indexes and triggers are. */
let schemaPlaces: readonly number[] = [];

beforeAll(async () => {
  for (const words of [
    ['sync', '-q'],
    ['payments', 'add', '800458530', '12.50', '--date', '2025-11-01', '--reference', 'R-1'],
    ['orders', 'update', '800458530', '--notes', 'changed'],
    ['sync', '-q'],
  ]) {
    expect(await run(...words)).toMatchObject({ exitCode: 0 });
  }
  path = (await run('mirror', 'path')).stdout.trim();
  const copy = join(home, 'copy.db');
  expect(await run('mirror', 'backup', copy)).toMatchObject({ exitCode: 0 });
  sound = readFileSync(copy);
  const texts = sound.toString('latin1').matchAll(/CREATE (?:TABLE|VIEW|INDEX|TRIGGER)[\n -~]+/g);
  schemaPlaces = [...texts].flatMap(({ index, 0: text }) =>
    Array.from(text, (_, place) => index + place),
  );
  expect(schemaPlaces.length).toBeGreaterThan(5_000);
});

/** They run at the same time, so none may read the account where the file counts as no mirror. */
const readers: readonly (readonly string[])[] = [
  ['orders', 'list', '--offline'],
  ['report', 'unpaid', '--offline'],
  ['payments', 'list', '--offline'],
  ['changes', '--since', '2020-01-01', '--offline'],
  ['mirror', 'check'],
  ['query', 'select * from orders', '--offline'],
];

async function endsWell(words: readonly string[]): Promise<void> {
  const { exitCode, signal, stderr } = await run(...words);
  const what = `${words.join(' ')}: ${exitCode ?? signal} ${stderr}`;
  expect([0, 14], what).toContain(exitCode);
  if (exitCode === 14) expect(stderr, what).not.toContain('bug');
}

test('a flipped bit ends no command but with 0 or 14', { timeout: 1_800_000 }, async () => {
  const share = fc.double({ min: 0, max: 0.999999, noNaN: true });
  const spot = fc.oneof(
    fc.nat(99),
    share.map((part) => schemaPlaces[Math.floor(part * schemaPlaces.length)] as number),
    share.map((part) => Math.floor(part * sound.length)),
  );
  await fc.assert(
    fc.asyncProperty(spot, fc.oneof(fc.nat(7), fc.constant(7)), async (place, bit) => {
      const bytes = Buffer.from(sound);
      bytes[place] = (bytes[place] as number) ^ (1 << bit);
      const damage = () => {
        for (const more of ['-wal', '-shm', '-journal']) rmSync(path + more, { force: true });
        writeFileSync(path, bytes);
      };
      damage();
      await Promise.all(readers.map((words) => endsWell(words)));
      damage();
      await endsWell(['sync', '-q']);
    }),
    { numRuns: runs(300, 4), endOnFailure: true },
  );
});
