import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { Interruption, type World } from '../../src/world';
import { projectFolder } from '../support/project';
import { runOf, start, temporaryHome, waybill } from '../support/waybill';
import { runHere } from '../support/world';

const home = temporaryHome();
const env = { WAYBILL_HOME: home, WAYBILL_SANDBOX: '1' };

beforeAll(async () => {
  await waybill(['sandbox', 'seed', '--orders', '400'], { env });
});

/**
 * A world in which the signal arrives at the nth use of it: reading the clock, drawing a random
 * number, writing, waiting. Also counts the uses.
 */
function interruptedAt(point: number, signal: 'SIGINT' | 'SIGTERM') {
  const controller = new AbortController();
  let touches = 0;
  const touch = () => {
    if (touches++ === point) controller.abort(new Interruption(signal));
  };
  const change = (world: World): World => {
    for (const stream of [world.stdout, world.stderr]) {
      const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
      stream.write = (...given: unknown[]) => {
        touch();
        return write(...given);
      };
    }
    return {
      ...world,
      clock: {
        now: () => {
          touch();
          return world.clock.now();
        },
        monotonic: () => {
          touch();
          return world.clock.monotonic();
        },
      },
      random: () => {
        touch();
        return world.random();
      },
      sleep: (milliseconds, stop) => {
        touch();
        return world.sleep(milliseconds, stop);
      },
      interruption: controller.signal,
    };
  };
  return { change, touches: () => touches };
}

const lists = ['orders list --all -o ndjson', 'orders list --status paid --sort total -L 5 -o csv'];

test.each(lists)(
  'waybill %s, interrupted at any point, ends as interrupted or done',
  async (line) => {
    const words = line.split(' ');
    const counting = interruptedAt(Number.POSITIVE_INFINITY, 'SIGINT');
    const whole = await runHere(words, { env, change: counting.change });
    expect(whole.exitCode).toBe(0);
    const points = counting.touches();
    const every = Math.max(1, Math.floor(points / 100));
    const exitCodes = new Set<number>();
    for (let turn = 0; turn * every < points; turn++) {
      const point = turn * every;
      const signal = turn % 2 === 0 ? 'SIGINT' : 'SIGTERM';
      const { change } = interruptedAt(point, signal);
      const run = await runHere(words, { env, change });
      exitCodes.add(run.exitCode);
      expect(whole.stdout.startsWith(run.stdout)).toBe(true);
      expect([0, signal === 'SIGINT' ? 130 : 143]).toContain(run.exitCode);
      if (run.exitCode === 0) expect(run.stdout).toBe(whole.stdout);
      else expect(run.stderr).toMatch(/The run was (interrupted|terminated)/);
    }
    expect([...exitCodes].filter((code) => code !== 0).sort()).toEqual([130, 143]);
  },
);

/** A service that accepts requests and responds only to these methods, or never. */
async function silentService(responses: Readonly<Record<string, object>> = {}) {
  const server = createServer();
  const asked = new Promise<void>((resolve) => {
    server.on('request', ({ method = '' }, response) => {
      const body = responses[method];
      if (body === undefined) resolve();
      else response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    env: {
      WAYBILL_HOME: temporaryHome(),
      WAYBILL_BASE_URL: `http://127.0.0.1:${port}/api/v1`,
      WAYBILL_API_KEY: 'sandbox_key_0123456789abcdef',
      WAYBILL_API_SECRET: 'sandbox_secret_0123456789abcdef',
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test.each(['SIGTERM', 'SIGHUP'] as const)('%s ends a read in progress', async (signal) => {
  const service = await silentService();
  const child = start(['orders', 'list'], { env: service.env });
  await service.asked;
  child.kill(signal);
  expect(await runOf(child)).toMatchObject({ exitCode: 143, signal: null });
  service.close();
});

const order = 'b0a1c2d3-0000-4000-8000-000000000000';
const update = ['orders', 'update', order, '--status', 'paid'];

/** A write whose request the service never answers. */
async function waitingWrite(
  words: readonly string[] = update,
  responses?: Readonly<Record<string, object>>,
) {
  const service = await silentService(responses);
  const child = start(words, { env: service.env });
  const ended = runOf(child);
  await service.asked;
  return {
    child,
    /** Resolves when the first signal has been taken. */
    async noticed() {
      const [said] = await once(child.stderr as NodeJS.ReadableStream, 'data');
      expect(String(said)).toContain('Interrupt again to stop immediately');
    },
    async end() {
      const run = await ended;
      service.close();
      return run;
    },
  };
}

test.runIf(existsSync('/proc/self/status'))(
  'a signal that is passed on as well, as timeout does, counts once',
  async () => {
    const { child, noticed, end } = await waitingWrite();
    child.kill('SIGTERM');
    // Signals that are pending together arrive as one.
    const status = () => readFileSync(`/proc/${child.pid}/status`, 'utf8');
    while (/^ShdPnd:.*[1-9a-f]/m.test(status())) await setImmediate();
    child.kill('SIGTERM');
    await noticed();
    child.kill('SIGTERM');
    expect((await end()).exitCode).toBe(11);
  },
);

/** Nothing is looked up before it is sent: its names are in a body, and -y takes its number as it is. */
const body = join(projectFolder, 'examples/order.json');
const create = ['orders', 'create', '-y', '--from-json', body, '--order-number', '42'];

test.each([
  [
    update,
    `PATCH /buying-group-orders/${order} may or may not have been carried out`,
    `run waybill orders get ${order} before you repeat it`,
  ],
  [
    create,
    "Can't tell whether the buying group order 42 was created",
    'Run waybill orders get 42 to see whether it exists',
  ],
  [
    ['api', 'POST', '/shipments', '-F', 'shipments=[]'],
    'POST /shipments may or may not have been carried out',
    'Check before you repeat it.',
  ],
])('a second signal no longer waits for the write %j, and says so', async (words, what, hint) => {
  const { child, noticed, end } = await waitingWrite(words);
  child.kill('SIGINT');
  await noticed();
  child.kill('SIGINT');
  // The service would never respond.
  const { exitCode, stderr } = await end();
  expect(exitCode).toBe(11);
  expect(stderr).toContain(what);
  expect(stderr).toContain('waybill stopped before the response');
  expect(stderr).toContain(hint);
});

test('a second signal ends the look at an order that the response shows unchanged', async () => {
  const { stdout } = await waybill(['orders', 'get', '800458530', '--json'], { env });
  const data = { ...JSON.parse(stdout), id: order, status: 'purchased' };
  const { child, noticed, end } = await waitingWrite(update, { PATCH: { data } });
  child.kill('SIGINT');
  await noticed();
  child.kill('SIGINT');
  const { exitCode, stderr } = await end();
  expect(exitCode).toBe(11);
  expect(stderr).toContain(
    `Can't tell whether buying group order ${order} was changed: waybill stopped`,
  );
});

test('a second signal ends an upload at once, and the same command resumes it', async () => {
  const path = join(temporaryHome(), 'shipments.csv');
  writeFileSync(path, 'store,order,tracking\nAmazon,42,1Z999AA10123456784\n');
  const noOrders = { data: [], pagination: { limit: 100, offset: 0, totalCount: 0 } };
  const words = ['shipments', 'add', '--csv', path];
  const { child, noticed, end } = await waitingWrite(words, { GET: noOrders });
  child.kill('SIGTERM');
  await noticed();
  child.kill('SIGTERM');
  const { exitCode, stderr } = await end();
  expect(exitCode).toBe(143);
  expect(stderr).toContain('Stopped. To finish the upload, run the same command again.');
});
