import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commandsOf, programTree } from '../../src/cli/definition';
import { topicNames } from '../../src/commands/help/topics';
import { nouns } from '../../src/commands/tree';
import { programInShell, projectFolder } from '../support/project';
import { serveSandbox } from '../support/sandbox';
import { waybill } from '../support/waybill';
import {
  bashCompleter,
  type Completer,
  fishCompleter,
  isInstalled,
  typeIntoBash,
  zshCompleter,
} from './shells';

const folder = mkdtempSync(join(tmpdir(), 'waybill-shell-'));
const home = join(folder, 'home');
const calls = join(folder, 'calls');
/** The built program, which records every start. */
writeFileSync(
  join(folder, 'waybill'),
  `#!/bin/sh
echo "$*" >> ${calls}
exec ${programInShell} "$@"
`,
);
chmodSync(join(folder, 'waybill'), 0o755);

const env = {
  // A killed shell must not write its history into the folder while the folder is removed.
  HISTFILE: '/dev/null',
  PATH: `${folder}:${process.env.PATH}`,
  HOME: folder,
  TERM: 'xterm',
  LC_ALL: 'C.UTF-8',
  WAYBILL_HOME: home,
};
const script = (name: string) => join(projectFolder, 'completions', name);
const cache = join(home, 'cache/completion');
const run = (...words: string[]) => waybill(words, { env: { WAYBILL_HOME: home } });
const complete = async (...words: string[]) => {
  const { stdout, ...ended } = await run('complete', '--', ...words);
  expect(ended).toEqual({ exitCode: 0, signal: null, stderr: '' });
  return stdout.split('\n').slice(0, -1);
};

/** The sandbox account as list commands cached it, plus hostile order numbers. */
beforeAll(async () => {
  for (const noun of ['orders', 'giftcards', 'cards']) await run('--sandbox', noun, 'list', '-q');
  const file = join(cache, 'sandbox.json');
  const kept = JSON.parse(readFileSync(file, 'utf8'));
  kept.order.push(
    ['$(touch pwned)', ''],
    ['two words', 'a: b'],
    ['\u001b[31mred', ''],
    [':files', ''],
    ['-dash', ''],
    ['--yes', ''],
  );
  kept.group.push(['-dash', '']);
  writeFileSync(file, JSON.stringify(kept));
});
const zsh = isInstalled('zsh')
  ? zshCompleter({
      setUp: `autoload -Uz compinit; compinit -D; source ${script('waybill.zsh')}`,
      env,
    })
  : undefined;
const shells: [string, Completer | undefined][] = [
  ['bash', bashCompleter({ script: script('waybill.bash'), env })],
  ['zsh', zsh],
  [
    'fish',
    isInstalled('fish') ? fishCompleter({ script: script('waybill.fish'), env }) : undefined,
  ],
];
afterAll(async () => {
  await zsh?.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => rmSync(calls, { force: true }));

const started = () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []);
const formats = ['csv', 'json', 'ndjson', 'table', 'tsv'];
const verbs = ['create', 'get', 'list', 'update'];

describe.each(shells)('%s', (name, completeIn) => {
  if (completeIn === undefined) {
    test.skip(`${name} is not installed: its completion was not tested`);
    return;
  }
  /** The offers, without the part of the word that is already typed. */
  const offered = async (line: string) => {
    const found = await completeIn(line);
    return [...new Set(found.map((offer) => offer.replace(/^--[\w-]+=/, '').trim()))].sort();
  };

  test.each([
    ['waybill ', Object.keys(nouns).sort()],
    ['waybill co', ['completion', 'config']],
    ['waybill.exe co', ['completion', 'config']],
    ['waybill --profile orders co', ['completion', 'config']],
    ['waybill orders ', verbs],
    ['waybill order ', verbs],
    ['waybill -qo json orders g', ['get']],
    ['waybill --output=json --sandbox orders --retries 2 l', ['list']],
    ['waybill --base-url http://127.0.0.1:1/api orders ', verbs],
    ['waybill -o ', formats],
    ['waybill orders list --output ', formats],
    ['waybill orders list --output=t', ['table', 'tsv']],
    ['waybill orders list --color=', ['always', 'auto', 'never']],
    [
      'waybill order ls --status pa',
      ['paid', 'partially_delivered', 'partially_paid', 'partially_received'],
    ],
    ['waybill orders get --by ', ['id', 'number']],
    ['waybill completion ', ['bash', 'fish', 'powershell', 'zsh']],
    ['waybill config get ba', ['baseUrl']],
    ['waybill config set output ', formats],
    ['waybill config set color a', ['always', 'auto']],
    ['waybill config set retries ', []],
    ['waybill config set wrong ', []],
    ['waybill orders list --sort -to', ['-total']],
    ['waybill help ', [...new Set([...Object.keys(nouns), ...topicNames])].sort()],
    ['waybill help orders ', verbs],
    ['waybill orders list ', []],
    ['waybill orders list --limit ', []],
    ['waybill orders list --wrong ', []],
    ['waybill wrong ', []],
    ['waybill --no-i', ['--no-input']],
    ['waybill orders update 1 --set-item ', []],
    ['waybill orders update 1 --set-item 2', []],
    ['waybill orders update 1 --set-item 2,p', ['2,payout=', '2,price=']],
    ['waybill orders update 1 --set-item 2,qty=3,q', []],
    ['waybill orders create --item p', ['payout=', 'price=']],
    ['waybill --sandbox orders get 8004', ['800458530']],
    ['waybill --sandbox orders get --by number 8004', ['800458530']],
    ['waybill --sandbox orders get 800458530 8004', []],
    ['waybill --sandbox orders list --card 4', ['4417']],
    ['waybill orders get 8004', []],
  ])('%s', async (line, expected) => {
    expect(await offered(line)).toEqual(expected);
    expect(started()).toHaveLength(1);
  });

  test.each([
    ['waybill orders list --status paid,sh', 'paid,', ['shipped']],
    ['waybill orders list --fields id,tot', 'id,', ['total']],
    ['waybill orders list --sort orderN', '', ['orderNumber']],
    ['waybill --sandbox orders list --group bfmr,max', 'bfmr,', ['max_out_deals']],
  ])('%s: values joined by commas', async (line, before, expected) => {
    const found = await completeIn(line);
    expect(found.map((offer) => offer.trim())).toEqual(expected.map((one) => `${before}${one}`));
  });

  test('offers the flags of the command and the global ones, but of no other command', async () => {
    const found = await offered('waybill orders list --json --');
    expect(found).toEqual(expect.arrayContaining(['--status', '--limit', '--all', '--sandbox']));
    for (const unwanted of ['--by', '--csv', '--json']) expect(found).not.toContain(unwanted);
  });

  test.each([
    'waybill shipments add --csv ',
    'waybill shipments add --csv=',
    'waybill shipments check ',
  ])('%s takes a file', async (line) => {
    writeFileSync(join(folder, 'rows.csv'), '');
    const found = await offered(`${line}${folder}/ro`);
    // Bash leaves files to readline, which this test can't observe.
    if (name !== 'bash') expect(found.join()).toContain('rows.csv');
    else expect(found).toEqual([]);
  });

  test('a value from the service stays one plain word, whatever it contains', async () => {
    const found = await completeIn('waybill --sandbox orders get ');
    expect(found.join()).not.toContain('\u001b');
    if (name === 'bash') expect(found).toContain('\\$\\(touch\\ pwned\\)');
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
    expect(existsSync('pwned')).toBe(false);
  });
});

describe('waybill complete', () => {
  test('values come with a description', async () => {
    expect(await complete('ship')).toEqual([
      'shipments\tTracking numbers: one, or a whole spreadsheet',
    ]);
    expect(await complete('orders', 'list', '--stat')).toEqual([
      expect.stringMatching(/^--status\tAny of purchased, shipped, .+; !paid excludes paid$/),
    ]);
    expect(await complete('--sandbox', 'orders', 'list', '--card', '44')).toEqual([
      '4417\tInk Cash',
    ]);
    expect(await complete('--sandbox', 'giftcards', 'get', '')).toContainEqual(
      expect.stringMatching(/^[^\t]+\t[^\t]+, (purchased|submitted|paid)$/),
    );
  });

  test('files are left to the shell', async () => {
    expect(await complete('shipments', 'check', '')).toEqual([':files\t']);
    expect(await complete('--ca-file', 'x')).toEqual([':files\t']);
    expect(await complete('orders', 'create', '--items-file=a')).toEqual([':files\t']);
  });

  test('does not offer control characters or values that the scripts would misread', async () => {
    const offers = await complete('--sandbox', 'orders', 'get', '');
    expect(offers).toContain('two words\ta: b');
    expect(offers.join('\n')).not.toMatch(/\[31m|:files/);
  });

  test('profiles come from the settings', async () => {
    for (const name of ['work', 'home']) {
      await run('config', 'set', 'output', 'json', '--profile', name);
    }
    expect(await complete('--profile', '')).toEqual(['work\t', 'home\t']);
    expect(await complete('auth', 'switch', 'w')).toEqual(['work\t']);
  });

  test('offers a value that begins with a dash only where it is no flag', async () => {
    const get = ['--sandbox', 'orders', 'get'];
    expect(await complete(...get, '--', '-')).toEqual(['-dash\t', '--yes\t']);
    expect((await complete(...get, '')).filter((offer) => offer.startsWith('-'))).toEqual([]);
    expect(await complete(...get, '-da')).toEqual([]);
    const list = ['--sandbox', 'orders', 'list'];
    expect(await complete(...list, '--group', '-')).toEqual([]);
    expect((await complete(...list, '--group', '')).join()).not.toContain('-dash');
    expect(await complete(...list, '--group=-')).toEqual(['--group=-dash\t']);
  });

  test.each([
    ['nothing at all', []],
    ['a line that makes no sense yet', ['--profile', '--base-url', 'orders', 'gt', '--wrong', '']],
    ['a line that contradicts itself', ['orders', 'list', '--limit', 'x', '--limit', 'y', 'z']],
    ['after the end of the flags', ['orders', 'list', '--', '--']],
  ])('prints nothing for %s', async (_, words) => {
    await complete(...words);
  });

  test('prints no error for damaged settings or a damaged cache', async () => {
    const broken = { WAYBILL_HOME: join(folder, 'broken'), WAYBILL_OUTPUT: 'nonsense' };
    mkdirSync(join(broken.WAYBILL_HOME, 'cache/completion'), { recursive: true });
    writeFileSync(join(broken.WAYBILL_HOME, 'config.json'), '{');
    writeFileSync(join(broken.WAYBILL_HOME, 'cache/completion/sandbox.json'), '[1');
    for (const words of [
      ['--profile', ''],
      ['--sandbox', 'orders', 'get', ''],
    ]) {
      expect(await waybill(['complete', '--', ...words], { env: broken })).toEqual({
        exitCode: 0,
        signal: null,
        stdout: '',
        stderr: '',
      });
    }
  });

  test('offers every value of every flag', async () => {
    const found = commandsOf(await programTree(nouns)).flatMap(({ path, flags }) =>
      flags.flatMap(({ label, choices }) =>
        choices === undefined ? [] : [{ path, label, choices }],
      ),
    );
    for (const { path, label, choices } of found) {
      const offers = await complete(...path, label, '');
      expect(offers).toEqual(choices.map((choice) => `${choice}\t`));
    }
  });
});

describe('the values that list commands cache for completion', () => {
  test('are readable by no other user', () => {
    expect(statSync(cache).mode & 0o777).toBe(0o700);
    expect(statSync(join(cache, 'sandbox.json')).mode & 0o777).toBe(0o600);
  });

  test('are kept per account, and need no request', async () => {
    const sandbox = await serveSandbox();
    const account: Readonly<Record<string, string>> & { WAYBILL_HOME: string } = {
      ...sandbox.env,
      WAYBILL_HOME: join(folder, 'account'),
    };
    try {
      await waybill(['orders', 'list', '-q', '--json'], { env: account });
    } finally {
      await sandbox.stop();
    }
    const ask = async (...words: string[]) =>
      (await waybill(['complete', '--', ...words], { env: account })).stdout;
    expect(await ask('orders', 'get', '8004')).toBe('800458530\tB&H Photo, purchased\n');
    expect(await ask('--profile', 'other', 'orders', 'get', '8004')).toBe('');
    expect(await ask('--sandbox', 'orders', 'get', '8004')).toBe('');
    const [name = ''] = readdirSync(join(account.WAYBILL_HOME, 'cache/completion'));
    const kept = readFileSync(join(account.WAYBILL_HOME, 'cache/completion', name), 'utf8');
    expect(kept).not.toContain(account.WAYBILL_API_KEY);
    expect(kept).not.toContain(account.WAYBILL_API_SECRET);
  });

  test("no command fails if they can't be written", async () => {
    const blocked = join(folder, 'blocked');
    mkdirSync(join(blocked, 'cache'), { recursive: true });
    writeFileSync(join(blocked, 'cache', 'completion'), 'a file');
    const ended = await waybill(['--sandbox', 'orders', 'list', '-q', '-L', '1'], {
      env: { WAYBILL_HOME: blocked },
    });
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('bash at a terminal', () => {
  const setting = { script: script('waybill.bash'), env };

  test.each([
    ['--output=js\t confi\t pat\t', '--output=json config path', '/config.json'],
    [
      'orders list --sandbox -L 1 --status paid,ship\t',
      'orders list --sandbox -L 1 --status paid,shipped',
      'Payout',
    ],
    ['--sandbox orders get tw\t', '--sandbox orders get two words', 'two words"'],
    [
      `shipments check --offline ${folder}/wayb\t`,
      `shipments check --offline ${folder}/waybill`,
      'Error',
    ],
  ])('%s', async (typed, ran, until) => {
    await typeIntoBash(setting, `waybill ${typed}`, until);
    await expect.poll(() => started().at(-1)).toBe(ran);
  });
});

describe('zsh from a folder of completions', () => {
  if (!isInstalled('zsh')) {
    test.skip('zsh is not installed: not tested');
    return;
  }
  const folderOfZsh = join(folder, 'site-functions');
  mkdirSync(folderOfZsh);
  copyFileSync(script('waybill.zsh'), join(folderOfZsh, '_waybill'));
  const autoloaded = zshCompleter({
    setUp: `fpath=(${folderOfZsh} $fpath); autoload -Uz compinit; compinit -D -u`,
    env,
  });
  afterAll(() => autoloaded.close());

  test('the script is found and loaded on first use', async () => {
    expect(await autoloaded('waybill orders l')).toEqual(['list']);
    expect(await autoloaded('waybill orders list --status pu')).toEqual(['purchased']);
  });
});

test.each([
  ['bash', 'waybill.bash'],
  ['zsh', 'waybill.zsh'],
  ['fish', 'waybill.fish'],
])('%s accepts the syntax of its script', (shell, name) => {
  if (!isInstalled(shell)) return;
  const { status, stderr } = spawnSync(shell, ['-n', script(name)], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('the PowerShell script has matching quotes and brackets, and asks as the others do', () => {
  const text = readFileSync(script('waybill.ps1'), 'utf8');
  const open: string[] = [];
  const pairs: Readonly<Record<string, string>> = { ')': '(', '}': '{', ']': '[' };
  const bare = text.replace(/^\s*#.*$/gm, '').replace(/'(?:[^']|'')*'|"(?:[^"`]|`.)*"/g, "''");
  for (const character of bare) {
    if ('({['.includes(character)) open.push(character);
    if (character in pairs) expect(open.pop()).toBe(pairs[character]);
  }
  expect(open).toEqual([]);
  expect(bare.replaceAll("''", '')).not.toMatch(/['"]/);
  expect(text).toContain('waybill complete -- @words');
  expect(text).toContain('-CommandName waybill, waybill.exe ');
  expect(text).toContain("':files'");
});

test('offers what the account has in the form that is typed, and nothing that is refused', async () => {
  const values = async (...words: string[]) =>
    (await complete(...words)).map((line) => line.split('\t')[0]);
  expect(await values('--sandbox', 'orders', 'get', '#98893')).toEqual(['#9889303997']);
  expect(await values('--sandbox', 'orders', 'list', '--retailer', 'stap')).toEqual(['Staples']);
  expect(await values('--sandbox', 'reconcile', '--group', 'card_c')).toContain('card_center');
  const pairs = await values('report', 'margin', '--by', 'month,');
  expect(pairs).toContain('month,group');
  expect(pairs).not.toContain('month,none');
  const upload = ['--sandbox', 'shipments', 'add', '--csv', 'examples/shipments.csv', '--json'];
  const { job } = JSON.parse((await run(...upload)).stdout);
  expect(await values('jobs', 'show', '')).toEqual([job.slice(0, 8)]);
  expect(await complete('jobs', 'c')).toEqual(['clean\tRemove finished uploads']);
});
