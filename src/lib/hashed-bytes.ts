import { createHash } from 'node:crypto';

/** Hashes bytes while they are read, and then what was made of them. */
export function hashedBytes(chunks: AsyncIterable<Buffer>) {
  const content = createHash('sha256');
  async function* hashed() {
    for await (const chunk of chunks) {
      content.update(chunk);
      yield chunk;
    }
  }
  return {
    chunks: hashed(),
    hashWith(texts: Iterable<string>): string {
      for (const text of texts) content.update(text);
      return content.digest('hex').slice(0, 32);
    },
  };
}
