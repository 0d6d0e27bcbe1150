import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryHome } from '../support/waybill';

/** Where Debian has what the keychain tests need. */
export const whereFrom = 'apt-get install gnome-keyring dbus';

/** A user's session: its own message bus and, on it, a real keychain. */
export class Session {
  readonly #folder = temporaryHome();
  #bus: ChildProcess | undefined;
  #keychain: ChildProcess | undefined;
  #address = '';

  /** The environment of programs in this session. */
  get env(): Record<string, string> {
    return {
      DBUS_SESSION_BUS_ADDRESS: this.#address,
      HOME: this.#folder,
      XDG_DATA_HOME: join(this.#folder, 'data'),
      XDG_RUNTIME_DIR: this.#folder,
    };
  }

  #spawn(program: string, flags: readonly string[]): ChildProcess {
    const env = { PATH: process.env.PATH, ...this.env };
    return spawn(program, flags, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  }

  async start(): Promise<void> {
    mkdirSync(join(this.#folder, 'data'));
    this.#bus = this.#spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1']);
    const [line] = await once(this.#bus.stdout as NodeJS.ReadableStream, 'data');
    this.#address = String(line).trim();
  }

  /** Starts the keychain; without a password it stays locked. */
  async startKeychain(password?: string): Promise<void> {
    const unlock = password === undefined ? [] : ['--unlock'];
    const flags = ['--foreground', '--components=secrets', ...unlock];
    this.#keychain = this.#spawn('gnome-keyring-daemon', flags);
    this.#keychain.stdin?.end(password ?? '');
    while (!this.#answers()) await delay(20);
  }

  async stopKeychain(): Promise<void> {
    await stopped(this.#keychain);
    while (this.#answers()) await delay(20);
  }

  #answers(): boolean {
    const question = ['org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets'];
    const flags = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', ...question];
    return execFileSync('dbus-send', flags, { env: { ...process.env, ...this.env } })
      .toString()
      .includes('true');
  }

  async stop(): Promise<void> {
    await stopped(this.#keychain);
    await stopped(this.#bus);
  }
}

async function stopped(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}
