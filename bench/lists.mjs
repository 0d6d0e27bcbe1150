// Lists at 40 ms latency, and the memory of long ones.

import { interleaved, median, node, once, peakMemory, program, seeded, serve } from './measure.mjs';

const latency = 40;

export async function measureLists({ home, repeats = 5 }) {
  const rows = [];
  const database = seeded(home, 10_000);
  const slow = await serve(['--db', database, '--latency', String(latency)], home);
  try {
    const list = [node, program, 'orders', 'list', '--all', '-o', 'ndjson'];
    const single = [node, program, 'orders', 'list', '-o', 'ndjson', '--limit', '1'];
    const startup =
      (await interleaved([{ name: 'one', command: single, env: slow.env }], repeats)).get('one') -
      latency;
    for (const [concurrency, factor] of [
      [4, 1.15],
      [16, 1.3],
    ]) {
      const runs = [];
      for (let repeat = 0; repeat < repeats; repeat++) {
        runs.push(
          await once({ command: [...list, '--concurrency', String(concurrency)], env: slow.env }),
        );
      }
      const bound = Math.ceil(100 / concurrency) * latency + startup;
      rows.push({
        what: `10,000 orders, ${latency} ms latency, concurrency ${concurrency}: of ⌈100/${concurrency}⌉ × latency plus start-up`,
        unit: '×',
        measured: median(runs.map(({ milliseconds }) => milliseconds)) / bound,
        bound: factor,
      });
      if (concurrency === 4) {
        rows.push({
          what: 'first ndjson line, in round trips after start-up',
          unit: 'round trips',
          measured: (median(runs.map(({ first }) => first)) - startup) / latency,
          bound: 2.5,
        });
      }
    }
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
        bound: 120,
      });
    }
  } finally {
    await many.stop();
  }
  return rows;
}
