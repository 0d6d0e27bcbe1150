import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/support/tier';
import { Failure } from '../failure';
import { CommandLine } from './command-line';
import type { Nouns } from './definition';
import { defineCommand, maybeOne, maybeSeveral, one, several } from './definition';
import { choice, choices, integer, repeated, text, texts, toggle, withDefault } from './flag';

const run = async () => undefined;
const list = defineCommand({
  summary: 'A command',
  arguments: {},
  flags: {
    limit: withDefault(integer('<n>', 'How many', { short: 'L', minimum: 1, maximum: 500 }), 25),
    status: choices('<s,…>', 'Which statuses', ['purchased', 'shipped', 'paid']),
    all: toggle('All of them', { conflicts: ['limit'] }),
    noTracking: toggle('Those without tracking numbers'),
    search: text('<text>', 'Text to find'),
    item: repeated(text('<k=v,…>', 'A line item')),
    shade: choice('<shade>', 'A shade', ['light', 'dark'], { short: 's' }),
  },
  examples: {},
  run,
});
const get = defineCommand({
  summary: 'A command',
  arguments: { orderNumber: one('The order'), trackingNumber: several('Its numbers') },
  flags: { columns: texts('<a,b>', 'Columns') },
  examples: {},
  run,
});
const shell = defineCommand({
  summary: 'A command',
  arguments: { shell: maybeOne('Which shell', { choices: ['bash', 'zsh', 'fish'] }) },
  flags: {},
  examples: {},
  run,
});
const help = defineCommand({
  arguments: { about: maybeSeveral('A command or a topic') },
  flags: {},
  examples: {},
  run,
});
const nouns: Nouns = {
  orders: {
    summary: 'Orders',
    aliases: ['order'],
    verbs: {
      list: { aliases: ['ls'], load: async () => ({ command: list }) },
      get: { load: async () => ({ command: get }) },
    },
  },
  completion: { summary: 'Completion', load: async () => ({ command: shell }) },
  help: { summary: 'Help', load: async () => ({ command: help }) },
};

async function parsed(line: string | readonly string[]) {
  const words = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  const request = await new CommandLine(words, nouns).read();
  if (request.kind !== 'run') return request.kind;
  const { input, globals } = request;
  return { input, globals };
}

async function failure(line: string | readonly string[]): Promise<Failure> {
  const error = await parsed(line).then(
    (value) => new Error(`parsed as ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Failure)) throw error;
  expect(error.exitCode).toBe(2);
  return error;
}

describe('the spellings of a flag', () => {
  test.each([
    ['orders list --limit 7', { limit: 7 }],
    ['orders list --limit=7', { limit: 7 }],
    ['orders list -L7', { limit: 7 }],
    ['orders list -L 7', { limit: 7 }],
    ['orders list -L=7', { limit: 7 }],
    ['orders list --all --all', { all: true }],
    ['order ls', { limit: 25, noTracking: false, status: undefined }],
    ['orders list --no-tracking', { noTracking: true }],
    [
      'orders list --status paid,shipped --status=purchased',
      { status: ['paid', 'shipped', 'purchased'] },
    ],
    ['orders list --status Paid,', { status: ['paid'] }],
    ['orders list --search -5', { search: '-5' }],
    ['orders list --search=--json', { search: '--json' }],
    ['orders list --search --', { search: '--' }],
    ['orders list --item a=1 --item b=2,c=3', { item: ['a=1', 'b=2,c=3'] }],
    ['orders list -sdark', { shade: 'dark' }],
  ])('%s', async (line, flags) => {
    expect(await parsed(line)).toMatchObject({ input: flags });
  });

  test.each([
    ['-qojson orders list', { quiet: true, output: 'json' }],
    ['-qo json orders list', { quiet: true, output: 'json' }],
    ['orders -qyv list', { quiet: true, yes: true, verbose: true }],
    ['orders list --no-input', { noInput: true }],
    ['-q orders -q list --quiet', { quiet: true }],
    ['--profile work orders list', { profile: 'work' }],
    ['-o=ndjson orders list', { output: 'ndjson' }],
  ])('%s', async (line, globals) => {
    expect(await parsed(line)).toMatchObject({ globals });
  });
});

describe('arguments', () => {
  test.each([
    ['orders get A 1', { orderNumber: 'A', trackingNumber: ['1'] }],
    ['orders get A 1 2 --columns x 3', { orderNumber: 'A', trackingNumber: ['1', '2', '3'] }],
    ['orders get -- -A --json', { orderNumber: '-A', trackingNumber: ['--json'] }],
    ['orders get - -5', { orderNumber: '-', trackingNumber: ['-5'] }],
    ['-- orders get A 1', { orderNumber: 'A', trackingNumber: ['1'] }],
    ['completion', { shell: undefined }],
    ['completion ZSH', { shell: 'zsh' }],
  ])('%s', async (line, values) => {
    expect(await parsed(line)).toMatchObject({ input: values });
  });
});

describe('help and the version', () => {
  test('waybill alone', async () => expect(await parsed('')).toBe('overview'));
  test.each([
    'orders',
    'order',
    '-h',
    '--help',
    'orders --help',
    '--help orders',
    'orders list -qh',
  ])('help: "%s"', async (line) => expect(await parsed(line)).toBe('help'));
  test.each(['orders get --help', 'orders list --wrong --help', 'orders list extra -h', '-h -V'])(
    'help wins over errors: "%s"',
    async (line) => expect(await parsed(line)).toBe('help'),
  );
  test.each(['--version', '-V', 'orders list -V', 'help --version', 'help orders -V'])(
    'version: "%s"',
    async (line) => expect(await parsed(line)).toBe('version'),
  );
  test.each(['help', 'help orders', 'help orders list', 'help order ls --json'])(
    'help: "%s"',
    async (line) => expect(await parsed(line)).toBe('help'),
  );
  test.each(['-V', '--version', '-q --version', 'orders -V', 'orders list --version'])(
    'version: "%s"',
    async (line) => expect(await parsed(line)).toBe('version'),
  );
  test('a value is not a request for help', async () => {
    expect(await parsed('orders list --search -h')).toMatchObject({ input: { search: '-h' } });
  });
});

describe('errors use the words that were typed', () => {
  test.each([
    [
      'ordres list',
      'Unknown command "ordres"',
      'Did you mean orders? Choose one of orders, completion, help.',
    ],
    ['xyzzy', 'Unknown command "xyzzy"', 'Choose one of orders, completion, help.'],
    ['__proto__', 'Unknown command "__proto__"', 'Choose one of orders, completion, help.'],
    [
      'orders --limit 5 list',
      'Unknown flag --limit for waybill orders',
      'Put --limit after the verb',
    ],
    ['-q -L 5 orders list', 'Unknown flag -L for waybill', undefined],
    ['--jsno orders list', 'Unknown flag --jsno for waybill', 'Did you mean --json?'],
    ['orders list --all -L 5', "--all and --limit can't be used together", undefined],
    [
      '--sandbox orders list --profile work',
      "--sandbox and --profile can't be used together",
      undefined,
    ],
    [
      '--base-url https://x.example orders list --sandbox',
      "--sandbox and --base-url can't be used together",
      undefined,
    ],
    [
      'orders list --limit 3 --limit 7',
      '--limit was given 2 times',
      'It takes one value, but got "3", "7".',
    ],
    ['-o csv orders list --output=csv', '--output was given 2 times', undefined],
    ['orders --json 5 list', 'Unknown verb "5" for waybill orders', undefined],
    [
      'orders lsit',
      'Unknown verb "lsit" for waybill orders',
      'Did you mean list? Choose one of list, get.',
    ],
    ['--json', 'waybill needs a command', 'See waybill --help.'],
    [
      'orders --json',
      'waybill orders needs a verb',
      'Choose one of list, get. See waybill orders --help.',
    ],
    [
      'orders list --stauts paid',
      'Unknown flag --stauts for waybill orders list',
      'Did you mean --status? See waybill orders list --help.',
    ],
    ['orders list -json', 'Unknown flag -j', 'See waybill orders list --help.'],
    [
      'orders list -n',
      'Unknown flag -n for waybill orders list',
      'Use --dry-run; lists take -L <n>.',
    ],
    ['orders list --overdue', 'Unknown flag --overdue', 'Use waybill report overdue.'],
    ['orders list -$12.30', 'Unknown flag -$12.30', '-12.30'],
    ['orders list -1,234.56', 'Unknown flag -1,234.56', '-1234.56'],
    ['orders list -1,23', 'Unknown flag -1,23', 'See waybill orders list --help.'],
    ['orders list --jsno=1', 'Unknown flag --jsno', 'Did you mean --json?'],
    ['orders list --json=yes', '--json takes no value', undefined],
    ['orders list --limit', '--limit needs a value', 'Use --limit <n>.'],
    ['help --profile', '--profile needs a value', 'Use --profile <name>.'],
    ['--bogus', 'Unknown flag --bogus', 'See waybill help flags.'],
    ['orders --bogus list', 'Unknown flag --bogus', 'See waybill help flags.'],
    ['orders list -qL', '-qL needs a value', undefined],
    ['orders list --limit ten', '--limit takes a whole number from 1 to 500, not "ten"', undefined],
    ['orders list --limit 0', '--limit takes a whole number from 1 to 500, not "0"', undefined],
    ['orders list --limit -1', '--limit takes a whole number from 1 to 500, not "-1"', undefined],
    ['orders list --limit 1e2', '--limit takes a whole number from 1 to 500, not "1e2"', undefined],
    [
      'orders list --status payed',
      'Invalid value "payed" for --status',
      'Did you mean paid? Choose one of purchased, shipped, paid.',
    ],
    [
      '-o yaml orders list',
      'Invalid value "yaml" for --output',
      'Choose one of table, json, ndjson, csv, tsv.',
    ],
    ['orders list extra', 'waybill orders list takes no arguments, but got "extra"', undefined],
    [
      'orders get',
      'waybill orders get needs <order-number>: the order',
      'Usage: waybill orders get <order-number> <tracking-number...> [flags]',
    ],
    ['orders get A', 'waybill orders get needs <tracking-number>: its numbers', undefined],
    [
      'completion bash zsh',
      'Too many arguments for waybill completion: "zsh"',
      'Usage: waybill completion [shell] [flags]',
    ],
    ['completion tcsh', 'Invalid value "tcsh" for <shell>', /^Choose one of bash, zsh, fish\.$/],
    [
      'orders list --timeout 0',
      '--timeout takes a number of seconds above zero, not "0"',
      undefined,
    ],
    [
      'orders list --timeout 1e9',
      '--timeout takes a number of seconds above zero, not "1e9"',
      undefined,
    ],
    [
      'orders list --max-wait 99999999',
      '--max-wait takes a number of seconds, not "99999999"',
      'At most 86400, a day.',
    ],
    [
      'orders list --concurrency 17',
      '--concurrency takes a whole number from 1 to 16, not "17"',
      undefined,
    ],
  ])('%s', async (line, message, hint) => {
    const { message: said, hint: hinted } = await failure(line);
    expect(said).toContain(message);
    if (hint instanceof RegExp) expect(hinted).toMatch(hint);
    else if (hint !== undefined) expect(hinted).toContain(hint);
  });

  test.each([
    ['--search', ''],
    ['--search', '  '],
    ['--status', ''],
    ['--fields', ''],
    ['--profile', ''],
  ])('%s "%s": an unset variable', async (flag, value) => {
    expect((await failure(['orders', 'list', flag, value])).message).toBe(`${flag} is empty`);
  });
});

describe('global flags work anywhere', () => {
  const globals = fc.subarray([
    ['--json'],
    ['-q'],
    ['-y'],
    ['-qv'],
    ['-o', 'csv'],
    ['-otsv'],
    ['--fields', 'id,total'],
    ['--fields=id'],
    ['--profile', 'list'],
    ['--base-url', '-x'],
    ['--retries', '2'],
    ['--no-input'],
    ['-yo', 'ndjson'],
  ]);
  const own = fc.constantFrom(
    [['orders'], ['list'], ['--limit', '3'], ['--status=paid']],
    [['order'], ['ls'], ['--search', '--json'], ['-L5']],
    [['orders'], ['get'], ['ORD-1'], ['--columns', '-q'], ['1Z']],
    [['completion'], ['bash']],
  );

  test('moving them never changes what is parsed', async () => {
    await fc.assert(
      fc.asyncProperty(own, globals, fc.infiniteStream(fc.nat()), async (groups, flags, places) => {
        const outcome = (words: readonly string[]) =>
          parsed(words).catch(({ message, hint }: Failure) => ({ message, hint }));
        const together = await outcome([...groups, ...flags].flat());
        // Flags keep their order, since a list of fields depends on it.
        const positions = flags.map(() => places.next().value % (groups.length + 1)).sort();
        const scattered = [...groups.keys(), groups.length].flatMap((place) => [
          ...flags.filter((_, index) => positions[index] === place).flat(),
          ...(groups[place] ?? []),
        ]);
        expect(await outcome(scattered)).toEqual(together);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('any line is either parsed or refused', async () => {
    const word = fc.oneof(
      fc.constantFrom(
        'orders',
        'list',
        'get',
        'ls',
        '--',
        '-',
        '-o',
        '--json',
        '-qL',
        '--limit',
        '=',
        '--=',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.string({ maxLength: 4 }).map((letters) => `-${letters}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 6 }), async (words) => {
        await parsed(words).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Failure);
        });
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('what was read so far is known however reading ends', () => {
  const read = async (line: string) => {
    const commandLine = new CommandLine(line.split(' '), nouns);
    await commandLine.read().catch(() => {});
    return commandLine;
  };

  test.each([
    ['orders list --json', { output: 'json' }],
    ['orders list -ocsv', { output: 'csv' }],
    ['ordres -o=tsv', { output: 'tsv' }],
    ['orders lsit -qo json', { output: 'json', quiet: true }],
    ['orders list --stauts --output json', { output: 'json' }],
    ['--output=json orders', { output: 'json' }],
    ['orders list --limit x -o csv --json', { output: 'json' }],
    ['orders list -o nonsense', { output: undefined }],
    ['orders list -o', { output: undefined }],
    ['orders list --outputs json', { output: undefined }],
    ['orders list --search --json', { json: false }],
    ['orders get -- --json', { output: undefined }],
    ['x --color=never --debug', { color: 'never', debug: true }],
    ['x --profile work', { profile: 'work' }],
  ])('%s', async (line, globals) => {
    expect((await read(line)).globals).toMatchObject(globals);
  });

  test.each([
    ['orders', ['orders'], [], true],
    ['orders list', ['orders', 'list'], [], true],
    ['order ls --limit', ['orders', 'list'], [], true],
    ['orders get A', ['orders', 'get'], ['A'], true],
    ['orders lsit', ['orders'], ['lsit'], false],
    ['orders list --wrong', ['orders', 'list'], ['--wrong'], false],
  ])('how far %s was read', async (line, path, operands, mayGoOn) => {
    const { path: found, operands: left, mayGoOn: open } = await read(line);
    expect([found, left, open]).toEqual([path, operands, mayGoOn]);
  });
});

describe('help', () => {
  const page = async (line: string) => {
    const request = await new CommandLine(line.split(' '), nouns).read();
    return request.kind === 'help' ? request.page({ width: 60 }) : request.kind;
  };

  test('of the program', async () => {
    expect(await page('--help')).toMatchInlineSnapshot(`
      "Usage: waybill <noun> <verb> [arguments] [flags]

      Track orders, shipments and gift cards from the command line

      Examples:
        # Try it without an account
        $ waybill --sandbox orders list

      Commands:
        orders      Orders
        completion  Completion
        help        Help

      Run waybill help <command> for a command, waybill help
      <topic> for a topic. Global flags, such as -o csv, --fields,
      --profile and --dry-run: waybill help flags
      "
    `);
  });
  test.each([
    ['--profile orders --help', '--help'],
    ['--help --profile=x --profile orders', '--help'],
    ['orders --profile list -h', 'orders --help'],
    ['order --profile get -h', 'orders --help'],
  ])('lists every command where a value is the name of one: "%s"', async (line, plain) => {
    expect(await page(line)).toBe(await page(plain));
  });
  test('of a noun loads its verbs for their summaries', async () => {
    expect(await page('help order')).toMatchInlineSnapshot(`
      "Usage: waybill orders <verb> [arguments] [flags]

      Orders

      Verbs:
        list  A command
        get   A command

      Aliases: order. Run waybill orders <verb> --help for
      details. Global flags, such as -o csv, --fields, --profile
      and --dry-run: waybill help flags
      "
    `);
  });
  test('of a command', async () => {
    expect(await page('orders list -h')).toMatchInlineSnapshot(`
      "Usage: waybill orders list [flags]

      A command

      Flags:
        -L, --limit <n>      How many (1 to 500; default 25)
            --status <s,…>   Which statuses (purchased, shipped,
                             paid)
            --all            All of them
            --no-tracking    Those without tracking numbers
            --search <text>  Text to find
            --item <k=v,…>   A line item (repeatable)
        -s, --shade <shade>  A shade (light, dark)

      Aliases: ls. Global flags, such as -o csv, --fields,
      --profile and --dry-run: waybill help flags
      "
    `);
  });
});
