// Every check with every case. Every program in WAYBILL_REQUIRE must be installed: a test skipped
// for lack of it would look like one that passed. Prints how long it took.
import { spawnSync } from 'node:child_process';

const everything =
  'postgres,chromium,libreoffice,hledger,strace,keyring,shells,recipes,executable,qemu,wine';
const env = { WAYBILL_REQUIRE: everything, ...process.env, WAYBILL_TIER: 'full' };
const started = Date.now();
const run = (...words) =>
  spawnSync('npm', ['run', ...words], { stdio: 'inherit', env }).status ?? 1;
const required = env.WAYBILL_REQUIRE.split(',');
// Package this tree first, so that the release tests test it.
let status = required.includes('executable') ? run('package') : 0;
status ||= run('check');
if (required.includes('executable')) status ||= run('package:compare', '--', 'linux-x64');
const emulated = { qemu: 'linux-arm64', wine: 'windows-x64' };
for (const [emulator, target] of Object.entries(emulated)) {
  if (required.includes(emulator)) status ||= run('test:executable', '--', '--target', target);
}
console.log(`check:full took ${((Date.now() - started) / 60_000).toFixed(1)} minutes`);
process.exitCode = status;
