import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, test } from 'vitest';
import { sampleAccount } from './account';

const account = sampleAccount();
const { run, json, seen } = account;
const [airpods, staples, giftCard] = ['800458530', '9889303997', '813763113'];
const ventureX = '7d1c6c0e-3b0f-4f0e-9f54-6a3f0c9e1a03';

function file(...lines: readonly string[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'updates.csv');
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}
const rowsOf = (path: string): Record<string, string>[] =>
  parse(readFileSync(path), { columns: true });
const written = () =>
  seen()
    .filter(({ method }) => method !== 'GET')
    .map(({ body }) => body);
const order = (name: string, noun = 'orders') => json([noun, 'get', name]);
const update = (path: string, ...more: string[]) =>
  json(['orders', 'update', '--csv', path, '-q', ...more]);

test('the question before line items are replaced names the orders', async () => {
  const item = JSON.stringify([{ description: 'Cable', unitPrice: 100, quantity: 1 }]);
  const rows = [
    { order: airpods, orderLineItems: item, notes: '' },
    { order: staples, orderLineItems: '', notes: 'unchanged items' },
  ];
  const path = file(stringify(rows, { header: true }).trimEnd());
  seen();
  for (const [words, orders] of [
    [['--csv', path], `order ${airpods}`],
    [
      [airpods, staples, '--item', 'description=Cable,price=1,qty=1'],
      `orders ${airpods}, ${staples}`,
    ],
  ] as const) {
    const refused = await run(['orders', 'update', ...words]);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain(`line items of ${orders}?`);
  }
  expect(written()).toEqual([]);
});

test('a new group in two spellings is one, as its first row writes it', async () => {
  const path = file('order,group', `${airpods},New Club`, `${staples},new-club`);
  const { stdout } = await run(['orders', 'update', '--csv', path, '--dry-run', '--json']);
  const groups = JSON.parse(stdout).map(
    ({ body }: { body: { buyingGroup: string } }) => body.buyingGroup,
  );
  expect(groups).toEqual(['New Club', 'New Club']);
});

describe('columns', () => {
  test('orderNumber or id names the order if there is no order column', async () => {
    const { id } = await order(airpods);
    await update(file('Order Number,notes', `${airpods},by number`));
    expect((await order(airpods)).notes).toBe('by number');
    await update(file('id,notes,group', `${id},by id,bfmr`));
    expect((await order(airpods)).notes).toBe('by id');
    await update(file('id,orderNumber', `${id},NEW-1`));
    expect((await order(id)).orderNumber).toBe('NEW-1');
    await update(file('order,order-number', `NEW-1,${airpods}`));
    expect((await order(id)).orderNumber).toBe(airpods);
  });

  test('an edited export changes only what was edited, with one notice', async () => {
    const { stdout } = await run(['orders', 'list', '--all', '-o', 'csv']);
    const exported: Record<string, string>[] = parse(stdout, { columns: true });
    const edited = exported.map((row) =>
      row.orderNumber === staples ? { ...row, status: 'delivered', notes: 'edited' } : row,
    );
    const path = file();
    writeFileSync(path, stringify(edited, { header: true }));
    seen();
    const ended = await run(['orders', 'update', '--csv', path, '--json']);
    expect(ended.exitCode).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      rows: edited.length,
      added: 1,
      alreadyPresent: edited.length - 1,
      requests: 1,
    });
    expect(written()).toEqual([{ status: 'delivered', notes: 'edited' }]);
    expect(ended.stderr.match(/Ignored/g)).toHaveLength(1);
    expect(ended.stderr).toContain('trackingNumbers');
  });

  test.each(['cents', 'dollars'])(
    'what a query prints in %s is read back, and only what was edited is sent',
    async (money) => {
      const select = ['select * from orders where order_number is not null'];
      const words = ['query', ...select, '--sync', '-o', 'csv', '--money', money];
      const exported: Record<string, string>[] = parse((await run(words)).stdout, {
        columns: true,
      });
      expect(exported.length).toBeGreaterThan(3);
      const edited = exported.map((row) =>
        row.order_number === staples ? { ...row, card_id: 'Visa - 7730' } : row,
      );
      const path = file();
      writeFileSync(path, stringify(edited, { header: true }));
      await json(['orders', 'update', staples, '--clear', 'card']);
      seen();
      const ended = await run(['orders', 'update', '--csv', path, '--json', '--money', money]);
      expect(JSON.parse(ended.stdout)).toMatchObject({ rows: exported.length, added: 1 });
      expect(written()).toEqual([{ creditCardId: ventureX }]);
      expect(ended.stderr).toContain('order_month');
    },
  );

  test.each([
    ['Group', 'not mine', '"not mine" is no group'],
    ['Group', 'Personal', '"Personal" is no group'],
    ['Card', '4111-1111-1111-1111', 'no card is "xxxx-1111"'],
  ])('a column %s with "%s" is refused', async (header, cell, words) => {
    const { exitCode, stderr } = await run([
      ...['orders', 'update', '--csv', file(`order,${header}`, `${airpods},${cell}`)],
      '--dry-run',
    ]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  test('a sheet of people completes orders: dates, groups and cards as they write them', async () => {
    seen();
    const path = file(
      'Order #,Purchase Date,Buying Group,Card Last 4,Cashback Rate',
      `${airpods},7/1/2025,Max Out Deals,Chase - 8820,2%`,
      `${staples},"Jul 02, 2025",MAX-OUT-DEALS,biz gold,`,
    );
    const ended = await run(['orders', 'update', '--csv', path, '--json']);
    expect(ended).toMatchObject({
      exitCode: 0,
      stderr: 'max_out_deals for "Max Out Deals".\nmax_out_deals for "MAX-OUT-DEALS".\n',
    });
    const inkCash = '7d1c6c0e-3b0f-4f0e-9f54-6a3f0c9e1a01';
    const bodies = Object.fromEntries(
      await Promise.all([airpods, staples].map(async (one) => [one, await order(one)])),
    );
    expect(bodies).toMatchObject({
      [airpods]: {
        ...{ orderDate: '2025-07-01', buyingGroup: 'max_out_deals', creditCardId: inkCash },
        ...{ subCreditCardId: '0a8e2f7c-52d1-4c53-8f0b-2b7d6a1c4b11', cardEarnRate: 2 },
      },
      [staples]: {
        ...{ orderDate: '2025-07-02', buyingGroup: 'max_out_deals' },
        creditCardId: '7d1c6c0e-3b0f-4f0e-9f54-6a3f0c9e1a02',
      },
    });
    // As it was before.
    await json(['orders', 'update', '--csv', JSON.parse(ended.stdout).oldValuesFile]);
  });

  test('a card that is not exactly one, or a date with the day first, makes its row invalid', async () => {
    seen();
    const path = file(
      'Order #,Date,Card',
      `${airpods},,Visa`,
      `${staples},23/11/2025,1009`,
      `${airpods},11/23/2025,`,
    );
    const ended = await run(['orders', 'update', '--csv', path, '--json', '--no-input']);
    expect(ended.exitCode).toBe(2);
    const said = rowsOf(JSON.parse(ended.stdout).rejectsFile).map((row) => row.waybill_message);
    expect(said).toEqual([
      'column "Card": no card is "Visa"',
      expect.stringContaining('--date-format dmy'),
      expect.stringContaining('line 2 changes the same order'),
    ]);
    expect(written()).toEqual([]);
    const dayFirst = file('Order #,Date', `${staples},23/11/2025`);
    const words = ['orders', 'update', '--csv', dayFirst, '--date-format', 'dmy'];
    expect((await run([...words, '--dry-run', '--json'])).stdout).toContain('"2025-11-23"');
  });

  test.each(['orders', 'giftcards'])(
    'the help of %s update says what can be sent back',
    async (noun) => {
      const help = (await run([noun, 'update', '--help'])).stdout.replace(/\s+/g, ' ');
      expect(help).toContain(`edit what waybill ${noun} list -o csv prints and send it back`);
    },
  );

  test('an unedited export of gift card orders changes nothing', async () => {
    const { stdout } = await run(['giftcards', 'list', '--all', '-o', 'csv', '--money', 'dollars']);
    const path = file();
    writeFileSync(path, stdout);
    seen();
    const ended = await run([
      'giftcards',
      'update',
      '--csv',
      path,
      '--money',
      'dollars',
      '-q',
      '--json',
    ]);
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject({ added: 0, requests: 0, oldValuesFile: null });
    expect(written()).toEqual([]);
  });

  test('an export of few fields, most of them empty, can be edited and sent back', async () => {
    await json(['orders', 'update', airpods, '--notes', 'Fragile']);
    const { stdout } = await run([
      'orders',
      'list',
      '--all',
      '--fields',
      'number,notes',
      '-o',
      'csv',
    ]);
    const path = file();
    // A row without an order number names no order.
    const named = stdout.replace(/^,.*\r\n/gm, '');
    writeFileSync(path, named.replace('Fragile', 'Sold'));
    seen();
    const summary = await update(path);
    const rows = named.trim().split('\r\n').length - 1;
    expect(summary).toMatchObject({ rows, added: 1, alreadyPresent: rows - 1, invalid: 0 });
    expect(written()).toEqual([{ notes: 'Sold' }]);
  });

  const notes = [
    ...['a\nb\tc\r\nd\\e', 'C:\\temp', '\\n', '"quoted"', '"say" it', 'a ""b"" c'],
    ...["'=x", "''=x", '=1+1', "'plain", '-5', 'tab\t"x"'],
  ];
  test.each(['csv', 'tsv'])('an unedited %s export keeps every character', async (format) => {
    for (const text of notes) {
      await json(['orders', 'update', airpods, `--notes=${text}`]);
      const { stdout } = await run([
        'orders',
        'get',
        airpods,
        '-o',
        format,
        '--fields',
        'id,notes',
      ]);
      const path = file();
      writeFileSync(path, stdout);
      expect(await update(path), text).toMatchObject({ added: 0, alreadyPresent: 1 });
    }
  });

  test('an edited tsv export is read as it was written, and any other tsv as it is', async () => {
    await json(['orders', 'update', airpods, '--notes', 'one\ntwo']);
    const exported = (await run(['orders', 'get', airpods, '-o', 'tsv'])).stdout;
    const path = file();
    writeFileSync(path, exported.replace('one\\ntwo', 'one\\nthree'));
    await update(path);
    expect((await order(airpods)).notes).toBe('one\nthree');
    // As Excel saves it.
    const cells = exported.split('\n').map((line) => line.split('\t'));
    const quoted = (cell: string) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    const saved = cells.map((line) => line.map(quoted).join('\t')).join('\r\n');
    writeFileSync(path, saved.replace('one\\ntwo', '"one,\\n""four"""'));
    await update(path);
    expect((await order(airpods)).notes).toBe('one,\n"four"');
    for (const header of ['order\tnotes', 'orderNumber\tNotes', 'Order Number\tnotes']) {
      await update(file(header, `${airpods}\tC:\\temp\\new`));
      expect((await order(airpods)).notes, header).toBe('C:\\temp\\new');
      await json(['orders', 'update', airpods, '--clear', 'notes']);
    }
    await update(file('orderNumber\tnotes', `${airpods}\tC:\\Users\\new`));
    expect((await order(airpods)).notes).toBe('C:\\Users\\new');
  });

  test('clear clears fields, and ifStatus checks the order first', async () => {
    const now = (await order(airpods)).status;
    await update(file('order,notes,account', `${airpods},something,someone`));
    seen();
    const path = file(
      'order,notes,clear,If Status,tax',
      `${airpods},,"notes, retailerAccount",paid;${now},7`,
      `${staples},,,paid,7`,
    );
    const ended = await run(['orders', 'update', '--csv', path, '--json']);
    expect(ended.exitCode).toBe(3);
    expect(written()).toEqual([{ notes: null, retailerAccount: null, tax: 7 }]);
    expect(rowsOf(JSON.parse(ended.stdout).rejectsFile)).toMatchObject([
      { order: staples, waybill_message: expect.stringContaining('not paid') },
    ]);
    expect(rowsOf(JSON.parse(ended.stdout).oldValuesFile)).toHaveLength(1);
  });

  test.each([
    [['order,notes,clear', 'A,x,notes'], 'clears notes, but the row also has a value for it'],
    [['order,clear', 'A,status'], 'can\'t clear "status"'],
    [['order,notes,ifStatus', 'A,x,payed'], 'Invalid value "payed"'],
    [['order,margn', 'A,x'], 'has an unknown column "margn"'],
    [['order,orderLineItems.model', 'A,x'], 'unknown column'],
    [['notes', 'x'], 'order, orderNumber or id'],
  ])('%j is refused, and nothing is sent', async (lines, message) => {
    seen();
    const { exitCode, stdout, stderr } = await run(['orders', 'update', '--csv', file(...lines)]);
    expect(exitCode).toBe(2);
    const words = /Rows to fix: waybill (.*)/.exec(stdout)?.[1];
    const said = words === undefined ? stderr : (await run(words.split(' '))).stdout;
    expect(said.replace(/\s+/g, ' ').replaceAll('""', '"')).toContain(message);
    expect(seen()).toEqual([]);
  });
});

test('a number in another spelling names its order, once; one of two orders makes its row invalid', async () => {
  const like = (number: string) =>
    run(['orders', 'create', '--like', airpods, '--order-number', number, '-y']);
  for (const number of ['Up-81', 'Up-82', 'UP.82', 'Up-83']) await like(number);
  seen();
  const path = file('order,notes', '#up81,a', 'Up-81,b', 'up82,c', 'up 83,d', 'Up-83,d');
  const { exitCode, stderr } = await run(['orders', 'update', '--csv', path, '--json']);
  expect(exitCode).toBe(3);
  expect(written()).toEqual([{ notes: 'a' }, { notes: 'd' }]);
  expect(stderr).toContain(
    '2 order numbers spelled as the order has it, such as Up-81 for "#up81"',
  );
  const { issues } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;
  expect(issues.map(({ path, message }: Record<string, string>) => [path, message])).toEqual([
    ['line 3', 'line 2 changes the same order: put both in one row'],
    ['line 4', 'No order has exactly the number up82; UP.82 and Up-82 fit'],
  ]);
});

test('a number without the leading zeros of its order is not sent, unless it was saved as old', async () => {
  const { id } = await order(airpods);
  const rename = (number: string) => file('id,orderNumber', `${id},${number}`);
  await update(rename('0052622323'));
  seen();
  const refused = await run(['orders', 'update', '--csv', rename('52622323')]);
  expect([refused.exitCode, written()]).toEqual([2, []]);
  expect(refused.stderr).toContain(
    'column orderNumber: "52622323" is the order\'s "0052622323" without its leading zeros',
  );
  await run(['orders', 'update', id, '--order-number', '52622323']);
  const { oldValuesFile } = await update(rename('0052622323'));
  await update(oldValuesFile);
  expect((await order(id)).orderNumber).toBe('52622323');
  await update(rename(airpods));
});

describe('old values', () => {
  const everything = (name: string) => [
    'order,date,orderTime,retailer,status,shipping,tax,discount,card,earn-rate,account,notes,buyingGroup,orderLineItems,clear',
    [
      ...[name, '2025-01-02', '08:09', 'Costco', 'delivered', '1', '2', '3', '', '1.25', "o'x"],
      ...['"=1+1, ""quoted"""', 'u_earn_points'],
      '"[{""description"":""new"",""unitPrice"":5,""quantity"":2}]"',
      'creditCardId;subCreditCardId',
    ].join(','),
  ];
  const withoutIds = ({ orderLineItems, ...rest }: { orderLineItems: { id: string }[] }) => ({
    ...rest,
    orderLineItems: orderLineItems.map(({ id: _, ...item }) => item),
  });

  test.each(['cents', 'dollars'])(
    'restore every field, and the file can be sent again (%s)',
    async (money) => {
      await update(file('order,notes', `${airpods},"'=before"`));
      const before = await order(airpods);
      const lines = everything(airpods);
      if (money === 'dollars')
        lines[1] = (lines[1] as string).replace(',1,2,3,', ',0.01,0.02,0.03,');
      const path = file(...lines.map((line) => line.replace(',card,', ',creditCardId,')));
      const words = ['--yes', '--money', money];
      const { oldValuesFile, job } = await update(path, ...words);
      const after = await order(airpods);
      expect(after).toMatchObject({
        status: 'delivered',
        tax: 2,
        creditCardId: null,
        notes: '=1+1, "quoted"',
      });
      expect((await json(['jobs', 'show', job.slice(0, 8)])).oldValuesFile).toBe(oldValuesFile);

      const back = await update(oldValuesFile, ...words);
      expect(back).toMatchObject({ rows: 1, added: 1 });
      expect(withoutIds(await order(airpods))).toEqual(withoutIds(before));

      expect(await update(path, ...words)).toMatchObject({ rows: 1, added: 1 });
      expect(withoutIds(await order(airpods))).toEqual(withoutIds(after));
      seen();
      expect(await update(path, ...words)).toMatchObject({ rows: 1, alreadyPresent: 1 });
      expect(written()).toEqual([]);
      await update(back.oldValuesFile, ...words);
      await update(oldValuesFile, ...words);
      expect(withoutIds(await order(airpods))).toEqual(withoutIds(before));
    },
  );

  test('are saved for gift card orders too, and an order that has moved on is left unchanged', async () => {
    const before = await order(giftCard, 'giftcards');
    const path = file('order,status,notes', `${giftCard},submitted,sent in`);
    const words = ['giftcards', 'update', '--csv'];
    const { oldValuesFile } = await json([...words, path]);
    await json(['giftcards', 'update', giftCard, '--status', 'paid']);
    const refused = await run([...words, oldValuesFile]);
    expect(refused.exitCode).toBe(3);
    expect((await order(giftCard, 'giftcards')).status).toBe('paid');
    await json(['giftcards', 'update', giftCard, '--status', 'submitted']);
    await json([...words, oldValuesFile]);
    expect(await order(giftCard, 'giftcards')).toEqual(before);
  });

  test('are put back although the same file once had nothing to put back', async () => {
    await json(['orders', 'update', airpods, '--tax', '0']);
    const path = file('order,tax', `${airpods},500`);
    const { oldValuesFile } = await update(path);
    await json(['orders', 'update', airpods, '--tax', '0']);
    expect(await update(oldValuesFile)).toMatchObject({ alreadyPresent: 1, requests: 0 });
    const again = await update(path);
    expect((await order(airpods)).tax).toBe(500);
    expect(await update(again.oldValuesFile)).toMatchObject({ added: 1 });
    expect((await order(airpods)).tax).toBe(0);
  });

  test('put back numbers that orders took from each other', async () => {
    const [first, second] = [await order(airpods), await order(staples)];
    const lines = [`${first.id},TMP-2`, `${second.id},${first.orderNumber}`];
    const { oldValuesFile } = await update(file('order,orderNumber', ...lines));
    expect((await order(second.id)).orderNumber).toBe(first.orderNumber);
    const back = await update(oldValuesFile);
    expect(back).toMatchObject({ added: 2 });
    expect((await order(first.id)).orderNumber).toBe(first.orderNumber);
    expect((await order(second.id)).orderNumber).toBe(second.orderNumber);
    expect(await update(back.oldValuesFile)).toMatchObject({ added: 2 });
    expect((await order(first.id)).orderNumber).toBe('TMP-2');
    expect(await update(oldValuesFile)).toMatchObject({ added: 2 });
    expect((await order(second.id)).orderNumber).toBe(second.orderNumber);
  });

  test('the summary says "updated" and how to undo it', async () => {
    const path = file('order,notes', `${airpods},said`);
    const { stdout } = await run(['orders', 'update', '--csv', path]);
    expect(stdout).toContain('1 row: 1 updated');
    const undo = /^To undo: waybill (.*)$/m.exec(stdout)?.[1];
    const words = (undo ?? '').split(' ');
    expect((await run(words)).exitCode).toBe(0);
    expect((await order(airpods)).notes).not.toBe('said');
    await run(['orders', 'update', '--csv', path]);
    const again = (await run(['orders', 'update', '--csv', path])).stdout;
    expect(again).toContain('1 unchanged');
    expect(again).not.toContain('undo');
    await json(['orders', 'update', airpods, '--notes', 'else']);
    const lines = (await run(['orders', 'update', '--csv', path])).stdout.split('\n');
    expect(lines.filter((line) => line.includes('old-values-'))).toEqual([
      expect.stringMatching(/^To undo: waybill orders .*old-values-3-cents.csv --money cents$/),
      expect.stringMatching(
        /^Then, to undo an earlier run .*old-values-2-cents.csv --money cents$/,
      ),
      expect.stringMatching(
        /^Then, to undo an earlier run .*old-values-1-cents.csv --money cents$/,
      ),
    ]);
  });

  test('are taken back only in the unit in which they were saved, whatever unit this run has', async () => {
    await json(['orders', 'update', airpods, '--tax', '28.87']);
    const path = file('order,tax', `${airpods},0`);
    const { oldValuesFile, job } = await update(path, '--money', 'cents');
    const undo = `waybill orders update --csv ${oldValuesFile} --money cents`;
    expect((await json(['jobs', 'show', job.slice(0, 8)])).undo).toBe(undo);
    const refused = await run(['orders', 'update', '--csv', oldValuesFile, '--money', 'dollars']);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain('Use --money cents.');
    await update(oldValuesFile, '--money', 'cents');
    expect((await order(airpods)).tax).toBe(2887);
  });

  test('include the subcard of a card that changes', async () => {
    const { creditCards } = await json(['cards', 'list', '--all']).then((cards) => ({
      creditCards: cards as { id: string; subCards?: { id: string }[] }[],
    }));
    const withSubCard = creditCards.find(({ subCards = [] }) => subCards.length > 0);
    const other = creditCards.find(({ id }) => id !== withSubCard?.id);
    const card = [withSubCard?.id, withSubCard?.subCards?.[0]?.id];
    await update(file('order,creditCardId,subCreditCardId', [airpods, ...card].join(',')));
    for (const changed of [`${other?.id},`, ',creditCardId']) {
      const { oldValuesFile } = await update(
        file('order,creditCardId,clear', `${airpods},${changed}`),
      );
      await update(oldValuesFile);
      const { creditCardId, subCreditCardId } = await order(airpods);
      expect([creditCardId, subCreditCardId]).toEqual(card);
    }
  });

  test('are not offered if the service took no row', async () => {
    const { orderNumber } = await order(staples);
    const words = [
      'orders',
      'update',
      '--csv',
      file('order,orderNumber', `${airpods},${orderNumber}`),
    ];
    const refused = await run(words);
    expect(refused.exitCode).toBe(3);
    expect(refused.stdout).toContain('1 rejected');
    expect(refused.stdout).not.toContain('undo');
    expect(JSON.parse((await run([...words, '--json'])).stdout).oldValuesFile).toBeNull();
  });
});

/** Kills the command once the service has carried out its first change, before the response. */
async function killedAtFirstChange(words: readonly string[]) {
  const carriedOut = account.keepAnswer();
  const child = account.start(words);
  await carriedOut;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

test('after a kill, the same command resumes and keeps the old values', async () => {
  await update(file('order,notes', `${airpods},first`, `${staples},first`));
  const path = file('order,notes', `${airpods},second`, `${staples},second`);
  const words = ['orders', 'update', '--csv', path, '--concurrency', '1', '--json'];
  await killedAtFirstChange(words);
  const { exitCode, stdout } = await run(words);
  expect(exitCode).toBe(0);
  const summary = JSON.parse(stdout);
  // Read before and after: the job changed both.
  expect(summary).toMatchObject({ rows: 2, added: 2, accepted: 0, unknown: 0 });
  const kept = readdirSync(dirname(summary.resultsFile)).filter((name) => /^old/.test(name));
  expect(kept).toEqual(['old-values-1-cents.csv']);
  expect(rowsOf(summary.oldValuesFile).map(({ notes }) => notes)).toEqual(['first', 'first']);
  seen();
  const again = JSON.parse((await run(words)).stdout);
  expect(again).toMatchObject({ job: summary.job, rows: 2, alreadyPresent: 2, requests: 0 });
  expect(written()).toEqual([]);
  await json(['orders', 'update', airpods, '--notes', 'third']);
  expect(JSON.parse((await run(words)).stdout)).toMatchObject({ added: 1, alreadyPresent: 1 });
  expect((await order(airpods)).notes).toBe('second');
});

describe('rows that change order numbers', () => {
  const words = (path: string) => ['orders', 'update', '--csv', path, '--concurrency', '1'];

  test('are resumed after a kill, although their orders have other names by then', async () => {
    const { id } = await order(airpods);
    const path = file('order,orderNumber', `${airpods},RENAMED-1`, `${staples},RENAMED-2`);
    await killedAtFirstChange(words(path));
    expect((await order(id)).orderNumber).toBe('RENAMED-1');
    const summary = await json([...words(path), '-q']);
    expect(summary).toMatchObject({ rows: 2, added: 2, rejected: 0 });
    await update(summary.oldValuesFile);
    expect((await order(id)).orderNumber).toBe(airpods);
  });

  test('are sent once, although another order has the name by then', async () => {
    const path = file('order,orderNumber', `${airpods},MOVED-1`, `${staples},${airpods}`);
    const first = await json([...words(path), '-q']);
    expect(first).toMatchObject({ rows: 2, added: 2 });
    seen();
    expect(await json([...words(path), '-q'])).toEqual(first);
    expect((await run(words(path))).stderr).toContain('--restart');
    expect(written()).toEqual([]);
    await update(first.oldValuesFile);
  });

  test('are one job, also if some orders are named by id', async () => {
    const { id } = await order(staples);
    const path = file('order,orderNumber', `${airpods},MIXED-1`, `${id},${airpods}`);
    const first = await json([...words(path), '-q']);
    expect(first).toMatchObject({ rows: 2, added: 2 });
    expect(await json([...words(path), '-q'])).toEqual(first);
    await update(first.oldValuesFile);
  });
});

test('a file with rows that can never be sent ends the same every time', async () => {
  const files = [
    file('order,notes', ',nobody', `${airpods},somebody`),
    file('id,notes', 'not-an-id,nobody'),
    file('order,status', `${airpods},payed`),
  ];
  for (const path of files) {
    const words = ['orders', 'update', '--csv', path, '--json'];
    const first = await run(words);
    const again = await run(words);
    expect(again.exitCode, first.stdout).toBe(first.exitCode);
    const [{ job, rows, invalid, rejected, notSent }, now] = [first, again].map(({ stdout }) =>
      JSON.parse(stdout),
    );
    expect(now).toMatchObject({ job, rows, invalid, rejected, notSent });
  }
});

test('a resumed update leaves alone what has changed since, and the next run sends it again', async () => {
  await update(file('order,notes', `${airpods},1st`, `${staples},1st`));
  const path = file('order,notes', `${airpods},2nd`, `${staples},2nd`);
  const { resultsFile } = await update(path);
  const journal = join(dirname(resultsFile), 'journal.ndjson');
  const lines = readFileSync(journal, 'utf8').trimEnd().split('\n');
  expect(lines.pop()).toContain('finished');
  writeFileSync(journal, lines.map((line) => `${line}\n`).join(''));
  await json(['orders', 'update', airpods, '--notes', '1st']);
  seen();
  const words = ['orders', 'update', '--csv', path, '--json'];
  const resumed = await run(words);
  expect(resumed.exitCode).toBe(0);
  expect(JSON.parse(resumed.stdout)).toMatchObject({ rows: 2, added: 2 });
  expect(written()).toEqual([]);
  const ended = await run(words);
  expect(ended.exitCode).toBe(0);
  expect(JSON.parse(ended.stdout)).toMatchObject({ rows: 2, added: 1, alreadyPresent: 1 });
  expect(written()).toEqual([{ notes: '2nd' }]);
});
