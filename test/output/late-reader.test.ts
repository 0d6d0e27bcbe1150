import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program } from '../support/project';
import { isFull } from '../support/tier';
import { temporaryHome, waybill } from '../support/waybill';

/** Orders on the first page that are written before the program next waits. */
const together = 99;
const orders = 500;
/** The longest text that is written at once is 64 KiB, or 65,536 characters. */
const lengths = Array.from({ length: 41 }, (_, more) => 65_516 + more);
const some = lengths.filter((length) => isFull || length % 50 === 0 || length === 65_537);

const folder = temporaryHome();
const fifo = join(folder, 'pipe');
/** The notes of the first order, which fill the first text up to the length under test. */
let filling = '';
let baseUrl = '';
let sample = {};

const server = createServer((request, response) => {
  const asked = new URL(request.url ?? '', 'http://localhost').searchParams;
  const [limit, offset] = [Number(asked.get('limit')), Number(asked.get('offset') ?? 0)];
  const data = Array.from({ length: Math.min(limit, orders - offset) }, (_, index) =>
    orderAt(offset + index),
  );
  const page = { limit, offset, totalCount: orders, hasMore: offset + limit < orders };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data, pagination: page }));
});

function orderAt(index: number) {
  return {
    ...sample,
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    orderNumber: `late-${index}`,
    notes: index === 0 ? filling : 'n'.repeat(400),
  };
}

/**
 * Waits for data, is half a millisecond late, and reads all there is. In a thread of its own, since it
 * blocks. The first byte is read by itself, which empties no page of the pipe.
 */
const lateReader = `
const { openSync, readSync, closeSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const pause = new Int32Array(new SharedArrayBuffer(4));
parentPort.on('message', () => {
  const descriptor = openSync(workerData, 'r');
  const chunks = [];
  for (;;) {
    const chunk = Buffer.alloc(1 << 17);
    const first = readSync(descriptor, chunk, 0, 1);
    if (first === 0) break;
    Atomics.wait(pause, 0, 0, 0.5);
    chunks.push(chunk.subarray(0, 1 + readSync(descriptor, chunk, 1, chunk.length - 1)));
  }
  closeSync(descriptor);
  parentPort.postMessage(Buffer.concat(chunks));
});`;
let reader: Worker;

beforeAll(async () => {
  const words = ['--sandbox', 'orders', 'get', '800458530', '--json'];
  sample = JSON.parse((await waybill(words, { env: { WAYBILL_HOME: folder } })).stdout);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  execFileSync('mkfifo', [fifo]);
  reader = new Worker(lateReader, { eval: true, workerData: fifo });
});
afterAll(async () => {
  await reader.terminate();
  server.close();
});

function startList(format: string, stdout: number) {
  const words = ['orders', 'list', '--all', '--fields', 'orderNumber,notes', '-o', format];
  return spawn(program.file, [...program.words, ...words], {
    env: {
      PATH: process.env.PATH,
      WAYBILL_HOME: folder,
      WAYBILL_BASE_URL: baseUrl,
      WAYBILL_API_KEY: 'test_key_0123456789abcdef0123',
      WAYBILL_API_SECRET: 'test_secret_0123456789abcdef0123456789',
    },
    stdio: ['ignore', stdout, 'inherit'],
  });
}

async function intoFile(format: string): Promise<Buffer> {
  const file = join(folder, 'file');
  const descriptor = openSync(file, 'w');
  const child = startList(format, descriptor);
  closeSync(descriptor);
  const [exitCode] = await once(child, 'close');
  expect(exitCode).toBe(0);
  return readFileSync(file);
}

async function intoPipe(format: string): Promise<Buffer> {
  const read = once(reader, 'message');
  reader.postMessage('read');
  const pipe = await open(fifo, 'w');
  const child = startList(format, pipe.fd);
  const ended = once(child, 'close');
  await pipe.close();
  const [[bytes], [exitCode]] = await Promise.all([read, ended]);
  expect(exitCode).toBe(0);
  return Buffer.from(bytes);
}

describe.each(['json', 'ndjson', 'csv', 'tsv', 'table'])('as %s', (format) => {
  test.each([
    ['bytes', 'f'],
    ['UTF-16 units', 'é'],
  ])(
    'a late reader gets what a file gets, by the length of the first text in %s',
    async (_, letter) => {
      filling = letter;
      const text = (await intoFile(format)).toString('utf8');
      // What is written before the program first waits: up to the hundredth order.
      const first = text.slice(0, text.indexOf(`late-${together}`)).length;
      const at = text.indexOf(letter, text.indexOf('late-0'));
      for (const length of some) {
        filling = letter.repeat(1 + length - first);
        const expected = Buffer.from(text.slice(0, at) + filling + text.slice(at + 1));
        const found = await intoPipe(format);
        expect(found.equals(expected), `${length}: ${found.length} of ${expected.length}`).toBe(
          true,
        );
      }
    },
    300_000,
  );
});
