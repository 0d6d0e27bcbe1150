// A separate keychain for the benchmark: a message bus with gnome-keyring in a temporary folder, so
// that nothing is written to the keychain of the person running it.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Starts it; resolves to the environment for a program, or rejects if it can't be started. */
export async function startKeychain(home) {
  const folder = join(home, 'keychain');
  mkdirSync(folder, { mode: 0o700 });
  const env = { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder };
  const children = [];
  const stop = () => {
    for (const child of children) child.kill();
  };
  const start = async (program, words, stdio) => {
    const child = spawn(program, words, { env, stdio });
    await once(child, 'spawn');
    children.push(child);
    return child;
  };
  try {
    await startOn(env, start);
  } catch (error) {
    stop();
    throw error;
  }
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: env.DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR: folder },
    stop,
  };
}

const mostQuestions = 250;

/** Starts the bus, whose address goes into `env`, and the keychain; resolves when it responds. */
async function startOn(env, start) {
  const bus = await start(
    'dbus-daemon',
    ['--session', '--nofork', '--print-address=1'],
    ['ignore', 'pipe', 'ignore'],
  );
  const [address] = await once(bus.stdout, 'data');
  env.DBUS_SESSION_BUS_ADDRESS = String(address).trim();
  const keychain = await start(
    'gnome-keyring-daemon',
    ['--foreground', '--components=secrets', '--unlock'],
    ['pipe', 'ignore', 'ignore'],
  );
  keychain.stdin.end('bench');
  const owner = ['org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets'];
  const question = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', ...owner];
  for (let asked = 0; asked < mostQuestions; asked++) {
    if (execFileSync('dbus-send', question, { env }).includes('true')) return;
    await delay(20);
  }
  throw new Error("The keychain doesn't respond");
}
