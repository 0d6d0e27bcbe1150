// CSV files: checking a large one, and uploading one at 40 ms latency.

import { execFileSync } from 'node:child_process';
import { once as event } from 'node:events';
import { createWriteStream } from 'node:fs';
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
  serve,
} from './measure.mjs';

const latency = 40;

const parseAlone = `const{createReadStream}=require('node:fs'),{parse}=require('csv-parse');
let n=0;createReadStream(process.argv[1]).pipe(parse()).on('data',()=>n++).on('end',()=>console.log(n))`;

async function writeShipments(file, rows) {
  const stream = createWriteStream(file);
  stream.write('retailer,orderNumber,trackingNumber\n');
  for (let row = 0; row < rows; row++) {
    const serial = String(row).padStart(9, '0');
    if (!stream.write(`Best Buy,BBY01-${serial},TBA${serial}000\n`)) await event(stream, 'drain');
  }
  stream.end();
  await event(stream, 'finish');
}

/** A file of tracking numbers for orders that the service has. */
async function uploadFile(home, service, rows) {
  const listed = execFileSync(
    node,
    [
      program,
      'orders',
      'list',
      '-L',
      String(rows),
      '-o',
      'csv',
      '--fields',
      'retailer,orderNumber',
    ],
    { env: service.env, maxBuffer: 1 << 28 },
  );
  const [, ...orders] = listed.toString().trim().split('\n');
  const file = join(home, 'upload.csv');
  const stream = createWriteStream(file);
  stream.write('retailer,orderNumber,trackingNumber\n');
  for (const [index, order] of orders.entries()) {
    stream.write(`${order.trim()},TBA${String(index).padStart(12, '0')}\n`);
  }
  stream.end();
  await event(stream, 'finish');
  return file;
}

export async function measureFiles({ home, repeats = 3, rows = 1_000_000, uploadRows = 5_000 }) {
  const large = join(home, 'large.csv');
  await writeShipments(large, rows);
  const env = bareEnvironment({ WAYBILL_HOME: home });
  const check = [node, program, 'shipments', 'check', '--offline', large];
  const medians = await interleaved(
    [
      { name: 'check', command: check, env },
      { name: 'csv-parse', command: [node, '-e', parseAlone, large], env, cwd: project },
    ],
    repeats,
  );
  const results = [
    {
      what: `shipments check --offline, ${rows.toLocaleString('en')} rows: of csv-parse into arrays`,
      unit: '×',
      measured: medians.get('check') / medians.get('csv-parse'),
      bound: 1.6,
    },
    {
      what: 'the same: peak memory',
      unit: 'MiB',
      measured: await peakMemory({ command: check, env }),
      bound: 150,
    },
  ];
  const times = [];
  const single = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const copy = join(home, `upload-${repeat}.db`);
    const service = await serve(['--db', copy, '--latency', String(latency)], home);
    try {
      execFileSync(
        node,
        [program, 'sandbox', 'seed', '--db', copy, '--orders', String(uploadRows)],
        {
          env,
          stdio: 'ignore',
        },
      );
      const file = await uploadFile(home, service, uploadRows);
      single.push(
        (
          await once({
            command: [node, program, 'orders', 'list', '-L', '1', '--json'],
            env: service.env,
          })
        ).milliseconds - latency,
      );
      const upload = await once({
        command: [node, program, 'shipments', 'add', '--csv', file, '--json', '-q'],
        env: service.env,
      });
      times.push(upload.milliseconds);
    } finally {
      await service.stop();
    }
  }
  results.push({
    what: `upload of ${uploadRows.toLocaleString('en')} rows, ${latency} ms latency, concurrency 4: of ⌈100/4⌉ × latency plus start-up`,
    unit: '×',
    measured: median(times) / (Math.ceil(uploadRows / 50 / 4) * latency + median(single)),
    bound: 1.2,
  });
  return results;
}
