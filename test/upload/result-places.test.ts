import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shell } from '../support/shell';
import { type Run, runOf, start, temporaryHome, waybill } from '../support/waybill';
import { serveCounted } from './counted-service';

let service: Awaited<ReturnType<typeof serveCounted>>;
let home: string;
let env: Record<string, string>;

beforeEach(async () => {
  home = temporaryHome();
  service = await serveCounted();
  env = { ...service.env, WAYBILL_HOME: join(home, '.waybill'), at: home };
});
afterEach(() => service.close());

const header = 'retailer,orderNumber,trackingNumber';
const reported = 'line,retailer,orderNumber,trackingNumber,outcome,code,message';

/** A file of rows that match no order: results and rejects both have lines. */
function rows(name = 'in.csv', count = 2): string {
  const path = join(home, name);
  const lines = Array.from({ length: count }, (_, row) => `B,NONE-${row},${100_000 + row}`);
  writeFileSync(path, [header, ...lines, ''].join('\n'));
  return path;
}

function add(...words: readonly string[]): Promise<Run> {
  return waybill(['shipments', 'add', '--csv', join(home, 'in.csv'), ...words], { env });
}

function text(name: string): string {
  return readFileSync(join(home, name), 'utf8');
}

function fifo(name: string): string {
  const path = join(home, name);
  mkdirSync(join(path, '..'), { recursive: true });
  execFileSync('mkfifo', [path]);
  return path;
}

/** Waits for a condition on another process. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('results that are not a regular file are written as a stream', () => {
  beforeEach(() => {
    rows();
  });

  test.each(['--results', '--rejects'])('%s into a pipe through links', async (flag) => {
    // Like /dev/stdout: a link to a link, in a folder that may be written to.
    symlinkSync('/proc/self/fd/1', join(home, 'stdout'));
    symlinkSync('stdout', join(home, 'link'));
    const { stdout } = await shell(
      `waybill shipments add --csv $at/in.csv ${flag} $at/link --json | cat`,
      env,
    );
    expect(lstatSync(join(home, 'stdout')).isSymbolicLink()).toBe(true);
    expect(lstatSync(join(home, 'link')).isSymbolicLink()).toBe(true);
    expect(stdout).toContain(flag === '--results' ? reported : 'waybill_outcome');
    expect(stdout).toContain('NONE-1');
    expect(stdout).toContain('"rows"');
    expect(readdirSync(home).filter((name) => name.includes('.waybill'))).toEqual(['.waybill']);
  });

  test('into standard output that is a socket, as Node creates one', async () => {
    symlinkSync('/proc/self/fd/1', join(home, 'stdout'));
    const { stdout, exitCode } = await add('--results', join(home, 'stdout'));
    expect(exitCode).toBe(3);
    expect(stdout).toContain(reported);
    expect(lstatSync(join(home, 'stdout')).isSymbolicLink()).toBe(true);
  });

  test.each(['$at/stdout', '$at/out.txt', '/proc/self/fd/1'])(
    'into standard output that goes to a file, named %s: the summary follows them',
    async (named) => {
      symlinkSync('/proc/self/fd/1', join(home, 'stdout'));
      const line = `waybill shipments add --csv $at/in.csv --results ${named} --json`;
      const run = await shell(`{ echo before; ${line}; echo after; } >$at/out.txt`, env);
      expect(run.exitCode).toBe(0);
      expect(text('out.txt')).toMatch(/^before\nline,retailer.*NONE-1.*"rows".*\nafter\n$/s);
    },
  );

  test('into >(a command) and a descriptor of the shell', async () => {
    const line = 'waybill shipments add --csv $at/in.csv';
    await shell(`${line} --results >(cat >$at/a.txt) --rejects /dev/fd/9 9>$at/b.txt; wait`, env);
    await until(() => existsSync(join(home, 'a.txt')) && text('a.txt').includes('NONE-1'));
    expect(text('a.txt')).toContain(reported);
    expect(text('b.txt')).toContain('waybill_outcome');
  });

  test('a reader of standard output that stops early is not an error', async () => {
    rows('in.csv', 3000);
    const line = 'waybill shipments add --csv $at/in.csv --results /dev/fd/1 --all-or-nothing';
    const run = await shell(`${line} | head -1; exit \${PIPESTATUS[0]}`, env);
    expect(run).toMatchObject({ exitCode: 3, stdout: `${reported}\r\n` });
  });

  test('refuses a descriptor that is open for reading before it sends anything', async () => {
    writeFileSync(join(home, 'other'), 'kept');
    const run = await shell(
      'waybill shipments add --csv $at/in.csv --results /dev/fd/9 9<$at/other',
      env,
    );
    expect(run.exitCode).toBe(14);
    expect(run.stderr).toContain('/dev/fd/9');
    expect(text('other')).toBe('kept');
    expect(service.posts).toEqual([]);
  });

  // The only test that names /dev/stdout: in a mount namespace with its own /dev folder.
  const mayMount = spawnSync('unshare', ['-m', 'true']).status === 0;
  test.runIf(mayMount)('leaves /dev/stdout alone, as root', async () => {
    const run = await shell(
      `export -f waybill; mkdir $at/dev && unshare -m bash -ec '
        mount --make-rprivate /
        mount -t tmpfs none "$at/dev"
        cp -a /dev/null /dev/urandom "$at/dev/"
        ln -s /proc/self/fd "$at/dev/fd"
        ln -s /proc/self/fd/1 "$at/dev/stdout"
        mount --move "$at/dev" /dev
        [ ! -e /dev/kmsg ] || exit 99
        waybill shipments add --csv "$at/in.csv" --results /dev/stdout | cat
        readlink /dev/stdout; ls /dev | tr "\\n" " "'`,
      env,
    );
    expect(run.stdout).toContain(reported);
    expect(run.stdout).toMatch(/\/proc\/self\/fd\/1\nfd null stdout urandom $/);
  });
});

describe('a place that takes no file', () => {
  beforeEach(() => {
    rows();
  });

  /** The unfinished uploads that are left. */
  async function unfinished(): Promise<unknown[]> {
    const { stdout } = await waybill(['jobs', 'list', '--json'], { env });
    return JSON.parse(stdout);
  }

  test.each(['--results', '--rejects'])('%s in a missing folder: 14, and no job', async (flag) => {
    const words = ['shipments', 'add', '--csv', 'in.csv', flag, 'nodir/x.csv', '--json'];
    const run = await waybill(words, { env, cwd: home });
    expect(run).toMatchObject({ exitCode: 14, stdout: '' });
    expect(JSON.parse(run.stderr).error.message).toBe(
      'nodir/x.csv could not be written: no such file or folder',
    );
    expect(await unfinished()).toEqual([]);
    expect(service.posts).toEqual([]);
  });

  test('a folder: 14, and no job', async () => {
    mkdirSync(join(home, 'folder'));
    const run = await add('--results', join(home, 'folder'));
    expect(run.exitCode).toBe(14);
    expect(run.stderr).toContain('folder could not be written: it is a folder');
    expect(await unfinished()).toEqual([]);
  });

  test.each(['--results', '--rejects'])('%s -: 2, and no file of that name', async (flag) => {
    const words = ['shipments', 'add', '--csv', 'in.csv', flag, '-', '--json'];
    const run = await waybill(words, { env, cwd: home });
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    const { message, hint } = JSON.parse(run.stderr).error;
    expect(message).toContain(`${flag} can't be -: standard output already has the summary`);
    expect(hint).toContain('/dev/stdout');
    expect(readdirSync(home)).not.toContain('-');
    expect(service.posts).toEqual([]);
  });
});

describe('a link', () => {
  beforeEach(() => {
    rows();
  });

  test('to a regular file stays, and its target is replaced', async () => {
    mkdirSync(join(home, 'there'));
    writeFileSync(join(home, 'there/file.csv'), 'old');
    symlinkSync('there/file.csv', join(home, 'link'));
    expect((await add('--results', join(home, 'link'))).exitCode).toBe(3);
    expect(lstatSync(join(home, 'link')).isSymbolicLink()).toBe(true);
    expect(text('there/file.csv')).toContain('NONE-1');
  });

  test('to nothing stays, and its target is created', async () => {
    mkdirSync(join(home, 'there'));
    symlinkSync('there/file.csv', join(home, 'link'));
    expect((await add('--rejects', join(home, 'link'))).exitCode).toBe(3);
    expect(lstatSync(join(home, 'link')).isSymbolicLink()).toBe(true);
    expect(text('there/file.csv')).toContain('NONE-1');
  });

  test.each([
    ['into a missing folder', 'nowhere/file.csv'],
    ['to itself', 'link'],
  ])('%s is refused before anything is sent', async (_, target) => {
    symlinkSync(target, join(home, 'link'));
    const run = await add('--results', join(home, 'link'));
    expect(run.exitCode).toBe(14);
    expect(lstatSync(join(home, 'link')).isSymbolicLink()).toBe(true);
    expect(service.posts).toEqual([]);
  });
});

describe('a FIFO as results', () => {
  let pipe: string;
  beforeEach(() => {
    rows();
    pipe = fifo('pipe');
  });

  test('gets them from a reader that comes after the start', async () => {
    const child = start(['shipments', 'add', '--csv', join(home, 'in.csv'), '--results', pipe], {
      env,
    });
    child.stdin?.end();
    const ended = runOf(child);
    await once(child.stderr as NodeJS.ReadableStream, 'data');
    // It waits before it sends anything.
    expect(service.posts).toEqual([]);
    const read = runOf(spawn('cat', [pipe]));
    expect((await ended).exitCode).toBe(3);
    expect((await read).stdout).toContain('NONE-1');
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  test('gets all of them, however slowly it is read', async () => {
    rows('in.csv', 3000);
    const words = ['shipments', 'add', '--csv', join(home, 'in.csv'), '--all-or-nothing'];
    const read = runOf(spawn('bash', ['-c', '{ head -c 10; sleep 0.5; cat; } <"$0"', pipe]));
    const run = await waybill([...words, '--results', pipe], { env });
    expect(run.exitCode).toBe(3);
    expect((await read).stdout.trimEnd().split('\r\n').length).toBe(3001);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('waits without a reader, and %s ends the wait', async (signal, exitCode) => {
    const words = ['shipments', 'add', '--csv', join(home, 'in.csv'), '--rejects', pipe];
    const child = start(words, { env });
    child.stdin?.end();
    const ended = runOf(child);
    const [said] = await once(child.stderr as NodeJS.ReadableStream, 'data');
    expect(String(said)).toContain(pipe);
    child.kill(signal);
    expect(await ended).toMatchObject({ exitCode, signal: null });
    expect(service.posts).toEqual([]);
  });

  test.each([
    ['one signal ends it', ['SIGINT'], 130],
    ['the second signal ends it at once', ['SIGINT', 'SIGTERM'], 143],
  ] as const)('with a stalled reader: %s', async (_, signals, exitCode) => {
    rows('in.csv', 3000);
    const words = ['shipments', 'add', '--csv', join(home, 'in.csv'), '--all-or-nothing'];
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const child = start([...words, '--results', pipe], { env });
    child.stdin?.end();
    const ended = runOf(child);
    // Both are written together, and the pipe has no room for the first thousand results.
    await until(areRejectsUnderWay);
    for (const signal of signals) {
      child.kill(signal);
      // Signals that are pending together may arrive in any order.
      await until(() => !/^ShdPnd:.*[1-9a-f]/m.test(statusOf(child.pid)));
    }
    expect(await ended).toMatchObject({ exitCode, signal: null });
    closeSync(reader);
    // The job is not over: the same command reports what happened to it.
    const again = await waybill([...words, '--results', join(home, 'out.csv')], { env });
    expect(again.exitCode).toBe(3);
    expect(text('out.csv').trimEnd().split('\r\n').length).toBe(3001);
  });

  /** Empty for a process that has exited. */
  function statusOf(processId: number | undefined): string {
    try {
      return readFileSync(`/proc/${processId}/status`, 'utf8');
    } catch {
      return '';
    }
  }

  /** Whether the rejects file is being written, beside its final name. */
  function areRejectsUnderWay(): boolean {
    const jobs = join(home, '.waybill/jobs');
    if (!existsSync(jobs)) return false;
    const names = readdirSync(jobs, { recursive: true }).map(String);
    return names.some((one) => one.includes('/.rejects.csv.'));
  }
});
