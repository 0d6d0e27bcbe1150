import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keys, shownInTerminal, waybillInTerminal } from '../support/terminal';
import { type Run, temporaryHome, waybill } from '../support/waybill';
import { serveCounted } from './counted-service';

type Counted = Awaited<ReturnType<typeof serveCounted>>;
type Order = Awaited<ReturnType<Counted['orders']>>[number] & { readonly orderNumber: string };

let service: Counted;
let home: string;
let orders: readonly Order[];
let env: Record<string, string>;

beforeEach(async () => {
  home = temporaryHome();
  service = await serveCounted();
  env = { ...service.env, WAYBILL_HOME: join(home, '.waybill') };
  orders = (await service.orders()).filter((one): one is Order => one.orderNumber !== null);
});
afterEach(() => service.close());

const ups = '1Z999AA10123456784';
const usps = '9400111202555842332669';
/** A number in no known carrier's form, and one with a wrong check digit. */
const [unknownForm, wrongCheck] = ['ABCD123456', '1Z999AA10123456785'];

function run(words: readonly string[]): Promise<Run> {
  return waybill(words, { env, cwd: home });
}

function file(name: string, lines: readonly string[]): string {
  const path = join(home, name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

/** What was sent, over all requests. */
function sent(): readonly Record<string, string>[] {
  return service.posts.flatMap((body) => JSON.parse(body).shipments);
}

/** The sample account's order at a position. */
function order(index: number): Order {
  const one = orders[index];
  if (one === undefined) throw new Error(`the sample account has no order ${index}`);
  return one;
}

const unlike = (text: string) => text.toUpperCase().replace(/[^A-Z0-9&+$]/g, '-');

describe('junk', () => {
  test('is never sent: each row says why, in the same words as a check', async () => {
    const { orderNumber } = order(0);
    const junk = ['n/a', 'TBD', '-', 'UPS', '12345', orderNumber, '9.4E+21', 'foo 12 bar 34'];
    const lines = ['order,tracking', ...junk.map((cell) => `${orderNumber},${cell}`)];
    const path = file('f.csv', [...lines, `${orderNumber},UPS: ${ups.toLowerCase()}`]);
    const checked = await run(['shipments', 'check', path, '--offline']);
    expect(checked.exitCode).toBe(2);
    const ended = await run(['shipments', 'add', '--csv', path, '--results', 'r.csv', '-q']);
    expect(ended.exitCode).toBe(3);
    const reported = ended.stderr.split('\n').filter((line) => line.includes('line '));
    expect(reported.map((line) => `error: ${line.trim()}`)).toEqual(
      checked.stdout.trimEnd().split('\n'),
    );
    expect(reported.length).toBe(junk.length);
    expect(sent()).toEqual([{ retailer: order(0).retailer, orderNumber, trackingNumber: ups }]);
    const results = readFileSync(join(home, 'r.csv'), 'utf8').trimEnd().split('\r\n');
    expect(results.filter((line) => line.includes(',invalid,')).length).toBe(junk.length);
    expect(results.at(-1)).toContain(`${ups},added,`);
  });

  test('the summary counts the refused rows of one remedy, with what to do', async () => {
    const amazon = orders.filter(({ retailer }) => retailer === 'Amazon');
    const [first, second, third] = amazon.map((one) => one.orderNumber);
    const rows = [`Walmart,${first},${ups}`, `Walmart,${second},${usps}`];
    const others = [`Amazon,NONE-1,${ups}`, `Amazon,${third},9.4E+21`];
    const remedies = async (...lines: readonly string[]) => {
      const path = file('f.csv', ['retailer,order,tracking', ...lines]);
      const { stdout } = await run(['shipments', 'add', '--csv', path]);
      return stdout.split('\n').filter((line) => / names? /.test(line));
    };
    const destroyed = '1 row names numbers that a spreadsheet destroyed: ';
    expect((await remedies(`amazon.com,${first},${ups}`))[0]).toContain('--retailer-from-order');
    expect(await remedies(...rows, ...others)).toEqual([
      '2 rows name Walmart for orders of Amazon: check their order numbers',
      expect.stringContaining('1 row names no order of the account: '),
      expect.stringContaining(destroyed),
    ]);
    // The results of an earlier run say the same.
    expect((await remedies(...rows, ...others)).length).toBe(3);
    expect((await remedies(...rows, `Target,${third},${ups}`))[0]).toMatch(
      /^3 rows name retailers /,
    );
    const taken = await remedies(`Amazon,${first},${ups}`, `Walmart,${second},9.4E+21`);
    expect(taken).toEqual([expect.stringContaining(destroyed)]);
  });

  test('exits with 2 on its own, with nothing sent', async () => {
    const path = file('f.csv', ['order,tracking', `${order(0).orderNumber},TBD`]);
    const ended = await run(['shipments', 'add', '--csv', path, '--json']);
    expect(ended.exitCode).toBe(2);
    expect(JSON.parse(ended.stdout)).toMatchObject({ rows: 1, invalid: 1, requests: 0 });
    expect(JSON.parse(ended.stderr).error).toMatchObject({
      code: 'nothing_sent',
      exitCode: 2,
      message: '1 of 1 row was refused, and nothing was sent',
      issues: [{ path: 'line 2', message: expect.stringContaining('"TBD"') }],
    });
    expect(service.posts).toEqual([]);
  });

  test('lines without a tracking number are skipped, and counted once', async () => {
    const { orderNumber } = order(0);
    const lines = ['order,tracking', `${orderNumber},`, `${orderNumber},${ups}`, `${orderNumber},`];
    const path = file('f.csv', lines);
    const ended = await run(['shipments', 'add', '--csv', path, '--json']);
    expect(JSON.parse(ended.stdout)).toMatchObject({ rows: 1, added: 1 });
    expect(ended.stderr).toBe('Skipped 2 lines without a tracking number.\n');
    const checked = await run(['shipments', 'check', path, '--offline']);
    expect(checked.stderr).toContain('2 lines skipped (no tracking number)');
  });
});

test('a check counts what an upload of the same file will, and says so', async () => {
  const rows = [`B,999999999,${ups}`, `B,,${ups}`, `B,888888888,${usps}`];
  const path = file('f.csv', ['store,order,tracking', ...rows]);
  const checked = await run(['shipments', 'check', path]);
  expect(checked.stderr).toContain('3 rows: 1 invalid, 2 without an order (would be rejected).');
  const { stdout } = await run(['shipments', 'add', '--csv', path]);
  expect(stdout).toContain('3 rows: 1 invalid, 2 rejected');
});

describe('doubtful numbers', () => {
  const doubtful = () =>
    file('f.csv', [
      'order,tracking',
      `${order(0).orderNumber},${unknownForm}`,
      `${order(0).orderNumber},${ups}`,
      `${order(0).orderNumber},${wrongCheck}`,
    ]);

  test.each([[[]], [['-q']]])('are sent with a warning %j', async (more) => {
    const { exitCode, stderr } = await run(['shipments', 'add', '--csv', doubtful(), ...more]);
    expect(exitCode).toBe(0);
    expect(stderr.match(/^Warning: line [24]: /gm)?.length).toBe(2);
    expect(sent().length).toBe(3);
  });

  test.each([['-q'], ['--json']])(
    'are not warned about again by a run that sends nothing: %s',
    async (flag) => {
      const words = ['shipments', 'add', '--csv', doubtful(), flag];
      expect((await run(words)).stderr).toContain('Warning: line 2: ');
      const requests = service.posts.length;
      const again = await run(words);
      expect(service.posts.length).toBe(requests);
      expect(again.stderr).not.toContain('Warning');
      if (flag === '-q')
        expect(again).toEqual({ exitCode: 0, signal: null, stdout: '', stderr: '' });
      expect((await run([...words, '--restart'])).stderr).toContain('Warning: line 2: ');
    },
  );

  test('say of refused rows that they are of the earlier run', async () => {
    const { orderNumber } = order(0);
    const path = file('f.csv', ['order,tracking', `${orderNumber},${ups}`, `${orderNumber},TBD`]);
    const words = ['shipments', 'add', '--csv', path, '-q'];
    expect((await run(words)).stderr).toContain('1 of 2 rows was refused\n');
    const again = await run(words);
    expect(again.exitCode).toBe(3);
    expect(again.stderr).toContain('1 of 2 rows was refused in the earlier run\n');
  });

  test('are invalid with --strict, in check as well', async () => {
    const words = ['--csv', doubtful(), '--strict', '--json'];
    const { exitCode, stdout } = await run(['shipments', 'add', ...words]);
    expect(exitCode).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ added: 1, invalid: 2 });
    expect(sent().map(({ trackingNumber }) => trackingNumber)).toEqual([ups]);
    const checked = await run(['shipments', 'check', doubtful(), '--strict', '--offline']);
    expect(checked.exitCode).toBe(2);
    expect(checked.stdout.match(/^error: line [24]: /gm)?.length).toBe(2);
  });

  test("include another order's number, in check as well", async () => {
    const [{ orderNumber, retailer }, other] = [order(0), order(1).orderNumber];
    const path = file('f.csv', ['store,order,tracking', `${retailer},${orderNumber},${other}`]);
    const says = `Column "tracking": "${other}" is the number of another of your orders`;
    const checked = await run(['shipments', 'check', path]);
    expect(checked.stdout).toBe(`warning: line 2: ${says}\n`);
    const strict = await run(['shipments', 'add', '--csv', path, '--strict']);
    expect(strict.stderr).toContain(says);
    expect(sent()).toEqual([]);
    const { stderr } = await run(['shipments', 'add', '--csv', path, '-q']);
    expect(stderr).toBe(`Warning: line 2: ${says}\n`);
  });

  test.each([
    ['y', 0, 3],
    ['n', 3, 1],
  ])('prompt on a terminal: %s', async (key, code, count) => {
    const path = doubtful();
    const person = waybillInTerminal(['shipments', 'add', '--csv', path], { env });
    await person.shows("Send the 2 doubtful tracking numbers anyway? You can't take them back.");
    expect(service.posts).toEqual([]);
    person.type(key);
    const { exitCode, written } = await person.ended;
    expect(exitCode).toBe(code);
    expect(written).toContain(`"${wrongCheck}"`);
    expect(sent().length).toBe(count);
  });

  test('exit with 2 if the only one was typed and then left out', async () => {
    const words = ['shipments', 'add', order(0).orderNumber, unknownForm];
    const person = waybillInTerminal(words, { env });
    await person.shows("Send the doubtful tracking number anyway? You can't take it back.");
    person.type(keys.enter);
    const { exitCode, written } = await person.ended;
    expect([exitCode, service.posts.length]).toEqual([2, 0]);
    expect(written).toMatch(/Nothing was\s+sent/);
  });

  test('are shown before the question, whatever else there is to warn about', async () => {
    const orders = Array.from({ length: 7 }, (_, index) => order(index).orderNumber);
    const numbers = Array.from({ length: 6 }, (_, index) => `TBA${100_000_000_000 + index}`);
    const lines = numbers.map((number) => `${orders[6]},${number}`);
    await run(['shipments', 'add', '--csv', file('first.csv', ['order,tracking', ...lines]), '-q']);
    const path = file('f.csv', [
      'order,tracking',
      ...numbers.map((number, index) => `${orders[index]},${number}`),
      `${orders[0]},${wrongCheck}`,
    ]);
    const person = waybillInTerminal(['shipments', 'add', '--csv', path], { env });
    await person.shows("Send the doubtful tracking number anyway? You can't take it back.");
    person.type('n');
    const { written } = await person.ended;
    const asked = written.slice(0, written.indexOf('Send the doubtful'));
    expect(asked).toContain(`"${wrongCheck}"`);
    expect(asked).not.toContain('is already on order');
    expect(written.match(/is already on order/g)).toHaveLength(5);
    expect(written).toContain('1 more like these');
  });

  test('do not prompt with --yes', async () => {
    const words = ['shipments', 'add', '--csv', doubtful(), '--yes'];
    const { exitCode, written } = await shownInTerminal(words, { env });
    expect([exitCode, sent().length]).toEqual([0, 3]);
    expect(written).not.toContain('Send 2');
  });
});

describe('retailers', () => {
  test('are sent as the orders have them if a file lacks them or spells them differently', async () => {
    const [first, second] = [order(0), order(1)];
    const without = file('a.csv', ['order,tracking', `${first.orderNumber},${ups}`]);
    expect((await run(['shipments', 'add', '--csv', without])).exitCode).toBe(0);
    const spelled = file('b.csv', [
      'store,order,tracking',
      `"${unlike(second.retailer)}",${second.orderNumber},${usps}`,
      `,${first.orderNumber},TBA000000000001`,
    ]);
    expect((await run(['shipments', 'add', '--csv', spelled])).exitCode).toBe(0);
    expect(sent().map(({ retailer }) => retailer)).toEqual([
      first.retailer,
      second.retailer,
      first.retailer,
    ]);
  });

  test('are reported if they really differ, and ignored with --retailer-from-order', async () => {
    const { retailer, orderNumber } = order(0);
    const path = file('f.csv', ['store,order,tracking', `Elsewhere,${orderNumber},${ups}`]);
    const ended = await run(['shipments', 'add', '--csv', path]);
    const reason = `line 2: Order ${orderNumber} is from "${retailer}", not "Elsewhere"`;
    expect([ended.exitCode, ended.stderr.includes(reason)]).toEqual([3, true]);
    expect(sent().map((one) => one.retailer)).toEqual(['Elsewhere']);
    expect((await run(['shipments', 'check', path])).stdout).toBe(`error: ${reason}\n`);
    const fromOrder = await run(['shipments', 'add', '--csv', path, '--retailer-from-order']);
    expect([fromOrder.exitCode, sent().at(-1)?.retailer]).toEqual([0, retailer]);
  });

  test('are invalid if blank without their order: no_such_order', async () => {
    const lines = ['order,tracking', `NONE-1,${ups}`, `${order(0).orderNumber},${usps}`];
    const path = file('f.csv', lines);
    const ended = await run(['shipments', 'add', '--csv', path, '--json', '--results', 'r.csv']);
    expect(ended.exitCode).toBe(3);
    expect(JSON.parse(ended.stdout)).toMatchObject({ rows: 2, invalid: 1, added: 1, requests: 1 });
    const results = readFileSync(join(home, 'r.csv'), 'utf8');
    expect(results).toContain(`2,,NONE-1,${ups},invalid,no_such_order,`);
    expect((await run(['shipments', 'check', path])).exitCode).toBe(2);
    expect((await run(['shipments', 'check', path, '--offline'])).exitCode).toBe(0);
  });

  test('are told from gift card orders, as check does', async () => {
    const { body } = await service.ask('GET', '/gift-card-orders?limit=1');
    const { orderNumber, retailer } = body.data[0];
    const path = file('f.csv', ['store,order,tracking', `${retailer},${orderNumber},${ups}`]);
    const ended = await run(['shipments', 'add', '--csv', path]);
    expect(ended.exitCode).toBe(3);
    const reason = `line 2: Order ${orderNumber} is a gift card order, which takes no tracking numbers`;
    expect(ended.stderr).toContain(reason);
    expect((await run(['shipments', 'check', path])).stdout).toContain(reason);
    const blank = file('g.csv', ['order,tracking', `${orderNumber},${ups}`]);
    for (const verb of [['add', '--csv'], ['check']]) {
      const { stdout, stderr } = await run(['shipments', ...verb, blank]);
      expect(`${stdout}${stderr}`).toContain(reason);
    }
    const typed = await run(['shipments', 'add', orderNumber, ups]);
    expect(typed.exitCode).toBe(6);
    expect(typed.stderr).toContain(`To see it, run waybill giftcards get ${orderNumber}.`);
    const sentAnyway = await run(['shipments', 'add', orderNumber, ups, '--retailer', retailer]);
    expect(sentAnyway.exitCode).toBe(6);
    expect(sentAnyway.stderr).toContain(
      `Order ${orderNumber} is a gift card order, which takes no tracking numbers`,
    );
  });

  test('are warned about if another order has the number, as in check', async () => {
    const [first, second] = [order(0), order(1)];
    expect((await run(['shipments', 'add', first.orderNumber, ups])).exitCode).toBe(0);
    const path = file('f.csv', [
      'order,tracking',
      `${first.orderNumber},${ups}`,
      `${second.orderNumber},${ups}`,
    ]);
    const warning = `line 3: Tracking number ${ups} is already on order ${first.orderNumber}`;
    expect((await run(['shipments', 'check', path])).stdout).toContain(`warning: ${warning}`);
    // Two orders may share a parcel.
    const added = await run(['shipments', 'add', '--csv', path, '--strict', '-q']);
    expect(added).toMatchObject({ exitCode: 0, stderr: `Warning: ${warning}\n` });
  });

  test('order numbers that differ only in case are different orders', async () => {
    const { retailer } = order(0);
    const lower = { retailer, orderNumber: 'case-1' };
    const example = readFileSync(new URL('../../examples/order.json', import.meta.url), 'utf8');
    await service.ask('POST', '/buying-group-orders', { ...JSON.parse(example), ...lower });
    const path = file('f.csv', ['store,order,tracking', `${retailer},CASE-1,${ups}`]);
    const exact = { ...lower, orderNumber: 'CASE-1' };
    await service.ask('POST', '/buying-group-orders', { ...JSON.parse(example), ...exact });
    expect((await run(['shipments', 'add', '--csv', path])).exitCode).toBe(0);
    expect(sent()).toMatchObject([{ orderNumber: 'CASE-1' }]);
    const mixed = file('g.csv', ['store,order,tracking', `${retailer},Case-1,${ups}`]);
    const refused = await run(['shipments', 'check', mixed]);
    expect([refused.exitCode, refused.stdout]).toEqual([
      2,
      expect.stringMatching(/CASE-1 and case-1/),
    ]);
  });
});

describe('a refusal', () => {
  test('names the first ten rows, even with -q, and counts the others', async () => {
    const bad = Array.from(
      { length: 14 },
      (_, row) => `Best Buy,NONE-${row},TBA${100_000_000_000 + row}`,
    );
    const good = `${order(0).retailer},${order(0).orderNumber},${ups}`;
    const path = file('f.csv', ['store,order,tracking', good, ...bad]);
    const ended = await run(['shipments', 'add', '--csv', path, '-q']);
    expect(ended.exitCode).toBe(3);
    expect(ended.stderr).toMatch(
      /^Error: 14 of 15 rows were refused\n {2}line 3: No buying group order NONE-0/,
    );
    expect(ended.stderr.match(/^ {2}line \d+: /gm)?.length).toBe(10);
    expect(ended.stderr).toContain('4 more rows were refused');
    const again = await run(['shipments', 'add', '--csv', path, '-q', '--json']);
    expect(JSON.parse(again.stderr).error).toMatchObject({ code: 'rows_refused', exitCode: 3 });
    expect(JSON.parse(again.stderr).error.issues.length).toBe(10);
  });

  test('has one reason: on stderr, in results and rejects, in check, and when shown again', async () => {
    const { retailer, orderNumber } = order(0);
    const rows = [`Nowhere,${orderNumber},${ups}`, `${retailer},NONE-77,${usps}`];
    const path = file('f.csv', ['store,order,tracking', ...rows]);
    const checked = await run(['shipments', 'check', path]);
    const reasons = [...checked.stdout.matchAll(/^error: line \d: (.*)$/gm)].map(([, one]) => one);
    expect(reasons).toHaveLength(2);
    const [results, rejects] = [join(home, 'results.csv'), join(home, 'rejects.csv')];
    const words = ['shipments', 'add', '--csv', path, '--results', results, '--rejects', rejects];
    for (let time = 1; time <= 2; time++) {
      const done = await run(words);
      expect(done.exitCode).toBe(3);
      for (const reason of reasons) {
        expect(done.stderr).toContain(reason);
        const quoted = reason?.replaceAll('"', '""');
        expect(readFileSync(results, 'utf8')).toContain(quoted);
        expect(readFileSync(rejects, 'utf8')).toContain(quoted);
      }
    }
  });

  test('names JSON as such, wherever a table is read', async () => {
    const path = file('f.json', ['[', `  {"orderNumber":"1","trackingNumber":"${ups}"}`, ']']);
    for (const words of [['check'], ['add', '--csv']]) {
      const ended = await run(['shipments', ...words, path]);
      expect([ended.exitCode, ended.stdout]).toEqual([2, '']);
      expect(ended.stderr).toContain(`is JSON, not a table`);
    }
    expect(sent()).toEqual([]);
  });

  test('prints nothing with -q if all went well, and mentions no rows to fix', async () => {
    const path = file('f.csv', ['order,tracking', `${order(0).orderNumber},${ups}`]);
    const quiet = await run(['shipments', 'add', '--csv', path, '-q', '--rejects', 'rejects.csv']);
    expect(quiet).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    const loud = await run(['shipments', 'add', '--csv', path, '--rejects', 'rejects.csv']);
    expect(loud.stdout).toMatch(/^1 row: 1 added \(by the run at .*; nothing was sent now\)\n$/);
    expect(existsSync(join(home, 'rejects.csv'))).toBe(true);
  });

  test('of a single order is an error: exit 8 if the order is from another retailer', async () => {
    const { orderNumber, retailer } = order(0);
    const words = ['shipments', 'add', orderNumber, ups, '--retailer', 'Elsewhere'];
    const ended = await run(words);
    expect(ended).toMatchObject({ exitCode: 8, stdout: '' });
    expect(ended.stderr).toMatch(/^Error: The service refused 1Z999AA10123456784 for order /);
    expect(ended.stderr).toContain(`is from "${retailer}", not "Elsewhere"`);
    expect(readdirSync(join(home, '.waybill', 'jobs'))).toEqual([]);
  });

  test('of swapped arguments has a hint', async () => {
    for (const other of ['777', '800458530']) {
      const ended = await run(['shipments', 'add', ups, other]);
      expect([2, 6]).toContain(ended.exitCode);
      expect(ended.stderr).toContain(`waybill shipments add ${other} ${ups}`);
    }
    const mistyped = '1Z12345E0205271688';
    const several = await run(['shipments', 'add', ups, mistyped, '800458530']);
    expect(several.stderr).toContain(`waybill shipments add 800458530 ${mistyped} ${ups}`);
    const all = await run(['shipments', 'add', ups, 'TBA324448734748']);
    expect(all.stderr).not.toContain('Put the order number first');
    expect(service.posts).toEqual([]);
  });

  test('is reported the same way by updates and creates from a file, with their own word for success', async () => {
    const { orderNumber } = order(0);
    const updates = file('u.csv', ['order,notes', `${orderNumber},hello`, 'NONE-1,hello']);
    const updated = await run(['orders', 'update', '--csv', updates]);
    expect(updated.exitCode).toBe(3);
    expect(updated.stdout).toMatch(/^2 rows: 1 updated, 1 rejected/);
    expect(updated.stderr).toMatch(/^ {2}line 3: .*NONE-1/m);
    const creates = file('c.csv', [
      'orderNumber,orderDate,retailer,platform,description,unitPrice,qty,unit-value',
      'NEW-1,2025-11-18,Staples,card_center,Apple,9000,5,10000',
      'NEW-2,2025-11-18,Staples,card_center,Apple,none,5,10000',
    ]);
    const created = await run(['giftcards', 'create', '--csv', creates]);
    expect(created.exitCode).toBe(3);
    expect(created.stdout).toMatch(/1 order created · 1 invalid/);
    expect(created.stderr).toMatch(/^ {2}line 3: column "unitPrice".*"none"/m);
  });
});

describe('--fix', () => {
  const mixed = () => {
    const [first, second] = [order(0), order(1)];
    return file('f.csv', [
      'store,order,tracking',
      `Nobody,${first.orderNumber},${ups}`,
      `${second.retailer},${second.orderNumber},${usps}`,
    ]);
  };

  test('takes what the orders prove, and keeps each change with the results', async () => {
    const words = ['shipments', 'add', '--csv', mixed(), '--results', 'r.csv', '--fix'];
    const asked = await run(words);
    expect(asked.exitCode).toBe(2);
    expect(asked.stderr).toContain("Can't prompt here to confirm: Send 1 row with these changes?");
    expect(service.posts).toEqual([]);
    const done = await run([...words, '-y', '--json']);
    expect(done.exitCode).toBe(0);
    const change = `retailer ${order(0).retailer} for "Nobody"`;
    expect(done.stderr).toContain(`line 2: ${change}`);
    expect(sent()[0]).toMatchObject({ retailer: order(0).retailer });
    const results = readFileSync(join(home, 'r.csv'), 'utf8');
    expect(results.replaceAll('""', '"')).toContain(`,added,,"${change}"`);
    const again = await run([...words, '-y', '-q']);
    expect(again).toMatchObject({ exitCode: 0, stderr: '' });
    expect(readFileSync(join(home, 'r.csv'), 'utf8')).toBe(results);
  });

  test.each([
    ['y', 0, 1],
    ['n', 2, 0],
  ])('asks on a terminal: after %s exit %i', async (key, exitCode, posts) => {
    const path = mixed();
    const session = waybillInTerminal(['shipments', 'add', '--csv', path, '--fix'], { env });
    await session.shows('Send 1 row with these changes?');
    session.type(key);
    expect((await session.ended).exitCode).toBe(exitCode);
    expect(service.posts).toHaveLength(posts);
  });

  test('is not for a single order', async () => {
    const { exitCode } = await run(['shipments', 'add', order(0).orderNumber, ups, '--fix']);
    expect(exitCode).toBe(2);
  });
});

test.each(['f.csv', 'my shipments.xlsx'])(
  'a file typed as an order, %s, is offered to --csv',
  async (name) => {
    const { exitCode, stderr } = await run(['shipments', 'add', name]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      `waybill shipments add --csv ${name.includes(' ') ? `'${name}'` : name}\n`,
    );
  },
);

describe('columns that are missing', () => {
  const lines = () => ['Ref,Parcel,PIN', `${order(1).orderNumber},${ups},4711`];
  const ask = (path: string, ...more: string[]) =>
    waybillInTerminal(['shipments', 'add', '--csv', path, ...more], { env });

  test('are asked for, with the rows and a guess only where the values fit', async () => {
    const path = file('f.csv', lines());
    const session = ask(path);
    await session.shows('Which column is orderNumber?');
    session.type(`${keys.down}${keys.enter}`);
    await session.shows('Which column is trackingNumber?');
    session.type(keys.enter);
    const { exitCode, written } = await session.ended;
    expect(exitCode).toBe(0);
    expect(sent()).toMatchObject([{ orderNumber: order(1).orderNumber, trackingNumber: ups }]);
    expect(written).toContain(`${order(1).orderNumber} | ${ups}`);
    expect(written).toContain(
      `waybill shipments add --csv ${path} --map orderNumber=Ref --map trackingNumber=Parcel`,
    );
    // Cells that may be as good as money are never shown.
    expect(written).not.toContain('4711');
  });

  test.each([
    ['None of them', keys.enter, 2],
    ['Ctrl-C', keys.ctrlC, 130],
    ['Escape', '\u001b', 130],
  ])('are not guessed: after %s nothing is sent', async (_name, typed, ending) => {
    const path = file('f.csv', ['Order,Parcel', `${order(1).orderNumber},ABCD123456`]);
    const session = ask(path);
    await session.shows('Which column is trackingNumber?');
    session.type(typed);
    expect((await session.ended).exitCode).toBe(ending);
    expect(service.posts).toEqual([]);
  });

  test('are named in an error with -y, with --json and in a pipe', async () => {
    const path = file('f.csv', lines());
    for (const more of [['-y'], ['--json'], ['--no-input']]) {
      const { exitCode, written } = await ask(path, ...more).ended;
      expect([exitCode, written.includes('Which column')]).toEqual([2, false]);
    }
    expect((await run(['shipments', 'add', '--csv', path])).exitCode).toBe(2);
    expect(service.posts).toEqual([]);
  });

  test.each([
    ['create', ['Nummer,Wann,Laden,Was', 'N-1,2026-05-01,Best Buy,12.50'], '--save-mapping'],
    ['update', ['Ref,status', 'REF,shipped'], '--map order=Ref'],
  ])('are asked for by orders %s too', async (verb, rows, shown) => {
    const path = file(
      'o.csv',
      rows.map((one) => one.replace('REF', order(1).orderNumber)),
    );
    const session = waybillInTerminal(
      [
        'orders',
        verb,
        '--csv',
        path,
        '--dry-run',
        ...(verb === 'create' ? ['--group', 'bfmr'] : []),
      ],
      { env },
    );
    await session.shows('Which column is');
    session.type(`${keys.down}${keys.enter}`);
    if (verb === 'create') {
      await session.shows('Which column is date?');
      session.type(keys.enter);
      await session.shows('Which column is retailer?');
      session.type(`${keys.down}${keys.enter}`);
      await session.shows('Which column is price?');
      session.type(keys.enter);
    }
    const { exitCode, written } = await session.ended;
    expect({ exitCode, shown: written.includes(shown) }).toEqual({ exitCode: 0, shown: true });
  });
});
