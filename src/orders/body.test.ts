import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/tier';
import { CommandLine } from '../cli/command-line';
import type { AnyCommand } from '../cli/definition';
import { updateCommand } from '../commands/orders/update';
import { Redactor } from '../secrets/secret';
import {
  bodyFlags,
  type InputContext,
  isPrintedOrder,
  readBody,
  resolveCards,
  writableBody,
} from './body';
import { buyingGroupKind, giftCardKind, type OrderField, type OrderKind } from './kinds';

function inputContext(stdin = ''): InputContext {
  return {
    redactor: new Redactor(),
    notices: { notice: () => {}, warning: () => {}, trace: () => {} },
    today: () => '2026-03-01',
    world: {
      stdin: Readable.from([stdin]),
      interruption: new AbortController().signal,
      sleep: async () => {},
    },
    settings: () => ({ money: 'cents' }),
  };
}

/** The body that `update` makes of these words. */
async function bodyOf(words: readonly string[], kind: OrderKind, stdin?: string) {
  const command: AnyCommand = updateCommand(kind, {});
  const nouns = { update: { summary: '', load: async () => ({ command }) } };
  const request = await new CommandLine(['update', 'X-1', ...words], nouns).read();
  if (request.kind !== 'run') throw new Error(`asks for ${request.kind}`);
  return (await readBody(request.input, kind, inputContext(stdin))).body;
}

/** Pairs of what may be typed for a field and what is sent for it. */
function typings(field: OrderField, kind: OrderKind): fc.Arbitrary<[string, unknown]> {
  const word = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
  switch (field.type) {
    case 'money':
      return fc
        .integer({ min: 0, max: 10 ** 9 })
        .map((cents) => [
          `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
          cents,
        ]);
    case 'rate':
      return fc.integer({ min: 0, max: 9999 }).map((rate) => [String(rate / 1000), rate / 1000]);
    case 'status':
      return fc.constantFrom(...kind.statuses).map((status) => [status, status]);
    case 'date':
      return fc.constantFrom<[string, unknown]>(
        ['today', '2026-03-01'],
        ['30d', '2026-01-30'],
        ['2025-12-31', '2025-12-31'],
      );
    case 'time':
      return fc.constantFrom('00:00', '23:59:59').map((time) => [time, time]);
    default:
      return word.map((text) => [text, text]);
  }
}

for (const kind of [buyingGroupKind, giftCardKind]) {
  test(`a ${kind.noun} body contains only the fields that were named`, async () => {
    const named = fc
      .subarray([...kind.fields])
      .chain((fields) =>
        fc.tuple(...fields.map((field) => typings(field, kind).map((typed) => ({ field, typed })))),
      );
    const items = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(named, items, async (fields, quantities) => {
        const words = [
          ...fields.map(({ field, typed }) => `--${field.flag}=${typed[0]}`),
          ...quantities.map((quantity) => `--item=qty=${quantity}`),
        ];
        const expected = Object.fromEntries(
          fields.map(({ field, typed }) => [field.field, typed[1]]),
        );
        if (quantities.length > 0) {
          expected.orderLineItems = quantities.map((quantity) => ({ quantity }));
        }
        expect({ ...(await bodyOf(words, kind)) }).toStrictEqual(expected);
      }),
      { numRuns: runs(2000) },
    );
  });
}

test('one flag makes a body with one field', async () => {
  expect({ ...(await bodyOf(['--notes', 'x'], buyingGroupKind)) }).toStrictEqual({ notes: 'x' });
});

test('--clear takes the name of a flag or a field in any case and sends null', async () => {
  const body = await bodyOf(
    ['--clear', 'notes,Sub-Card,creditcardID', '--clear', 'TIME'],
    buyingGroupKind,
  );
  expect({ ...body }).toStrictEqual({
    notes: null,
    subCreditCardId: null,
    creditCardId: null,
    orderTime: null,
  });
});

test.each([
  [['--clear', 'retailer'], '--clear can\'t clear "retailer"'],
  [['--clear', 'note'], '--clear can\'t clear "note"'],
  [['--clear', 'notes', '--notes', 'x'], "--notes and --clear notes can't be used together"],
  [['--item', 'qty=1', '--items-file', 'x.csv'], "--item and --items-file can't be used together"],
  [
    ['--from-json', '-', '--codes-file', '-'],
    "--from-json and --codes-file can't both read from standard input",
  ],
  [['--tax', '12.345'], '--tax takes dollars, not "12.345"'],
  [['--status', 'shiped'], 'Invalid value "shiped" for --status'],
  [['--earn-rate', '-1'], '--earn-rate takes a rate such as 2, 1.5 or 2%, not "-1"'],
])('%j is refused', async (words, message) => {
  await expect(bodyOf(words, buyingGroupKind)).rejects.toThrow(message);
});

test('flags override a JSON body, which is otherwise sent unchanged, unknown fields included', async () => {
  const json = { notes: 'a', tax: 5, future: { x: 1 } };
  const body = await bodyOf(
    ['--from-json', '-', '--notes', 'b'],
    buyingGroupKind,
    JSON.stringify(json),
  );
  expect({ ...body }).toStrictEqual({ ...json, notes: 'b' });
});

test('a member named __proto__ is an ordinary member', async () => {
  const body = await bodyOf(['--from-json', '-'], buyingGroupKind, '{"__proto__":{"notes":"x"}}');
  expect(Object.keys(body)).toEqual(['__proto__']);
  expect(body.notes).toBeUndefined();
});

test.each([
  ['', 'standard input is empty'],
  ['[]', 'standard input does not contain an order'],
  ['[{}, {}]', 'standard input does not contain an order'],
  ['null', 'standard input does not contain an order'],
  ['{"notes":\n  secret}', 'standard input is not valid JSON'],
])('the JSON body %j is refused', async (text, message) => {
  const reading = bodyOf(['--from-json', '-'], buyingGroupKind, text);
  await expect(reading).rejects.toThrow(message);
  await expect(reading).rejects.not.toThrow('secret');
});

test('codes are sent only when given, and redacted from then on', async () => {
  const context = inputContext('code,pin,value\nAAAA-BBBB-CCCC,9876,$25.50\nDDDD-EEEE-FFFF,,10\n');
  const { body } = await readBody({ codesFile: '-' }, giftCardKind, context);
  expect({ ...body }).toStrictEqual({
    redemptionCodes: [
      { code: 'AAAA-BBBB-CCCC', pin: '9876', value: 25.5 },
      { code: 'DDDD-EEEE-FFFF', value: 10 },
    ],
  });
  expect(context.redactor.clean('AAAA-BBBB-CCCC 9876')).not.toMatch(/AAAA|9876/);
});

test.each([
  'AAAA-BBBB-CCCC\n',
  'code,AAAA-BBBB-CCCC\nx,y\n',
  'code,value\nx,AAAA-BBBB-CCCC\n',
  'code\n"AAAA-BBBB-CCCC\n',
  'code,pin\nAAAA,1,BBBB-CCCC\n',
  '["AAAA-BBBB-CCCC"',
  '{"code":"AAAA-BBBB-CCCC"}',
])('reports what is wrong with a codes file without repeating its contents: %j', async (text) => {
  const reading = readBody({ codesFile: '-' }, giftCardKind, inputContext(text));
  const failure = await reading.catch((error) => error);
  expect(failure).toMatchObject({ ending: 'usage' });
  expect(JSON.stringify(failure) + failure.message).not.toMatch(/AAAA|BBBB/);
});

test.each([
  [{ codesFile: '-' }, 'redemptionCodes', 'code\nA\n'],
  [{ itemsFile: '-' }, 'orderLineItems', 'price\n1\n'],
])(
  'what is wrong with all of %j is in the file, not in its first line',
  async (flags, field, text) => {
    const { labels } = await readBody(flags, giftCardKind, inputContext(text));
    expect(labels.nameOf(field)).toBe('standard input');
    expect(labels.nameOf(`${field}.0`)).toBe('standard input, line 2');
  },
);

test('line items from a file take money in the --money unit, and errors name the cell', async () => {
  const context = inputContext('Description,Price,Qty\nEcho Dot,4999,2\n"a, b",0,1\n');
  const { body, labels } = await readBody({ itemsFile: '-' }, buyingGroupKind, context);
  expect(body.orderLineItems).toStrictEqual([
    { description: 'Echo Dot', unitPrice: 4999, quantity: 2 },
    { description: 'a, b', unitPrice: 0, quantity: 1 },
  ]);
  expect(labels.nameOf('orderLineItems.1.quantity')).toBe('standard input, line 3, column Qty');
  expect(labels.nameOf('orderLineItems.0.model')).toBe('standard input, line 2, column model');
});

const printed = {
  id: 'o-1',
  source: 'api',
  retailer: 'Best Buy',
  notes: null,
  total: 100,
  future: 1,
  orderLineItems: [{ id: 'i-1', description: null, quantity: 2, unitPrice: 50 }],
};

test('leaves out read-only and null fields, and names them', () => {
  expect(writableBody(printed, { isNew: false })).toEqual({
    body: {
      retailer: 'Best Buy',
      future: 1,
      orderLineItems: [{ id: 'i-1', quantity: 2, unitPrice: 50 }],
    },
    leftOut: ['id', 'source', 'notes', 'total'],
  });
});

test('removes the ids of line items for a new order', () => {
  const { body } = writableBody(printed, { isNew: true });
  expect(body.orderLineItems).toEqual([{ quantity: 2, unitPrice: 50 }]);
});

test.each([
  [printed, true],
  [{ retailer: 'Best Buy', notes: null }, false],
  [{ orderLineItems: [{ id: 'i-1' }] }, false],
])('%j is a printed order: %s', (value, expected) => {
  expect(isPrintedOrder(value)).toBe(expected);
});

test('a printed order, or a list of only one, becomes a body without what no body accepts', async () => {
  const notices: string[] = [];
  const read = async (value: unknown, isNew?: boolean) => {
    const context = inputContext(JSON.stringify(value));
    const hearing = { ...context.notices, notice: (text: string) => notices.push(text) };
    const flags = { fromJson: '-' };
    const options = isNew === undefined ? {} : { isNew };
    return readBody(flags, buyingGroupKind, { ...context, notices: hearing }, options);
  };
  const { body, labels } = await read([printed]);
  expect({ ...body }).toEqual(writableBody(printed, { isNew: false }).body);
  expect({ ...(await read(printed, true)).body }).toEqual(
    writableBody(printed, { isNew: true }).body,
  );
  const leftOut = 'Left out of standard input (read-only or null): id, source, notes, total.';
  expect(notices).toEqual([leftOut, leftOut]);
  expect(labels.nameOf('retailer')).toBe('standard input, retailer');
  expect(labels.nameOf('orderLineItems.0.quantity')).toBe(
    'standard input, orderLineItems[0].quantity',
  );
  await read({ retailer: 'Best Buy', notes: null });
  expect(notices).toHaveLength(2);
});

test('line items that are no list or no objects are left to the service', () => {
  const itemsOf = (orderLineItems: unknown) =>
    writableBody({ orderLineItems }, { isNew: true }).body.orderLineItems;
  expect(itemsOf('two')).toBe('two');
  expect(itemsOf(['two', 2, { id: 'i-1', model: null }])).toEqual(['two', 2, {}]);
});

test('typed line items are called by their flag, by number if there are several', async () => {
  const namesOf = async (...item: readonly object[]) => {
    const { labels } = await readBody({ item }, buyingGroupKind, inputContext());
    return ['', '.0', '.1.quantity'].map((path) => labels.nameOf(`orderLineItems${path}`));
  };
  expect(await namesOf({}, {})).toEqual(['--item', '--item #1', '--item #2 qty']);
  expect(await namesOf({})).toEqual(['--item', '--item', '--item qty']);
});

test('only gift card orders have a unit value, which is sent as typed', () => {
  const { describe: giftCards } = bodyFlags(giftCardKind).item;
  expect(giftCards).toContain('unit-value, a whole number sent as typed');
  expect(giftCards.match(/sent as typed/g)).toHaveLength(1);
  expect(bodyFlags(buyingGroupKind).item.describe).not.toContain('sent as typed');
});

const cards = [
  { id: 'card-1', nickname: 'Gold', subCards: [{ id: 'sub-1', nickname: 'Sam' }] },
  { id: 'card-2', nickname: 'Ink', subCards: [{ id: 'sub-2', nickname: 'Sam' }] },
];

test.each<[string, object, object, object | string, number]>([
  ['no card', {}, { creditCardId: 'x' }, { creditCardId: 'x' }, 0],
  ['a card', { card: 'Ink' }, { notes: 'n' }, { notes: 'n', creditCardId: 'card-2' }, 1],
  ['a sub-card', { subCard: 'Sam' }, {}, '--sub-card: "Sam" matches 2 sub-cards', 1],
  [
    'a sub-card of the card in the body',
    { subCard: 'Sam' },
    { creditCardId: 'card-2' },
    { creditCardId: 'card-2', subCreditCardId: 'sub-2' },
    1,
  ],
  [
    'a sub-card, where the body takes the card away',
    { subCard: 'Sam' },
    { creditCardId: null },
    '--sub-card: "Sam" matches 2 sub-cards',
    1,
  ],
  [
    'a card and its sub-card',
    { card: 'Gold', subCard: 'Sam' },
    {},
    { creditCardId: 'card-1', subCreditCardId: 'sub-1' },
    1,
  ],
])('resolves %s', async (_, flags, body, expected, times) => {
  let reads = 0;
  const api = {
    creditCards: {
      async *each() {
        reads++;
        yield* cards;
      },
    },
  };
  const resolving = resolveCards({ ...body }, { ...flags }, { api });
  if (typeof expected === 'string') await expect(resolving).rejects.toThrow(expected);
  else expect(await resolving).toEqual(expected);
  expect(reads).toBe(times);
});
