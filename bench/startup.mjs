// Start-up, as ratios to `node -e 0` of the same Node in the same run.
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKeychain } from './keychain.mjs';
import { bareEnvironment, interleaved, node, program, serve } from './measure.mjs';

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

/** Saves the sandbox's credentials with the given store, in a home of its own. */
function loggedIn(service, store, more = {}) {
  const home = mkdtempSync(join(tmpdir(), `waybill-bench-${store}-`));
  const env = bareEnvironment({ WAYBILL_HOME: home, ...more });
  const { 'x-api-key': key, 'x-api-secret': secret } = service.headers;
  const pair = ['--base-url', service.baseUrl, '--api-key', key, '--secret-stdin'];
  const words = ['auth', 'login', ...pair, '--store', store];
  execFileSync(node, [program, ...words], { env, input: secret, stdio: ['pipe', 'ignore', 'pipe'] });
  return env;
}

export async function measureStartup({ rounds, home, engine = node }) {
  const service = await serve(['--db', ':memory:'], home);
  let keychain;
  try {
    const { env } = service;
    const run = (...words) => [engine, program, ...words];
    const cases = [
      { name: 'node -e 0', command: [engine, '-e', '0'] },
      { name: 'bare http.get and JSON.parse', command: [engine, '-e', bareGet], env },
      { name: '--version', command: run('--version'), limit: 1.25 },
      { name: '--help', command: run('--help'), limit: 1.6 },
      { name: 'orders --help', command: run('orders', '--help'), limit: 1.6 },
      { name: 'orders list --help', command: run('orders', 'list', '--help'), limit: 1.6 },
      { name: 'orders update --help', command: run('orders', 'update', '--help'), limit: 1.6 },
      { name: 'orders list --json', command: run('orders', 'list', '--json'), env, limit: 2.2 },
      { name: 'orders list (table)', command: run('orders', 'list'), env, limit: 3.0 },
      {
        name: '--sandbox orders list (table)',
        command: run('--sandbox', 'orders', 'list'),
        env: bareEnvironment({ WAYBILL_HOME: home }),
        limit: 5,
      },
    ];
    const fromStore = (store, env, allowance) => ({
      name: `orders list --json, credentials from the ${store}`,
      command: run('orders', 'list', '--json'),
      env,
      over: 'orders list --json',
      allowance,
    });
    cases.push(fromStore('file', loggedIn(service, 'file'), 0.3));
    keychain = await startKeychain().catch(() => undefined);
    if (keychain !== undefined) {
      cases.push(fromStore('keychain', loggedIn(service, 'keychain', keychain.env), 1.2));
    }
    if (available('curl') && available('jq')) {
      const script =
        'curl -s -H "x-api-key: $WAYBILL_API_KEY" -H "x-api-secret: $WAYBILL_API_SECRET" "$WAYBILL_BASE_URL/buying-group-orders" | jq -c .data';
      cases.push({ name: 'curl | jq', command: ['/bin/sh', '-c', script], env });
    }
    if (available('python3')) {
      cases.push({ name: 'python urllib script', command: ['python3', '-c', python], env });
    }
    if (available('gh')) cases.push({ name: 'gh --version', command: ['gh', '--version'] });
    const medians = await interleaved(cases, rounds);
    const base = medians.get('node -e 0');
    return cases.map(({ name, limit, over, allowance }) => {
      const ratio = medians.get(name) / base;
      const bound =
        limit ?? (over === undefined ? undefined : medians.get(over) / base + allowance);
      return { what: name, unit: '×', measured: ratio, bound };
    });
  } finally {
    keychain?.stop();
    await service.stop();
  }
}
