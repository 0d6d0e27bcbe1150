import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '../support/project';
import { isFull } from '../support/tier';
import { temporaryHome } from '../support/waybill';

/** A copy of the project to change, and the program that it builds. */
let folder: string;

/** Files that were changed by hand since the last count. */
const touched = new Set<string>();

function change(file: string, before: string, added: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(before).length !== 2) throw new Error(`${file} has not one ${before}`);
  writeFileSync(
    path,
    text.replace(before, () => `${added}${before}`),
  );
  touched.add(file);
}

function add(file: string, text: string): void {
  writeFileSync(join(folder, file), text);
  touched.add(file);
}

async function runNode(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { stdout } = await promisify(execFile)(process.execPath, [...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
  });
  return stdout;
}

/** What the compiler says about the copy; nothing if it compiles. */
async function typeErrors(): Promise<string> {
  const compiler = join(projectFolder, 'node_modules/typescript-7/bin/tsc');
  return runNode([compiler, '--noEmit', '--incremental', '--tsBuildInfoFile', 'types.json']).catch(
    ({ stdout }: { stdout: string }) => stdout,
  );
}

const home = temporaryHome();
async function run(...words: string[]): Promise<string> {
  return runNode(['bin/waybill.js', '--sandbox', ...words], { WAYBILL_HOME: home });
}

/** Writes the generated files, which do not count, compiles the copy and builds its program. */
async function rebuild(): Promise<void> {
  await runNode(['scripts/generate.mjs']);
  expect(await typeErrors()).toBe('');
  await runNode(['scripts/build.mjs']);
}

/** The files that had to be changed by hand. */
function count(): number {
  const { size } = touched;
  touched.clear();
  return size;
}

const minutes = 60_000;

// Compiling and building a copy of the project takes as long as many other tests together.
describe.skipIf(!isFull)('a change that is one thought touches few files', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'waybill-change-'));
    for (const name of [
      ...['bench', 'bin', 'completions', 'docs', 'examples', 'scripts', 'src', 'test'],
      ...['skills', 'package.json', 'tsconfig.json', 'vitest.config.mts'],
    ]) {
      cpSync(join(projectFolder, name), join(folder, name), { recursive: true });
    }
    symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  }, minutes);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test(
    'a plain text field of an order: at most 7, with its test',
    async () => {
      change(
        'src/contract/fields.ts',
        "  cashback: { type: 'object'",
        `  deskNote: {
    type: 'text',
    nullable: true,
    flag: 'desk-note',
    describe: 'Note of the desk',
  },
`,
      );
      change(
        'src/contract/responses.ts',
        '  notes: nullableText,\n',
        '  deskNote: nullableText,\n',
      );
      change(
        'src/contract/bodies.ts',
        '  notes: z.string().max(length.notes).nullable()',
        '  deskNote: z.string().nullable().optional(),\n',
      );
      change(
        'src/service/rules/order.ts',
        '  notes: null as string | null,\n',
        '  deskNote: null as string | null,\n',
      );
      change(
        'src/service/store/migrations.ts',
        '];\n\n/** "wayb"',
        "  'ALTER TABLE orders ADD COLUMN desk_note TEXT;',\n",
      );
      const testFile = 1;
      await rebuild();
      expect(count() + testFile).toBeLessThanOrEqual(7);

      const get = async (...more: string[]) =>
        JSON.parse(
          await run('orders', 'get', '800458530', '--fields', 'deskNote', '--json', ...more),
        );
      await run('orders', 'update', '800458530', '--desk-note', 'Shelf 4');
      expect(await get()).toEqual({ deskNote: 'Shelf 4' });
      expect(await run('orders', 'get', '800458530', '--color', 'never')).toMatch(
        /Desk note +Shelf 4/,
      );
      await run('sync');
      expect(await get('--offline')).toEqual({ deskNote: 'Shelf 4' });
      const first = await run('orders', 'list', '--sort', 'desk-note', '-L', '1', '-o', 'json');
      expect(JSON.parse(first)).toMatchObject([{ orderNumber: '800458530' }]);
      const planned = await run(
        'orders',
        'update',
        '800458530',
        '--clear',
        'desk-note',
        '--dry-run',
      );
      expect(planned).toContain('desk note Shelf 4 → -');
      await run('orders', 'update', '800458530', '--clear', 'desk-note');
      expect(await get()).toEqual({ deskNote: null });
    },
    10 * minutes,
  );

  const filtersFile = 'src/orders/filters.ts';
  const filterThatReads = (name: string, field: string) => `  ${name}: filterOf(
    () => text('<text>', 'Part of it'),
    ['${field}'],
    (typed: string) => ({
      words: [\`${name} "\${typed}"\`],
      test: (read) => holds(String(read('${field}') ?? ''), fold(typed)),
    }),
  ),
`;

  test(
    'a filter: 1',
    async () => {
      change(
        filtersFile,
        "  minTotal: totalFilter('",
        filterThatReads('account', 'retailerAccount'),
      );
      await rebuild();
      expect(count()).toBe(1);
      const open = ['--status', '!paid,!cancelled', '--account', 'dana'];
      const listed = JSON.parse(await run('orders', 'list', '--all', ...open, '--json'));
      expect(listed.length).toBeGreaterThan(0);
      const report = ['report', 'unpaid', '--by', 'none', '--kind', 'orders', '--sync', '--json'];
      const { rows } = JSON.parse(await run(...report, ...open));
      const idsOf = (orders: readonly { readonly id: string }[]) =>
        orders.map(({ id }) => id).sort();
      expect(idsOf(rows)).toEqual(idsOf(listed));
    },
    10 * minutes,
  );

  test(
    'a filter that reports could not answer does not compile',
    async () => {
      const before = readFileSync(join(folder, filtersFile), 'utf8');
      change(filtersFile, "  minTotal: totalFilter('", filterThatReads('hour', 'orderTime'));
      expect(await typeErrors()).toMatch(/filters\.ts.*"orderTime"/);
      writeFileSync(join(folder, filtersFile), before);
      touched.clear();
    },
    10 * minutes,
  );

  test(
    'a report: at most 3, with its test',
    async () => {
      add(
        'src/insight/reports/bought.ts',
        `import { member } from './report';
import { summedReport } from './summed';

export const boughtReport = summedReport({
  name: 'bought',
  summary: 'What was bought',
  description: 'Cancelled orders are left out.',
  by: ['retailer'],
  main: 'cost',
  members: () => ({
    orders: member.count('Orders that are not cancelled'),
    cost: member.money('What they cost', { heading: 'Spent' }),
  }),
  leaveOut: ['bar', 'orders'],
  examples: {},
  sums: ({ f }) => ({
    where: \`NOT \${f.isCancelled}\`,
    parts: [{ of: 'notCancelled', sums: { orders: 'orders', cost: 'cost' } }],
  }),
});
`,
      );
      change(
        'src/commands/tree.ts',
        "      trackings: { load: () => import('./report/trackings') },\n",
        "      bought: report(async () => (await import('../insight/reports/bought')).boughtReport),\n",
      );
      const testFile = 1;
      await rebuild();
      expect(count() + testFile).toBeLessThanOrEqual(3);
      const { rows, total } = JSON.parse(
        await run('report', 'bought', '--kind', 'orders', '--sync', '--json'),
      );
      const words = ['--all', '--status', '!cancelled', '--json'];
      const orders: { readonly total: number }[] = JSON.parse(
        await run('orders', 'list', ...words),
      );
      const cost = orders.reduce((sum, order) => sum + order.total, 0);
      expect(total).toEqual({ orders: orders.length, cost });
      expect(Object.keys(rows[0])).toEqual(['retailer', 'orders', 'cost']);
      expect(await run('report', 'bought', '--color', 'never')).toMatch(
        /^Retailer +Orders +Spent$/m,
      );
    },
    10 * minutes,
  );

  test(
    'a payout format: at most 2, with its test',
    async () => {
      change(
        'src/imports/payouts/formats.ts',
        '];\n\n/** A file of which the user named',
        `  {
    id: 'cardshop',
    signature: [['verified'], ['amount'], ['order']],
    columns: {
      verified: ['settled'],
      amount: ['youget'],
      order: spellings.orderNumber,
      paidOn: spellings.paidOn,
    },
    states: [['paid', marked('verified')]],
    otherwise: 'pending',
  },
`,
      );
      const testFile = 1;
      await rebuild();
      expect(count() + testFile).toBeLessThanOrEqual(2);
      const [order] = JSON.parse(
        await run('orders', 'list', '--status', 'delivered', '-L', '1', '--json'),
      );
      const file = join(folder, 'paid.csv');
      writeFileSync(
        file,
        `Order Number,You Get,Settled,Paid On\n${order.orderNumber},$12.34,yes,2026-07-01\n`,
      );
      const reconcile = ['reconcile', file, '--group', order.buyingGroup, '--sync', '--json'];
      const report = JSON.parse(await run(...reconcile));
      expect(report.files).toMatchObject([{ format: 'cardshop' }]);
      const { id } = order;
      expect(report.verdicts).toContainEqual(expect.objectContaining({ id, paid: 1234 }));
    },
    10 * minutes,
  );

  test(
    'a setting: at most 2, with its test',
    async () => {
      change('src/settings/own-settings.ts', "  mirrorStale: '24h',\n", '  restAfter: 14,\n');
      const testFile = 1;
      await rebuild();
      expect(count() + testFile).toBeLessThanOrEqual(2);
      expect(await run('config', 'get', 'restAfter')).toBe('14\n');
      await run('config', 'set', 'restAfter', '3w');
      expect(await run('config', 'get', 'restAfter')).toBe('21\n');
      expect(await run('config', 'list', '--color', 'never')).toMatch(/restAfter +21/);
      await expect(run('config', 'set', 'restAfter', 'soon')).rejects.toMatchObject({ code: 2 });
    },
    10 * minutes,
  );
});
