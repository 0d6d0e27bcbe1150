// How fast `waybill sandbox` seeds, and how many requests a second it serves from 10,000 orders.
// The client is a plain undici pool on the same machine.
import { Pool } from 'undici';
import { seeded, serve } from './measure.mjs';

const orders = 10_000;
const connections = 8;

/** Requests a second over all connections, after a warm-up; `pathOf` gives the n-th path. */
async function rate(pool, headers, milliseconds, pathOf) {
  let sent = 0;
  const ask = async () => {
    const answer = await pool.request({ path: pathOf(sent++), method: 'GET', headers });
    await answer.body.arrayBuffer();
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
  };
  const run = async (duration) => {
    const began = performance.now();
    let done = 0;
    const worker = async () => {
      while (performance.now() < began + duration) {
        await ask();
        done++;
      }
    };
    await Promise.all(Array.from({ length: connections }, worker));
    return (done * 1000) / (performance.now() - began);
  };
  await run(milliseconds / 4);
  return run(milliseconds);
}

export async function measureService({ home, milliseconds = 4000 }) {
  const began = performance.now();
  seeded(home, 100_000);
  const seeding = (performance.now() - began) / 1000;
  const service = await serve(['--db', seeded(home, orders)], home);
  const { baseUrl, headers } = service;
  const { origin, pathname } = new URL(baseUrl);
  const list = `${pathname}/buying-group-orders`;
  const pool = new Pool(origin, { connections });
  try {
    const { body } = await pool.request({ path: `${list}?limit=100`, method: 'GET', headers });
    const { data } = await body.json();
    const single = (n) => `${list}/${data[n % data.length].id}`;
    const page = (n) => `${list}?limit=100&offset=${(n * 100) % orders}`;
    return [
      {
        what: 'sandbox serve: single orders a second',
        unit: '/s',
        measured: await rate(pool, headers, milliseconds, single),
        atLeast: 2000,
      },
      {
        what: 'sandbox serve: pages of 100 a second',
        unit: '/s',
        measured: await rate(pool, headers, milliseconds, page),
        atLeast: 150,
      },
      { what: 'sandbox seed: 100,000 orders', unit: 's', measured: seeding, bound: 30 },
    ];
  } finally {
    await pool.close();
    await service.stop();
  }
}
