// CSV files: checking a large one, and uploading one with 40 ms latency.

import { execFileSync } from 'node:child_process';
import { once as event } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  bareEnvironment,
  interleaved,
  median,
  node,
  once,
  peakMemory,
  program,
  project,
  seeded,
  serve,
} from './measure.mjs';

const latency = 40;

const parseAlone = `const{createReadStream}=require('node:fs'),{parse}=require('csv-parse');
let n=0;createReadStream(process.argv[1]).pipe(parse()).on('data',()=>n++).on('end',()=>console.log(n))`;

export async function writeShipments(file, rows) {
  const stream = createWriteStream(file);
  stream.write('retailer,orderNumber,trackingNumber\n');
  for (let row = 0; row < rows; row++) {
    const serial = String(row).padStart(9, '0');
    if (!stream.write(`Best Buy,BBY01-${serial},TBA${serial}000\n`)) await event(stream, 'drain');
  }
  stream.end();
  await event(stream, 'finish');
}

/** Retailers and order numbers of the service's orders. */
function ordersOf(service, rows) {
  const words = ['-L', String(rows), '-o', 'csv', '--fields', 'retailer,orderNumber'];
  const listed = execFileSync(node, [program, 'orders', 'list', ...words], {
    env: service.env,
    maxBuffer: 1 << 28,
  });
  const [, ...orders] = listed.toString().trim().split('\r\n');
  return orders;
}

async function checking({ home, repeats, rows, bound }) {
  const large = join(home, `rows-${rows}.csv`);
  await writeShipments(large, rows);
  const env = bareEnvironment({ WAYBILL_HOME: home });
  const check = [node, program, 'shipments', 'check', '--offline', large];
  const cases = [
    { name: 'check', command: check, env },
    { name: 'csv-parse', command: [node, '-e', parseAlone, large], env, cwd: project },
  ];
  const medians = await interleaved(cases, repeats);
  return [
    {
      what: `shipments check --offline, ${rows.toLocaleString('en')} rows: of csv-parse into arrays`,
      unit: '×',
      measured: medians.get('check') / medians.get('csv-parse'),
      bound,
    },
    {
      what: `the same, ${rows.toLocaleString('en')} rows: peak memory`,
      unit: 'MiB',
      measured: await peakMemory({ command: check, env }),
      bound: 250,
    },
  ];
}

/** Start-up is the time of the same command for a file of one row, minus the latency. */
async function uploading({ home, repeats, rows }) {
  const service = await serve(
    ['--db', seeded(home, rows + 1000), '--latency', String(latency)],
    home,
  );
  try {
    const orders = ordersOf(service, rows);
    let used = 0;
    const timed = async (some) => {
      const file = join(home, 'upload.csv');
      // The service would not store numbers that it already has.
      const lines = some.map((order) => `${order},TBA${String(used++).padStart(12, '0')}\n`);
      writeFileSync(file, `retailer,orderNumber,trackingNumber\n${lines.join('')}`);
      const command = [node, program, 'shipments', 'add', '--csv', file, '--json', '-q'];
      return (await once({ command, env: service.env })).milliseconds;
    };
    const [whole, single] = [[], []];
    for (let repeat = 0; repeat <= repeats; repeat++) {
      const times = [await timed(orders), await timed(orders.slice(0, 1))];
      // The first run of each warms up the service.
      if (repeat === 0) continue;
      whole.push(times[0]);
      single.push(times[1] - latency);
    }
    const trips = Math.ceil(rows / 50 / 4);
    return {
      what: `upload of ${rows.toLocaleString('en')} rows, ${latency} ms latency, concurrency 4: of ⌈${rows / 50}/4⌉ × latency plus start-up`,
      unit: '×',
      measured: median(whole) / (trips * latency + median(single)),
      bound: 1.47,
      why: 'the rows are read, checked and made durable before the first request, and their results after the last: 70 and 55 ms (docs/decisions/0011-upload-job.md).',
    };
  } finally {
    await service.stop();
  }
}

/** An export of orders with addresses, rules and tracking numbers, planned against the sandbox. */
async function planning({ home, repeats, rows }) {
  const file = join(home, 'orders.csv');
  const rules = join(home, 'rules.csv');
  const lines = Array.from({ length: rows }, (_, row) => {
    const serial = String(row).padStart(9, '0');
    const number = `BENCH-${String(row >> 1).padStart(7, '0')}`;
    return `${number},2026-05-01,Best Buy,Case ${row},2,1${row % 90}.99,Dock ${row % 7},TBA${serial}000\n`;
  });
  writeFileSync(file, `Order #,Date,Store,Item,Qty,Price,Ship to,Tracking\n${lines.join('')}`);
  writeFileSync(rules, 'shipTo,group\nDock,bfmr\n');
  const words = ['--sandbox', 'orders', 'create', '--csv', file, '--rules', rules, '--dry-run'];
  const env = bareEnvironment({ WAYBILL_HOME: home });
  const cases = [
    { name: 'JSON', command: [node, program, ...words, '--json', '-q'], env },
    { name: 'text', command: [node, program, ...words, '-y'], env },
  ];
  const medians = await interleaved(cases, repeats);
  const figures = [];
  for (const { name, command } of cases) {
    const what = `orders create --csv --rules --dry-run as ${name}, ${rows.toLocaleString('en')} rows with a tracking number each`;
    figures.push({ what, unit: 'ms', measured: medians.get(name), bound: 2000 });
    const measured = await peakMemory({ command, env });
    figures.push({ what: 'the same: peak memory', unit: 'MiB', measured, bound: 200 });
  }
  return figures;
}

export async function measureFiles({ home }) {
  return [
    ...(await planning({ home, repeats: 5, rows: 10_000 })),
    ...(await checking({ home, repeats: 7, rows: 100_000, bound: 3.5 })),
    ...(await checking({ home, repeats: 3, rows: 1_000_000, bound: 3.5 })),
    await uploading({ home, repeats: 5, rows: 5_000 }),
  ];
}
