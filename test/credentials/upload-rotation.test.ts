import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { refuse, startServer } from './counting-server';
import { Machine } from './machine';

const pair = { apiKey: 'abc_key_1', apiSecret: 'abc_secret_old' };
const rotated = 'abc_secret_new';
const rows = 180;

test('an upload that is refused halfway resumes after the rotation and sends nothing twice', async () => {
  let accepted = pair.apiSecret;
  let taken: string[] = [];
  const server = await startServer(async (request, response) => {
    const sent = await text(request);
    if (request.headers['x-api-secret'] !== accepted) {
      refuse(response, 401, 'unauthorized');
      return;
    }
    response.setHeader('content-type', 'application/json');
    // The account has no orders to compare retailers with.
    if (request.method === 'GET') {
      response.end(
        JSON.stringify({ data: [], pagination: { limit: 1, offset: 0, totalCount: 0 } }),
      );
      return;
    }
    const body = JSON.parse(sent);
    const numbers = body.shipments.map((one: { trackingNumber: string }) => one.trackingNumber);
    taken = [...taken, ...numbers];
    // In the middle of the run the secret is refreshed in the app.
    if (taken.length === 100) accepted = rotated;
    response.end(JSON.stringify({ data: { addedCount: numbers.length } }));
  });
  try {
    const machine = new Machine();
    await machine.login({ ...pair, baseUrl: server.baseUrl }, '--store', 'file', '--no-verify');
    const file = join(machine.home, 'shipments.csv');
    const lines = Array.from(
      { length: rows },
      (_, row) => `Best Buy,A-${row},TRACK${10_000 + row}`,
    );
    writeFileSync(file, `retailer,orderNumber,trackingNumber\n${lines.join('\n')}\n`);
    const upload = ['shipments', 'add', '--csv', file, '--json', '--concurrency', '1'];

    const first = await machine.run(upload);
    expect(first.exitCode).toBe(4);
    expect(JSON.parse(first.stdout)).toMatchObject({ rows, added: 100, notSent: 80 });
    expect(server.requests.filter(({ method }) => method === 'POST').length).toBe(3);

    await machine.run(['auth', 'rotate', '--secret-stdin', '--no-verify'], { input: rotated });
    const second = await machine.run(upload);
    expect(second.exitCode).toBe(0);
    expect(JSON.parse(second.stdout)).toMatchObject({ rows, added: rows, notSent: 0 });
    expect(new Set(taken).size).toBe(rows);
    expect(taken.length).toBe(rows);
  } finally {
    await server.stop();
  }
});
