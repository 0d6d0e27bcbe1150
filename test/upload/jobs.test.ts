import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { type JobEvent, journalLine } from '../../src/upload/job/journal';
import { sampleAccount } from '../commands/account';
import { shell } from '../support/shell';
import { shownInTerminal } from '../support/terminal';
import { temporaryHome } from '../support/waybill';

const account = sampleAccount();

let home: string;
let file: string;
let numbers = 0;

beforeEach(() => {
  home = temporaryHome();
  file = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), "july's tracking.csv");
});

const run = (...words: string[]) => account.run(words, { env: { WAYBILL_HOME: home } });
async function json(...words: string[]) {
  const { exitCode, stdout, stderr } = await run(...words, '--json');
  if (exitCode !== 0) throw new Error(`${words.join(' ')}: ${exitCode} ${stderr}`);
  return JSON.parse(stdout);
}

/** Writes a file with one row that the service accepts and the given number that it refuses. */
function write(refused = 1): void {
  const rows = [`B&H Photo,800458530,TEST-${++numbers}-${process.pid}`];
  for (let row = 0; row < refused; row++)
    rows.push(`Best Buy,NONE-${row},TEST-${++numbers}-${process.pid}`);
  writeFileSync(file, `${['retailer,orderNumber,trackingNumber', ...rows].join('\n')}\n`);
}

async function upload(...words: string[]) {
  const { stdout } = await run('shipments', 'add', '--csv', file, '--json', ...words);
  const summary = JSON.parse(stdout);
  return { summary, folder: join(home, 'jobs', summary.job) };
}

/** Runs the command and kills it when its first write was carried out but not answered. */
async function killedAt(words: readonly string[], input?: Uint8Array): Promise<void> {
  const carriedOut = account.keepAnswer();
  const child = account.start(words, { WAYBILL_HOME: home });
  if (input !== undefined) child.stdin?.end(input);
  await carriedOut;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** An upload whose only request was carried out, killed before its response arrived. */
async function killed({ piped = false } = {}): Promise<string> {
  write(0);
  const known = existsSync(join(home, 'jobs')) ? readdirSync(join(home, 'jobs')) : [];
  const input = piped ? '-' : relative('', file);
  await killedAt(['shipments', 'add', '--csv', input], piped ? readFileSync(file) : undefined);
  const [name = ''] = readdirSync(join(home, 'jobs')).filter(
    (one) => !known.includes(one) && !one.startsWith('.'),
  );
  return join(home, 'jobs', name);
}

function addEvents(folder: string, ...events: readonly object[]): void {
  const path = join(folder, 'journal.ndjson');
  const text = readFileSync(path, 'utf8');
  const from = text.split('\n').length - 1;
  const lines = events.map((event, index) => journalLine(from + index, event as JobEvent));
  writeFileSync(path, text + lines.join(''));
}

function changeManifest(folder: string, change: (manifest: Record<string, unknown>) => object) {
  const path = join(folder, 'manifest.json');
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))));
}

describe('jobs list', () => {
  test('shows every upload with its file, its command and its rows by outcome', async () => {
    expect(await json('jobs', 'list')).toEqual([]);
    write(2);
    const { summary } = await upload();
    expect(await json('jobs', 'list')).toEqual([
      {
        id: summary.job.slice(0, 8),
        startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        file,
        command: expect.stringContaining("waybill shipments add --csv '"),
        rows: {
          added: summary.added,
          alreadyPresent: summary.alreadyPresent,
          accepted: 0,
          duplicate: 0,
          invalid: 0,
          rejected: summary.rejected,
          notSent: 0,
          unknown: 0,
        },
        finished: true,
      },
    ]);
    const { stdout } = await run('jobs', 'list');
    expect(stdout).toContain(summary.job.slice(0, 8));
    expect(stdout).toContain(`${summary.rejected} rejected`);
    const { written } = await shownInTerminal(['jobs', 'list'], {
      env: { WAYBILL_HOME: home },
      columns: 80,
    });
    expect(written).toContain(`${summary.rejected} rejected`);
    expect(written).not.toContain('rej…');
  });

  test('prints its files to a terminal without what would drive it, and elsewhere unchanged', async () => {
    writeFileSync(file, 'order,tracking\nNONE-1,"TEST-\u001b[31m1"\n');
    await run('shipments', 'add', '--csv', file);
    const [{ id }] = await json('jobs', 'list');
    const words = ['jobs', 'show', id, '--rejects'];
    expect((await run(...words)).stdout).toContain('TEST-\u001b[31m1');
    const { written } = await shownInTerminal(words, { env: { WAYBILL_HOME: home } });
    expect(written).toContain('TEST-\\x1b[31m1');
  });

  test('counts rows in the words of their upload: an update has none that were added', async () => {
    expect((await run('jobs', 'list', '--unfinished')).stderr).toContain('No unfinished uploads.');
    writeFileSync(file, `order,notes\n800458530,counted ${++numbers}\n`);
    const update = ['orders', 'update', '--csv', file];
    expect((await run(...update)).stdout).toContain('1 updated');
    expect((await run(...update, '--restart')).stdout).toContain('1 unchanged');
    const { stdout } = await run('jobs', 'list');
    expect(stdout).toContain('1 unchanged');
    const [{ id, rows }] = await json('jobs', 'list');
    expect(rows).toMatchObject({ added: 0, alreadyPresent: 1 });
    expect((await run('jobs', 'show', id)).stdout).toMatch(/^ *Rows +1 unchanged$/m);
  });

  test('lists the latest first, and leaves out finished ones with --unfinished', async () => {
    const folder = await killed();
    write();
    const { summary } = await upload();
    const ids = [summary.job, folder.split('/').at(-1) ?? ''].map((one) => one.slice(0, 8));
    const ofAll = await json('jobs', 'list');
    expect(ofAll.map(({ id }: { id: string }) => id)).toEqual(ids);
    const left = await json('jobs', 'ls', '--unfinished');
    expect(left).toMatchObject([{ id: ids[1], finished: false, rows: { unknown: 1 } }]);
  });

  test('stores neither key nor secret', async () => {
    write();
    const { folder } = await upload();
    const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    for (const secret of account.secrets()) expect(kept.join('')).not.toContain(secret);
  });
});

describe('jobs show', () => {
  test('shows what happened to each row, and what is kept of the upload', async () => {
    write();
    const { summary, folder } = await upload();
    const shown = await json('jobs', 'show', summary.job.slice(0, 8));
    expect(shown).toMatchObject({
      finished: true,
      resume: null,
      resultsFile: join(folder, 'results.csv'),
      rejectsFile: join(folder, 'rejects.csv'),
      oldValuesFile: null,
    });
    const written = parse(readFileSync(summary.resultsFile), { columns: true, cast: false });
    expect(
      shown.results.map((one: { line: number; code: string | null; message: string | null }) => ({
        ...one,
        line: String(one.line),
        // A csv has no null.
        code: one.code ?? '',
        message: one.message ?? '',
      })),
    ).toEqual(written);
    const { stdout } = await run('jobs', 'show', summary.job, '-o', 'csv');
    expect(parse(stdout, { columns: true })).toEqual(written);
    const { stdout: card } = await run('jobs', 'show', summary.job);
    expect(card).toContain('NONE-0');
  });

  test('shows a command that resumes a killed upload from any folder', async () => {
    const folder = await killed();
    const id = folder.split('/').at(-1)?.slice(0, 6) ?? '';
    const { resume, results } = await json('jobs', 'show', id);
    expect(results).toMatchObject([{ outcome: 'unknown' }]);
    const ended = await shell(`cd / && ${resume}`, { ...account.env(), WAYBILL_HOME: home });
    expect(ended).toMatchObject({ exitCode: 0 });
    expect(await json('jobs', 'show', id)).toMatchObject({
      finished: true,
      resume: null,
      results: [{ outcome: 'added' }],
    });
  });

  test('an update that was killed ends as if it had not been', async () => {
    writeFileSync(file, `order,notes\n800458530,killed ${++numbers}\n`);
    const update = ['orders', 'update', '--csv', file];
    await killedAt(update);
    expect(await json(...update)).toMatchObject({ rows: 1, added: 1, accepted: 0 });
  });

  test('names the commands that undo earlier runs too', async () => {
    const update = ['orders', 'update', '--csv', file];
    writeFileSync(file, `order,notes\n800458530,again ${++numbers}\n`);
    const { job, oldValuesFile } = await json(...update);
    await json('orders', 'update', '--csv', oldValuesFile);
    await json(...update);
    const { stdout, stderr } = await run('jobs', 'show', job);
    expect(stdout).toMatch(/^ *Undo with +.*old-values-2-cents\.csv /m);
    expect(stderr).toMatch(/^Then, to undo an earlier run .*old-values-1-cents\.csv /m);
  });

  test('resumes and undoes with the profile of the job, however that was chosen', async () => {
    const env = { WAYBILL_HOME: home, WAYBILL_PROFILE: 'work' };
    writeFileSync(file, `order,notes\n800458530,profile ${++numbers}\n`);
    const update = ['orders', 'update', '--csv', file, '--json'];
    const { stdout } = await account.run(update, { env });
    const { job } = JSON.parse(stdout);
    const { undo } = await json('jobs', 'show', job);
    expect(undo).toMatch(/^waybill orders update --csv .* --profile work$/);
    const undone = await shell(undo, { ...account.env(), WAYBILL_HOME: home });
    expect(undone).toMatchObject({ exitCode: 0 });
    const folder = await killed();
    changeManifest(folder, (manifest) => ({ ...manifest, profile: 'work' }));
    const { resume } = await json('jobs', 'show', basename(folder));
    expect(resume).toMatch(/ --profile work$/);
  });

  test('undoes at the service that a flag named', async () => {
    const { WAYBILL_BASE_URL: url = '' } = account.env();
    writeFileSync(file, `order,notes\n800458530,service ${++numbers}\n`);
    const words = ['orders', 'update', '--csv', file, '--base-url', url];
    const env = { WAYBILL_HOME: home, WAYBILL_BASE_URL: '' };
    const { stdout } = await account.run(words, { env });
    const [, undo] = /^To undo: (.*)$/m.exec(stdout) ?? [];
    expect(undo).toContain(` --base-url ${url}`);
    expect(await shell(undo ?? '', { ...account.env(), ...env })).toMatchObject({ exitCode: 0 });
  });

  test('says that rows from standard input must be sent once more', async () => {
    const folder = await killed({ piped: true });
    const { resume } = await json('jobs', 'show', folder.split('/').at(-1)?.slice(0, 8) ?? '');
    expect(resume).toMatch(/ waybill shipments add --csv - < <file>$/);
  });

  test('exits with 2 for an ambiguous id, with 6 for an unknown one', async () => {
    write();
    const { summary, folder } = await upload();
    expect(await run('jobs', 'show', 'zzz')).toMatchObject({ exitCode: 6, stdout: '' });
    cpSync(folder, `${folder.slice(0, -4)}0000`, { recursive: true });
    const ambiguous = await run('jobs', 'show', summary.job.slice(0, 8));
    expect(ambiguous).toMatchObject({ exitCode: 2, stdout: '' });
    expect((await run('jobs', 'show', summary.job)).exitCode).toBe(0);
  });
});

describe('jobs clean', () => {
  const left = async () => (await json('jobs', 'list')).length;

  test('removes finished ones, and unfinished ones only with --all and a yes', async () => {
    const folder = await killed();
    write();
    await upload();
    expect(await run('jobs', 'clean', '--dry-run')).toMatchObject({ exitCode: 0 });
    expect(await left()).toBe(2);
    expect(await run('jobs', 'clean')).toMatchObject({ exitCode: 0, stdout: 'Removed 1 job.\n' });
    expect(readdirSync(join(home, 'jobs'))).toEqual([folder.split('/').at(-1)]);
    const refused = await run('jobs', 'clean', '--all', '--no-input');
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('--yes');
    expect(await left()).toBe(1);
    expect((await run('jobs', 'clean', '--all', '--no-input', '-y')).exitCode).toBe(0);
    expect(readdirSync(join(home, 'jobs'))).toEqual([]);
  });

  test('prints the ids of the removed ones', async () => {
    write();
    const { summary } = await upload();
    const removed = [summary.job.slice(0, 8)];
    expect(await json('jobs', 'clean', '--dry-run')).toEqual({ wouldRemove: removed });
    expect(await json('jobs', 'clean')).toEqual({ removed });
  });

  test('counts --older-than from --today', async () => {
    write();
    await upload();
    expect((await run('jobs', 'clean', '--older-than', '30d')).exitCode).toBe(0);
    expect(await left()).toBe(1);
    const later = new Date(Date.now() + 32 * 86_400_000).toISOString().slice(0, 10);
    await run('jobs', 'clean', '--older-than', '30d', '--today', later);
    expect(await left()).toBe(0);
  });
});

test('later uploads remove finished jobs older than 90 days and keep unfinished ones', async () => {
  const folder = await killed();
  write();
  const { folder: finished } = await upload();
  write();
  const later = new Date(Date.now() + 92 * 86_400_000).toISOString().slice(0, 10);
  await upload('--today', new Date(Date.now() + 89 * 86_400_000).toISOString().slice(0, 10));
  expect(existsSync(finished)).toBe(true);
  // Listed first; no job, and no reason to keep all others.
  mkdirSync(join(home, 'jobs', '0000'));
  write();
  await upload('--today', later);
  expect(existsSync(finished)).toBe(false);
  expect(existsSync(folder)).toBe(true);
});

test('doctor names an unfinished upload by its file', async () => {
  await killed();
  const { stdout } = await run('doctor', '--sandbox');
  // Wrapped at words, wherever the folder's name ends.
  const said = stdout.replaceAll(/\s+/g, ' ');
  expect(said).toContain(`${basename(file)} is not finished`);
  expect(said).toContain('waybill shipments add --csv');
});

test('report summary names an unfinished upload of its account by its file', async () => {
  await killed();
  expect((await run('report', 'summary', '--sandbox')).stderr).not.toContain('Unfinished');
  const { stderr } = await run('report', 'summary');
  expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(
    /Unfinished upload: .*tracking\.csv \(waybill jobs show [0-9a-f]{8}\)/,
  );
});

describe('the files of a job are trusted only if waybill wrote them', () => {
  const sent = () => account.seen().filter(({ method }) => method === 'POST');

  test('changed rows: exit 14 that names the file; --restart fixes them', async () => {
    const folder = await killed();
    const path = join(folder, 'rows.ndjson');
    const rows = readFileSync(path, 'utf8');
    writeFileSync(path, rows.replace('TEST-', 'EVIL-'));
    sent();
    for (const words of [
      ['shipments', 'add', '--csv', file],
      ['jobs', 'show', dirname(path).split('/').at(-1) ?? ''],
    ]) {
      const ended = await run(...words);
      expect(ended.exitCode).toBe(14);
      expect(ended.stderr.replaceAll('\n', ' ')).toContain('rows.ndjson');
    }
    expect(sent()).toEqual([]);
    expect((await run('shipments', 'add', '--csv', file, '--restart')).exitCode).toBe(0);
    expect(JSON.stringify(sent())).not.toContain('EVIL');
    expect(readFileSync(path, 'utf8')).toBe(rows);
  });

  test.each([
    ['an unknown event', { event: 'teleported', batch: 0 }],
    [
      'a member of another type',
      { event: 'accepted', batch: 0, rows: '0', added: '1', repeated: false },
    ],
    ['a missing member', { event: 'failed', batch: 0, rows: '0', code: 'x', message: 'y' }],
    ['rows that the job does not have', { event: 'sent', batch: 0, rows: '0-4294967295' }],
    ['a second start', { event: 'planned', rows: 1 }],
    ['no event at all', {}],
  ])('%s with the right checksum: exit 14 that says who wrote it', async (_, event) => {
    const folder = await killed();
    addEvents(folder, event);
    const before = readFileSync(join(folder, 'journal.ndjson'), 'utf8');
    sent();
    const ended = await run('shipments', 'add', '--csv', file);
    expect(ended.exitCode).toBe(14);
    expect(ended.stderr).toMatch(/started\s+by\s+waybill\s+\d+\.\d+/);
    expect(sent()).toEqual([]);
    expect(readFileSync(join(folder, 'journal.ndjson'), 'utf8')).toBe(before);
  });

  test.each([
    ['another format', (found: object) => ({ ...found, format: 2, version: '9.8.7' }), /9\.8\.7/],
    ['another account', (found: object) => ({ ...found, account: 'f00' }), /manifest\.json/],
    ['no rows', (found: object) => ({ ...found, rows: 'x' }), /manifest\.json/],
  ])('a manifest with %s: exit 14', async (_, change, said) => {
    const folder = await killed();
    changeManifest(folder, change);
    sent();
    const ended = await run('shipments', 'add', '--csv', file);
    expect(ended.exitCode).toBe(14);
    expect(ended.stderr).toMatch(said);
    expect(sent()).toEqual([]);
    expect((await run('shipments', 'add', '--csv', file, '--restart')).exitCode).toBe(0);
  });

  test('does not mistake a job under another name for it', async () => {
    const folder = await killed();
    renameSync(folder, join(home, 'jobs', 'a'.repeat(64)));
    const { stdout, stderr } = await run('jobs', 'list', '--json');
    expect(JSON.parse(stdout)).toEqual([]);
    expect(stderr).toContain('manifest.json');
  });
});
