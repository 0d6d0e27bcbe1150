// Every check with every case. Each program in WAYBILL_REQUIRE must be there: a test that is skipped
// for lack of it would pass for one that ran. Ends with how long it took.
import { spawnSync } from 'node:child_process';

const everything = 'postgres,chromium,libreoffice,keyring,shells,executable';
const env = { WAYBILL_REQUIRE: everything, ...process.env, WAYBILL_TIER: 'full' };
const started = Date.now();
const run = (script) => spawnSync('npm', ['run', script], { stdio: 'inherit', env }).status ?? 1;
// What a release holds is tested as it is made from this tree.
const packaged = env.WAYBILL_REQUIRE.split(',').includes('executable') ? run('package') : 0;
const status = packaged || run('check');
console.log(`check:full took ${((Date.now() - started) / 60_000).toFixed(1)} minutes`);
process.exitCode = status;
