import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../support/tier';
import { start, waybill } from '../support/waybill';
import { serveCounted } from './counted-service';
import { generator } from './simulation';

/**
 * An upload of 2,000 rows, 1% of which match no order, killed at many points: when a request
 * arrives, when it has been carried out but not answered, at any moment, while it writes its
 * results after the last response, and when it is finished and only has to exit. The full tier
 * takes 500 points, the quick one each of these once.
 */
const points = isFull ? 500 : 5;
const sideBySide = 3;
const rows = 2000;
const everyBad = 100;
const workers = 4;

const folder = mkdtempSync(join(tmpdir(), 'waybill-crash-'));
const file = join(folder, 'shipments.csv');
let expected: { readonly results: string; readonly rejects: string; readonly posts: number };

function command(results: string, rejects: string): string[] {
  return ['shipments', 'add', '--csv', file, '--results', results, '--rejects', rejects, '-q'];
}

async function numbersOf(service: Awaited<ReturnType<typeof serveCounted>>): Promise<string[]> {
  const orders = await service.orders();
  return orders
    .flatMap(({ trackingNumbers }) => trackingNumbers.map((one) => one.trackingNumber))
    .filter((number) => number.startsWith('CRASH'))
    .sort();
}

let numbers: readonly string[];

/** Rows were refused. */
const expectedExit = 3;

/** Whether the journal of the home's only job says that every row is settled. */
function isFinished(home: string): boolean {
  const jobs = join(home, 'jobs');
  const [job] = existsSync(jobs) ? readdirSync(jobs).filter((name) => !name.startsWith('.')) : [];
  const journal = join(jobs, job ?? '', 'journal.ndjson');
  return existsSync(journal) && readFileSync(journal, 'utf8').includes('"finished"');
}

const phases = ['before', 'after', 'moment', 'results', 'finished'] as const;

beforeAll(async () => {
  const service = await serveCounted();
  const orders = (await service.orders()).filter(({ orderNumber }) => orderNumber !== null);
  const lines = Array.from({ length: rows }, (_, row) => {
    const { retailer, orderNumber } = orders[row % orders.length] ?? {};
    const bad = row % everyBad === everyBad / 2;
    return [retailer, bad ? `NONE-${row}` : orderNumber, `CRASH${row}`].join(',');
  });
  writeFileSync(file, `retailer,orderNumber,trackingNumber\n${lines.join('\n')}\n`);
  const [results, rejects] = [join(folder, 'whole.csv'), join(folder, 'whole-rejects.csv')];
  const env = { ...service.env, WAYBILL_HOME: join(folder, 'whole') };
  const run = await waybill(command(results, rejects), { env });
  expect(run).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('rows were refused') });
  expected = {
    results: readFileSync(results, 'utf8'),
    rejects: readFileSync(rejects, 'utf8'),
    posts: service.posts.length,
  };
  numbers = await numbersOf(service);
  expect(numbers.length).toBe(rows - rows / everyBad);
  await service.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Kills the upload at a point, sometimes again during the resumed run, then runs the same command
 * once more.
 */
async function tryPoint(point: number): Promise<string | undefined> {
  const random = generator(point * 7919);
  const home = join(folder, `home-${point}`);
  const [results, rejects] = [join(folder, `${point}.csv`), join(folder, `${point}-rejects.csv`)];
  let kill = () => {};
  let at = 0;
  const phase = phases[point % phases.length] ?? 'moment';
  const service = await serveCounted({
    before: (post) => {
      if (phase === 'before' && post === at) kill();
    },
    after: (post) => {
      if (phase === 'after' && post === at) kill();
      if (phase === 'results' && post === expected.posts) delay(random() * 60).then(kill);
    },
  });
  const env = { ...service.env, WAYBILL_HOME: home };
  let kills = 0;
  try {
    for (const most of point % 4 === 0 ? [expected.posts, 20] : [expected.posts]) {
      const child = start(command(results, rejects), { env });
      child.stdin?.end();
      kill = () => child.kill('SIGKILL');
      at = service.posts.length + 1 + Math.floor(random() * most);
      if (phase === 'moment') delay(random() * 600).then(kill);
      const watch = setInterval(() => {
        if (phase === 'finished' && isFinished(home)) kill();
      }, 1);
      const [ended] = await once(child, 'exit');
      clearInterval(watch);
      if (ended === null) kills++;
      else if (ended !== expectedExit) return `${point} ${phase} at ${at}: exit ${ended}`;
    }
    at = 0;
    const [wasFinished, sent] = [isFinished(home), service.posts.length];
    const { exitCode } = await waybill(command(results, rejects), { env });
    const repeated = service.posts.length - new Set(service.posts).size;
    const after = await numbersOf(service);
    const wrong = [
      exitCode !== expectedExit && `exit ${exitCode}`,
      readFileSync(results, 'utf8') !== expected.results && 'other results',
      readFileSync(rejects, 'utf8') !== expected.rejects && 'other rejects',
      after.join() !== numbers.join() && 'other tracking numbers at the service',
      wasFinished && service.posts.length > sent && 'sent more when it was finished',
      repeated > kills * workers && `${repeated} requests repeated`,
    ].filter(Boolean);
    return wrong.length === 0 ? undefined : `${point} ${phase} at ${at}: ${wrong.join(', ')}`;
  } finally {
    await service.close();
    rmSync(home, { recursive: true, force: true });
  }
}

test(`loses nothing when killed at ${points} points, and ends as if nothing had happened`, async () => {
  const wrong: string[] = [];
  let next = 0;
  const worker = async () => {
    while (next < points) {
      const problem = await tryPoint(next++);
      if (problem !== undefined) wrong.push(problem);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, worker));
  expect(wrong).toEqual([]);
}, 1_800_000);
