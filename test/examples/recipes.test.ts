import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '../support/project';
import { missingPrograms } from '../support/tier';
import { openWorkspace, type Setting } from './workspace';

/* Runs every `sh` block of docs/recipes.md as written, and looks at what came out. */
const page = readFileSync(join(projectFolder, 'docs/recipes.md'), 'utf8');
const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block as string);

const workspace = await openWorkspace();
afterAll(() => workspace.close());

/** What was sent to the chat and to the monitoring service. */
const received: string[] = [];
const listener = createServer(async (request, response) => {
  received.push(`${request.method} ${request.url} ${await text(request)}`);
  response.end('ok');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
});
afterAll(() => listener.close());

interface Recipe {
  /** A part of its block. */
  readonly names: string;
  readonly setting?: Setting;
  /** What a reader has: variables, files, programs that would show a screen. */
  readonly before?: string;
  /** Prints what to look at afterwards. */
  readonly after?: string;
  readonly prints: RegExp;
}

const recipes: readonly Recipe[] = [
  {
    names: 'EDITOR',
    before: "export EDITOR='sed -i 2,$s/,/,7d1c6c0e-3b0f-4f0e-9f54-6a3f0c9e1a01/'",
    prints: /^1052622323 +card - → Ink Cash 4417$/m,
  },
  { names: 'report summary', prints: /Open orders +134/ },
  {
    names: 'mail -s',
    before: 'mail() { echo "mail $*"; cat; }',
    prints: /mail -s Overdue payouts you@example\.com\n[\s\S]*Total/,
  },
  { names: 'WEBHOOK', before: 'export WEBHOOK="$LISTENER/chat"', prints: /^ok$/ },
  {
    names: 'HEARTBEAT',
    before: 'export HEARTBEAT="$LISTENER/alive"',
    after: 'cat heartbeat.txt',
    prints: /^ok$/,
  },
  { names: 'fzf', before: "export FZF_DEFAULT_OPTS='--filter=800458530'", prints: /B&H Photo/ },
  { names: 'left_cents', prints: /Ink Cash +4417 +\$[\d,.]+ +-?\$[\d,.]+/ },
  {
    names: 'numbers.txt',
    before:
      'waybill report trackings --unpaid -o tsv --no-header --fields trackingNumber | head -2 > numbers.txt; echo 1Z999AA10123456784 >> numbers.txt; echo >> numbers.txt',
    prints: /^\S+\t\S+\t\d+\n\S+\t\S+\t\d+\n$/,
  },
  {
    names: 'attach',
    setting: 'account',
    before: 'waybill sync -q; waybill sync -q --profile work',
    prints: /^default\|188763\.5\nwork\|188763\.5\n$/,
  },
  {
    names: 'received-2025',
    before: 'waybill payments add 800458530 12.34 --date 2025-11-01 -q',
    after: 'cat received-2025.csv; head -c 2 2025.xlsx; grep -c 800458530 2025.journal',
    prints: /group,payments.*\s+bfmr,1,1,12\.34,.*\s+PK[1-9]\d*\n$/,
  },
  {
    names: 'unpaid.csv.new',
    after: 'cat unpaid.csv',
    prints: /^\ufeffkind,id,orderNumber[\s\S]*194\.00/,
  },
  { names: 'mirror backup waybill.db', after: 'ls waybill.db', prints: /waybill\.db\n$/ },
  {
    names: 'theirs.db',
    before:
      '(WAYBILL_HOME="$PWD/their-home"; waybill payments add 800458530 12.34 --date 2025-11-01 -q; waybill mirror backup theirs.db -q); waybill payments add 800458530 5 --date 2025-11-02 -q',
    after: 'ls ours.db; waybill payments list -o tsv --fields amount --no-header',
    prints: /Came: 1 typed payment\.\nours\.db\n(1234\n500|500\n1234)\n$/,
  },
  {
    names: 'mirror check',
    setting: 'account',
    before:
      'waybill payments add 800458530 12.34 --date 2025-11-01 -q; waybill mirror backup waybill.db -q; rm "$(waybill mirror path)"',
    after: 'waybill payments list --json',
    prints: /"amount":1234/,
  },
];

test('every recipe is run, and has at most three lines', () => {
  expect(blocks).toHaveLength(recipes.length);
  for (const block of blocks) expect(block.trimEnd().split('\n').length).toBeLessThanOrEqual(3);
});

describe('docs/recipes.md', () => {
  test.concurrent.each(recipes)('$names', async ({ names, setting, before, after, prints }) => {
    const [block = '', ...others] = blocks.filter((one) => one.includes(names));
    expect(others).toEqual([]);
    const tools = [...block.matchAll(/\b(jq|fzf|sqlite3|curl)\b/g)].map(([tool]) => tool);
    if (missingPrograms('recipes', tools).length > 0) return;
    const { port } = listener.address() as AddressInfo;
    const script = [`LISTENER=http://127.0.0.1:${port}`, before, block, after].filter(Boolean);
    const { exitCode, stdout, stderr } = await workspace.run(
      script.join('\n'),
      setting ?? 'sandbox',
    );
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(prints);
  });

  test('the chat has the orders, and the monitoring service was called', () => {
    if (missingPrograms('recipes', ['jq', 'curl']).length > 0) return;
    expect(received).toContainEqual(
      expect.stringMatching(/^POST \/chat \{[\s\S]*"text":[\s\S]*bfmr/),
    );
    expect(received).toContainEqual(expect.stringMatching(/^GET \/alive /));
  });
});
