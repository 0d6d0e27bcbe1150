import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleAccount } from './account';

const { run, json, seen } = sampleAccount();
const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
const order = '800458530';
const tracking = '1Z999AA10123456784';

function text(...lines: readonly string[]): string {
  const path = join(mkdtempSync(join(folder, 'x')), 'x.csv');
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

const bodies = () =>
  seen()
    .filter(({ method }) => method !== 'GET')
    .map(({ body }) => body);

describe('what copying and spreadsheets add to an identifier', () => {
  const added = [
    '\u200b%',
    '%\u2060',
    '\u200e\ufeff%\u202c',
    "'%",
    '\u2018%',
    '\u201c%\u201d',
    "'%'",
  ];

  test.each(added)('%j: an order to update is found', async (form) => {
    const file = text('order,notes', `${form.replace('%', order)},${form}`);
    seen();
    await json(['orders', 'update', '--csv', file]);
    // Notes are sent as they are.
    expect(bodies()).toEqual([{ notes: form }]);
  });

  test.each(added)('%j: an order is created without it', async (form) => {
    const number = `I-${added.indexOf(form)}`;
    const cells = [number, 'bfmr'].map((one) => form.replace('%', one));
    await json([
      ...['orders', 'create', '--csv'],
      text('orderNumber,group,retailer,unitPrice,qty,orderDate', `${cells},Target,1,1,2026-11-01`),
    ]);
    expect(await json(['orders', 'get', number])).toMatchObject({
      orderNumber: number,
      buyingGroup: 'bfmr',
    });
  });

  test.each(added)('%j: a shipment has the number of its order', async (form) => {
    const file = text('order,tracking', `${form.replace('%', order)},${tracking}`);
    const words = ['shipments', 'add', '--csv', file, '--dry-run', '--json'];
    const [{ body }] = await json(words);
    expect(body.shipments).toMatchObject([{ orderNumber: order, trackingNumber: tracking }]);
  });

  test.each(added)('%j: codes and PINs are sent without it', async (form) => {
    const cells = ['6006491234567', '1234', 'n'].map((one) => form.replace('%', one));
    seen();
    await json([
      ...['orders', 'update', order, '-y', '--codes-file'],
      text('code,pin,notes', cells.join()),
    ]);
    expect(bodies()).toEqual([
      { redemptionCodes: [{ code: '6006491234567', pin: '1234', notes: form.replace('%', 'n') }] },
    ]);
  });

  test('names of orders on standard input are read without it', async () => {
    const found = await run(['orders', 'get', '-', '--json'], { input: `\u200b${order}\u2060\n` });
    expect(JSON.parse(found.stdout)).toMatchObject([{ orderNumber: order }]);
  });
});
