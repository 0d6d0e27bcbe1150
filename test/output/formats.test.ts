import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shownInTerminal } from '../support/terminal';
import { temporaryHome, waybill } from '../support/waybill';

const env = { WAYBILL_HOME: temporaryHome(), WAYBILL_SANDBOX: '1' };
const printed = async (line: string, more: Record<string, string> = {}) =>
  waybill(line.split(' '), { env: { ...env, ...more } });

test.each([
  ['table', '151', '3'],
  ['json', '{"count":151}', '{"count":3}'],
  ['ndjson', '151', '3'],
  ['csv', '151', '3'],
  ['tsv', '151', '3'],
])('a count in %s is %s', async (format, orders, cards) => {
  expect((await printed(`orders list --count -o ${format}`)).stdout).toBe(`${orders}\n`);
  expect((await printed(`cards list --open --count -o ${format}`)).stdout).toBe(`${cards}\n`);
});

test('a path is an object in json, and otherwise the path by itself', async () => {
  for (const command of ['config path', 'mirror path']) {
    const { stdout } = await printed(command);
    expect(stdout).toMatch(/^\/.*\n$/);
    expect((await printed(`${command} -o csv`)).stdout).toBe(stdout);
    const json = `${JSON.stringify({ path: stdout.trimEnd() })}\n`;
    expect((await printed(`${command} --json`)).stdout).toBe(json);
  }
});

test('fields can be named in any case, by title or short name, and keep their own names in output', async () => {
  const short = 'NUMBER,group,date,payout,items.price,items.0.qty,Tracking.number';
  const { stdout } = await printed(`orders list -L 1 -o csv --fields ${short}`);
  expect(stdout.split('\r\n')[0]).toBe(
    'orderNumber,buyingGroup,orderDate,expectedPayout,orderLineItems.unitPrice,orderLineItems.0.quantity,trackingNumbers.trackingNumber',
  );
  const cards = await printed('cards list -o csv --fields digits,owner,opened,fee');
  expect(cards.stdout.split('\r\n')[0]).toBe('lastDigits,accountOwner,openedAt,annualFee');
  expect((await printed('orders list --fields numbr')).exitCode).toBe(2);
});

test('--no-header leaves out the header of csv and tsv', async () => {
  const line = 'orders get 800458530 --no-header --fields number,total -o';
  expect((await printed(`${line} csv`)).stdout).toBe('800458530,19998\r\n');
  expect((await printed(`${line} tsv`)).stdout).toBe('800458530\t19998\n');
});

test('--money dollars reaches inside a nested cell', async () => {
  const line = 'orders get 800458530 --no-header --fields items -o tsv --money dollars';
  const [item] = JSON.parse((await printed(line)).stdout);
  expect(item).toMatchObject({ unitPrice: 189.99, expectedUnitPayout: 194, quantity: 1 });
});

test('a format from the environment is ignored by commands with only one format', async () => {
  for (const format of ['csv', 'tsv', 'ndjson']) {
    const more = { WAYBILL_OUTPUT: format };
    expect((await printed('config path', more)).exitCode).toBe(0);
    const { exitCode, stdout } = await printed('api GET /credit-cards', more);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toHaveProperty('data');
  }
  expect((await printed('api GET /credit-cards -o csv')).exitCode).toBe(2);
});

test('an upload as ndjson is one object per row, and its --no-header describes the file', async () => {
  const file = join(temporaryHome(), 'shipments.csv');
  writeFileSync(
    file,
    'B&H Photo,800458530,1Z999AA10123456784\nB&H Photo,000000,1Z999AA10123456784\n',
  );
  const run = await printed(`shipments add --csv ${file} --no-header -o ndjson`);
  expect(run.exitCode).toBe(3);
  const rows = run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const own = { retailer: 'B&H Photo', orderNumber: '800458530' };
  expect(rows).toEqual([
    {
      ...{ line: 1, ...own, trackingNumber: '1Z999AA10123456784' },
      ...{ outcome: 'added', code: null, message: null },
    },
    {
      ...{ line: 2, ...own, orderNumber: '000000', trackingNumber: '1Z999AA10123456784' },
      outcome: 'rejected',
      ...{ code: expect.any(String), message: expect.any(String) },
    },
  ]);
});

test('an update prints one line per order for people, and the order for machines', async () => {
  const line = 'orders update 9889303997 --status shipped --notes here';
  const said = await printed(line);
  expect(said.stdout).toBe('9889303997  purchased → shipped, notes Price match → here\n');
  expect((await printed(line)).stdout).toBe('9889303997  no change\n');
  const { status, notes } = JSON.parse((await printed(`${line} --json`)).stdout);
  expect({ status, notes }).toEqual({ status: 'shipped', notes: 'here' });
});

test('a write to the sandbox says so at a terminal, and not with -q', async () => {
  const words = ['orders', 'update', '9889303997', '--status', 'delivered'];
  const notice = 'Writing to the sandbox, not to an account.';
  const run = (more: string[]) => shownInTerminal([...words, ...more], { env });
  expect((await run([])).written).toContain(notice);
  expect((await run(['-q'])).written).not.toContain(notice);
  expect((await printed(words.join(' '))).stderr).not.toContain(notice);
  const { written } = await shownInTerminal(['orders', 'list', '-L', '1'], { env });
  expect(written).not.toContain(notice);
});
