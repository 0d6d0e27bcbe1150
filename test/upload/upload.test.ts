import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectFolder } from '../support/project';
import { type Sandbox, serveSandbox } from '../support/sandbox';
import { shell } from '../support/shell';
import { namesIn, type Run, runOf, start, temporaryHome, waybill } from '../support/waybill';
import { writeTestWorkbook } from '../support/workbook';
import { serveCounted } from './counted-service';

type Counted = Awaited<ReturnType<typeof serveCounted>>;

let service: Counted;
let home: string;
/** Called around the requests of a test. */
let watch: { before?: (post: number) => void | Promise<void>; hidesLists?: boolean } = {};

beforeEach(async () => {
  home = temporaryHome();
  watch = {};
  service = await serveCounted({
    before: (post) => watch.before?.(post),
    hidesLists: () => watch.hidesLists === true,
  });
});
afterEach(() => service.close());

function run(words: readonly string[], input?: string | Buffer): Promise<Run> {
  const env = { ...service.env, WAYBILL_HOME: home };
  return waybill(['shipments', ...words], { env, ...(input === undefined ? {} : { input }) });
}

const good = { retailer: 'B', orderNumber: '1', trackingNumber: 'TESTNR1' };

async function summary(words: readonly string[], input?: string | Buffer) {
  const { exitCode, stdout, stderr } = await run([...words, '--json'], input);
  return { exitCode, stderr, ...JSON.parse(stdout) };
}

function file(name: string, text: string | Buffer): string {
  const path = join(home, name);
  writeFileSync(path, text);
  return path;
}

/** A file of good rows for orders in the sample account. */
async function shipments(rows: number): Promise<string> {
  const orders = (await service.orders()).filter(({ orderNumber }) => orderNumber !== null);
  const lines = Array.from({ length: rows }, (_, row) => {
    const { retailer, orderNumber } = orders[row % orders.length] ?? {};
    return `${retailer},${orderNumber},TESTNR${row}`;
  });
  return ['retailer,orderNumber,trackingNumber', ...lines, ''].join('\n');
}

describe('the example', () => {
  test('is added once, in the process: the second time shows its results again', async () => {
    const words = ['--sandbox', 'shipments', 'add', '--csv', 'examples/shipments.csv', '--json'];
    const env = { WAYBILL_HOME: home };
    const rows =
      readFileSync(join(projectFolder, 'examples/shipments.csv'), 'utf8').trim().split('\n')
        .length - 1;
    const first = await waybill(words, { env });
    expect(first.exitCode).toBe(0);
    expect(JSON.parse(first.stdout)).toMatchObject({
      rows,
      added: rows,
      requests: Math.ceil(rows / 50),
    });
    const second = await waybill(words, { env });
    expect(second).toMatchObject({ exitCode: 0, stdout: first.stdout });
    const third = await waybill([...words, '--restart'], { env });
    expect(JSON.parse(third.stdout)).toMatchObject({ rows, added: 0, alreadyPresent: rows });
    // After a reset it is a different account, without uploads.
    await waybill(['sandbox', 'reset'], { env });
    const afterReset = await waybill(words, { env });
    expect(afterReset.stderr).toBe('');
    expect(JSON.parse(afterReset.stdout)).toMatchObject({ rows, added: rows });
    expect(JSON.parse(afterReset.stdout).job).not.toBe(JSON.parse(third.stdout).job);
  });

  test('has the summary that scripts depend on, field by field', async () => {
    const printed = await summary(['add', '--csv', 'examples/shipments.csv']);
    const { exitCode, stderr: _, ...fields } = printed;
    expect(exitCode).toBe(0);
    expect(Object.keys(fields)).toEqual(
      'job rows added alreadyPresent accepted duplicate invalid rejected notSent unknown requests resultsFile rejectsFile'.split(
        ' ',
      ),
    );
    expect(fields.job).toMatch(/^[0-9a-f]{64}$/);
    expect(fields.rejectsFile).toBeNull();
    expect(statSync(join(home, 'jobs', fields.job)).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(join(home, 'jobs', fields.job))) {
      const text = readFileSync(join(home, 'jobs', fields.job, name), 'utf8');
      expect(text).not.toContain(service.env.WAYBILL_API_SECRET);
    }
  });
});

test.each([
  [1, 1],
  [49, 1],
  [50, 1],
  [51, 2],
  [100, 2],
  [101, 3],
])('%i rows take %i requests', async (rows, requests) => {
  const path = file('some.csv', await shipments(rows));
  expect(await summary(['add', '--csv', path])).toMatchObject({
    exitCode: 0,
    added: rows,
    requests,
  });
  expect(service.posts.length).toBe(requests);
});

test("the same rows are the same job, whatever a file's encoding", async () => {
  const text = await shipments(60);
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
  const quoted = text.replace(/^([^,]+),([^,]+),(.+)$/gm, '"$1","$2","$3"');
  const files: readonly (string | Buffer)[] = [
    text,
    `\uFEFF${text}`,
    utf16,
    Buffer.from(utf16).swap16(),
    text.replaceAll('\n', '\r\n'),
    text.replaceAll('\n', '\r'),
    text.trimEnd(),
    text.replaceAll(',', ';'),
    text.replaceAll(',', '\t'),
    text.replaceAll(',', '|'),
    quoted,
  ];
  const first = await summary(['add', '--csv', file('0.csv', text)]);
  for (const [index, one] of files.entries()) {
    const { job, rows, exitCode } = await summary(['add', '--csv', file(`${index}.csv`, one)]);
    expect([index, job, rows, exitCode]).toEqual([index, first.job, 60, 0]);
  }
  // From standard input as well.
  expect(await summary(['add', '--csv', '-'], text)).toMatchObject({ job: first.job });
});

describe('bad input: nothing is sent, and the message names what the user typed', () => {
  const header = 'Store,Order #,Tracking\n';
  test.each<[string, readonly string[], string, number, string]>([
    ['an unknown flag', ['--csf', 'f.csv'], header, 2, '--csf'],
    ['a missing header', ['--csv', 'f.csv'], 'a,b,c\n1,2,3\n', 2, 'no column for orderNumber'],
    [
      'an empty cell',
      ['--csv', 'f.csv'],
      `${header}Best Buy,,TBA000000000001\n`,
      2,
      'Column "Order #" is empty',
    ],
    [
      '101 characters',
      ['--csv', 'f.csv'],
      `${header}Best Buy,${'1'.repeat(101)},TBA000000000001\n`,
      2,
      'Column "Order #" has 101',
    ],
    ['a destroyed number', ['--csv', 'f.csv'], `${header}Best Buy,1,9.4E+21\n`, 2, '9.4E+21'],
    ['a folder', ['--csv', '.'], header, 14, 'folder'],
    ['no file', ['--csv', 'nowhere.csv'], header, 14, 'nowhere.csv'],
    ['nothing at all', [], header, 2, 'Nothing to add'],
    ['two inputs at once', ['--csv', 'f.csv', '--from-json', 'f.csv'], header, 2, '--from-json'],
    [
      'one file twice',
      ['--csv', 'f.csv', '--results', 'x', '--rejects', 'x'],
      header,
      2,
      '--rejects',
    ],
    ['a wrong delimiter', ['--csv', 'f.csv', '--delimiter', 'x'], header, 2, '--delimiter'],
    ['an order without a number', ['800458530'], header, 2, 'tracking number is missing'],
    ['an empty tracking number', ['800458530', ''], header, 2, 'tracking number is empty'],
    [
      'JSON with a misspelled field',
      ['--from-json', 'f.csv'],
      '[{"retailler":"x"}]',
      2,
      'retailler',
    ],
  ])('%s', async (_, words, text, exitCode, reported) => {
    file('f.csv', text);
    const env = { ...service.env, WAYBILL_HOME: home };
    const ended = await waybill(['shipments', 'add', ...words], { env, cwd: home });
    const rejects = readdirSync(home, { recursive: true }).filter((name) =>
      String(name).endsWith('rejects.csv'),
    );
    const said =
      ended.stderr + rejects.map((name) => readFileSync(join(home, String(name)), 'utf8')).join('');
    expect({
      exitCode: ended.exitCode,
      reported: said.replaceAll('""', '"').includes(reported),
    }).toEqual({ exitCode, reported: true });
    expect(service.posts).toEqual([]);
  });

  test('wrong credentials: exit 4, and every row is unsent', async () => {
    const env = { ...service.env, WAYBILL_API_SECRET: 'sandbox_secret_wrong', WAYBILL_HOME: home };
    const path = file('f.csv', await shipments(60));
    const ended = await waybill(['shipments', 'add', '--csv', path, '--json'], { env });
    expect(ended.exitCode).toBe(4);
    expect(JSON.parse(ended.stdout)).toMatchObject({ rows: 60, notSent: 60, rejected: 0 });
    expect(ended.stderr).not.toContain('sandbox_secret_wrong');
  });
});

describe('one order', () => {
  test('takes its retailer from the order, and says the second time that it was already there', async () => {
    const [order] = (await service.orders()).filter(({ orderNumber }) => orderNumber !== null);
    const number = order?.orderNumber ?? '';
    expect(await summary(['add', number, 'TESTNR1', 'TESTNR2'])).toMatchObject({
      exitCode: 0,
      rows: 2,
      added: 2,
    });
    expect(JSON.parse(service.posts[0] ?? '').shipments[0].retailer).toBe(order?.retailer);
    expect(await summary(['add', number, 'TESTNR1'])).toMatchObject({
      added: 0,
      alreadyPresent: 1,
    });
  });

  test('warns of a doubtful number without a line, since there is no file', async () => {
    const [order] = (await service.orders()).filter(({ orderNumber }) => orderNumber !== null);
    const { stderr, exitCode } = await run(['add', order?.orderNumber ?? '', 'TESTNR1']);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^Warning: The tracking number: "TESTNR1" matches no/m);
  });

  test('that does not exist: exit 6; one of the other kind is named as such', async () => {
    expect(await run(['add', 'NONE-1', 'TESTNR1'])).toMatchObject({ exitCode: 6, stdout: '' });
    const { body } = await service.ask('GET', '/gift-card-orders?limit=1');
    const giftCard = await run(['add', body.data[0].orderNumber, 'TESTNR1']);
    expect(giftCard.exitCode).toBe(6);
    expect(giftCard.stderr).toContain('gift card order');
    expect(service.posts).toEqual([]);
  });

  test('that the service refuses: an error, with nothing printed and nothing saved', async () => {
    const words = ['add', 'NONE-1', 'TESTNR1', '--retailer', 'Best Buy'];
    const refused = await run([...words, '--json']);
    expect(refused).toMatchObject({ exitCode: 6, stdout: '' });
    const { error } = JSON.parse(refused.stderr.split('\n').at(-2) ?? '');
    expect(error).toMatchObject({
      exitCode: 6,
      hint: expect.stringContaining('no buying group order with the number "NONE-1"'),
    });
    expect(error.message).toMatch(/^The service refused TESTNR1 for order NONE-1: ./);
    expect(readdirSync(join(home, 'jobs'))).toEqual([]);
    expect(service.posts.length).toBe(1);
    // Only a file that was asked for.
    const rejects = join(home, 'asked.csv');
    expect((await run([...words, '--rejects', rejects])).exitCode).toBe(6);
    expect(readFileSync(rejects, 'utf8')).toContain('TESTNR1,1,rejected,');
    expect(readdirSync(join(home, 'jobs'))).toEqual([]);
    // Once the order exists, the same command is worth another request.
    const example = JSON.parse(readFileSync(join(projectFolder, 'examples/order.json'), 'utf8'));
    const order = { ...example, retailer: 'Best Buy', orderNumber: 'NONE-1' };
    const made = await service.ask('POST', '/buying-group-orders', order);
    expect(made.status).toBe(201);
    expect(await summary(words)).toMatchObject({ exitCode: 0, added: 1 });
    const sent = service.posts.length;
    expect(await summary(words)).toMatchObject({ exitCode: 0, added: 1 });
    expect(service.posts.length).toBe(sent);
  });
});

describe('results and rejects', () => {
  const bad =
    'Note,Store,Order #,Tracking\n"keep, me",Best Buy,NONE-1,TBA000000000001\nx,,1,TBA000000000002\n=1+1,Best Buy,NONE-2,"TBA000000000003 TBA000000000004"\n';

  test('cover every row; the rejects, fixed, are the next input', async () => {
    const [order] = (await service.orders()).filter(({ orderNumber }) => orderNumber !== null);
    const good = `n,${order?.retailer},${order?.orderNumber},TESTNR1\n`;
    const path = file('bad.csv', bad + good);
    const [results, rejects] = [join(home, 'results.csv'), join(home, 'rejects.csv')];
    const words = ['add', '--csv', path, '--results', results, '--rejects', rejects];
    expect(await summary(words)).toMatchObject({
      exitCode: 3,
      rows: 5,
      added: 1,
      invalid: 1,
      rejected: 3,
      resultsFile: results,
      rejectsFile: rejects,
    });
    const lines = readFileSync(results, 'utf8').trimEnd().split('\r\n');
    expect(lines[0]).toBe('line,retailer,orderNumber,trackingNumber,outcome,code,message');
    expect(lines.map((line) => line.split(',')[4])).toEqual(
      'outcome rejected invalid rejected rejected added'.split(' '),
    );
    expect(lines.map((line) => line.split(',')[0])).toEqual(['line', '2', '3', '4', '4', '5']);
    const [head, ...refused] = readFileSync(rejects, 'utf8').trimEnd().split('\r\n');
    expect(head).toBe('Note,Store,Order #,Tracking,waybill_line,waybill_outcome,waybill_message');
    expect(refused[0]).toMatch(/^"keep, me",Best Buy,NONE-1,TBA000000000001,2,rejected,/);
    // A formula does not run in a spreadsheet.
    expect(refused[2]).toMatch(/^'=1\+1,Best Buy,NONE-2,TBA000000000003,4,rejected,/);
    const fixed = readFileSync(rejects, 'utf8')
      .replace(/NONE-\d/g, order?.orderNumber ?? '')
      .replaceAll('Best Buy', order?.retailer ?? '')
      .replace(',,1,', `,${order?.retailer},${order?.orderNumber},`);
    const next = await summary(['add', '--csv', file('rejects.csv', fixed)]);
    expect(next).toMatchObject({ exitCode: 0, rows: 4, added: 4 });
  });

  test('are kept with the job without the flags, and a command prints them', async () => {
    const { exitCode, stdout } = await run(['add', '--csv', file('bad.csv', bad)]);
    expect(exitCode).toBe(3);
    const words =
      /^Rows to fix: waybill (jobs show [0-9a-f]{8} --rejects)$/m.exec(stdout)?.[1] ?? '';
    const shown = await waybill(words.split(' '), { env: { WAYBILL_HOME: home } });
    expect(shown.stdout).toContain('NONE-1');
    const { rejectsFile } = await summary(['add', '--csv', file('bad.csv', bad)]);
    expect(shown.stdout).toBe(readFileSync(rejectsFile, 'utf8'));
  });

  test.each(['csv', 'xlsx'])(
    'hold no gift card code of a %s file, nor does the job',
    async (end) => {
      const [code, pin] = ['SECRETCODE77', '4455667788'];
      const [rejects, results] = [join(home, 'rejects.csv'), join(home, 'results.csv')];
      const rows = [
        ['Store', 'Order', 'Gift card code', 'Tracking', 'Pin', 'Zip code'],
        ['Best Buy', 'NONE-1', code, 'TBA000000000001', pin, '94016'],
        ['Best Buy', 'NONE-2', code, '', pin, '94016'],
      ];
      const path =
        end === 'csv'
          ? file('in.csv', rows.map((row) => `${row.join(',')}\n`).join(''))
          : writeTestWorkbook(join(home, 'in.xlsx'), { name: 'Data', rows });
      const words = ['add', '--csv', path, '--rejects', rejects];
      const { exitCode, stderr } = await run([...words, '--results', results]);
      expect(exitCode).toBe(3);
      expect(
        stderr.replace(/\s+/g, ' ').match(/column "Gift card code" and column "Pin"/g),
      ).toHaveLength(1);
      const jobs = join(home, 'jobs');
      const kept = readdirSync(jobs, { recursive: true, encoding: 'utf8' })
        .map((name) => join(jobs, name))
        .filter((one) => statSync(one).isFile());
      expect(kept.length).toBeGreaterThan(0);
      for (const one of [...kept, results, rejects]) {
        expect(readFileSync(one, 'latin1')).not.toMatch(`${code}|${pin}`);
      }
      const [head, ...refused] = readFileSync(rejects, 'utf8').trimEnd().split('\r\n');
      expect(head).toMatch(/^Store,Order,Gift card code,Tracking,Pin,Zip code,waybill_line,/);
      expect(refused).toEqual([
        expect.stringMatching(/^Best Buy,NONE-1,,TBA000000000001,,94016,2,/),
      ]);
    },
  );

  test('are not written to /dev/null, and refused for another device', async () => {
    const path = file('bad.csv', bad);
    expect((await run(['add', '--csv', path, '--rejects', '/dev/null'])).exitCode).toBe(3);
    expect((await run(['add', '--csv', path, '--results', '/dev/full'])).exitCode).toBe(2);
  });
});

describe('a job', () => {
  test('is locked: a second run of it exits 12 and sends nothing', async () => {
    const path = file('f.csv', await shipments(60));
    let second: Run | undefined;
    watch.before = async (post) => {
      if (post === 1) second = await run(['add', '--csv', path]);
    };
    expect((await run(['add', '--csv', path])).exitCode).toBe(0);
    expect(second?.exitCode).toBe(12);
    expect(service.posts.length).toBe(2);
  });

  const finishedFiles = {
    'all added': async () => shipments(60),
    'some refused': async () =>
      `${await shipments(60)}Best Buy,NONE-1,TBA000000000001\nBest Buy,,TBA000000000002\n`,
    'all refused': async () =>
      'retailer,orderNumber,trackingNumber\nBest Buy,NONE-1,TBA000000000001\n',
    'nothing to send': async () =>
      'retailer,orderNumber,trackingNumber\nBest Buy,,TBA000000000002\n',
  };
  test.each([
    ['all added', 0],
    ['some refused', 3],
    ['all refused', 3],
    ['nothing to send', 2],
  ] as const)('that is finished, %s: exit %i again, and nothing is sent', async (name, code) => {
    const path = file('f.csv', await finishedFiles[name]());
    const [results, rejects] = [join(home, 'results.csv'), join(home, 'rejects.csv')];
    const words = ['add', '--csv', path, '--results', results, '--rejects', rejects, '--json'];
    const reported = (stderr: string) => stderr.includes('Nothing was sent');
    const first = await run(words);
    expect([first.exitCode, reported(first.stderr)]).toEqual([code, false]);
    const written = [results, rejects].map((one) => readFileSync(one, 'utf8'));
    const sent = service.posts.length;
    for (const one of [results, rejects]) rmSync(one);
    const again = await run(words);
    expect(again).toMatchObject({ exitCode: code, stdout: first.stdout });
    expect([results, rejects].map((one) => readFileSync(one, 'utf8'))).toEqual(written);
    // A file with nothing to send was never uploaded.
    expect(again.stderr).toMatch(
      sent === 0
        ? /^\{"error".*\n$/
        : /uploaded at \d{4}-\d\d-\d\d \d\d:\d\d\. Nothing was sent.*--restart/,
    );
    expect(reported((await run([...words, '-q'])).stderr)).toBe(false);
    expect(service.posts.length).toBe(sent);
    await run([...words, '--restart']);
    expect(service.posts.length).toBe(2 * sent);
  });

  test('that is finished is read back with --verify, and claims no more than that proves', async () => {
    const half = (await shipments(20)).split('\n').slice(0, 8).join('\n');
    await run(['add', '--csv', file('half.csv', half)]);
    const path = file('f.csv', await shipments(20));
    watch.hidesLists = true;
    expect(await summary(['add', '--csv', path])).toMatchObject({ accepted: 20 });
    watch.hidesLists = false;
    expect(await summary(['add', '--csv', path, '--verify'])).toMatchObject({
      exitCode: 0,
      accepted: 20,
      alreadyPresent: 0,
    });
    expect(service.posts.length).toBe(2);
  });

  test('with a damaged journal ends in exit 14 and leaves it alone; --restart starts over', async () => {
    const path = file('f.csv', await shipments(60));
    const { job } = await summary(['add', '--csv', path]);
    const journal = join(home, 'jobs', job, 'journal.ndjson');
    const damaged = readFileSync(journal, 'utf8').replace('"batch":1', '"batch":2');
    writeFileSync(journal, damaged);
    const ended = await run(['add', '--csv', path]);
    expect(ended.exitCode).toBe(14);
    expect(ended.stderr).toContain('--restart');
    const listed = await waybill(['jobs', 'list'], { env: { WAYBILL_HOME: home } });
    expect(listed).toMatchObject({
      exitCode: 14,
      stderr: expect.stringContaining('No uploads that can be read.'),
    });
    expect(readFileSync(journal, 'utf8')).toBe(damaged);
    expect(service.posts.length).toBe(2);
    const again = await summary(['add', '--csv', path, '--restart']);
    expect(again).toMatchObject({ exitCode: 0, alreadyPresent: 60 });
  });

  test('whose summary went to a full disk prints it again', async () => {
    const path = file('f.csv', await shipments(60));
    const words = `waybill shipments add --csv ${path} --json`;
    const full = await shell(`${words} >/dev/full`, { ...service.env, WAYBILL_HOME: home });
    expect(full.exitCode).toBe(14);
    const again = await summary(['add', '--csv', path]);
    expect(again).toMatchObject({ added: 60, alreadyPresent: 0, requests: 2 });
    expect(service.posts.length).toBe(2);
  });

  test('finishes although its reader goes away', async () => {
    const path = file('f.csv', await shipments(120));
    const env = { ...service.env, WAYBILL_HOME: home };
    const child = start(['shipments', 'add', '--csv', path], { env });
    child.stdin?.end();
    child.stdout?.destroy();
    const [exitCode] = await once(child, 'exit');
    expect(exitCode).toBe(0);
    expect(service.posts.length).toBe(3);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 143],
  ] as const)(
    '%s settles requests in progress, says how to resume, and can be resumed',
    async (signal, code) => {
      const path = file('f.csv', await shipments(400));
      const env = { ...service.env, WAYBILL_HOME: home };
      const child = start(['shipments', 'add', '--csv', path, '--json'], { env });
      child.stdin?.end();
      watch.before = async (post) => {
        if (post !== 3) return;
        child.kill(signal);
        await new Promise((resolve) => setTimeout(resolve, 100));
      };
      const ended = await runOf(child);
      const first = JSON.parse(ended.stdout);
      expect(ended.exitCode).toBe(code);
      expect(first.unknown).toBe(0);
      expect(first.added + first.notSent).toBe(400);
      expect(first.added).toBe(service.posts.length * 50);
      expect(ended.stderr).toContain('Run the same command again');
      const rest = await summary(['add', '--csv', path]);
      expect(rest).toMatchObject({ exitCode: 0, added: 400, requests: 8 });
      expect(service.posts.length).toBe(8);
    },
  );
});

test('a restarted upload that was interrupted is resumed without --restart', async () => {
  const path = file('r.csv', await shipments(400));
  const env = { ...service.env, WAYBILL_HOME: home };
  const child = start(['shipments', 'add', '--csv', path, '--restart', '--json'], { env });
  child.stdin?.end();
  watch.before = async (post) => {
    if (post !== 3) return;
    child.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 100));
  };
  const ended = await runOf(child);
  const first = JSON.parse(ended.stdout);
  expect(first.notSent).toBeGreaterThan(0);
  expect(ended.stderr).toContain('Run the same command without --restart to resume.');
  const shown = await waybill(['jobs', 'show', first.job, '--json'], { env });
  const { resume } = JSON.parse(shown.stdout);
  expect(resume).toMatch(/ waybill shipments add --csv \S+ --json$/);
  const rest = await summary(['add', '--csv', path]);
  expect(rest).toMatchObject({ exitCode: 0, added: 400, requests: 8 });
});

test('an interruption ends the wait for a pipe that stays open', async () => {
  const child = start(['shipments', 'add', '--csv', '-'], {
    env: { ...service.env, WAYBILL_HOME: home },
  });
  child.stdin?.write(`retailer,orderNumber,trackingNumber\n${'B,1,TBA000000000001\n'.repeat(500)}`);
  const job = join(home, 'jobs');
  // It reads as soon as there is a folder for the rows.
  while (!existsSync(job)) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill('SIGINT');
  expect((await runOf(child)).exitCode).toBe(130);
  expect(service.posts).toEqual([]);
  expect(readdirSync(job)).toEqual([]);
});

describe('switches', () => {
  test('--verify settles what the count leaves open, row by row', async () => {
    const path = file('f.csv', await shipments(20));
    const half = file('half.csv', (await shipments(20)).split('\n').slice(0, 8).join('\n'));
    await run(['add', '--csv', half]);
    watch.hidesLists = true;
    expect(await summary(['add', '--csv', path])).toMatchObject({ accepted: 20 });
    const other = await serveCounted();
    const env = { ...other.env, WAYBILL_HOME: temporaryHome() };
    await waybill(['shipments', 'add', '--csv', half], { env });
    const verified = await waybill(['shipments', 'add', '--csv', path, '--verify', '--json'], {
      env,
    });
    const { resultsFile, ...counts } = JSON.parse(verified.stdout);
    expect(counts).toMatchObject({ accepted: 0, added: 13, alreadyPresent: 7 });
    const outcomes = readFileSync(resultsFile, 'utf8').trimEnd().split('\r\n').slice(1);
    expect(outcomes.map((line) => line.split(',')[4])).toEqual([
      ...Array(7).fill('already_present'),
      ...Array(13).fill('added'),
    ]);
    await other.close();
  });

  test('--all-or-nothing sends nothing if a row is invalid or matches no order', async () => {
    const good = await shipments(3);
    const invalid = file('invalid.csv', `${good}Best Buy,,TBA000000000001\n`);
    expect(await summary(['add', '--csv', invalid, '--all-or-nothing'])).toMatchObject({
      exitCode: 2,
      invalid: 1,
      notSent: 3,
    });
    const unmatched = file('unmatched.csv', `${good}Best Buy,NONE-1,TBA000000000001\n`);
    expect(await summary(['add', '--csv', unmatched, '--all-or-nothing'])).toMatchObject({
      exitCode: 3,
      notSent: 4,
    });
    for (const [path, exitCode] of [
      [invalid, 2],
      [unmatched, 3],
    ] as const) {
      const words = ['add', '--csv', path, '--all-or-nothing', '--dry-run', '--json'];
      expect(await run(words)).toMatchObject({ exitCode, stdout: '[]\n' });
    }
    expect(service.posts).toEqual([]);
  });

  test.each([{ flags: [] }, { flags: ['--fix'] }])(
    'orders that it needs and cannot read: no row is sent, and each is reported %j',
    async ({ flags }) => {
      const [{ orderNumber } = { orderNumber: '' }] = await service.orders();
      const path = file('blank.csv', `order,tracking\n${orderNumber},TESTNR1\nNONE-1,TESTNR2\n`);
      const words = ['add', '--csv', path, ...flags, '--results', join(home, 'all.csv')];
      watch.hidesLists = true;
      for (let time = 0; time < 2; time++) {
        expect(await summary(words)).toMatchObject({
          exitCode: 13,
          notSent: 2,
          stderr: expect.stringContaining('of 2 rows are settled'),
        });
      }
      const [, ...rows] = readFileSync(join(home, 'all.csv'), 'utf8').trimEnd().split('\r\n');
      expect(rows.map((row) => row.split(',')[4])).toEqual(['not_sent', 'not_sent']);
      const dry = await run([...words.slice(0, 3), '--dry-run']);
      expect([dry.exitCode, dry.stdout]).toEqual([13, '']);
      watch.hidesLists = false;
      expect(await summary(words)).toMatchObject({ exitCode: 3, added: 1, invalid: 1 });
      const env = { WAYBILL_HOME: home };
      const unfinished = await waybill(['jobs', 'list', '--unfinished', '--json'], { env });
      expect(unfinished.stdout).toBe('[]\n');
      expect(service.posts).toHaveLength(1);
    },
  );

  test('--dry-run prints the requests and sends none', async () => {
    const path = file('f.csv', await shipments(60));
    const { exitCode, stdout } = await run(['add', '--csv', path, '--dry-run', '--json']);
    const requests = JSON.parse(stdout);
    expect(exitCode).toBe(0);
    expect(requests.map((one: { body: { shipments: [] } }) => one.body.shipments.length)).toEqual([
      50, 10,
    ]);
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/shipments' });
    expect(service.posts).toEqual([]);
    expect(namesIn(home)).toEqual(['f.csv']);
  });

  test.each([
    [[1], 'shipments[0]', 'must be an object, not a number'],
    [[good, { ...good, carrier: 'ups' }], 'shipments[1]', 'has unknown fields: "carrier"'],
    [[{ ...good, trackingNumber: 9 }], 'shipments[0].trackingNumber', 'must be text, not a number'],
  ])('--from-json rejects a file with anything else: %j', async (list, place, message) => {
    const path = file('shape.json', JSON.stringify(list));
    const { exitCode, stderr } = await run(['add', '--from-json', path, '--json']);
    expect(exitCode).toBe(2);
    const [issue] = JSON.parse(stderr).error.issues;
    expect(issue.path).toContain(place);
    expect(issue.message).toContain(message);
  });

  test('--from-json: a missing or empty value affects only its row', async () => {
    const list = [{ ...good, retailer: null }, { ...good, trackingNumber: ' ' }, {}];
    const path = file('rows.json', JSON.stringify(list));
    expect(await summary(['add', '--from-json', path])).toMatchObject({
      exitCode: 2,
      rows: 3,
      invalid: 3,
    });
    const { stderr } = await run(['add', '--from-json', path, '--dry-run']);
    expect(stderr).toContain('entry 2: trackingNumber is empty');
    const { issues } = JSON.parse(
      (await run(['add', '--from-json', path, '--restart', '--json'])).stderr,
    ).error;
    expect(issues.map(({ path: place }: { path: string }) => place)).toEqual([
      'entry 1',
      'entry 2',
      'entry 3',
    ]);
  });

  test('--from-json takes a list or a body', async () => {
    const [order] = (await service.orders()).filter(({ orderNumber }) => orderNumber !== null);
    const row = {
      retailer: order?.retailer,
      orderNumber: order?.orderNumber,
      trackingNumber: 'TESTNR1',
    };
    const list = file('list.json', JSON.stringify([row]));
    expect(await summary(['add', '--from-json', list])).toMatchObject({ exitCode: 0, added: 1 });
    const body = JSON.stringify({ shipments: [row] });
    expect(await summary(['add', '--from-json', '-', '--restart'], body)).toMatchObject({
      alreadyPresent: 1,
    });
  });

  test('sends and reports doubtful rows', async () => {
    const [order] = (await service.orders()).filter(({ orderNumber }) => orderNumber !== null);
    const text = `Store,Order,Label\n${order?.retailer},${order?.orderNumber},1Z999AA10123456785\n`;
    const path = file('f.csv', text);
    const done = await summary(['add', '--csv', path, '--map', 'trackingNumber=Label']);
    expect(done).toMatchObject({ exitCode: 0, added: 1 });
    expect(done.stderr).toContain('line 2: Column "Label": "1Z999AA10123456785"');
    const quiet = await summary([
      'add',
      '--csv',
      path,
      '--map',
      'tracking=label',
      '--restart',
      '-q',
    ]);
    expect(quiet.stderr).toMatch(/^Warning: line 2: Column "Label": "1Z999AA10123456785".*\n$/);
  });
});

describe('a service that is down', () => {
  let requests = 0;
  let status = 503;
  let code = 'down';
  /** Sent instead of the service's error. */
  let page: string | undefined;
  afterEach(() => {
    page = undefined;
    code = 'down';
  });
  const upload = async () => {
    const { port } = server.address() as AddressInfo;
    const path = file('f.csv', await shipments(1000));
    const env = {
      ...service.env,
      WAYBILL_HOME: home,
      WAYBILL_BASE_URL: `http://127.0.0.1:${port}/api/v1`,
    };
    requests = 0;
    const words = ['shipments', 'add', '--csv', path, '--json', '--concurrency', '1'];
    const { exitCode, stdout, stderr } = await waybill(words, { env });
    const { error } = JSON.parse(stderr.slice(stderr.indexOf('{"error"')));
    return { exitCode, summary: JSON.parse(stdout), error };
  };
  const server = createServer((request, response) => {
    request.resume();
    requests++;
    response.writeHead(status, {
      'content-type': page === undefined ? 'application/json' : 'text/html',
    });
    response.end(page ?? JSON.stringify({ error: { code, message: 'down' } }));
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  test.each([
    [503, 10, []],
    [429, 9, ['--max-wait', '1']],
    [403, 8, []],
    [401, 4, []],
  ])(
    'keeps responding %i: exit %i, every row unsent, few requests',
    async (answered, exitCode, more) => {
      status = answered;
      requests = 0;
      const { port } = server.address() as AddressInfo;
      const env = {
        ...service.env,
        WAYBILL_HOME: home,
        WAYBILL_BASE_URL: `http://127.0.0.1:${port}/api/v1`,
      };
      const path = file('f.csv', await shipments(1000));
      const ended = await waybill(['shipments', 'add', '--csv', path, '--json', ...more], { env });
      expect(ended.exitCode).toBe(exitCode);
      expect(JSON.parse(ended.stdout)).toMatchObject({ rows: 1000, notSent: 1000, rejected: 0 });
      expect(requests).toBeLessThanOrEqual(20);
    },
  );

  test.each([
    ['a page with 400', 400, '<h1>Bad request</h1>'],
    ['a page with 404', 404, '<h1>Not found</h1>'],
    ['an empty 413', 413, ''],
    ['an empty 418', 418, ''],
  ])('%s is blamed on no row: exit 13', async (_, answered, text) => {
    [status, page] = [answered, text];
    const { exitCode, summary: counts, error } = await upload();
    expect({ exitCode, ...counts }).toMatchObject({ exitCode: 13, notSent: 1000, rejected: 0 });
    expect(error.message).toContain(`(status ${answered}) is not from the service`);
    expect(requests).toBeLessThanOrEqual(2);
  });

  test('a body that did not arrive as it was sent is blamed on no row: exit 8', async () => {
    [status, code] = [400, 'bad_request'];
    const { exitCode, summary: counts } = await upload();
    expect({ exitCode, ...counts }).toMatchObject({ exitCode: 8, notSent: 1000, rejected: 0 });
  });

  test('requests that keep getting 500 may have been carried out: exit 11, and how to find out', async () => {
    status = 500;
    const { exitCode, summary: counts, error } = await upload();
    expect({ exitCode, ...counts }).toMatchObject({ exitCode: 11, unknown: 50, notSent: 950 });
    expect(error.message).toContain('POST /shipments may or may not have been carried out');
    expect(error.hint).toBe('0 of 1,000 rows are settled. Run the same command again to resume.');
  });
});

describe('check', () => {
  test('offline, names invalid, doubtful and duplicate rows, and sends nothing', async () => {
    const text =
      'Store,Order #,Tracking\nB,1,TNUMBER1\nB,1,TNUMBER1\nB,,TNUMBER2\nB,1,1Z999AA10123456784\n';
    const { exitCode, stdout, stderr } = await run([
      'check',
      file('f.csv', text),
      '--offline',
      '--json',
    ]);
    expect(exitCode).toBe(2);
    const findings: readonly { line: number; severity: string; code: string }[] =
      JSON.parse(stdout);
    expect(findings.map(({ line, severity, code }) => [line, severity, code])).toEqual([
      [4, 'error', 'empty'],
      [2, 'warning', 'carrier_pattern'],
      [3, 'note', 'duplicate_row'],
    ]);
    expect(stderr).toContain('4 rows: 1 invalid, 1 duplicate, 1 doubtful');
  });

  test('against the account, names unmatched rows, gift card orders and numbers on other orders', async () => {
    const orders = (await service.orders()).filter(({ orderNumber }) => orderNumber !== null);
    const [first, second] = orders;
    const taken = orders.find(({ trackingNumbers }) => trackingNumbers.length > 0);
    const number = taken?.trackingNumbers[0]?.trackingNumber;
    const { body } = await service.ask('GET', '/gift-card-orders?limit=1');
    const giftCard = body.data[0];
    const rows = [
      [first?.retailer, `${first?.orderNumber}9`, 'TBA000000000001'],
      [`${first?.retailer} Inc`, first?.orderNumber, 'TBA000000000002'],
      [giftCard.retailer, giftCard.orderNumber, 'TBA000000000003'],
      [taken?.retailer, taken?.orderNumber, number],
      [
        second === taken ? first?.retailer : second?.retailer,
        second === taken ? first?.orderNumber : second?.orderNumber,
        number,
      ],
      [first?.retailer, first?.orderNumber, 'TBA000000000004'],
    ];
    const text = ['Store,Order #,Tracking', ...rows.map((row) => row.join(','))].join('\n');
    const { exitCode, stdout } = await run(['check', file('f.csv', text), '--json']);
    expect(exitCode).toBe(3);
    const findings: readonly { line: number; code: string; message: string }[] = JSON.parse(stdout);
    expect(findings.map(({ line, code }) => [line, code])).toEqual([
      [2, 'no_such_order'],
      [3, 'other_retailer'],
      [4, 'gift_card_order'],
      [6, 'on_other_order'],
      [5, 'already_present'],
    ]);
    expect(findings[0]?.message).toContain(`the nearest is ${first?.orderNumber}`);
    expect(findings[1]?.message).toContain(`"${first?.retailer}"`);
    expect(service.posts).toEqual([]);
  });

  test('exits with 0 for a file without problems', async () => {
    const ended = await run(['check', 'examples/shipments.csv', '-o', 'csv']);
    expect(ended).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^line,severity/) });
    expect(ended.stdout.split('\r\n').length).toBe(2);
  });
});

describe('list', () => {
  test('lists every tracking number once, with its order', async () => {
    const { stdout, exitCode } = await run(['list', '--json']);
    expect(exitCode).toBe(0);
    const rows: readonly { trackingNumber: string; orderNumber: string; carrier: string }[] =
      JSON.parse(stdout);
    const expected = (await service.orders()).flatMap(({ orderNumber, trackingNumbers }) =>
      trackingNumbers.map(({ trackingNumber }) => [orderNumber, trackingNumber]),
    );
    expect(rows.map(({ orderNumber, trackingNumber }) => [orderNumber, trackingNumber])).toEqual(
      expected,
    );
    const ups = JSON.parse((await run(['list', '--carrier', 'ups,fedex', '--json'])).stdout);
    expect(ups.length).toBe(
      rows.filter(({ carrier }) => carrier === 'ups' || carrier === 'fedex').length,
    );
    const one = rows[5];
    const found = JSON.parse(
      (await run(['list', '--tracking', one?.trackingNumber ?? '', '--json'])).stdout,
    );
    expect(found.map(({ trackingNumber }: { trackingNumber: string }) => trackingNumber)).toEqual([
      one?.trackingNumber,
    ]);
    expect(JSON.parse((await run(['list', '-L', '2', '--offset', '3', '--json'])).stdout)).toEqual(
      rows.slice(3, 5),
    );
  });
});

describe('over a real `sandbox serve`', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await serveSandbox();
  });
  afterAll(async () => {
    expect(await sandbox.stop()).toBe(0);
  });

  test('adds the example once with credentials from the environment', async () => {
    const env = { ...sandbox.env, WAYBILL_HOME: home };
    const words = ['shipments', 'add', '--csv', 'examples/shipments.csv', '--json'];
    const [first, second] = [await waybill(words, { env }), await waybill(words, { env })];
    expect(JSON.parse(first.stdout)).toMatchObject({ rows: 120, added: 120, requests: 3 });
    expect(second.stdout).toBe(first.stdout);
  });
});
