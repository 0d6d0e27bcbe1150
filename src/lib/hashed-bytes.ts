import { createHash } from 'node:crypto';

/** Hashes bytes while they are read, and what is made of them. */
export function hashedBytes(chunks: AsyncIterable<Buffer>) {
  const bytes = createHash('sha256');
  const texts = createHash('sha256');
  async function* hashed() {
    for await (const chunk of chunks) {
      bytes.update(chunk);
      yield chunk;
    }
  }
  return {
    chunks: hashed(),
    add: (text: string) => texts.update(text),
    digest: () => bytes.update(texts.digest()).digest('hex').slice(0, 32),
  };
}
