/** A piece of SQL other than whitespace and comments. */
export interface Token {
  readonly kind: 'word' | 'name' | 'string' | 'parameter' | 'number' | 'sign';
  /** A name or string without its quotes; everything else as written. */
  readonly text: string;
  /** Position in the SQL. */
  readonly start: number;
  readonly end: number;
}

const closing: Readonly<Record<string, string>> = { '"': '"', '`': '`', '[': ']', "'": "'" };
const blank = /[ \t\n\f\r]+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;
const word = /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*/y;
const number = /(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?[A-Za-z0-9_$\u0080-\uffff]*/y;
const parameter = /\?\d*|[:@$#][A-Za-z0-9_$:\u0080-\uffff]+/y;

function matchAt(pattern: RegExp, sql: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(sql) ? pattern.lastIndex : undefined;
}

/** The end of the quoted text that begins at `start`; undefined if it is not closed. */
function endOfQuoted(sql: string, start: number, close: string): number | undefined {
  for (let end = sql.indexOf(close, start + 1); end >= 0; end = sql.indexOf(close, end + 2)) {
    // A doubled quote is part of the text; brackets can't be doubled.
    if (close === ']' || sql[end + 1] !== close) return end + 1;
  }
  return undefined;
}

/**
 * Splits SQL into tokens by SQLite's rules (sqlite.org/lang.html: the only escape is a doubled
 * quote). Returns undefined if a quoted text is not closed.
 */
export function tokensOf(sql: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  for (let start = 0; start < sql.length; ) {
    const afterBlank = matchAt(blank, sql, start);
    if (afterBlank !== undefined) {
      start = afterBlank;
      continue;
    }
    const close = closing[sql[start] as string];
    if (close !== undefined) {
      const end = endOfQuoted(sql, start, close);
      if (end === undefined) return undefined;
      const text = sql.slice(start + 1, end - 1).replaceAll(close + close, close);
      tokens.push({ kind: close === "'" ? 'string' : 'name', text, start, end });
      start = end;
      continue;
    }
    const kinds = [
      ['word', word],
      ['number', number],
      ['parameter', parameter],
    ] as const;
    const found = kinds.flatMap(([kind, pattern]) => {
      const end = matchAt(pattern, sql, start);
      return end === undefined ? [] : [{ kind, end }];
    })[0];
    const { kind, end } = found ?? { kind: 'sign' as const, end: start + 1 };
    tokens.push({ kind, text: sql.slice(start, end), start, end });
    start = end;
  }
  return tokens;
}
