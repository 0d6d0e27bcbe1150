import { describe, expect, test } from 'vitest';
import { type Lines, plan, planned, sourceOf } from '../../../test/support/plan-orders';
import { quotedWord } from '../../lib/words';
import { buyingGroupKind, giftCardKind } from '../../orders/kinds';
import { readRules } from './rules';

const header = 'order,date,store,item,price,group,account,ship to';
const defaults = {};
const canary = '77 Canary Lane';

const groupsOf = async (rows: readonly string[], rules: Lines, more: object = {}) => {
  const { bodies, skipped, invalid } = await planned([header, ...rows], {
    defaults,
    rules,
    ...more,
  });
  return { groups: bodies.map(({ buyingGroup }) => buyingGroup), skipped, invalid };
};
const nothing = { not_mine: 0, cancelled: 0, no_quantity: 0 };

describe('whose an order is', () => {
  const rules = [
    'ship to,account,retailer,group',
    'home,,,-',
    'dock 5,,,mvp_buying_group',
    ',me@,costco,bfmr',
    '"4 Main St Reno",,,buying_group',
  ];
  test.each<[string, string, readonly string[]]>([
    [
      'a text in the address',
      'A1,2026-05-01,S,one,1.00,,,"Anna, DOCK 5, Reno"',
      ['mvp_buying_group'],
    ],
    ['two texts', 'A1,2026-05-01,Costco Wholesale,one,1.00,,me@example.com,', ['bfmr']],
    [
      'a line break for a space',
      'A1,2026-05-01,S,one,1.00,,,"Anna\n4 Main St\n Reno"',
      ['buying_group'],
    ],
    ['the rule before the cell', 'A1,2026-05-01,S,one,1.00,bfmr,,dock 5', ['mvp_buying_group']],
    ['the cell where no rule fits', 'A1,2026-05-01,S,one,1.00,bfmr,,', ['bfmr']],
  ])('%s', async (_, row, groups) => {
    expect(await groupsOf([row], rules)).toEqual({ groups, skipped: nothing, invalid: [] });
  });

  test('the flag comes last, and without it the order has no group', async () => {
    const row = 'A1,2026-05-01,S,one,1.00,,,';
    const flag = { defaults: { group: 'Bfmr' } };
    expect(await groupsOf([row], rules, flag)).toMatchObject({ groups: ['bfmr'] });
    expect(await groupsOf([row], rules)).toMatchObject({ groups: [], invalid: ['2 no_group'] });
  });

  test.each([
    ['-', { group: 'bfmr' }, { not_mine: 1 }, []],
    ['', { group: '-' }, { not_mine: 1 }, []],
    ['—', { group: 'bfmr' }, { not_mine: 1 }, []],
    ['--', { group: 'bfmr' }, { not_mine: 1 }, []],
    ['Personal', { group: 'bfmr' }, { not_mine: 1 }, []],
    ['not mine', { group: 'bfmr' }, { not_mine: 1 }, []],
    ['Skip', { group: 'bfmr' }, { not_mine: 1 }, []],
    ['None', { group: 'bfmr' }, { not_mine: 1 }, []],
    ['none', {}, { not_mine: 1 }, []],
    ['', { group: 'none' }, { not_mine: 1 }, []],
    ['N/A', {}, {}, ['2 no_group']],
  ])('a cell "%s" with %j', async (cell, group, skips, invalid) => {
    const row = `A1,2026-05-01,S,one,1.00,${cell},,`;
    expect(await groupsOf([row], [], { rules: undefined, defaults: group })).toEqual({
      ...{ groups: [], invalid },
      skipped: { ...nothing, ...skips },
    });
  });

  test.each(['', 'n/a', 'N/A', 'null'])(
    'a cell "%s" says nothing: the flag decides',
    async (cell) => {
      const row = `A1,2026-05-01,S,one,1.00,${cell},,`;
      const flag = { rules: undefined, defaults: { group: 'bfmr' } };
      expect(await groupsOf([row], [], flag)).toMatchObject({ groups: ['bfmr'], skipped: nothing });
    },
  );

  test('what is not mine is counted, and nothing else of it is read', async () => {
    const rows = ['A1,soon,,one,ten,,,at home', 'B1,2026-05-01,S,one,1.00,bfmr,,'];
    expect(await groupsOf(rows, rules)).toEqual({
      ...{ groups: ['bfmr'], invalid: [] },
      skipped: { ...nothing, not_mine: 1 },
    });
  });

  test('a row without an address has that of its order, unless it has two', async () => {
    const rows = ['A1,2026-05-01,S,one,1.00,,,home', 'A1,,,two,1.00,,,'];
    const flag = { defaults: { group: 'bfmr' } };
    expect(await groupsOf(rows, rules, flag)).toMatchObject({
      groups: [],
      skipped: { not_mine: 2 },
    });
    const both = [...rows, 'A1,2026-05-01,S,three,1.00,,,dock 5'];
    const { groups, skipped } = await groupsOf(both, rules);
    expect({ groups, skipped }).toEqual({
      groups: ['mvp_buying_group'],
      skipped: { ...nothing, not_mine: 1 },
    });
  });

  test('a row that writes the number of its order in another way has its address too', async () => {
    const rows = ['A-1,2026-05-01,S,one,1.00,,,home', 'A 1,2026-05-01,S,two,1.00,,,'];
    const flag = { defaults: { group: 'bfmr' } };
    expect(await groupsOf(rows, rules, flag)).toMatchObject({
      groups: [],
      skipped: { not_mine: 2 },
    });
  });

  test('an order whose rows say two has neither, whatever a third row says', async () => {
    const at = (item: string, shipTo: string) => `A1,2026-05-01,S,${item},1.00,bfmr,,${shipTo}`;
    const rows = [at('one', 'home'), at('two', 'dock 5'), at('three', 'home'), at('four', '')];
    expect((await groupsOf(rows, ['ship to,group', 'home,-'])).skipped.not_mine).toBe(2);
  });

  test('rows without an order number have each their own address only', async () => {
    const rows = ['A1,2026-05-01,S,one,1.00,bfmr,,', ',,,x,1.00,,,home', ',,,y,1.00,,,'];
    const { groups, skipped, invalid } = await groupsOf(rows, ['ship to,group', 'home,-']);
    expect({ groups, invalid, skipped }).toEqual({
      ...{ groups: [], invalid: ['2 order_incomplete', '4 empty'] },
      skipped: { ...nothing, not_mine: 1 },
    });
  });

  test.each([
    ['account', 'order,date,store,price', 'A1,2026-05-01,S,1.00', { account: 'Me@Example' }],
    ['retailer', 'order,date,account,price', 'A1,2026-05-01,me,1.00', { retailer: 'Best  Buy' }],
  ])(
    'what a flag says of the %s counts where no row names one',
    async (field, names, row, flag) => {
      const own = [`${field},group`, 'me@,bfmr', 'best buy,bfmr'];
      const { bodies } = await planned([names, row], { defaults: flag, rules: own });
      expect(bodies).toMatchObject([{ buyingGroup: 'bfmr' }]);
      const named = names.replace('price', `price,${field === 'account' ? 'account' : 'store'}`);
      const other = await planned([named, `${row},other`], { defaults: flag, rules: own });
      expect([other.bodies, other.invalid]).toEqual([[], ['2 no_group']]);
    },
  );

  test('a cell that says not mine says nothing about the card, where a rule decides the group', async () => {
    const names = 'order,date,store,price,group,card';
    const own = ['retailer,group', 'S,bfmr'];
    const { bodies } = await planned([names, 'A1,2026-05-01,S,1.00,-,4637'], { rules: own });
    expect(bodies).toMatchObject([{ buyingGroup: 'bfmr', creditCardId: 'card-1' }]);
  });

  test('a row with too many cells is kept, whatever seems to be in it', async () => {
    const names = 'order,date,store,status,qty,price';
    const rows = ['A1,2026-05-01,S,cancelled,1,1.00,x', 'B1,2026-05-01,S,,0,1.00,x'];
    const { invalid, skipped } = await planned([names, ...rows]);
    expect(invalid).toEqual(['2 too_many_cells', '3 too_many_cells']);
    expect(skipped).toEqual(nothing);
  });

  test('two rules for one order are a contradiction', async () => {
    const rows = ['A1,2026-05-01,S,one,1.00,,,dock 5', 'A1,,,two,1.00,,,4 main st reno'];
    expect(await groupsOf(rows, rules)).toMatchObject({
      invalid: ['2 rows_differ', '3 rows_differ'],
    });
  });

  test('a rule decides card, earn rate and status too; the first that fits does', async () => {
    const all = [
      'retailer,card,earn rate,status,group',
      'best,Ink Cash,3,Shipped,bfmr',
      'best,Gold,9,paid,mvp_buying_group',
    ];
    const { bodies } = await planned([header, 'A1,2026-05-01,BEST BUY,one,1.00,,,'], {
      rules: all,
    });
    expect(bodies).toMatchObject([
      { buyingGroup: 'bfmr', creditCardId: 'card-1', cardEarnRate: 3, status: 'shipped' },
    ]);
  });
});

describe('a file of rules', () => {
  const read = (lines: Lines, kind = buyingGroupKind) =>
    readRules(sourceOf(lines, 'rules.csv'), {
      ...{ kind, reading: {} },
      cards: async () => [{ id: 'c', nickname: 'Ink', lastDigits: '4637' }],
    });

  test.each<[string, Lines, string]>([
    ['an unknown column', ['ship to,group,mood', 'a,b,c'], 'mood'],
    ['a column of orders that rules do not have', ['ship to,group,price', 'a,b,1'], 'price'],
    ['an unknown card', ['retailer,card', 'a,4638'], '4638'],
    ['an unknown status', ['retailer,status', 'a,lost'], 'lost'],
    ['a status of the other kind', ['retailer,status', 'a,submitted'], 'submitted'],
    ['an earn rate that is none', ['retailer,earnRate', 'a,much'], 'much'],
  ])('with %s is refused', async (_, lines, named) => {
    await expect(read(lines)).rejects.toMatchObject({
      ...{ ending: 'usage', message: expect.stringContaining(named) },
    });
  });

  test('a word for none is a blank cell, and any dash is the group of what is not mine', async () => {
    const rules = await read(['ship to,retailer,group,card', 'N/A,a,–,none', 'b,-,n/a,4637']);
    expect(rules).toEqual([
      { line: 2, when: [['retailer', 'a']], decides: { group: '-' } },
      { line: 3, when: [['shipTo', 'b']], decides: { card: '4637' } },
    ]);
  });

  test('a rule for gift cards may name the platform', async () => {
    const rules = await read(['retailer,platform', 'a,card_cash'], giftCardKind);
    expect(rules).toEqual([
      { line: 2, when: [['retailer', 'a']], decides: { group: 'card_cash' } },
    ]);
  });
});

describe('the texts of rules', () => {
  const lines = [
    'order,date,store,price,ship to',
    'A1,2026-05-01,S,1.00,"4410 Harbor Rd STE 5"',
    'A2,2026-05-01,S,1.00,"4410 Harbor Rd STE 55"',
    'A3,2026-05-01,S,1.00,"1 Maple Street"',
    'A4,2026-05-01,S,1.00,"9 Elm Street"',
  ];
  const rules = [
    'ship to,group',
    'ste 5,bfmr',
    'ste 55,mvp_buying_group',
    'Maple,Personal',
    'Oak,x',
  ];

  test('fit as whole words; each rule is counted by its line, and one that fits none is named', async () => {
    const read = await plan(lines, { rules, defaults: { group: 'usa' } });
    expect(read.orders.map(({ body }) => body?.buyingGroup)).toEqual([
      ...['bfmr', 'mvp_buying_group', 'usa'],
    ]);
    expect(read.skipped.not_mine).toBe(1);
    expect(read.notices).toEqual([
      'Rules decided: line 2 (bfmr) 1 row, line 3 (mvp_buying_group) 1 row, line 4 (not mine) 1 row.',
      'Rules that fit no row: line 5 (x).',
    ]);
    expect(read.unknownGroups).toEqual(['"x"']);
  });

  test.each(['-', '–', 'personal', 'Not mine', 'none', 'SKIP'])(
    'the group %s is not mine',
    async (word) => {
      const { skipped } = await plan(lines, { rules: ['ship to,group', `,${word}`] });
      expect(skipped.not_mine).toBe(4);
    },
  );

  test('of a file without a header are in no message', async () => {
    await expect(
      plan(lines, { rules: ['1 Maple Street,bfmr', '9 Elm Street,x'] }),
    ).rejects.toMatchObject({
      ...{ ending: 'usage', message: 'rules.csv has no header with the columns of rules' },
    });
  });
});

test.each([
  ...['Versandstatus', 'Lieferstatus', 'Sendungs-Status', 'VERSANDSTATUS', 'Zahlungsstatus'],
  ...['deliverystatus', 'Estado del envío', 'Statut de livraison', 'Delivery State'],
])(
  'a row that is cancelled by its %s is skipped, and one that comes back warned of',
  async (name) => {
    const row = (order: string, state: string) => `${order},2026-05-01,S,1.00,${state}`;
    const lines = [`order,date,store,price,${name}`, row('A1', 'Storniert'), row('A2', 'Returned')];
    const { orders, skipped, notices, warnings } = await plan(lines);
    expect([orders.length, skipped.cancelled]).toEqual([1, 1]);
    expect(notices).toContain(`Skipped as cancelled by column "${name}" (1 row).`);
    expect(warnings.join()).toContain(`column "${name}" (1 row)`);
  },
);

test.each(['Statusbar', 'Interstate', 'Estadounidense'])('%s is no state', async (name) => {
  const lines = [`order,date,store,price,${name}`, 'A1,2026-05-01,S,1.00,Storniert'];
  expect((await plan(lines)).skipped.cancelled).toBe(0);
});

test('a column without a header is named, if it has tracking numbers', async () => {
  const of = (cell: string) => [
    'order,date,store,price,tracking,',
    `A1,2026-05-01,S,1.00,,${cell}`,
  ];
  const warning = 'Column 6 has tracking numbers but no header: it is not read.';
  expect((await plan(of('1Z999AA10123456784'))).warnings).toEqual([warning]);
  expect((await plan(of('second parcel 9400111202555842332669'))).warnings).toEqual([warning]);
  expect((await plan(of('second parcel'))).warnings).toEqual([]);
});

test.each([
  ['Inbound tracking', '1Z999AA10123456784', true],
  ['Outbound Tracking', '1Z999AA10123456784', true],
  ['Tracking / Notes', 'UPS 1Z999AA10123456784', true],
  ['Tracking Status', 'delivered', false],
  ['Return Tracking Number', '1Z999AA10123456784', false],
  ['returns_tracking', '1Z999AA10123456784', false],
  ['RMA Tracking #', '1Z999AA10123456784', false],
  ['Refund trk', '1Z999AA10123456784', false],
])('a column %s with %s may have tracking numbers: %s', async (name, cell, isNamed) => {
  const lines = [`order,date,store,price,${name}`, `A1,2026-05-01,S,1.00,${cell}`];
  const flag = `--map 'trackingNumber=${name}'`;
  const warning = `A column may have tracking numbers, which are read only with ${flag}.`;
  expect((await plan(lines)).warnings).toEqual(isNamed ? [warning] : []);
  expect((await plan(lines, { reading: { ignore: [name] } })).warnings).toEqual([]);
});

describe('rejects', () => {
  const address = 'Shipping Address,Gift Message,Phone,Recipient Name,Street';
  const wide = `order,date,store,item,price,${address}`;
  const row = (order: string) =>
    `${order},,S,one,1.00,"${canary}",${canary},${canary},${canary},${canary}`;
  const rules = ['ship to,group', 'canary,Bfmr', ',mvp_buying_group'];

  test('have no addresses, and the group that a rule decided', async () => {
    const read = await plan([wide, row('A1'), 'B1,,S,one,1.00,,,,,'], { rules });
    expect(read.rejectsHeader).toEqual([...wide.split(','), 'group']);
    expect(read.drafts.map(({ cells }) => cells)).toEqual([
      ['A1', '', 'S', 'one', '1.00', '', '', '', '', '', 'Bfmr'],
      ['B1', '', 'S', 'one', '1.00', '', '', '', '', '', 'mvp_buying_group'],
    ]);
    expect(JSON.stringify([...read.drafts, read.warnings, read.notices, read.words])).not.toContain(
      'Canary',
    );
  });

  test('have none either where surplus cells moved them', async () => {
    const moved = `A1,2026-05-01,S,one,1.00,1,${canary},2,3,${canary},${canary},${canary}`;
    const { drafts } = await plan([wide, moved], { rules });
    expect(drafts).toMatchObject([{ invalid: { code: 'too_many_cells' } }]);
    expect(JSON.stringify(drafts)).not.toContain('Canary');
  });

  test.each(['Card', 'cc', 'Payment Method'])(
    'have no whole number of a card below %s',
    async (name) => {
      const read = await plan(
        [
          `order,date,store,price,${name},note`,
          'A1,,S,1.00,4111-1111-1111-1111,x',
          'A2,2026-05-01,S,1.00,4111 1111 1111 1111,200015550010001',
          'A3,2026-05-01,S,1.00,x,4111-1111-1111-1111,surplus',
        ].map((line) => (name === 'Gift Card' ? line.replace(/4111[- \d]*/, '1.00') : line)),
      );
      expect(JSON.stringify([read.drafts, read.warnings])).not.toMatch(/4111[- ]?1111/);
      expect(JSON.stringify(read.drafts)).toContain('200015550010001');
    },
  );

  test('a row whose cells are moved belongs to the order that it names, or to the one above', async () => {
    const first = 'Billing Address,order,date,store,price';
    const rows = [',A1,2026-05-01,S,1.00', ',B1,2026-05-01,S,1.00'];
    const moved = (order: string) => `1,${canary},${order},2026-05-01,S,1.00`;
    const { drafts, orders } = await plan([first, ...rows, moved('A1')]);
    expect(JSON.stringify(drafts)).not.toContain('Canary');
    const valid = (some: typeof orders) =>
      some.flatMap(({ orderNumber, body }) => (body ? [orderNumber] : []));
    expect(valid(orders)).toEqual(['B1']);
    // Without a number that is sure, it may belong to the order above.
    expect(valid((await plan([first, ...rows, moved('C1')])).orders)).toEqual(['A1']);
  });

  test('that come back keep the group of their cell', async () => {
    const back = [
      'order,date,store,item,price,Shipping Address,group,waybill_line,waybill_outcome,waybill_message',
      'A1,2026-05-01,S,one,1.00,,bfmr,2,invalid,why',
    ];
    const { bodies } = await planned(back, { rules });
    expect(bodies).toMatchObject([{ buyingGroup: 'bfmr' }]);
    const blank = back.map((line) => line.replace(',bfmr,', ',,'));
    expect((await planned(blank, { rules })).bodies).toMatchObject([
      { buyingGroup: 'mvp_buying_group' },
    ]);
    const { rejectsHeader } = await plan(back, { rules });
    expect(rejectsHeader).toEqual([
      'order',
      'date',
      'store',
      'item',
      'price',
      'Shipping Address',
      'group',
    ]);
  });

  test('a column of groups takes what the rule decided', async () => {
    const { drafts, rejectsHeader } = await plan(
      ['order,date,store,price,Buying Group,ship to', 'A1,,S,1.00,mine,canary'],
      { rules },
    );
    expect(rejectsHeader).toEqual(['order', 'date', 'store', 'price', 'Buying Group', 'ship to']);
    expect(drafts[0]?.cells).toEqual(['A1', '', 'S', '1.00', 'Bfmr', '']);
  });
});

describe('an address that is not read, beside rules about addresses', () => {
  const rules = ['ship to,group', 'maple,-'];
  const read = (header: string, more: object = {}) =>
    planned([`order,date,store,price,${header}`, 'A1,2026-05-01,S,1.00,1 Maple Street'], {
      ...{ rules, ...more },
    });
  test.each([
    ...['Address Line 1', 'Recipient Address', 'Shipping Address 1', 'Street', 'ship_address'],
    ...['Destination', 'Deliver To'],
  ])('%s is refused, and can be mapped or left out', async (header) => {
    const reading = { map: [`shipTo=${header}`] };
    await expect(read(header)).rejects.toMatchObject({
      ending: 'usage',
      hint: expect.stringContaining(`--map ${quotedWord(`shipTo=${header}`)}`),
    });
    expect((await read(header, { reading })).skipped.not_mine).toBe(1);
    expect((await read(header, { reading: { ignore: [header] } })).bodies).toHaveLength(1);
  });
  test.each([
    ['Billing Address', rules],
    ['Email Address', rules],
    ['Item', rules],
    ['Street', ['account,group', 'me,-']],
    ['Street', undefined],
  ])('%s with %j is read', async (header, some) => {
    expect((await read(header, { rules: some })).bodies).toHaveLength(1);
  });
});

describe('what a rule decided is in the rejects, whose addresses are blank', () => {
  const rules = ['ship to,group,card,earn rate,status', 'dock,bg,4637,5,shipped'];
  const again = async (header: string, row: string, more: object = {}) => {
    const { drafts, rejectsHeader } = await plan([header, row], { rules, ...more });
    const [cells = []] = drafts.map((one) => one.cells);
    const fixed = cells.map((one) => (one === 'bad' ? '1.00' : one));
    const marks = ['waybill_line', 'waybill_outcome', 'waybill_message'];
    const rejects = [
      [...rejectsHeader, ...marks],
      [...fixed, '2', 'invalid', 'why'],
    ];
    return { rejectsHeader, bodies: (await planned(rejects, { rules, ...more })).bodies };
  };
  const ruled = {
    ...{ buyingGroup: 'bg', creditCardId: 'card-1', cardEarnRate: 5, status: 'shipped' },
  };

  test('in columns of their own', async () => {
    const { rejectsHeader, bodies } = await again(
      'order,date,store,price,ship to',
      'A1,2026-05-01,S,bad,Dock 5',
    );
    expect(rejectsHeader.slice(5)).toEqual(['group', 'card', 'earnRate', 'status']);
    expect(bodies).toMatchObject([ruled]);
  });

  test('in place of what the row says', async () => {
    const { rejectsHeader, bodies } = await again(
      'order,date,store,price,ship to,group,card,earn rate,status',
      'A1,2026-05-01,S,bad,Dock 5,bfmr,7944,1,paid',
    );
    expect(rejectsHeader).toHaveLength(9);
    expect(bodies).toMatchObject([ruled]);
  });

  test('only what rules decide has a column', async () => {
    const some = { rules: ['ship to,group,card', 'dock,bg,4637'] };
    const row = 'A1,2026-05-01,S,bad,Lane 5';
    const { rejectsHeader, bodies } = await again('order,date,store,price,ship to', row, some);
    expect(rejectsHeader.slice(5)).toEqual(['group', 'card']);
    expect(bodies).toMatchObject([{ buyingGroup: 'bfmr' }]);
    expect(bodies[0]?.creditCardId).toBeUndefined();
  });
});
