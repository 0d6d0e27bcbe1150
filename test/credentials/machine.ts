import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, type RunOptions, temporaryHome, waybill } from '../support/waybill';

export interface Pair {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** One user's machine: its own home, and the files waybill keeps there. */
export class Machine {
  readonly home = temporaryHome();
  readonly configFile = join(this.home, 'config.json');

  constructor(readonly env: Readonly<Record<string, string>> = {}) {}

  run(words: readonly string[], options: RunOptions = {}) {
    const env = { WAYBILL_HOME: this.home, ...this.env, ...options.env };
    return waybill(words, { ...options, env });
  }

  /** Logs in as a script does. */
  login({ baseUrl, apiKey, apiSecret }: Pair, ...flags: string[]): Promise<Run> {
    return this.run(
      ['auth', 'login', '--base-url', baseUrl, '--api-key', apiKey, '--secret-stdin', ...flags],
      { input: apiSecret },
    );
  }

  config() {
    return JSON.parse(readFileSync(this.configFile, 'utf8'));
  }

  async status(...flags: string[]) {
    const run = await this.run(['auth', 'status', '--json', ...flags]);
    return { ...run, account: run.stdout === '' ? undefined : JSON.parse(run.stdout) };
  }
}
