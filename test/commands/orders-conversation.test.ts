import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keys } from '../support/terminal';
import { temporaryHome } from '../support/waybill';
import { sampleAccount } from './account';

/* What a person at a terminal is asked about a file, and what becomes of the answers. */
const account = sampleAccount();
const { seen } = account;
const down = (times: number) => keys.down.repeat(times) + keys.enter;

function sheetOf(...lines: readonly string[]) {
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'orders.csv');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return ['orders', 'create', '--csv', path];
}

const header = 'Order #,Order Date,Item,Qty,Cost,Bag Fee,Order Total';
const columns = header.split(',').length;

test('columns, unit, owner, tax and group in one go, kept for the next file', async () => {
  const home = temporaryHome();
  const options = { env: { WAYBILL_HOME: home } };
  const words = sheetOf(
    header,
    'TALK-1,02/01/2026,Pad,1,40,1,45',
    'TALK-2,02/02/2026,Pen,1,10,0,10',
  );
  seen();
  const session = account.inTerminal(words, options);
  await session.shows('Which column is retailer?');
  // After "None of them" and the columns: typed.
  session.type(down(columns + 1));
  await session.shows('What is the retailer?');
  session.type(`Target${keys.enter}`);
  await session.shows('Are the amounts in column "Cost" dollars or cents?');
  session.type(down(1));
  await session.shows('What is column "Bag Fee" (line 2: 1)?');
  session.type(down(1));
  await session.shows('Which group are the orders for?');
  session.type(`bfmr${keys.enter}`);
  // What only the answers bring up is asked after them; none of them is asked again.
  await session.shows('What is the rest of the total of 1 order (line 2: $4.00)?');
  session.type(down(1));
  await session.shows('Keep these answers for files like this?');
  expect(seen().filter(({ method }) => method !== 'GET')).toEqual([]);
  session.type('y');
  const { exitCode, written } = await session.ended;
  expect(exitCode).toBe(0);
  expect(written).toContain('TALK-1 | 02/01/2026 | Pad | 1 | 40 | 1 | 45');
  expect(seen().flatMap(({ method, body }) => (method === 'POST' ? [body] : []))).toMatchObject([
    { orderNumber: 'TALK-1', retailer: 'Target', buyingGroup: 'bfmr', shipping: 100, tax: 400 },
    { orderNumber: 'TALK-2', shipping: 0 },
  ]);
  expect(JSON.parse(readFileSync(join(home, 'orders-mapping.json'), 'utf8'))).toMatchObject({
    mappings: [{ map: ['shipping=Bag Fee'], money: 'dollars', difference: 'tax' }],
  });
  const next = sheetOf(header, 'TALK-3,02/01/2026,Pad,1,40,1,45');
  const flags = ['--retailer', 'Target', '--group', 'bfmr', '--json', '-q'];
  const { stdout } = await account.run([...next, ...flags], options);
  expect(JSON.parse(stdout)).toMatchObject({ added: 1 });
});

test('a group of rules that nobody knows is not sent where nobody can be asked', async () => {
  const words = sheetOf('Order #,Order Date,Store,Item,Price', 'TALK-8,02/01/2026,Target,Pad,4.00');
  const rules = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'rules.csv');
  writeFileSync(rules, 'retailer,group\nTarget,bfmrr\n');
  seen();
  const session = account.inTerminal([...words, '--rules', rules, '--no-input']);
  const { exitCode, written } = await session.ended;
  expect(exitCode).toBe(2);
  expect(written.replace(/\s+/g, ' ')).toContain('"bfmrr" (did you mean bfmr?)');
  expect(seen().filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('an answer that none is right ends with the answers so far, and nothing is kept', async () => {
  const home = temporaryHome();
  const words = sheetOf(
    'Order #,Order Date,Item,Price,Bag Fee',
    'TALK-9,02/01/2026,Pad,40.00,1.00',
  );
  seen();
  const session = account.inTerminal(words, { env: { WAYBILL_HOME: home } });
  await session.shows('Which column is retailer?');
  session.type(down(6));
  await session.shows('What is the retailer?');
  session.type(`Target${keys.enter}`);
  await session.shows('What is column "Bag Fee" (line 2: 1.00)?');
  session.type(keys.enter);
  const { exitCode, written } = await session.ended;
  expect(exitCode).toBe(2);
  expect(written.replace(/\s+/g, ' ')).toContain('Your answers so far: --retailer Target.');
  expect(existsSync(join(home, 'orders-mapping.json'))).toBe(false);
  expect(seen().filter(({ method }) => method !== 'GET')).toEqual([]);
});
