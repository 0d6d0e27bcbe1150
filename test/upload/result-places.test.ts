import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shell } from '../support/shell';
import { type Run, temporaryHome, waybill } from '../support/waybill';
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

describe('what is not a regular file', () => {
  beforeEach(() => {
    rows();
  });

  const expectRefusal = async (line: string, flag: string) => {
    const run = await shell(`waybill shipments add --csv $at/in.csv --json ${line}`, env);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    const { message, hint } = JSON.parse(run.stderr).error;
    expect(message).toContain(flag);
    expect(hint).toContain('/dev/null');
    expect(service.posts).toEqual([]);
    expect(await unfinished()).toEqual([]);
  };

  test.each(['--results', '--rejects'])('%s refuses streams and devices: exit 2', async (flag) => {
    fifo('pipe');
    symlinkSync('/proc/self/fd/1', join(home, 'stdout'));
    symlinkSync('stdout', join(home, 'link'));
    for (const named of ['-', '$at/pipe', '$at/link', '/dev/fd/9', '/dev/full', '>(cat)']) {
      await expectRefusal(`${flag} ${named} 9>>$at/other`, flag);
    }
    expect(lstatSync(join(home, 'link')).isSymbolicLink()).toBe(true);
    expect(lstatSync(join(home, 'pipe')).isFIFO()).toBe(true);
    expect(readdirSync(home)).not.toContain('-');
  });

  test('a file that is standard output or standard error too is refused', async () => {
    for (const redirect of ['', '2>>$at/out.txt']) {
      const line = `waybill shipments add --csv $at/in.csv --results $at/out.txt`;
      const run = await shell(`${line} ${redirect === '' ? '>$at/out.txt' : redirect}`, env);
      expect(run.exitCode).toBe(2);
    }
    expect(service.posts).toEqual([]);
  });

  test.each(['/dev/null', 'NUL', '$at/null'])(
    '%s means that they are not written',
    async (named) => {
      symlinkSync('/dev/null', join(home, 'null'));
      const run = await shell(
        `cd $at && waybill shipments add --csv in.csv --json --results ${named} --rejects ${named}`,
        env,
      );
      expect(run.exitCode).toBe(3);
      expect(JSON.parse(run.stdout)).toMatchObject({
        ...{ rows: 2, rejected: 2, resultsFile: null, rejectsFile: null },
      });
      expect(run.stderr).not.toContain('null');
      expect(readdirSync(home).sort()).toEqual(['.waybill', 'in.csv', 'null']);
    },
  );

  // In a mount namespace with its own /dev folder: a failure must not harm the real one.
  const mayMount = spawnSync('unshare', ['-m', 'true']).status === 0;
  test.runIf(mayMount)('leaves /dev/null and /dev/stdout alone, as root', async () => {
    const run = await shell(
      `export -f waybill; mkdir $at/dev && unshare -m bash -ec '
        mount --make-rprivate /
        mount -t tmpfs none "$at/dev"
        cp -a /dev/null /dev/urandom "$at/dev/"
        ln -s /proc/self/fd "$at/dev/fd"
        ln -s /proc/self/fd/1 "$at/dev/stdout"
        # Where the home may be.
        mkdir "$at/dev/shm"
        [ ! -e /dev/shm ] || mount --bind /dev/shm "$at/dev/shm"
        mount --move "$at/dev" /dev
        [ ! -e /dev/kmsg ] || exit 99
        waybill shipments add --csv "$at/in.csv" --results /dev/stdout -y || echo "exit $?"
        waybill shipments add --csv "$at/in.csv" --results /dev/null -q -y || echo "exit $?"
        readlink /dev/stdout; test -c /dev/null && ls /dev | tr "\n" " "'`,
      env,
    );
    expect(run.stdout).toMatch(
      /^exit 2\n.*exit 3\n\/proc\/self\/fd\/1\nfd null shm stdout urandom $/s,
    );
  });
});

describe('a file that exists', () => {
  beforeEach(() => {
    rows();
  });

  /** Expects that nothing was sent and that the file is as it was. */
  async function expectKept(name: string, ...words: readonly string[]) {
    const before = readFileSync(join(home, name));
    const run = await add(...words, '--json');
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(JSON.parse(run.stderr).error.message).toContain(name);
    expect(readFileSync(join(home, name))).toEqual(before);
    expect(service.posts).toEqual([]);
    expect(service.requests).toEqual([]);
    expect(await unfinished()).toEqual([]);
  }

  test.each([
    ['of somebody else', 'My notes\n'],
    ['with a header that only begins like it', `${reported},mine\r\n`],
    [
      'with the header of the rejects',
      `${header},waybill_line,waybill_outcome,waybill_message\r\n`,
    ],
  ])('%s is not replaced without a yes', async (_, content) => {
    for (const flag of ['--results', '--rejects']) {
      writeFileSync(join(home, 'out.csv'), content);
      await expectKept('out.csv', flag, join(home, 'out.csv'));
    }
    expect((await add('--results', join(home, 'out.csv'), '-y')).exitCode).toBe(3);
    expect(text('out.csv')).toContain('NONE-1');
  });

  test('that is empty is replaced', async () => {
    for (const flag of ['--results', '--rejects']) {
      writeFileSync(join(home, 'out.csv'), '');
      expect((await add(flag, join(home, 'out.csv'))).exitCode).toBe(3);
      expect(text('out.csv')).toContain('NONE-1');
    }
  });

  test.each(['', '\ufeff'])('with the header of the results is replaced (%j)', async (mark) => {
    writeFileSync(join(home, 'out.csv'), `${mark}${reported}\r\n1,edited\r\n`);
    expect((await add('--results', join(home, 'out.csv'))).exitCode).toBe(3);
    expect(text('out.csv')).toContain('NONE-1');
  });

  test.each(['rejects.csv', 'rejects.xlsx'])(
    '%s as waybill wrote it is replaced, an edited one is not',
    async (name) => {
      const words = ['--rejects', join(home, name), '--results', join(home, 'results.csv')];
      expect((await add(...words)).exitCode).toBe(3);
      // The same job again, and another job.
      expect((await add(...words)).exitCode).toBe(3);
      expect((await add(...words, '--restart')).exitCode).toBe(3);
      rows('in.csv', 3);
      expect((await add(...words)).exitCode).toBe(3);
      rows('in.csv', 4);
      appendFileSync(join(home, name), ' ');
      service.posts.splice(0);
      service.requests.splice(0);
      const before = readFileSync(join(home, name));
      expect((await add(...words)).exitCode).toBe(2);
      expect(readFileSync(join(home, name))).toEqual(before);
      expect(service.requests).toEqual([]);
      expect((await add(...words, '-y')).exitCode).toBe(3);
      expect(readFileSync(join(home, name))).not.toEqual(before);
    },
  );

  test.each([
    ['orders update', 'order,status\nNONE-1,paid\n'],
    ['giftcards update', 'order,status\nNONE-1,paid\n'],
    [
      'giftcards create',
      'orderNumber,orderDate,retailer,platform,description,unitPrice,qty\nNEW-1,2025-11-18,Staples,card_center,Card,9000,5\n',
    ],
  ])('is kept by %s --csv too, before the first request', async (command, content) => {
    writeFileSync(join(home, 'rows.csv'), content);
    writeFileSync(join(home, 'mine.csv'), 'mine');
    const line = `waybill ${command} --csv $at/rows.csv --results $at`;
    const run = await shell(`${line}/mine.csv`, env);
    expect(run.exitCode).toBe(2);
    expect(text('mine.csv')).toBe('mine');
    expect(service.requests).toEqual([]);
    await shell(`${line}/own.csv -y`, env);
    const written = text('own.csv');
    writeFileSync(join(home, 'own.csv'), `${written}edited`);
    await shell(`${line}/own.csv`, env);
    expect(text('own.csv')).toBe(written);
  });
});

/** The unfinished uploads that are left. */
async function unfinished(): Promise<unknown[]> {
  const { stdout } = await waybill(['jobs', 'list', '--json'], { env });
  return JSON.parse(stdout);
}

describe('a place that takes no file', () => {
  beforeEach(() => {
    rows();
  });

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
});

describe('a link', () => {
  beforeEach(() => {
    rows();
  });

  test('to a regular file stays, and its target is replaced', async () => {
    mkdirSync(join(home, 'there'));
    writeFileSync(join(home, 'there/file.csv'), 'old');
    symlinkSync('there/file.csv', join(home, 'link'));
    expect((await add('--results', join(home, 'link'), '-y')).exitCode).toBe(3);
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
