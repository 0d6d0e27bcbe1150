// Every check with every case. Every program in WAYBILL_REQUIRE must be installed: a test skipped
// for lack of it would look like one that passed. Prints how long it took.
import { spawnSync } from 'node:child_process';

const everything = 'postgres,chromium,libreoffice,hledger,keyring,shells,executable';
const env = { WAYBILL_REQUIRE: everything, ...process.env, WAYBILL_TIER: 'full' };
const started = Date.now();
const run = (script) => spawnSync('npm', ['run', script], { stdio: 'inherit', env }).status ?? 1;
// Package this tree first, so that the release tests test it.
const packaged = env.WAYBILL_REQUIRE.split(',').includes('executable') ? run('package') : 0;
const status = packaged || run('check');
console.log(`check:full took ${((Date.now() - started) / 60_000).toFixed(1)} minutes`);
process.exitCode = status;
