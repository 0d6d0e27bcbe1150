import { describe, expect, test } from 'vitest';
import { commandsOf, programTree, type TreeFlag } from '../../src/cli/definition';
import { kebab } from '../../src/cli/flag';
import { topicNames } from '../../src/commands/help/topics';
import { nouns } from '../../src/commands/tree';
import { commandNouns } from '../../src/output/text';

const tree = await programTree(nouns);
const commands = commandsOf(tree);

/** The nouns and verbs of the specification, in its order. */
const described = {
  auth: ['login', 'status', 'list', 'switch', 'rotate', 'logout'],
  orders: ['list', 'get', 'create', 'update'],
  giftcards: ['list', 'get', 'create', 'update'],
  shipments: ['add', 'check', 'list'],
  jobs: ['list', 'show', 'clean'],
  cards: ['list'],
  sync: [],
  query: [],
  changes: [],
  payments: ['list', 'add', 'date', 'remove', 'accept', 'accepted', 'imports', 'undo'],
  mirror: ['info', 'path', 'check', 'backup', 'merge', 'reset', 'push'],
  export: [],
  report: [
    ...['summary', 'unpaid', 'overdue', 'aging', 'exposure', 'margin', 'pnl'],
    ...['rewards', 'spending', 'received', 'turnaround', 'trackings', 'audit', 'html'],
  ],
  reconcile: [],
  mcp: [],
  sandbox: ['serve', 'seed', 'reset', 'info', 'examples'],
  api: [],
  config: ['list', 'get', 'set', 'unset', 'path'],
  completion: [],
  doctor: [],
  help: [],
};

const filters =
  'status group retailer since until older-than source card tracking no-tracking search';
const giftCardFilters = filters.replace('group', 'platform').replace('tracking no-tracking ', '');
const range = 'limit all offset sort count verify';
const body =
  'date time retailer order-number status shipping tax discount card sub-card earn-rate account notes item items-file codes-file from-json';
const fileFlags = 'csv layout rules amounts date-format map save-mapping strict results rejects';
const changes = 'clear add-item set-item remove-item if-status csv by';

/** Every flag that the specification names, by command. */
const flags: Readonly<Record<string, string>> = {
  'auth login': 'api-key secret-stdin store no-verify',
  'auth logout': 'all',
  'orders list': `${filters} ${range}`,
  'orders get': 'by',
  'orders create': `${body} group no-safe-retry ${fileFlags} no-shipments`,
  'orders update': `${body} group ${changes}`,
  'giftcards list': `${giftCardFilters} ${range}`,
  'giftcards get': 'by',
  'giftcards create': `${body} platform no-safe-retry ${fileFlags}`,
  'giftcards update': `${body} platform ${changes}`,
  'shipments add':
    'retailer csv from-json map delimiter verify results rejects restart all-or-nothing',
  'shipments check': 'offline map delimiter',
  'shipments list': `${filters.replace('no-tracking ', '')} carrier limit offset`,
  'cards list': 'open closed owner',
  sync: 'quick only if-older wait accept-removals new-account',
  query: 'file param max-rows max-time tables sync offline mirror',
  changes: 'cursor peek since type exit-code sync offline mirror',
  'payments add': 'date reference',
  'payments accept': 'note undo',
  reconcile:
    'group format map save-mapping record apply deposit tolerance grace results exit-code date-format sheet encoding delimiter sync offline mirror',
  'sandbox serve': 'port host db plan rate-limit latency',
  'sandbox seed': 'orders giftcards cards seed db',
  'sandbox reset': 'db',
  'sandbox info': 'db',
  api: 'input paginate',
};

const globals =
  'profile sandbox base-url output json fields accessible money today timeout max-wait retries concurrency ca-file dry-run yes no-input quiet verbose debug color help version raw-csv no-header excel';

const labels = (list: readonly TreeFlag[]) => list.map(({ label }) => label.slice(2));

describe('the tree matches the specification', () => {
  test('nouns and verbs, in their order', () => {
    const found = tree.nouns.map(({ name, commands: own }) => [
      name,
      own.flatMap(({ path }) => path.slice(1)),
    ]);
    expect(found).toEqual(Object.entries(described));
  });

  test('singular nouns, and ls for list', () => {
    const aliases = Object.fromEntries(tree.nouns.map((noun) => [noun.name, noun.aliases]));
    expect(aliases).toMatchObject({
      orders: ['order'],
      giftcards: ['giftcard'],
      shipments: ['shipment'],
      cards: ['card'],
    });
    for (const { path, aliases: own } of commands) {
      if (path[1] === 'list') expect(own, path.join(' ')).toContain('ls');
    }
  });

  test.each(Object.entries(flags))('%s takes every flag it should', (path, expected) => {
    const command = commands.find((one) => one.path.join(' ') === path);
    expect(labels(command?.flags ?? [])).toEqual(expect.arrayContaining(expected.split(' ')));
  });

  test('global flags and their variables', () => {
    expect(labels(tree.globalFlags).sort()).toEqual(globals.split(' ').sort());
    const variables = tree.globalFlags.flatMap(({ key, environment }) =>
      environment === undefined ? [] : [[environment, key]],
    );
    for (const [variable, key = ''] of variables) {
      expect(variable).toBe(`WAYBILL_${kebab(key).replaceAll('-', '_').toUpperCase()}`);
    }
    expect(variables.map(([variable]) => variable?.slice(8)).join(' ')).toBe(
      'PROFILE SANDBOX BASE_URL OUTPUT MONEY ACCESSIBLE TIMEOUT MAX_WAIT RETRIES CONCURRENCY CA_FILE NO_INPUT VERBOSE DEBUG',
    );
  });

  test('prose on a terminal keeps every command in one piece', () => {
    expect(commandNouns.split('|')).toEqual(expect.arrayContaining(Object.keys(nouns)));
  });

  test('topics', () => {
    expect(topicNames).toEqual([
      'flags',
      'filters',
      'exit-codes',
      'environment',
      'output',
      'fields',
      'money',
      'csv',
      'orders-file',
      'cron',
      'windows',
      'accessibility',
      'mirrors',
      'sql',
      'reports',
      'payouts',
      'skill',
    ]);
    expect(nouns.help?.topics?.map(([name]) => name)).toEqual(topicNames);
  });
});

describe.each(commands.map((command) => [command.path.join(' '), command] as const))(
  '%s is declared well',
  (_, { path, summary, arguments: args, flags: own }) => {
    test('no flag conflicts with a global one or with another', () => {
      const names = [...own, ...tree.globalFlags].flatMap(({ label, short }) => [
        label,
        ...(short === undefined ? [] : [`-${short}`]),
      ]);
      const twice = names.filter((name, index) => names.indexOf(name) !== index);
      // There, --no-header describes the input file, as cli.md specifies.
      const readsFile = ['shipments add', 'shipments check', 'reconcile'].includes(path.join(' '));
      expect(twice).toEqual(readsFile ? ['--no-header'] : []);
    });

    test('everything is explained in a few words', () => {
      const texts = [
        summary,
        ...args.map((one) => one.describe),
        ...own.map((one) => one.describe),
      ];
      for (const text of texts) expect(text).toMatch(/^[A-Z"].*[^.]$/);
    });

    test('only the last argument takes several words', () => {
      expect(args.slice(0, -1).filter(({ variadic }) => variadic)).toEqual([]);
      expect(path.length).toBeLessThanOrEqual(2);
    });
  },
);
