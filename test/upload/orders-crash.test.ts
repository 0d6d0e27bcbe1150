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
 * Orders from a file with their tracking numbers, killed at many points: when a request arrives, when
 * it has been carried out but not answered, at any moment, and when everything is finished. Some of
 * the orders are there before: as in the file to the last field, as in the file in what counts, or
 * different. The same command again ends with the same account and the same results. The full tier
 * takes 500 points, the quick one each of these once.
 */
const points = isFull ? 500 : 4;
const sideBySide = 2;
const orders = 30;
const workers = 4;

const folder = mkdtempSync(join(tmpdir(), 'waybill-orders-crash-'));
const file = join(folder, 'orders.csv');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const numberOf = (index: number) => `CRASH-${index}`;
const bodyOf = (index: number) => ({
  orderNumber: numberOf(index),
  orderDate: '2026-05-01',
  retailer: 'Best Buy',
  buyingGroup: 'bfmr',
  tax: 0,
  shipping: 0,
  discount: 0,
  orderLineItems: [
    { description: 'Case', unitPrice: 1000 + index, quantity: 1 },
    { description: 'Cover', unitPrice: 500, quantity: 2 },
  ],
});

const standings = ['exact', 'agrees', 'differs'] as const;

/** What was there before of an order: of every tenth each. */
const standing = (index: number) => (index % 10 < 3 ? standings[index % 10] : undefined);

type Service = Awaited<ReturnType<typeof serveCounted>>;

async function prepared(watch: Parameters<typeof serveCounted>[0] = {}): Promise<Service> {
  const service = await serveCounted(watch);
  for (let index = 0; index < orders; index++) {
    const is = standing(index);
    if (is === undefined) continue;
    const body = bodyOf(index);
    await service.ask('POST', '/buying-group-orders', {
      ...body,
      ...(is === 'agrees' && { notes: 'on its way', tax: 7 }),
      ...(is === 'differs' && { orderDate: '2026-04-01' }),
    });
  }
  return service;
}

/** The orders of the file as the account has them, without what each run makes anew. */
async function accountOf(service: Service): Promise<string> {
  const all = (await service.orders()).filter(({ orderNumber }) =>
    orderNumber?.startsWith('CRASH'),
  );
  const plain = JSON.parse(JSON.stringify(all), (key, value) =>
    key === 'id' || key === 'createdAt' ? undefined : value,
  );
  const numbers = (one: { trackingNumbers: { trackingNumber: string }[] }) =>
    one.trackingNumbers.sort((a, b) => (a.trackingNumber < b.trackingNumber ? -1 : 1));
  for (const one of plain) numbers(one);
  const byNumber = (a: { orderNumber: string }, b: { orderNumber: string }) =>
    a.orderNumber < b.orderNumber ? -1 : 1;
  return JSON.stringify(plain.sort(byNumber));
}

interface Outcome {
  readonly exitCode: number | null;
  readonly summary: object;
  readonly results: string;
  readonly rejects: string;
  readonly numbers: string;
  readonly account: string;
}

const command = (results: string, rejects: string) =>
  ['orders', 'create', '--csv', file, '--results', results, '--rejects', rejects].concat(
    '--json',
    '-q',
  );

/** Runs the command to its end and returns what it came to. */
async function outcomeOf(service: Service, home: string): Promise<Outcome> {
  const [results, rejects] = [join(home, 'r.csv'), join(home, 'rejects.csv')];
  const env = { ...service.env, WAYBILL_HOME: home };
  const { exitCode, stdout } = await waybill(command(results, rejects), { env });
  const { job, requests, resultsFile, rejectsFile, shipments, ...summary } = JSON.parse(stdout);
  const { requests: _, ...numbers } = shipments ?? {};
  return {
    exitCode,
    summary: { ...summary, numbers: { ...numbers, job: '', resultsFile: '', rejectsFile: '' } },
    results: readFileSync(results, 'utf8'),
    rejects: readFileSync(rejects, 'utf8'),
    numbers: readFileSync(shipments.resultsFile, 'utf8'),
    account: await accountOf(service),
  };
}

let expected: Outcome;
let posts: number;

beforeAll(async () => {
  const lines = Array.from({ length: orders }, (_, index) => {
    const [first, second] = bodyOf(index).orderLineItems;
    const price = (cents = 0) => (cents / 100).toFixed(2);
    const tracking = `CRASH${String(index).padStart(4, '0')}X`;
    // An order without a group can't be sent.
    const group = index % 10 === 9 ? '' : 'bfmr';
    return [
      `${numberOf(index)},2026-05-01,Best Buy,${group},Case,${price(first?.unitPrice)},1,${tracking}A`,
      `${numberOf(index)},,,,Cover,${price(second?.unitPrice)},2,${tracking}B`,
    ].join('\n');
  });
  writeFileSync(file, `Order #,Date,Store,Group,Item,Price,Qty,Tracking\n${lines.join('\n')}\n`);
  const service = await prepared();
  expected = await outcomeOf(service, mkdtempSync(join(folder, 'whole-')));
  posts = service.posts.length;
  await service.close();
  // 30 orders: 3 without a group, 9 that were there before, of which 3 differ.
  expect(expected).toMatchObject({
    exitCode: 3,
    summary: {
      orders: { added: 18, alreadyPresent: 6, differs: 3, invalid: 3 },
      numbers: { rows: 48, added: 48 },
    },
  });
  expect(posts).toBe(18 + 1);
});

const phases = ['before', 'after', 'moment', 'finished'] as const;

/** Whether the journals of the home say that both jobs are settled. */
function isFinished(home: string): boolean {
  const jobs = join(home, 'jobs');
  const names = existsSync(jobs) ? readdirSync(jobs).filter((name) => !name.startsWith('.')) : [];
  const journals = names.map((name) => join(jobs, name, 'journal.ndjson')).filter(existsSync);
  return journals.filter((one) => readFileSync(one, 'utf8').includes('"finished"')).length === 2;
}

/** Kills the run at a point, sometimes the resumed run too, then runs the same command once more. */
async function tryPoint(point: number): Promise<string | undefined> {
  const random = generator(point * 7919);
  const home = mkdtempSync(join(folder, `home-${point}-`));
  const phase = phases[point % phases.length] ?? 'moment';
  let kill = () => {};
  let at = 0;
  const service = await prepared({
    before: (post) => {
      if (phase === 'before' && post === at) kill();
    },
    after: (post) => {
      if (phase === 'after' && post === at) kill();
    },
  });
  const env = { ...service.env, WAYBILL_HOME: home };
  const words = command(join(home, 'r.csv'), join(home, 'rejects.csv'));
  let kills = 0;
  try {
    for (const most of point % 3 === 0 ? [posts, 5] : [posts]) {
      const child = start(words, { env });
      child.stdin?.end();
      kill = () => child.kill('SIGKILL');
      at = service.posts.length + 1 + Math.floor(random() * most);
      if (phase === 'moment') delay(random() * 500).then(kill);
      const watch = setInterval(() => {
        if (phase === 'finished' && isFinished(home)) kill();
      }, 1);
      const [ended] = await once(child, 'exit');
      clearInterval(watch);
      if (ended === null) kills++;
      else if (ended !== expected.exitCode) return `${point} ${phase} at ${at}: exit ${ended}`;
    }
    at = 0;
    const outcome = await outcomeOf(service, home);
    const repeated = service.posts.length - new Set(service.posts).size;
    const wrong = (Object.keys(expected) as (keyof Outcome)[]).filter(
      (key) => JSON.stringify(outcome[key]) !== JSON.stringify(expected[key]),
    );
    if (wrong.length === 0 && repeated <= kills * workers) return undefined;
    const shown = wrong.map((key) => `${key} ${JSON.stringify(outcome[key]).slice(0, 600)}`);
    return `${point} ${phase} at ${at}: ${shown.join('; ')} (${repeated} repeated)`;
  } finally {
    await service.close();
    rmSync(home, { recursive: true, force: true });
  }
}

test(`ends with the same account and results when killed at ${points} points`, async () => {
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
