// Every check with every case. Each program in WAYBILL_REQUIRE must be there: a test that is skipped
// for lack of it would pass for one that ran. Ends with how long it took.
import { spawnSync } from 'node:child_process';

const everything = 'postgres,chromium,libreoffice,keyring,shells,executable';
const env = { WAYBILL_REQUIRE: everything, ...process.env, WAYBILL_TIER: 'full' };
const started = Date.now();
const { status } = spawnSync('npm', ['run', 'check'], { stdio: 'inherit', env });
console.log(`check:full took ${((Date.now() - started) / 60_000).toFixed(1)} minutes`);
process.exitCode = status ?? 1;
