import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { projectFolder } from '../../test/support/project';
import { openArchive } from './archive';
import { mostBytes } from './record';

const name = 'bomb.xlsx';

/** A zip file with one entry that claims to unpack to `size` bytes. */
function zipOf(path: string, content: Buffer, size = content.length): Buffer {
  const packed = deflateRawSync(content);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc32(content), 0);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(size, 8);
  const head = Buffer.from('1400000008000000000000', 'hex').subarray(0, 10);
  const lengths = Buffer.from([path.length, 0, 0, 0]);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, sizes, lengths, Buffer.from(path)]);
  const entry = [Buffer.from('PK\x01\x02\x14\x00'), head, sizes, lengths, Buffer.alloc(14)];
  const directory = Buffer.concat([...entry, Buffer.from(path)]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(local.length + packed.length, 12);
  return Buffer.concat([local, packed, directory, Buffer.from('PK\x05\x06'), end]);
}

async function read(bytes: Buffer, path: string): Promise<number> {
  let size = 0;
  const archive = await openArchive(bytes, { name, mostBytes });
  for await (const chunk of archive.read(path)) size += chunk.length;
  return size;
}

test('unpacks a file', async () => {
  expect(await read(zipOf('a', Buffer.alloc(5000)), 'a')).toBe(5000);
});

test('rejects one that claims more than 200 MiB before unpacking anything', async () => {
  const bomb = zipOf('a', Buffer.alloc(10), 200 * 1024 * 1024 + 1);
  await expect(read(bomb, 'a')).rejects.toMatchObject({
    ending: 'usage',
    message: 'bomb.xlsx unpacks to more than 200 MiB',
  });
});

test('counts a file each time that it is unpacked', async () => {
  const archive = await openArchive(zipOf('a', Buffer.alloc(5000)), { name, mostBytes: 9999 });
  for await (const chunk of archive.read('a')) expect(chunk).toHaveLength(5000);
  await expect(archive.read('A')[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    message: expect.stringContaining('bomb.xlsx unpacks to more than'),
  });
});

test('stops at one that unpacks to more than it claims', async () => {
  const liar = zipOf('a', Buffer.alloc(50 * 1024 * 1024), 100);
  await expect(read(liar, 'a')).rejects.toMatchObject({
    ending: 'usage',
    message: "bomb.xlsx is damaged: it can't be unpacked",
  });
});

test('reports a truncated workbook as damaged', async () => {
  const whole = readFileSync(join(projectFolder, 'test/spreadsheets/files/workbook.xlsx'));
  for (const length of [600, whole.length - 30]) {
    await expect(read(whole.subarray(0, length), 'a')).rejects.toMatchObject({ ending: 'usage' });
  }
});
