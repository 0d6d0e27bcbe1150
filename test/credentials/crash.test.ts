import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { preloading } from '../support/project';
import { temporaryHome } from '../support/waybill';
import { apiKey, apiSecret, writeFiles } from './canary/canaries';
import { canariesIn, leakyFiles } from './canary/leaks';
import { type CountingServer, startServer } from './counting-server';
import { Machine } from './machine';

let silent: CountingServer;
const files = temporaryHome();
beforeAll(async () => {
  silent = await startServer(() => {});
  writeFiles(files);
});
afterAll(() => silent.stop());

/** Breaks waybill at the moment it sends a request, with the whole request in the error. */
const preload = `
const { ClientRequest } = require('node:http');
const { end } = ClientRequest.prototype;
ClientRequest.prototype.end = function (body, ...rest) {
  const reported = JSON.stringify(this.getHeaders()) + body;
  const error = new Error('broken: ' + reported, { cause: new Error(reported) });
  error.reported = reported;
  const how = process.env.BREAK;
  if (how === 'thrown') throw error;
  if (how === 'thrown later') setImmediate(() => { throw error; });
  if (how === 'rejected') Promise.reject(error);
  if (how === 'no error at all') setImmediate(() => { throw reported; });
  return end.call(this, body, ...rest);
};
`;

const ways = ['thrown', 'thrown later', 'rejected', 'no error at all'];
const flags = [[], ['--debug'], ['--json'], ['--json', '--debug']];

describe('a bug ends in 1 and shows nothing of the request in progress', () => {
  test.each(ways.flatMap((way) => flags.map((some) => [way, some] as const)))(
    '%s, with %j',
    async (way, some) => {
      const script = join(temporaryHome(), 'preload.cjs');
      writeFileSync(script, preload);
      const machine = new Machine();
      const words = ['orders', 'create', '--from-json', join(files, 'order.json')];
      const codes = ['--codes-file', join(files, 'codes.csv')];
      const { exitCode, stdout, stderr } = await machine.run([...words, ...codes, ...some], {
        env: {
          ...preloading(script),
          BREAK: way,
          WAYBILL_BASE_URL: silent.baseUrl,
          WAYBILL_API_KEY: apiKey,
          WAYBILL_API_SECRET: apiSecret,
        },
      });
      expect(stderr).toContain('This is a bug in waybill');
      expect(canariesIn(stdout + stderr)).toEqual([]);
      expect(leakyFiles(machine.home, [])).toEqual([]);
      expect(exitCode).toBe(1);
    },
  );
});

test('a bug before the credentials are read shows none of them either', async () => {
  const script = join(temporaryHome(), 'preload.cjs');
  const reported = 'JSON.stringify(process.env)';
  writeFileSync(
    script,
    `const fs = require('node:fs');
const { openSync } = fs;
fs.openSync = (file, ...rest) => {
  if (String(file).endsWith('config.json')) throw new Error(${reported});
  return openSync(file, ...rest);
};`,
  );
  const { exitCode, stderr } = await new Machine().run(['orders', 'list', '--debug'], {
    env: { ...preloading(script), WAYBILL_API_KEY: apiKey, WAYBILL_API_SECRET: apiSecret },
  });
  expect(exitCode).toBe(14);
  expect(stderr).toContain('WAYBILL_API_SECRET');
  expect(canariesIn(stderr)).toEqual([]);
});

test("a program that can't be loaded says so, and shows nothing of its environment", async () => {
  const script = join(temporaryHome(), 'preload.cjs');
  writeFileSync(
    script,
    `const fs = require('node:fs');
const { readFileSync } = fs;
fs.readFileSync = (file, ...rest) => {
  if (/chunks/.test(String(file))) throw new Error(JSON.stringify(process.env));
  return readFileSync(file, ...rest);
};`,
  );
  const { exitCode, stdout, stderr } = await new Machine().run(['orders', 'list'], {
    env: { ...preloading(script), WAYBILL_API_KEY: apiKey, WAYBILL_API_SECRET: apiSecret },
  });
  expect(stderr).toContain('waybill could not be loaded');
  expect(canariesIn(stdout + stderr)).toEqual([]);
  expect(exitCode).toBe(1);
});
