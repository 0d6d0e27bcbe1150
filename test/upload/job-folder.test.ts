import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shell } from '../support/shell';
import { temporaryHome, waybill } from '../support/waybill';
import { serveCounted } from './counted-service';

let service: Awaited<ReturnType<typeof serveCounted>>;
let folder: string;
let env: Record<string, string>;

beforeEach(async () => {
  folder = temporaryHome();
  service = await serveCounted();
  env = { ...service.env, WAYBILL_HOME: join(folder, 'home'), at: folder };
  const rows = 'retailer,orderNumber,trackingNumber\nBest Buy,NONE-1,TBA000000000001\n';
  writeFileSync(join(folder, 'in.csv'), rows);
});
afterEach(() => service.close());

function add(...words: readonly string[]) {
  return waybill(['shipments', 'add', '--csv', join(folder, 'in.csv'), ...words], { env });
}

const kinds: Readonly<Record<string, (path: string) => void>> = {
  'a FIFO': (path) => execFileSync('mkfifo', [path]),
  'a device': (path) => symlinkSync('/dev/zero', path),
  'a folder that is not empty': (path) => mkdirSync(join(path, 'full'), { recursive: true }),
};
const files = [
  'journal.ndjson',
  'rows.ndjson',
  'manifest.json',
  'lock.1',
  'results.csv',
  'rejects.csv',
];

describe.each(Object.keys(kinds))('%s in the place of', (kind) => {
  test.each(files)('%s: exit 14 that names it, and nothing is sent', async (name) => {
    expect((await add()).exitCode).toBe(3);
    const sent = service.posts.length;
    const [job = ''] = readdirSync(join(folder, 'home/jobs'));
    const path = join(folder, 'home/jobs', job, name);
    rmSync(path, { force: true });
    kinds[kind]?.(path);
    const ended = await add(...(name === 'journal.ndjson' ? ['--restart'] : []));
    expect(ended.exitCode).toBe(14);
    expect(ended.stderr).toContain(path);
    expect(service.posts.length).toBe(sent);
  });
});

test.each(['home', 'home/jobs'])(
  'a file in the place of %s: exit 14 that names it',
  async (name) => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), 'kept');
    const ended = await add();
    expect(ended.exitCode).toBe(14);
    expect(ended.stderr).toContain(join(folder, name));
    expect(readFileSync(join(folder, name), 'utf8')).toBe('kept');
    expect(service.posts).toEqual([]);
  },
);

test('a file in the place of the job itself: exit 14', async () => {
  await add();
  const [job = ''] = readdirSync(join(folder, 'home/jobs'));
  rmSync(join(folder, 'home/jobs', job), { recursive: true });
  writeFileSync(join(folder, 'home/jobs', job), 'kept');
  const ended = await add();
  expect(ended.exitCode).toBe(14);
  expect(ended.stderr).toContain(job);
});

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

describe('modes', () => {
  test.each([0o600, 0o640, 0o666])('results keep %o of the file they replace', async (mode) => {
    const path = join(folder, 'results.csv');
    writeFileSync(path, '');
    chmodSync(path, mode);
    await add('--results', path);
    expect(readFileSync(path, 'utf8')).toContain('NONE-1');
    expect(modeOf(path)).toBe(mode);
  });

  test('a new file has the mode that the umask allows', async () => {
    const line = 'waybill shipments add --csv $at/in.csv --rejects $at/rejects.csv';
    await shell(`umask 027; ${line}`, env);
    expect(modeOf(join(folder, 'rejects.csv'))).toBe(0o640);
  });

  test('only its owner can read the job, whatever the umask', async () => {
    await shell('umask 000; waybill shipments add --csv $at/in.csv', env);
    const jobs = join(folder, 'home/jobs');
    const open = readdirSync(jobs, { recursive: true })
      .map((name) => join(jobs, String(name)))
      .filter((path) => (modeOf(path) & 0o077) !== 0);
    expect(open).toEqual([]);
    expect(readdirSync(jobs, { recursive: true }).length).toBeGreaterThan(4);
  });
});
