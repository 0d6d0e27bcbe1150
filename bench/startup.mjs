// Start-up, as ratios to `node -e 0` of the same Node in the same run.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { startKeychain } from './keychain.mjs';
import { bareEnvironment, inTerminal, interleaved, node, program, serve } from './measure.mjs';

function available(command) {
  try {
    execFileSync('/bin/sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const python = `import json,os,urllib.request
r=urllib.request.Request(os.environ['WAYBILL_BASE_URL']+'/buying-group-orders',headers={'x-api-key':os.environ['WAYBILL_API_KEY'],'x-api-secret':os.environ['WAYBILL_API_SECRET']})
for o in json.load(urllib.request.urlopen(r))['data']: print(o['orderNumber'],o['status'],o['total'])`;

const bareGet = `const http=require('node:http'),e=process.env;
http.get(e.WAYBILL_BASE_URL+'/buying-group-orders',{headers:{'x-api-key':e.WAYBILL_API_KEY,'x-api-secret':e.WAYBILL_API_SECRET}},
a=>{let t='';a.on('data',c=>t+=c).on('end',()=>console.log(JSON.stringify(JSON.parse(t).data)))})`;

/** Another major version of Node, from the registry; undefined if it can't be installed. */
export function otherNode(major) {
  try {
    const words = ['--yes', '--package', `node@${major}`, 'node', '-p', 'process.execPath'];
    const options = { encoding: 'utf8', timeout: 120_000, stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('npx', words, options).trim();
  } catch {
    return undefined;
  }
}

/** Saves the sandbox's credentials in the given store, in a separate home. */
export function loggedIn(service, home, store, more = {}) {
  const env = bareEnvironment({ WAYBILL_HOME: join(home, `from-${store}`), ...more });
  const { 'x-api-key': key, 'x-api-secret': secret } = service.headers;
  const pair = ['--base-url', service.baseUrl, '--api-key', key, '--secret-stdin'];
  const words = ['auth', 'login', ...pair, '--store', store];
  execFileSync(node, [program, ...words], {
    env,
    input: secret,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  return env;
}

/** A service whose newest order has a retailer with wide characters, which take longer to fit. */
async function serveWide(home) {
  const service = await serve(['--db', ':memory:'], home);
  const order = ['--date', '2026-11-01', '--retailer', 'ヨドバシカメラ', '--order-number', 'YD-1'];
  const item = ['--item', 'description=AirPods,price=119,qty=1', '--group', 'bfmr'];
  execFileSync(node, [program, 'orders', 'create', ...order, ...item, '-q'], {
    env: service.env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return service;
}

const base = 'node -e 0';
const asking = 'orders list --json';

/**
 * `old` is Node 20, which keeps no compiled code and takes up to a third more. The limits are what was
 * reached on November 27, 2026, and a tenth: they guard against getting slower.
 */
function commandCases(engine, { service, wide, home, old }) {
  const run = (...words) => [engine, program, ...words];
  const upTo = (limit) => (old ? (limit * 4) / 3 : limit);
  // The home where Node 22 and later cache compiled code.
  const alone = bareEnvironment({ WAYBILL_HOME: home });
  const help = (limit, ...words) => ({
    name: [...words, '--help'].join(' '),
    command: run(...words, '--help'),
    env: alone,
    limit: upTo(limit),
  });
  const { env } = service;
  return [
    { name: base, command: [engine, '-e', '0'] },
    { name: 'bare http.get and JSON.parse', command: [engine, '-e', bareGet], env },
    { name: '--version', command: run('--version'), env: alone, limit: 1.25 },
    help(1.7),
    help(2.1, 'orders'),
    help(1.95, 'orders', 'list'),
    help(2.05, 'orders', 'update'),
    { name: asking, command: run('orders', 'list', '--json'), env, limit: upTo(2.85) },
    ...[
      { name: 'orders list (table)', env },
      { name: 'orders list (table, wide characters)', env: wide.env },
    ].flatMap((one) => {
      const command = run('orders', 'list');
      const terminal = { name: one.name.replace(')', ', terminal)'), once: inTerminal };
      return [
        { ...one, command, limit: upTo(3.2) },
        { ...one, ...terminal, command, limit: upTo(4.4) },
      ];
    }),
    {
      name: '--sandbox orders list (table)',
      command: run('--sandbox', 'orders', 'list'),
      env: alone,
      limit: upTo(3.4),
    },
  ];
}

function storeCase(service, home, store, allowance, more) {
  return {
    name: `${asking}, credentials from the ${store}`,
    command: [node, program, 'orders', 'list', '--json'],
    env: loggedIn(service, home, store, more),
    allowance,
  };
}

/** Other tools that people use, if they are installed. */
export function otherTools({ env }) {
  const cases = [];
  if (available('curl') && available('jq')) {
    const script =
      'curl -s -H "x-api-key: $WAYBILL_API_KEY" -H "x-api-secret: $WAYBILL_API_SECRET" "$WAYBILL_BASE_URL/buying-group-orders" | jq -c .data';
    cases.push({ name: 'curl | jq', command: ['/bin/sh', '-c', script], env });
  }
  if (available('python3')) {
    cases.push({ name: 'python urllib script', command: ['python3', '-c', python], env });
  }
  if (available('gh')) cases.push({ name: 'gh --version', command: ['gh', '--version'] });
  return cases;
}

async function ratios(cases, rounds) {
  const medians = await interleaved(cases, rounds);
  const ratio = (name) => medians.get(name) / medians.get(base);
  return cases.map(({ name, limit, allowance }) => ({
    what: name,
    unit: '×',
    measured: ratio(name),
    bound: allowance === undefined ? limit : ratio(asking) + allowance,
  }));
}

/** The Node that runs this, with each credential store, and other tools for comparison. */
export async function measureStartup({ rounds, home }) {
  const service = await serve(['--db', ':memory:'], home);
  const wide = await serveWide(home);
  const keychain = await startKeychain(home).catch(() => undefined);
  try {
    const old = Number.parseInt(process.versions.node, 10) < 22;
    const cases = [
      ...commandCases(node, { service, wide, home, old }),
      storeCase(service, home, 'file', 0.3),
      ...(keychain ? [storeCase(service, home, 'keychain', 2.05, keychain.env)] : []),
      ...otherTools(service),
    ];
    return await ratios(cases, rounds);
  } finally {
    keychain?.stop();
    await Promise.all([service.stop(), wide.stop()]);
  }
}

/** The same commands under a newer Node. */
export async function measureStartupOf(engine, { rounds, home }) {
  const service = await serve(['--db', ':memory:'], home);
  const wide = await serveWide(home);
  try {
    return await ratios(commandCases(engine, { service, wide, home, old: false }), rounds);
  } finally {
    await Promise.all([service.stop(), wide.stop()]);
  }
}
