import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { commandsOf, programTree } from '../../src/cli/definition';
import { topicNames } from '../../src/commands/help/topics';
import { nouns } from '../../src/commands/tree';
import { projectFolder } from '../support/project';
import { temporaryHome, waybill } from '../support/waybill';
import { claims, type Facts } from './claims';

/*
 * Holds each example of the README and the help to its sentence. The recipes, docs/month.md and docs/importing.md
 * have tests of their own that look at what is printed.
 */

const today = '2025-11-28';

/** Examples that only run, by how they begin, each with where their meaning is held, or why they have none. */
const runsOnly: readonly (readonly [start: string, reason: string])[] = [
  ['auth ', 'prints no figures; test/credentials logs in, lists and switches'],
  [
    'orders create',
    'writes to the service; test/commands/orders-write and orders-from-file look at it',
  ],
  [
    'orders update',
    'writes to the service; test/commands/orders-write and order-updates look at it',
  ],
  ['giftcards create', 'writes to the service; test/commands/orders-write looks at it'],
  ['giftcards update', 'writes to the service; test/commands/orders-write looks at it'],
  ['orders list --all --json | jq', 'needs jq; what it reads is what orders list has'],
  [
    'orders list --all -o csv --money dollars',
    'needs a shell; what it writes is what orders list has',
  ],
  [
    'orders list --mirror',
    'reads a file that the example before it wrote; test/mirror/used compares',
  ],
  ['shipments add', 'writes to the service; test/upload counts each row'],
  ['shipments check', 'findings; test/commands/file-cells looks at them'],
  ['jobs ', 'the uploads of other examples; test/upload/jobs looks at them'],
  ['sync', 'prints what it did; test/mirror/sync-command counts it'],
  ['payments add', 'records a payment; test/mirror/payments looks at it'],
  ['payments date', 'changes a payment; test/mirror/payment-states looks at it'],
  ['payments remove', 'changes a payment; test/mirror/payments looks at it'],
  [
    'payments accept 1807117486 --undo',
    'changes an acceptance; test/mirror/payment-states looks at it',
  ],
  ['payments undo', 'undoes an import; test/mirror/payments looks at it'],
  ['mirror reset', 'empties the mirror; test/mirror/used looks at what stays'],
  ['mirror push', 'needs PostgreSQL; test/mirror/push compares every view'],
  [
    'reconcile examples/payout-bfmr.csv --group bfmr --apply -y',
    'writes to the service; test/reconcile/recording looks at it',
  ],
  ['mcp', 'serves an assistant; test/assistant asks it everything'],
  ['sandbox serve', 'serves; test/service asks it'],
  ['sandbox seed', 'adds orders at random; test/service counts them'],
  ['sandbox reset', 'starts over; test/service looks at the sample'],
  ['sandbox info --json --fields database', 'a path'],
  ['sandbox examples', 'writes the files that other examples read'],
  ['api POST', 'a dry run; test/commands/program looks at the request'],
  ['config ', 'settings; test/settings reads each back'],
  ['completion', 'a script; test/shell/completion runs it'],
  ['source <(waybill completion bash)', 'a script; test/shell/completion runs it'],
  ['doctor', 'the state of this machine; test/credentials/doctor breaks each'],
  ['help', 'a text; test/shell/help reads it'],
];

const plain = (line: string) =>
  line
    .replaceAll(' --sandbox', '')
    .replaceAll(/(^|&& )waybill /g, '$1')
    .replace(/^\w+=\S+ waybill /, '')
    .trim();

async function examples(): Promise<readonly string[]> {
  const tree = await programTree(nouns);
  const inHelp = [...tree.nouns, ...commandsOf(tree)].flatMap((one) =>
    one.examples.map(({ command }) => command),
  );
  const readme = readFileSync(join(projectFolder, 'README.md'), 'utf8');
  const inReadme = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    block.split('\n').filter((line) => line.startsWith('waybill ')),
  );
  const pages = await Promise.all(topicNames.map((name) => waybill(['help', name])));
  const inTopics = pages.flatMap(({ stdout }) =>
    [...stdout.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line]) => line as string),
  );
  return [...new Set([...inHelp, ...inReadme, ...inTopics].map(plain))];
}

const all = await examples();
const reasonOf = (line: string) =>
  claims[line] === undefined ? runsOnly.find(([start]) => line.startsWith(start)) : undefined;

test('every example has a check of what it says, or a reason why it has none', () => {
  expect(all.filter((line) => claims[line] === undefined && reasonOf(line) === undefined)).toEqual(
    [],
  );
  // Nothing is checked or excused that is no example any more.
  expect(Object.keys(claims).filter((line) => !all.includes(line))).toEqual([]);
  const used = new Set(all.map(reasonOf));
  expect(runsOnly.filter((one) => !used.has(one))).toEqual([]);
});

const wordsOf = (line: string) =>
  [...line.matchAll(/(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );

describe('what an example prints is what it says', () => {
  const home = temporaryHome();
  const folder = mkdtempSync(join(home, 'folder-'));
  const run = (line: string, ...more: readonly string[]) =>
    waybill(['--sandbox', '--today', today, ...wordsOf(line), ...more], {
      cwd: folder,
      env: { WAYBILL_HOME: home },
    });
  const json = async (line: string) => JSON.parse((await run(line, '--json')).stdout);
  let facts: Facts;

  beforeAll(async () => {
    cpSync(join(projectFolder, 'examples'), join(folder, 'examples'), { recursive: true });
    await waybill(['sandbox', 'reset', '--today', today, '-y'], { env: { WAYBILL_HOME: home } });
    await run('sync -q');
    for (const line of [
      'reconcile examples/payout-bfmr.csv --group bfmr --record -q',
      'payments add 800458530 100 --date 2025-11-20',
      'payments add 813763113 187 --date 2025-10-05',
      'payments accept 1807117486 --note agreed',
    ]) {
      expect([line, (await run(line)).exitCode]).toEqual([line, 0]);
    }
    const payments = await json('payments list');
    facts = {
      ...{ today, payments, json },
      orders: await json('orders list --all'),
      giftcards: await json('giftcards list --all'),
      cards: await json('cards list'),
    };
  });

  test.each(Object.entries(claims))('%s', async (line, claim) => {
    const steps = line.split(' && ');
    for (const step of steps.slice(0, -1)) await run(step, '-y');
    const last = steps.at(-1) ?? '';
    const isAsked = /^(export|report html|mirror backup)/.test(last);
    const { stdout, stderr, exitCode } = await run(last, ...(isAsked ? ['-y'] : []));
    expect([0, 15]).toContain(exitCode);
    const asJson = async () => json(last);
    await claim({ text: stdout, stderr, exitCode, folder, json: asJson }, facts);
  });
});
