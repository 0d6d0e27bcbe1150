export interface Line {
  /** Without its line break. */
  readonly text: string;
  /** Including its line break. */
  readonly bytes: number;
  /** Whether it ends in a line break. */
  readonly ended: boolean;
}

const lineBreak = 10;

/**
 * The lines of a UTF-8 file that waybill wrote, separated by LF only, as many at once as there are.
 */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<readonly Line[], void> {
  let held: Buffer[] = [];
  for await (const chunk of chunks) {
    const lines: Line[] = [];
    let from = 0;
    for (let at = chunk.indexOf(lineBreak); at !== -1; at = chunk.indexOf(lineBreak, from)) {
      const end = chunk.subarray(from, at);
      const line = held.length === 0 ? end : Buffer.concat([...held, end]);
      held = [];
      from = at + 1;
      lines.push({ text: line.toString('utf8'), bytes: line.length + 1, ended: true });
    }
    if (from < chunk.length) held.push(chunk.subarray(from));
    yield lines;
  }
  if (held.length > 0) {
    const line = Buffer.concat(held);
    yield [{ text: line.toString('utf8'), bytes: line.length, ended: false }];
  }
}
