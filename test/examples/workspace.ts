import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleDay } from '../../src/service/sample/days';
import { programInShell, projectFolder } from '../support/project';
import { type Sandbox, serveSandbox } from '../support/sandbox';
import { missingPrograms, runsHere } from '../support/tier';
import { type Run, runOf, waybill } from '../support/waybill';

/** The service's address in examples that need one. */
const placeholderUrl = 'https://service.example/api/v1';

/** Whether a line pipes into an optional program that this machine does not have. */
export function lacksTool(line: string): boolean {
  const tools = [...line.matchAll(/\b(jq|flock)\b/g)].map(([tool]) => tool);
  return missingPrograms('shells', tools).length > 0;
}

/**
 * How to run an example: in the sandbox even if it doesn't say so, with an account logged in, or as it
 * is. The sample account is there either way.
 */
export type Setting = 'sandbox' | 'account' | 'nothing';

/** Runs examples the way a reader would, each in its own folder and home. */
export interface Workspace {
  run(script: string, setting: Setting): Promise<Run>;
  close(): Promise<void>;
}

/**
 * The folder contains the project's examples/, copies of its files in the folder itself and in
 * inbox/, and a secret.txt; `waybill` is on the path. In the sandbox, the examples use its sample
 * account. The account is on a served sandbox, with two profiles, `default` and `work`; `$URL` and
 * `$KEY` are its base URL and API key.
 */
export async function openWorkspace(): Promise<Workspace> {
  const model = mkdtempSync(join(tmpdir(), 'waybill-examples-'));
  const bin = join(model, 'bin');
  const files = join(model, 'files');
  const loggedIn = join(model, 'home');
  const sandboxHome = join(model, 'sandbox');
  mkdirSync(bin);
  writeFileSync(join(bin, 'waybill'), `#!/bin/sh\nexec ${programInShell} "$@"\n`);
  chmodSync(join(bin, 'waybill'), 0o755);
  const service = await serveSandbox();
  const reset = ['sandbox', 'reset', '--today', sampleDay];
  await waybill(reset, { env: { WAYBILL_HOME: sandboxHome } });
  const examples = join(projectFolder, 'examples');
  cpSync(examples, join(files, 'examples'), { recursive: true });
  for (const folder of ['', 'inbox']) {
    for (const name of readdirSync(examples))
      cpSync(join(examples, name), join(files, folder, name));
  }
  writeFileSync(join(files, 'secret.txt'), service.apiSecret, { mode: 0o600 });
  for (const profile of ['default', 'work']) await logIn(profile, loggedIn, service);

  return {
    async run(script, setting) {
      const folder = mkdtempSync(join(model, 'run-'));
      cpSync(files, folder, { recursive: true });
      const home = join(folder, '.waybill');
      cpSync(setting === 'account' ? loggedIn : sandboxHome, home, { recursive: true });
      const { baseUrl, apiKey, apiSecret } = service;
      const real = script
        .replaceAll(placeholderUrl, baseUrl)
        .replaceAll('WAYBILL_API_KEY=…', `WAYBILL_API_KEY=${apiKey}`)
        .replaceAll('WAYBILL_API_SECRET=…', `WAYBILL_API_SECRET=${apiSecret}`);
      const env = {
        PATH: `${bin}:${process.env.PATH}`,
        HOME: folder,
        WAYBILL_HOME: home,
        ...(setting === 'sandbox' ? { WAYBILL_SANDBOX: '1' } : {}),
        ...(setting === 'account' ? { URL: baseUrl, KEY: apiKey } : {}),
      };
      // What needs no shell needs no process of its own either.
      const words = /^waybill( [\w./:@%+,=-]+)*$/.test(real) ? real.split(' ').slice(1) : undefined;
      if (words !== undefined && runsHere) return waybill(words, { cwd: folder, env });
      return runOf(
        spawn('bash', ['-c', real], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] }),
      );
    },
    close: async () => {
      await service.stop();
    },
  };
}

async function logIn(profile: string, home: string, { baseUrl, apiKey, apiSecret }: Sandbox) {
  const words = ['auth', 'login', '--base-url', baseUrl, '--api-key', apiKey, '--secret-stdin'];
  const options = { env: { WAYBILL_HOME: home }, input: apiSecret };
  const { exitCode, stderr } = await waybill(
    [...words, '--store', 'file', '--profile', profile],
    options,
  );
  if (exitCode !== 0) throw new Error(stderr);
}
