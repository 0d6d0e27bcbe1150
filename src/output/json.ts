import type { Sink } from './sink';
import { safeJson } from './text';
import type { Rows } from './view';

/** JSON as it leaves the program: indented for people, one line for programs. */
export function jsonText(value: unknown, indented: boolean): string {
  return safeJson(JSON.stringify(value, null, indented ? 2 : undefined) ?? 'null');
}

/** One document, an array, written as its elements arrive: one per line, or indented. */
export async function writeJsonList(
  sink: Sink,
  rows: Rows<unknown>,
  indented: boolean,
): Promise<void> {
  let separator = '[\n';
  for await (const row of rows) {
    const text = jsonText(row, indented);
    await sink.write(separator + (indented ? text.replace(/^/gm, '  ') : text));
    if (sink.closed) return;
    separator = ',\n';
  }
  await sink.write(separator === '[\n' ? '[]\n' : '\n]\n');
}

/** One object per line. */
export async function writeNdjson(sink: Sink, rows: Rows<unknown>): Promise<void> {
  for await (const row of rows) {
    await sink.write(`${jsonText(row, false)}\n`);
    if (sink.closed) return;
  }
}
