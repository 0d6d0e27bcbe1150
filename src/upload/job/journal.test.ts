import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/tier';
import { MemoryDisk } from '../../../test/upload/memory-disk';
import { Failure } from '../../failure';
import { type JobEvent, Journal, journalLine, readJournal, readJournalLine } from './journal';

const events: readonly JobEvent[] = [
  { event: 'planned', rows: 3 },
  { event: 'sent', batch: 0, rows: '0-2' },
  {
    event: 'refused',
    batch: 0,
    rows: '0-2',
    code: 'no\n"order"',
    message: 'Größe 😀\u2028',
    status: 404,
    named: { 2: 'x', __proto__: 'y' } as unknown as Record<string, string>,
    repeated: false,
  },
  {
    event: 'explained',
    reasons: { 2: { code: 'no_such_order', message: 'No buying group order 7', about: 'x' } },
  },
  { event: 'finished', at: '2026-01-01T00:00:00Z' },
];

const path = '/journal.ndjson';

async function written(some: readonly JobEvent[] = events): Promise<MemoryDisk> {
  const disk = new MemoryDisk();
  const journal = new Journal(await disk.create(path), 0);
  for (const event of some) await journal.note(event);
  await journal.close();
  return disk;
}

async function read(disk: MemoryDisk) {
  const found: JobEvent[] = [];
  const contents = await readJournal(disk, path, { rows: 3, writer: 'W' }, (event) =>
    found.push(event),
  );
  return { ...contents, found };
}

function overwrite(disk: MemoryDisk, data: Buffer): MemoryDisk {
  disk.files.set(path, { data, durable: data.length });
  return disk;
}

test('reads back every event, one per line', async () => {
  const disk = await written();
  expect(disk.text(path)?.split('\n').length).toBe(events.length + 1);
  const { found, events: count, length } = await read(disk);
  expect(found).toEqual(events);
  expect(count).toBe(events.length);
  expect(length).toBe(disk.files.get(path)?.data.length);
});

test('keeps all whole lines and drops the torn one, wherever it is cut', async () => {
  const disk = await written();
  const data = disk.files.get(path)?.data ?? Buffer.alloc(0);
  for (let length = 0; length < data.length; length++) {
    const part = data.subarray(0, length);
    const { found, length: kept } = await read(overwrite(new MemoryDisk(), part));
    const whole = part.toString('latin1').split('\n').length - 1;
    expect(found).toEqual(events.slice(0, whole));
    expect(kept).toBe(part.lastIndexOf('\n') + 1);
  }
});

test('reports any changed byte as damage, except in the last line: exit 14', async () => {
  const disk = await written();
  const data = disk.files.get(path)?.data ?? Buffer.alloc(0);
  // Without its line break the second-to-last line becomes part of the last.
  const lastLine = data.lastIndexOf('\n', data.length - 2);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: data.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, change) => {
        const changed = Buffer.from(data);
        changed[at] = (changed[at] ?? 0) ^ change;
        const ended = await read(overwrite(new MemoryDisk(), changed)).catch(
          (error: unknown) => error,
        );
        if (at < lastLine) expect(ended).toMatchObject({ ending: 'localFile' });
        else expect(ended).not.toBeInstanceOf(Failure);
      },
    ),
    { numRuns: runs(500) },
  );
});

test('reports a line missing from the middle as damage', async () => {
  const lines = events.map((event, number) => journalLine(number, event));
  lines.splice(1, 1);
  const disk = overwrite(new MemoryDisk(), Buffer.from(lines.join('')));
  await expect(read(disk)).rejects.toMatchObject({ ending: 'localFile' });
});

test('reads no line as another event', () => {
  expect(readJournalLine('{"number":0,"event":"finished"}')).toBeUndefined();
  expect(readJournalLine('{"sum":"00000000","number":0,"event":"finished"}')).toBeUndefined();
  expect(readJournalLine('')).toBeUndefined();
});

test('resolves an announcement once it is on the disk, and shares a flush among several', async () => {
  const disk = new MemoryDisk();
  let flushes = 0;
  disk.beforeChange = (what) => {
    if (what === 'sync') flushes++;
  };
  const journal = new Journal(await disk.create(path), 0);
  const announced = Array.from({ length: 20 }, () =>
    journal.announce({ event: 'planned', rows: 1 }),
  );
  await announced[0];
  expect(disk.files.get(path)?.durable).toBeGreaterThan(0);
  await Promise.all(announced);
  expect(disk.files.get(path)?.durable).toBe(disk.files.get(path)?.data.length);
  expect(flushes).toBeLessThan(5);
});

test('writes nothing more after a failed write or flush', async () => {
  for (const failing of ['write', 'sync']) {
    const disk = new MemoryDisk();
    const journal = new Journal(await disk.create(path), 0);
    await journal.announce({ event: 'planned', rows: 1 });
    let failed = false;
    disk.beforeChange = (what) => {
      if (what !== failing || failed) return;
      failed = true;
      throw new Error('EIO');
    };
    await expect(journal.announce({ event: 'finished', at: '' })).rejects.toThrow('EIO');
    const before = disk.text(path);
    await expect(journal.announce({ event: 'finished', at: '' })).rejects.toThrow('EIO');
    expect(disk.text(path)).toBe(before);
  }
});

/** A journal of these entries, every line intact. */
function intact(...entries: readonly object[]): MemoryDisk {
  const lines = entries.map((entry, number) => journalLine(number, entry as JobEvent));
  return overwrite(new MemoryDisk(), Buffer.from(lines.join('')));
}

describe('an intact entry', () => {
  const planned = { event: 'planned', rows: 3 };
  const sent = { event: 'sent', batch: 0, rows: '0-2' };
  const said = { batch: 0, rows: '0', code: 'x', message: 'x' };
  const refused = { event: 'refused', ...said, named: {}, repeated: false };
  const consulted = { event: 'consulted', batch: 0 };
  const problem = { code: 'x', message: 'y' };
  const verified = {
    event: 'verified',
    added: '0',
    present: '',
    missing: { 1: problem, 2: problem },
    elsewhere: {},
  };

  test.each<object>([
    { event: 'noted', present: '' },
    { ...sent, rows: '0,2' },
    { ...sent, rows: '1-1' },
    { event: 'withdrawn', batch: 7 },
    { event: 'accepted', batch: 0, rows: '0', added: 0, repeated: false },
    refused,
    { ...refused, status: 0, repeated: true, named: { 0: 'a', 1: 'b' } },
    { event: 'failed', ...said, lost: true },
    { ...consulted, unmatched: null },
    { ...consulted, unmatched: '0,2' },
    { event: 'explained', reasons: {} },
    { event: 'explained', reasons: { 0: { code: 'a', message: 'b' } } },
    verified,
    { event: 'finished', at: '2026-01-01T00:00:00Z' },
  ])('is read: %j', async (entry) => {
    expect((await read(intact(planned, entry))).found).toEqual([planned, entry]);
  });

  test.each<object>([
    {},
    { event: 1 },
    { event: 'guessed' },
    { event: 'toString' },
    { event: ['sent'], batch: 0, rows: '0' },
    planned,
    { event: 'sent', batch: 0 },
    { ...sent, batch: -1 },
    { ...sent, batch: 0.5 },
    { ...sent, batch: '0' },
    { ...sent, rows: 0 },
    { ...sent, rows: 'all' },
    { ...sent, rows: '3' },
    { ...sent, rows: '0-3' },
    { ...sent, rows: '2-1' },
    { ...sent, rows: '0-2,0' },
    { ...sent, rows: '0-1,1-2' },
    { event: 'noted', present: 0 },
    { event: 'accepted', batch: 0, rows: '0', added: 0, repeated: 'no' },
    { ...refused, named: 'x' },
    { ...refused, named: { 0: 'x', 1: 2 } },
    { ...refused, status: 'x' },
    { ...refused, repeated: 1 },
    { ...refused, repeated: undefined },
    { event: 'failed', ...said, lost: 0 },
    consulted,
    { ...consulted, unmatched: 0 },
    { ...consulted, unmatched: 'all' },
    { ...consulted, unmatched: '3' },
    { ...verified, missing: '2' },
    { ...verified, missing: { 3: problem } },
    { ...verified, missing: { x: problem } },
    { ...verified, elsewhere: { 0: 'y' } },
    { ...verified, elsewhere: { 0: { code: 'x' } } },
    { ...verified, elsewhere: null },
    { event: 'explained', reasons: { 0: 'x' } },
    { event: 'explained', reasons: { 0: { code: 'x' } } },
    { event: 'explained', reasons: { 0: { code: 'x', message: 'y', about: 1 } } },
    { event: 'finished', at: 0 },
    { event: 'finished' },
  ])('was written by another version: %j', async (entry) => {
    await expect(read(intact(planned, entry))).rejects.toMatchObject({
      ending: 'localFile',
      message: expect.stringContaining('line 2'),
      hint: expect.stringMatching(/^W .*--restart/),
    });
  });

  test.each<object>([{ event: 'planned', rows: 2 }, sent, { event: 'guessed' }])(
    'is not how the job of three rows begins: %j',
    async (entry) => {
      await expect(read(intact(entry))).rejects.toMatchObject({
        message: expect.stringContaining('line 1'),
      });
    },
  );

  test('is of no event if it is no JSON', () => {
    const sum = crc32('x\n').toString(16).padStart(8, '0');
    const nothing = { number: undefined, event: undefined };
    expect(readJournalLine(`{"sum":"${sum}",x`)).toStrictEqual(nothing);
  });
});

test('names the first damaged line, and what to do', async () => {
  const lines = events.map((event, number) => journalLine(number, event));
  lines.splice(1, 2, 'x\n', 'x\n');
  const disk = overwrite(new MemoryDisk(), Buffer.from(lines.join('')));
  await expect(read(disk)).rejects.toMatchObject({
    message: expect.stringContaining('line 2'),
    hint: expect.stringContaining('--restart'),
  });
});

test('closes its file with everything flushed, and even if that fails', async () => {
  for (const failure of [undefined, new Error('EIO')]) {
    const done: string[] = [];
    const file = {
      write: async () => void done.push('write'),
      sync: async () => {
        done.push('sync');
        if (failure !== undefined) throw failure;
      },
      setMode: async () => {},
      close: async () => void done.push('close'),
    };
    const journal = new Journal(file, 0);
    await journal.note({ event: 'finished', at: '' });
    const closed = journal.close();
    if (failure === undefined) await closed;
    else await expect(closed).rejects.toBe(failure);
    expect(done).toEqual(['write', 'sync', 'close']);
  }
});
