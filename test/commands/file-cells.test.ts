import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleAccount } from './account';

const { run, json } = sampleAccount();
const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
const [order, other] = ['800458530', '9889303997'];

function file(name: string, ...lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

/** Corrects a mistake in a file. */
function correct(path: string, wrong: string, right: string): void {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(wrong);
  writeFileSync(path, text.replace(wrong, right));
}

async function fieldsOf(name: string): Promise<Record<string, unknown>> {
  return json(['orders', 'get', name]);
}

describe('a fixed rejects file keeps what ="…" protects', () => {
  const columns = 'orderNumber,orderDate,retailer,group,description,unitPrice,qty';

  test.each([[[]], [['--excel']]])('of orders create %j', async (flags) => {
    const number = `0090201757439${flags.length}`;
    const row = `="${number}",2026-11-01,Target,bfmr,x,15x,1`;
    const source = file('create.csv', columns, row);
    const rejects = join(folder, `rejects-${flags.length}.csv`);
    const words = ['orders', 'create', '--csv', source, '--rejects', rejects, ...flags];
    expect((await run(words)).exitCode).toBe(2);
    correct(rejects, '15x', '150');
    expect((await run(['orders', 'create', '--csv', rejects])).exitCode).toBe(0);
    expect(await fieldsOf(number)).toMatchObject({ orderNumber: number, retailer: 'Target' });
  });

  test("of orders update, from waybill's own export", async () => {
    await run(['orders', 'update', other, '--account', '00123456789012']);
    const list = ['orders', 'list', '--search', other, '-o', 'csv', '--excel'];
    const { stdout } = await run([...list, '--fields', 'id,orderNumber,retailerAccount,shipping']);
    const source = file('export.csv', ...stdout.trimEnd().split('\r\n'));
    correct(source, '56789012', '56789013');
    const [, shipping = ''] = /,(\d+)\s*$/.exec(readFileSync(source, 'utf8').trimEnd()) ?? [];
    writeFileSync(source, readFileSync(source, 'utf8').replace(/,\d+(\s*)$/, ',9.99x$1'));
    expect(shipping).not.toBe('');
    const rejects = join(folder, 'update-rejects.csv');
    expect((await run(['orders', 'update', '--csv', source, '--rejects', rejects])).exitCode).toBe(
      2,
    );
    correct(rejects, '9.99x', '1999');
    expect((await run(['orders', 'update', '--csv', rejects])).exitCode).toBe(0);
    expect(await fieldsOf(other)).toMatchObject({
      retailerAccount: '00123456789013',
      shipping: 1999,
    });
  });

  test('but a formula in it stays escaped', async () => {
    const row = 'X-1,2026-11-01,"=HYPERLINK(""a"")",bfmr,"=""a""&b",15x,1';
    const rejects = join(folder, 'formulas.csv');
    await run(['orders', 'create', '--csv', file('f.csv', columns, row), '--rejects', rejects]);
    const text = readFileSync(rejects, 'utf8');
    expect(text).toContain(`"'=HYPERLINK(""a"")"`);
    expect(text).toContain(`"'=""a""&b"`);
  });
});

describe('one order under two names', () => {
  test('in two rows: the second is a contradiction or a repetition, and undo restores all', async () => {
    const { id, status, notes } = await fieldsOf(order);
    const update = (...rows: readonly string[]) =>
      json(['orders', 'update', '--csv', file('two.csv', 'order,status,notes', ...rows)]);
    const { exitCode, stdout } = await run([
      ...['orders', 'update', '--json', '--csv'],
      file('two.csv', 'order,status,notes', `${order},shipped,`, `${id},,changed`),
    ]);
    expect(exitCode).toBe(3);
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({ rows: 2, added: 1, invalid: 1 });
    expect(readFileSync(summary.rejectsFile, 'utf8')).toContain(
      'line 2 changes the same order: put both in one row',
    );
    expect(await fieldsOf(order)).toMatchObject({ status: 'shipped', notes });
    await json(['orders', 'update', '--csv', summary.oldValuesFile, '--money', 'cents']);
    expect(await fieldsOf(order)).toMatchObject({ status, notes });
    expect(await update(`${order},,again`, `${id},,again`)).toMatchObject({
      added: 1,
      duplicate: 1,
    });
  });

  test('on the command line: it is updated once', async () => {
    const { id, orderLineItems } = await fieldsOf(order);
    const item = ['--add-item', 'description=dup,price=1,qty=1'];
    const updated = await json(['orders', 'update', order, String(id), ...item]);
    expect(updated).toHaveLength(1);
    expect(updated[0].orderLineItems).toHaveLength((orderLineItems as unknown[]).length + 1);
  });
});

test('undo restores the spaces around a text', async () => {
  for (const notes of [' lead and trail ', '  =1+1']) {
    await run(['orders', 'update', order, '--notes', notes]);
    const source = file('spaces.csv', 'order,notes', `${order},zzz ${notes.length}`);
    const { oldValuesFile } = await json(['orders', 'update', '--csv', source]);
    await json(['orders', 'update', '--csv', oldValuesFile]);
    expect((await fieldsOf(order)).notes).toBe(notes);
  }
});

describe('a number that a spreadsheet rounded is never sent', () => {
  test('as an order number or an account', async () => {
    const source = file('rounded.csv', 'order,orderNumber', `${order},9.02018E+15`);
    const update = await run(['orders', 'update', '--csv', source]);
    expect([update.exitCode, update.stderr]).toEqual([
      2,
      expect.stringContaining('column "orderNumber" is 9.02018E+15, a number that a spreadsheet'),
    ]);
    const columns = 'orderNumber,orderDate,retailer,group,account,description,unitPrice,qty';
    const row = '9.02018E+15,2026-11-01,Target,bfmr,1.2E+12,x,150,1';
    const create = await run(['orders', 'create', '--csv', file('c.csv', columns, row)]);
    expect([create.exitCode, create.stderr]).toEqual([2, expect.stringContaining('9.02018E+15')]);
  });

  test('as a redemption code or a PIN, which is not repeated', async () => {
    for (const line of ['6.00649E+18,12', 'AAAA-1,9.4E+21']) {
      const source = file('codes.csv', 'code,pin', line);
      const words = ['giftcards', 'update', '813763113', '--codes-file', source, '--yes'];
      const { exitCode, stderr } = await run(words);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('is a number that a spreadsheet rounded, not a code');
      expect(stderr).not.toMatch(/E\+/);
    }
  });
});

test('a file without a header and with too few columns is no shipment file', async () => {
  const source = file('two-columns.csv', `${order},TBA100000000021`, `${other},TBA100000000022`);
  for (const words of [
    ['shipments', 'add', '--csv', source, '--no-header'],
    ['shipments', 'check', source, '--no-header'],
  ]) {
    const { exitCode, stderr } = await run(words);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('too few columns for --no-header: 2');
    expect(stderr).toContain('retailer, orderNumber, trackingNumber');
  }
});

test('a command that a hint names can be copied: it repeats what was typed', async () => {
  const source = file('three columns.csv', `Apple,${order},TBA100000000021`);
  const words = ['shipments', 'add', '--dry-run', '--csv', source];
  const { exitCode, stderr } = await run([...words, '--json']);
  expect(exitCode).toBe(2);
  const { hint } = JSON.parse(stderr).error;
  expect(hint).toMatch(
    /^Nothing was sent. Run: waybill .*shipments add --dry-run --csv '.*three columns.csv' --json --no-header$/,
  );
  const again = await run([...words, '--no-header']);
  expect(again.exitCode).toBe(0);
});

describe('a number that a program made a decimal number is never sent', () => {
  test('as an order number', async () => {
    const columns = 'orderNumber,orderDate,retailer,group,description,unitPrice,qty';
    const create = (number: string) => {
      const row = `${number},2026-11-01,Target,bfmr,x,150,1`;
      return run(['orders', 'create', '--csv', file('decimal.csv', columns, row)]);
    };
    const changed = await create('902017574346359.0');
    expect(changed.exitCode).toBe(2);
    expect(changed.stderr).toContain(
      'column "orderNumber" is 902017574346359.0, a number that a spreadsheet changed; format the column as text',
    );
    // Unless it is an order that the account has, and this is another one.
    const differing = await create('902017574346350.0');
    expect(differing.exitCode).toBe(3);
    expect(differing.stderr).toContain("The account's order 902017574346350 differs");
  });

  test('as a redemption code or a PIN, which is not repeated', async () => {
    for (const line of ['6035710012340000.0,12', 'AAAA-1,821.00']) {
      const source = file('codes.csv', 'code,pin', line);
      const words = ['giftcards', 'update', '813763113', '--codes-file', source, '--yes'];
      const { exitCode, stderr } = await run(words);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('ends in .0: the program that wrote the file made it a decimal');
      // The name of a temporary folder may contain any digits.
      expect(stderr).not.toMatch(/60357|\b821\b/);
    }
  });
});

test('a file of codes with another header says which there are, not the header', async () => {
  const source = file('codes.csv', 'code,S3CR3T', 'AAAA-1,1');
  const { exitCode, stderr } = await run([
    'giftcards',
    'update',
    '813763113',
    '--codes-file',
    source,
  ]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('Known columns: code, pin, notes, kind, brand, purpose, value');
  expect(stderr).not.toContain('S3CR3T');
});

test('codes that appear twice are sent with a warning that does not repeat them', async () => {
  const source = file(
    'twice.csv',
    'code,pin,value,notes',
    'S3CR3T-1,12,25,1.0',
    'S3CR3T-1,12,50,',
    'S3CR3T-1,12,25,',
  );
  const words = ['giftcards', 'update', '813763113', '--codes-file', source, '--yes', '--dry-run'];
  const { exitCode, stderr } = await run(words);
  expect(exitCode).toBe(0);
  const warnings = stderr.match(/the same code, PIN and value as in/g);
  expect(warnings).toHaveLength(1);
  expect(stderr).toMatch(
    /twice\.csv, line 4: the same code, PIN and value as in \S*twice\.csv, line 2/,
  );
  expect(stderr).not.toContain('S3CR3T');
});

test('findings of a check have the short name of the order number', async () => {
  const source = file('junk.csv', 'order,tracking', `${order},TBD`);
  const { stdout } = await run(['shipments', 'check', source, '--json', '--fields', 'line,number']);
  expect(JSON.parse(stdout)).toEqual([{ line: 2, orderNumber: order }]);
});

describe('a column without a header', () => {
  test('is ignored if it is empty', async () => {
    const path = file('nameless.csv', 'order,tax,', `${order},77,`);
    await json(['orders', 'update', '--csv', path]);
    expect(await fieldsOf(order)).toMatchObject({ tax: 77 });
  });

  test('is refused with the line of its first cell', async () => {
    const path = file('filled.csv', 'order,,tax', `${order},,78`, `${other}, x,79`);
    const { exitCode, stderr } = await run(['orders', 'update', '--csv', path]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('line 3: column 2 has no header');
    expect(await fieldsOf(order)).not.toMatchObject({ tax: 78 });
  });
});
