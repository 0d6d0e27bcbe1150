import { sampleDay } from '../../src/service/sample/days';
import { copiesOf } from '../support/prepared-home';
import { runProgram } from '../support/run-program';

const runIn = (home: string, words: readonly string[], alone = false) =>
  runProgram(['--sandbox', '--today', sampleDay, ...words], { env: { WAYBILL_HOME: home }, alone });

const syncedHome = copiesOf((home) => runIn(home, ['sync', '-q'], true));

/** A separate sandbox account with its mirror. */
export async function ownAccount() {
  const home = await syncedHome();
  const run = (...words: string[]) => runIn(home, words);
  const json = async (...words: string[]) => {
    const done = await run(...words, '--json', '-q');
    if (done.stdout === '') throw new Error(`${words.join(' ')}: ${done.stderr}`);
    return JSON.parse(done.stdout);
  };
  const mirror = async () => (await run('mirror', 'path')).stdout.trim();
  return { run, json, home, mirror };
}
