import { isUtf8 } from 'node:buffer';

/**
 * libsql ends the process at a text that is not UTF-8, for which a single flipped bit is enough, and cuts a
 * text at a NUL. So a text reaches it as bytes, unless it is short and ASCII, which costs less.
 */
const fewBytes = 64;
const notAscii = "GLOB '*[^' || char(1) || '-~]*'";

function bytesOfText(value: string): string {
  // length() and GLOB end at a NUL.
  const isLong = `octet_length(${value}) > min(${fewBytes}, length(${value}))`;
  return `CASE WHEN ${isLong} OR ${value} ${notAscii} THEN CAST(${value} AS BLOB) ELSE ${value} END`;
}

/** A name in SQL. */
export const quotedName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The same rows, with texts as bytes and, if `blobs`, blobs as hexadecimal digits, to tell them apart. */
export function withTextsAsBytes(
  sql: string,
  columns: readonly { readonly name: string }[],
  { limit = -1, blobs = false, materialized = false } = {},
): string {
  const values = columns.map((_, index) => `c${index}`);
  const shown = columns.map(({ name }, index) => {
    const value = values[index] as string;
    const blob = blobs ? `WHEN 'blob' THEN lower(hex(${value})) ` : '';
    return `CASE typeof(${value}) WHEN 'text' THEN ${bytesOfText(value)} ${blob}ELSE ${value} END AS ${quotedName(name)}`;
  });
  // LIMIT and WHERE together make SQLite compute each value only once.
  const read = `read(${values}) AS (SELECT * FROM (${sql}\n) LIMIT ${limit})`;
  const rows = `SELECT ${shown.join(', ')} FROM read WHERE 1`;
  if (!materialized) return `WITH ${read} ${rows}`;
  return `WITH ${read}, whole AS MATERIALIZED (${rows}) SELECT * FROM whole`;
}

/** The bytes of a value, which libsql returns in two ways; undefined if it has none. */
function bytesIn(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'object') return undefined;
  if (value instanceof Uint8Array) return value;
  return value instanceof ArrayBuffer ? new Uint8Array(value) : undefined;
}

/** The text of some bytes. Throws an error like SQLite's about a damaged file. */
function textOf(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  throw Object.assign(new Error('a text is not UTF-8'), { code: 'SQLITE_CORRUPT' });
}

export function readTexts(row: unknown): unknown {
  if (Array.isArray(row)) {
    for (let index = 0; index < row.length; index++) {
      const bytes = bytesIn(row[index]);
      if (bytes !== undefined) row[index] = textOf(bytes);
    }
  } else if (row !== undefined) {
    const named = row as Record<string, unknown>;
    for (const name in named) {
      const bytes = bytesIn(named[name]);
      if (bytes !== undefined) named[name] = textOf(bytes);
    }
  }
  return row;
}
