import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programInShell } from '../support/project';
import { runOf, temporaryHome, waybill } from '../support/waybill';

/** The line for reports that `waybill help cron` shows, without the times. */
async function cronLine(): Promise<string> {
  const { stdout } = await waybill(['help', 'cron']);
  const line = stdout.split('\n').find((one) => one.includes('report overdue')) ?? '';
  return line.replace(/^ *(\S+ ){5} */, '');
}

/** Runs the line like cron: by sh, with only PATH and HOME, and a `mail` that keeps the text. */
async function cron(line: string, env: Readonly<Record<string, string>>) {
  const home = mkdtempSync(join(tmpdir(), 'cron-'));
  mkdirSync(join(home, 'inbox'));
  mkdirSync(join(home, 'bin'));
  const scripts = {
    waybill: `exec ${programInShell} "$@"`,
    mail: `{ echo "$@"; cat; } > "$HOME/mailed"`,
  };
  for (const [name, script] of Object.entries(scripts)) {
    const file = join(home, 'bin', name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }
  const run = await runOf(
    spawn('/bin/sh', ['-c', line], {
      env: { PATH: `${join(home, 'bin')}:${process.env.PATH}`, HOME: home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const mailed = join(home, 'mailed');
  return { ...run, mailed: existsSync(mailed) ? readFileSync(mailed, 'utf8') : undefined };
}

test('the line in help mails what is overdue, and nothing if nothing is overdue', async () => {
  const line = await cronLine();
  expect(line).toMatch(
    /waybill sync -q && \{ waybill report overdue --exit-code > overdue.txt; test \$\? -ne 15 \|\| mail .*; \}$/,
  );
  const env = { WAYBILL_HOME: temporaryHome(), WAYBILL_SANDBOX: '1' };
  const late = await cron(line, env);
  expect(late.exitCode).toBe(0);
  expect(late.mailed).toMatch(/^-s Overdue payouts you@example.com\n/);
  expect(late.mailed).toMatch(/^Total .*\$/m);
  expect((await waybill(['config', 'set', 'overdueAfter', '9999'], { env })).exitCode).toBe(0);
  const calm = await cron(line, env);
  expect(calm).toMatchObject({ exitCode: 0, mailed: undefined });
});

test('mails nothing if the account can not be read, and prints the reason on stderr', async () => {
  const env = {
    WAYBILL_HOME: temporaryHome(),
    WAYBILL_BASE_URL: 'http://127.0.0.1:9/api/v1',
    WAYBILL_API_KEY: 'wk_key_0123456789abcdef0123456789abcdef',
    WAYBILL_API_SECRET: 'wk_secret_0123456789abcdef0123456789abcdef',
    WAYBILL_RETRIES: '0',
  };
  const failed = await cron(await cronLine(), env);
  expect(failed.mailed).toBeUndefined();
  expect(failed.exitCode).not.toBe(0);
  expect(failed.stderr).not.toBe('');
});
