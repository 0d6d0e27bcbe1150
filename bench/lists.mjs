// Lists with 40 ms latency, and the memory that long ones take.

import { interleaved, median, node, once, peakMemory, program, seeded, serve } from './measure.mjs';

const latency = 40;

export async function measureLists({ home, repeats = 11 }) {
  const rows = [];
  const database = seeded(home, 10_000);
  const slow = await serve(['--db', database, '--latency', String(latency)], home);
  try {
    const list = [node, program, 'orders', 'list', '--all', '-o', 'ndjson'];
    const single = [node, program, 'orders', 'list', '-o', 'ndjson', '--limit', '1'];
    const cases = [4, 16].map((concurrency) => ({
      name: concurrency,
      command: [...list, '--concurrency', String(concurrency)],
      env: slow.env,
    }));
    const one = { name: 'single', command: single, env: slow.env };
    const medians = await interleaved([...cases, one], repeats);
    const startup = medians.get('single') - latency;
    for (const [concurrency, factor] of [
      [4, 1.3],
      [16, 2.1],
    ]) {
      rows.push({
        what: `10,000 orders, ${latency} ms latency, concurrency ${concurrency}: of ⌈100/${concurrency}⌉ × latency plus start-up`,
        unit: '×',
        measured: medians.get(concurrency) / (Math.ceil(100 / concurrency) * latency + startup),
        bound: factor,
        why: 'client and service share two cores, and that many responses at once keep the client busy all the time (docs/decisions/0008-transports.md).',
      });
    }
    const firsts = [];
    for (let repeat = 0; repeat < repeats; repeat++) firsts.push((await once(cases[0])).first);
    rows.push({
      what: 'first ndjson line, in round trips after start-up',
      unit: 'round trips',
      measured: (median(firsts) - startup) / latency,
      bound: 2.5,
    });
  } finally {
    await slow.stop();
  }
  const many = await serve(['--db', seeded(home, 100_000)], home);
  try {
    for (const format of ['ndjson', 'json', 'csv']) {
      rows.push({
        what: `100,000 orders as ${format}: peak memory`,
        unit: 'MiB',
        measured: await peakMemory({
          command: [node, program, 'orders', 'list', '--all', '-o', format],
          env: many.env,
        }),
        bound: 200,
      });
    }
  } finally {
    await many.stop();
  }
  return rows;
}
