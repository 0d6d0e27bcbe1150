import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryHome, waybill } from '../support/waybill';

const home = temporaryHome();
const env = { WAYBILL_HOME: home, WAYBILL_SANDBOX: '1' };
const file = join(home, 'input');

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const bigEndian = (text: string) => utf16(text).swap16();
/** As PowerShell and other programs of Windows write a text. */
const readable: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16LE with a mark', (text) => utf16(`\ufeff${text}`)],
  ['UTF-16BE with a mark', (text) => bigEndian(`\ufeff${text}`)],
];
const unmarked: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['UTF-16 (LE)', utf16],
  ['UTF-16 (BE)', bigEndian],
];

const code = 'GIFT-CODE-7741-ÆØÅ';
const order = {
  orderNumber: 'encoded-1',
  orderDate: '2025-11-01',
  retailer: 'Ærø Café',
  buyingGroup: 'bfmr',
  orderLineItems: [{ description: 'x', unitPrice: 1, quantity: 1 }],
};
const shipment = {
  retailer: 'Target',
  orderNumber: '800458530',
  trackingNumber: '1Z999AA10123456784',
};
const codes = JSON.stringify([{ code, value: 25 }]);
const items = JSON.stringify([{ description: 'Ærø', unitPrice: 100, quantity: 1 }]);
const update = ['orders', 'update', '800458530', '-y', '--dry-run', '--json'];

/** Every text but a table that a person can name or pipe: `FILE` is the file, or `-`. */
const texts: readonly (readonly [string, readonly string[], string])[] = [
  [
    'a body',
    ['orders', 'create', '--from-json', 'FILE', '--dry-run', '--json'],
    JSON.stringify(order, null, 2),
  ],
  [
    'a gift card body',
    ['giftcards', 'create', '--from-json', 'FILE', '--dry-run', '--json'],
    JSON.stringify({ ...order, buyingGroup: undefined, platform: 'raise' }),
  ],
  [
    'shipments',
    ['shipments', 'add', '--from-json', 'FILE', '--dry-run', '--json'],
    JSON.stringify([shipment]),
  ],
  ['codes', [...update, '--codes-file', 'FILE'], codes],
  ['line items', [...update, '--items-file', 'FILE'], items],
  [
    'the body of a request',
    ['api', 'POST', '/buying-group-orders', '--input', 'FILE', '--dry-run', '--json'],
    JSON.stringify(order),
  ],
  ['SQL', ['query', '--file', 'FILE', '--json'], "select 'Ærø' as place"],
];

/** What is only ever piped. */
const piped: typeof texts = [
  ['orders', ['orders', 'get', '-', '--json'], '800458530\r\n'],
  [
    'orders to update',
    ['orders', 'update', '-', '--status', 'delivered', '--dry-run', '--json'],
    '800458530\r\n',
  ],
  ['gift cards', ['giftcards', 'get', '-', '--json'], 'GIFTCARD\r\n'],
  ['SQL', ['query', '-', '--json'], "select 'Ærø' as place"],
];

let giftcard = '';
beforeAll(async () => {
  await waybill(['sync', '-q'], { env });
  const list = await waybill(['giftcards', 'list', '-L', '1', '--json'], { env });
  giftcard = JSON.parse(list.stdout)[0].id;
});

const filled = (text: string) => text.replace('GIFTCARD', giftcard);

function run(words: readonly string[], bytes: Buffer, by: 'file' | 'pipe') {
  writeFileSync(file, bytes);
  const given = words.map((word) => (word === 'FILE' ? (by === 'file' ? file : '-') : word));
  return waybill(given, { env, ...(by === 'file' ? {} : { input: bytes }) });
}

describe.each([
  ...texts.map((one) => ['file', ...one] as const),
  ...texts.map((one) => ['pipe', ...one] as const),
  ...piped.map((one) => ['pipe', ...one] as const),
])('a %s with %s', (by, _, words, template) => {
  test('is read alike in every encoding with a mark', async () => {
    const text = filled(template);
    const plain = await run(words, Buffer.from(text), by);
    expect(plain).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/\S/) });
    for (const [name, encode] of readable) {
      expect({ name, ...(await run(words, encode(text), by)) }).toEqual({ name, ...plain });
    }
  });

  test.each(unmarked)('in %s without a mark is refused by name: exit 2', async (name, encode) => {
    const { exitCode, stdout, stderr } = await run(words, encode(filled(template)), by);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(name);
    expect(stderr).toContain('UTF-8');
    expect(stderr.replaceAll('\0', '')).not.toContain('GIFT-CODE');
  });
});

describe.each(['file', 'pipe'] as const)('a table in a %s', (by) => {
  test.each([
    ['codes', [...update, '--codes-file', 'FILE'], `code,value\r\n${code},25\r\n`],
    ['line items', [...update, '--items-file', 'FILE'], 'description,price,qty\r\nÆrø,1,1\r\n'],
    [
      'shipments',
      ['shipments', 'check', 'FILE', '--offline', '--json'],
      `Order #,Tracking\r\n800458530,1Z999AA10123456784\r\n`,
    ],
  ])('of %s is read in every encoding that its header proves', async (_, words, text) => {
    const plain = await run(words, Buffer.from(text), by);
    expect(plain.exitCode).toBe(0);
    for (const [, encode] of [...readable, ...unmarked]) {
      expect(await run(words, encode(text), by)).toEqual(plain);
    }
  });
});

describe('a secret on standard input', () => {
  const secret = 'abc_secret_56789abcdef';
  const login = [
    ...[
      'auth',
      'login',
      '--base-url',
      'https://service.example/api/v1',
      '--api-key',
      'abc_key_1234',
    ],
    ...['--secret-stdin', '--store', 'file', '--no-verify'],
  ];

  test.each(readable)('in %s is the same', async (_, encode) => {
    const own = { WAYBILL_HOME: temporaryHome() };
    const { exitCode } = await waybill(login, { env: own, input: encode(`${secret}\r\n`) });
    expect(exitCode).toBe(0);
  });

  test.each(unmarked)('in %s without a mark is refused, and not shown', async (name, encode) => {
    const own = { WAYBILL_HOME: temporaryHome() };
    const run = await waybill(login, { env: own, input: encode(`${secret}\r\n`) });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain(name);
    expect(run.stderr.replaceAll('\0', '')).not.toContain('56789');
  });
});

describe('what waybill keeps as text and a person may edit', () => {
  const secret = 'abc_secret_56789abcdef';
  const origin = 'https://service.example';
  const credentials = { store: 'file', origin, apiKey: 'abc_key_1234', apiSecret: secret };
  const settings = { output: 'json', pointValue: '1.5' };
  const config = JSON.stringify({ profiles: { default: { settings, credentials } } });
  const map = ['order=Order', 'amount=Paid'].flatMap((one) => ['--map', one]);
  const reconcile = ['reconcile', 'FILE', '--group', 'bfmr', '--json'];
  const kept = (path: string, bytes: Buffer) => {
    const own = temporaryHome();
    writeFileSync(join(own, path), bytes);
    return { WAYBILL_HOME: own };
  };

  test.each(readable)('settings in %s are read and changed', async (_, encode) => {
    const own = kept('config.json', encode(config));
    const set = await waybill(['config', 'set', 'concurrency', '8'], { env: own });
    expect(set.exitCode, set.stderr).toBe(0);
    const { profiles } = JSON.parse(readFileSync(join(own.WAYBILL_HOME, 'config.json'), 'utf8'));
    expect(profiles.default).toEqual({ settings: { ...settings, concurrency: 8 }, credentials });
  });

  test.each([
    ...unmarked,
    ['not UTF-8', (text: string) => Buffer.from(text.replace('1.5', 'Æ'), 'latin1')] as const,
  ])('settings in %s are refused, unchanged and not shown: exit 2', async (name, encode) => {
    const own = kept('config.json', encode(config));
    for (const words of [['config', 'set', 'concurrency', '8'], ['auth', 'status'], ['doctor']]) {
      const { exitCode, stdout, stderr } = await waybill(words, { env: own });
      expect(exitCode).toBe(2);
      expect(stdout + stderr).toContain(name);
      expect((stdout + stderr).replaceAll('\0', '')).not.toContain('56789');
    }
    expect(readFileSync(join(own.WAYBILL_HOME, 'config.json'))).toEqual(encode(config));
  });

  test('a saved mapping is read in every encoding with a mark', async () => {
    const rows = Buffer.from('Order,Paid\n800458530,10.00\n');
    const plain = await run([...reconcile, ...map, '--save-mapping'], rows, 'file');
    expect(plain.exitCode, plain.stderr).toBe(0);
    const saved = join(home, 'mappings', 'bfmr.json');
    const text = readFileSync(saved, 'utf8');
    for (const [name, encode] of readable) {
      writeFileSync(saved, encode(text));
      const { stdout, stderr } = await run(reconcile, rows, 'file');
      expect({ name, stdout }, stderr).toEqual({ name, stdout: plain.stdout });
    }
  });
});
