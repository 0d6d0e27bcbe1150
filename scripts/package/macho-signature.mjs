// The signature inside a macOS executable (cs_blobs.h). macOS kills a program whose pages don't
// match.
import { createHash } from 'node:crypto';

const machO64 = 0xfeedfacf;
const loadCommandOfSignature = 0x1d;
const superBlob = 0xfade0cc0;
const codeDirectory = 0xfade0c02;
const sha256 = 2;

/** The position of the signature, from its load command. */
function signatureOf(file) {
  if (file.readUInt32LE(0) !== machO64) throw new Error('This is not a 64-bit Mach-O file');
  const count = file.readUInt32LE(16);
  for (let at = 32, left = count; left > 0; left--) {
    if (file.readUInt32LE(at) === loadCommandOfSignature) {
      const offset = file.readUInt32LE(at + 8);
      return { offset, bytes: file.subarray(offset, offset + file.readUInt32LE(at + 12)) };
    }
    at += file.readUInt32LE(at + 4);
  }
  throw new Error('The file is not signed');
}

function directoriesIn(signature) {
  if (signature.readUInt32BE(0) !== superBlob) throw new Error('Unknown kind of signature');
  const blobs = Array.from({ length: signature.readUInt32BE(8) }, (_, index) =>
    signature.subarray(signature.readUInt32BE(12 + index * 8 + 4)),
  );
  return blobs.filter((blob) => blob.readUInt32BE(0) === codeDirectory);
}

/** The pages whose hash differs from the one in the signature, and the number of pages. */
export function checkSignature(file) {
  const { offset, bytes } = signatureOf(file);
  const directories = directoriesIn(bytes);
  if (directories.length === 0) throw new Error('The signature has no page hashes');
  const wrong = [];
  let pages = 0;
  for (const directory of directories) {
    const limit = directory.readUInt32BE(32);
    if (limit !== offset) throw new Error(`The signature covers ${limit} of ${offset} bytes`);
    if (directory[37] !== sha256) throw new Error(`The hashes are of type ${directory[37]}`);
    const hashes = directory.readUInt32BE(16);
    const [count, length, pageSize] = [
      directory.readUInt32BE(28),
      directory[36],
      2 ** directory[39],
    ];
    if (count !== Math.ceil(limit / pageSize))
      throw new Error(`${count} hashes for ${limit} bytes`);
    for (let page = 0; page < count; page++) {
      const bytesOfPage = file.subarray(page * pageSize, Math.min((page + 1) * pageSize, limit));
      const found = createHash('sha256').update(bytesOfPage).digest();
      const expected = directory.subarray(hashes + page * length, hashes + (page + 1) * length);
      if (!found.equals(expected)) wrong.push(page);
      pages++;
    }
  }
  return { pages, wrong };
}
