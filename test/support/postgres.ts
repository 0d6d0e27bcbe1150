import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { projectFolder } from './project';

/** A PostgreSQL server just for the test, over TCP and a Unix socket, with and without TLS. */
export interface Cluster {
  readonly port: number;
  /** The folder of its Unix socket. */
  readonly folder: string;
  /** The superuser. */
  readonly user: string;
  readonly password: string;
  /** Its address with user and password, for `WAYBILL_POSTGRES_URL`. */
  url(database?: string): string;
  /** The rows of a statement, as a superuser, in the database `postgres` or another one. */
  rows(sql: string, database?: string): Promise<Record<string, unknown>[]>;
  /** A connection that stays open, to hold locks. */
  connect(database?: string): Promise<Client>;
  /** Stops the server as a power loss would, and restarts it. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

const password = 'cänary pass:word\\1';

function binFolder(): string {
  const root = '/usr/lib/postgresql';
  const versions = readdirSync(root).sort((one, other) => Number(other) - Number(one));
  return join(root, versions[0] as string, 'bin');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** PostgreSQL does not run as root: then use the user that its package creates. */
const asRoot = process.getuid?.() === 0;
const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
const owner = asRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};

export async function startCluster(): Promise<Cluster> {
  const bin = binFolder();
  // Not below the run's own folder, which only its owner may enter; a socket's path must also be
  // short.
  const folder = mkdtempSync('/tmp/waybill-pg-');
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, `${password}\n`);
  for (const name of ['server.pem', 'server-key.pem']) {
    copyFileSync(join(projectFolder, 'test/network/certificates', name), join(folder, name));
    chmodSync(join(folder, name), 0o600);
  }
  if (owner.uid !== undefined && owner.gid !== undefined) {
    for (const name of ['.', 'password', 'server.pem', 'server-key.pem']) {
      chownSync(join(folder, name), owner.uid, owner.gid);
    }
  }
  const options = { cwd: folder, ...owner };
  const user = 'keeper';
  const initdb = [
    '-D',
    data,
    '-U',
    user,
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile,
    '--no-sync',
  ];
  execFileSync(join(bin, 'initdb'), [...initdb, '-E', 'UTF8', '--locale', 'C'], {
    ...options,
    stdio: 'ignore',
  });
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    fsync: 'off',
    ssl: 'on',
    ssl_cert_file: join(folder, 'server.pem'),
    ssl_key_file: join(folder, 'server-key.pem'),
    log_statement: 'all',
    logging_collector: 'off',
  };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const connect = async (database = 'postgres') => {
    const client = new Client({ host: '127.0.0.1', port, user, password, database, ssl: false });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const launch = async () => {
    const server = spawn(join(bin, 'postgres'), ['-D', data, ...given], {
      ...options,
      stdio: 'ignore',
    });
    const ended = once(server, 'exit');
    for (let attempt = 0; ; attempt++) {
      try {
        await (await connect()).end();
        return { server, ended };
      } catch (error) {
        if (attempt > 600 || server.exitCode !== null) throw error;
        await pause(50);
      }
    }
  };
  let running = await launch();
  const halt = async (signal: NodeJS.Signals) => {
    running.server.kill(signal);
    await running.ended;
  };
  return {
    port,
    folder,
    user,
    password,
    connect,
    url: (database = 'postgres') =>
      `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    rows: async (sql, database) => {
      const client = await connect(database);
      try {
        return (await client.query(sql)).rows;
      } finally {
        await client.end();
      }
    },
    crash: async () => {
      // "Immediate shutdown": what was not committed is gone.
      await halt('SIGQUIT');
      running = await launch();
    },
    stop: async () => {
      await halt('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
