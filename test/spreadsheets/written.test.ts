import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryHome, waybill } from '../support/waybill';

const header = 'Store,Order,Tracking,Notes';

/** Uploads a file of rows to the sandbox, which has none of its orders. */
async function upload(rows: readonly string[], ...flags: readonly string[]) {
  const home = temporaryHome();
  writeFileSync(join(home, 'in.csv'), [header, ...rows].join('\n'));
  const words = ['--sandbox', 'shipments', 'add', '--csv', 'in.csv', '--restart', ...flags];
  const run = await waybill(words, { cwd: home, env: { WAYBILL_HOME: home } });
  return { home, run, read: (name: string) => readFileSync(join(home, name)) };
}

test('rejects named .xlsx are a workbook that waybill reads: the next upload', async () => {
  const { home, run, read } = await upload(
    ['Target,000123,9400111202555842332669,"see ""door"""'],
    ...['--rejects', 'fix.xlsx', '--results', 'all.csv'],
  );
  expect(run.exitCode).not.toBe(0);
  expect(read('fix.xlsx').subarray(0, 2).toString()).toBe('PK');
  const again = await waybill(
    ['shipments', 'add', '--csv', 'fix.xlsx', '--dry-run', '--json', '--sandbox'],
    { cwd: home, env: { WAYBILL_HOME: home } },
  );
  expect(JSON.parse(again.stdout)[0]?.body.shipments).toEqual([
    { retailer: 'Target', orderNumber: '000123', trackingNumber: '9400111202555842332669' },
  ]);
});

test('with --excel, results and rejects keep their zeros and long numbers', async () => {
  const { read } = await upload(
    ['Target,000123,9400111202555842332669,0x'],
    ...['--excel', '--rejects', 'fix.csv', '--results', 'all.csv'],
  );
  for (const name of ['fix.csv', 'all.csv']) {
    const text = read(name).toString();
    expect(text.startsWith('\uFEFF')).toBe(true);
    expect(text).toContain('Target,"=""000123""","=""9400111202555842332669""",');
  }
});

test('with --excel, a list in csv does too, and json and tsv are unchanged', async () => {
  const home = temporaryHome();
  const list = async (...flags: string[]) =>
    (await waybill(['--sandbox', 'orders', 'list', ...flags], { env: { WAYBILL_HOME: home } }))
      .stdout;
  const plain = await list('-o', 'csv', '--fields', 'orderNumber');
  const marked = await list('-o', 'csv', '--fields', 'orderNumber', '--excel');
  expect(marked.startsWith('\uFEFF')).toBe(true);
  expect(marked).toContain('"=""902017574346350"""');
  expect(marked.slice(1).replace(/"=""(\d+)"""/g, '$1')).toBe(plain);
  expect(await list('--json', '--excel')).toBe(await list('--json'));
});

test('updates orders from a workbook, whose header may be mapped', async () => {
  const home = temporaryHome();
  const file = join(home, 'in.txt');
  writeFileSync(file, Buffer.from('Title\nPO;Bemerkung\n800458530;caf\xe9\n', 'latin1'));
  const words = ['--sandbox', 'orders', 'update', '--csv', file, '--dry-run', '--json'];
  const flags = ['--encoding', 'windows-1252', '--map', 'order=PO', '--map', 'notes=Bemerkung'];
  const run = await waybill([...words, ...flags], { env: { WAYBILL_HOME: home } });
  expect(run.stderr).toContain('the header is line 2');
  expect(JSON.parse(run.stdout)).toMatchObject([{ body: { notes: 'café' } }]);
});
