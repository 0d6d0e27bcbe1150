// The packaged executable compared with Node's own start, the Node build, and other tools.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeShipments } from './files.mjs';
import { startKeychain } from './keychain.mjs';
import {
  bareEnvironment,
  inTerminal,
  interleaved,
  node,
  peakMemory,
  program,
  project,
  seeded,
  serve,
} from './measure.mjs';
import { loggedIn, otherTools } from './startup.mjs';

const executable = process.env.WAYBILL_PROGRAM ?? join(project, 'release/linux-x64/waybill');
const base = 'node -e 0';
const asking = 'orders list --json';
const ordersOfMirror = 100_000;

/**
 * Syncs a mirror of `ordersOfMirror` orders; resolves to the environment of a report that reads it.
 */
async function mirrored(home) {
  const service = await serve(['--db', seeded(home, ordersOfMirror)], home);
  try {
    execFileSync(executable, ['sync', '-q'], { env: service.env, stdio: 'pipe' });
    return service.env;
  } finally {
    await service.stop();
  }
}

function cases({ service, alone, mirror }) {
  const run = (...words) => [executable, ...words];
  const { env } = service;
  return [
    { name: base, command: [node, '-e', '0'] },
    { name: '--version', command: run('--version'), env: alone, limit: 0.35 },
    { name: '--help', command: run('--help'), env: alone, limit: 0.6 },
    {
      name: 'orders list --help',
      command: run('orders', 'list', '--help'),
      env: alone,
      limit: 0.6,
    },
    {
      name: 'orders update --help',
      command: run('orders', 'update', '--help'),
      env: alone,
      limit: 0.6,
    },
    {
      name: 'completion (complete -- orders list --st)',
      command: run('complete', '--', 'orders', 'list', '--st'),
      env: alone,
      limit: 0.6,
    },
    { name: asking, command: run('orders', 'list', '--json'), env, limit: 1.0 },
    { name: 'orders list (table, pipe)', command: run('orders', 'list'), env, limit: 1.2 },
    {
      name: 'orders list (table, terminal)',
      command: run('orders', 'list'),
      env,
      once: inTerminal,
      limit: 1.75,
    },
    {
      name: '--sandbox orders list',
      command: run('--sandbox', 'orders', 'list'),
      env: alone,
      limit: 1.1,
    },
    {
      name: `report unpaid --offline, mirror of ${ordersOfMirror} orders`,
      command: run('report', 'unpaid', '--offline', '--json'),
      env: mirror,
      limit: 1.3,
    },
    { name: 'Node build: --version', command: [node, program, '--version'], env: alone },
    { name: `Node build: ${asking}`, command: [node, program, 'orders', 'list', '--json'], env },
  ];
}

/**
 * Peak memory of both builds. The limits of the Node build are promises; those of the executable are
 * what its runtime takes for the same values, and a tenth (docs/decisions/0020-executable.md).
 */
async function memory({ home, alone, mirror }) {
  const rows = 1_000_000;
  const file = join(home, 'rows.csv');
  await writeShipments(file, rows);
  const report = (name, limits) => ({
    what: `report ${name} --json, ${ordersOfMirror.toLocaleString('en')} orders`,
    words: ['report', name, '--json', '-q', '--offline'],
    limits,
    env: mirror,
  });
  const cases = [
    {
      what: `shipments check, ${rows.toLocaleString('en')} rows`,
      words: ['shipments', 'check', '--offline', '-q', file],
      limits: { 'Node build': 250, executable: 390 },
      env: alone,
    },
    report('overdue', { 'Node build': 200, executable: 300 }),
    report('trackings', { 'Node build': 200, executable: 310 }),
    report('unpaid', { 'Node build': 200, executable: 200 }),
  ];
  const builds = { 'Node build': [node, program], executable: [executable] };
  const measured = [];
  for (const { what, words, limits, env } of cases) {
    for (const [build, command] of Object.entries(builds)) {
      measured.push({
        what: `${what}, ${build}: peak memory`,
        unit: 'MiB',
        measured: await peakMemory({ command: [...command, ...words], env }),
        bound: limits[build],
      });
    }
  }
  return measured;
}

export async function measureExecutable({ rounds, home }) {
  if (!existsSync(executable)) return [];
  const service = await serve(['--db', ':memory:'], home);
  const keychain = await startKeychain(home).catch(() => undefined);
  const alone = bareEnvironment({ WAYBILL_HOME: join(home, 'alone') });
  try {
    const mirror = await mirrored(home);
    const all = [
      ...cases({ service, alone, mirror }),
      ...(keychain
        ? [
            {
              name: `${asking}, credentials from the keychain`,
              command: [executable, 'orders', 'list', '--json'],
              env: loggedIn(service, home, 'keychain', keychain.env),
              allowance: 0.8,
            },
          ]
        : []),
      ...otherTools(service),
    ];
    const medians = await interleaved(all, rounds);
    const ratio = (name) => medians.get(name) / medians.get(base);
    const command = [executable, 'orders', 'list', '--json'];
    return [
      ...all.map(({ name, limit, allowance }) => ({
        what: name,
        unit: '×',
        measured: ratio(name),
        bound: allowance === undefined ? limit : ratio(asking) + allowance,
        why: 'a goal; what takes the time is in docs/decisions/0020-executable.md.',
      })),
      {
        what: `${asking}, peak memory`,
        unit: 'MiB',
        measured: await peakMemory({ command, env: service.env }),
        bound: 70,
      },
      ...(await memory({ home, alone, mirror })),
    ];
  } finally {
    keychain?.stop();
    await service.stop();
  }
}
