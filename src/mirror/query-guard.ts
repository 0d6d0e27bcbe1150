import { usageFailure } from '../failure';
import { typedWords } from '../lib/words';

const firstWords = ['SELECT', 'WITH', 'VALUES', 'EXPLAIN', 'PRAGMA'];
const pragmas = ['table_info', 'table_xinfo', 'table_list', 'index_list', 'foreign_key_list'];

/** Time limit of a query without --max-time, in milliseconds. */
export const defaultMaxTime = 30_000;

/** Parts of libsql that reach outside the mirror or run other SQL, refused wherever they are names. */
const refusedNames: ReadonlySet<string> = new Set(
  typedWords(
    'readfile writefile fsdir lsmode edit zipfile load_extension sqlite_dbpage dbstat',
    'sqlite_stmt sqlite_log sqlite_crypt sha3_query fts3_tokenizer fts3tokenize',
    'carray',
  ),
);
/** The encryption's functions, and pragmas called as tables, except the allowed ones. */
const refusedForms = [/^sqlite3mc_/, new RegExp(`^pragma_(?!(?:${pragmas.join('|')})$)`)];

export type GuardedQuery = ReturnType<typeof guardQuery>;

const refuse = (message: string, hint?: string) => usageFailure(message, { hint });

const isWord = (token: Token | undefined, ...words: readonly string[]) =>
  token?.kind === 'word' && words.includes(token.text.toUpperCase());
const isSign = (token: Token | undefined, sign: string) =>
  token?.kind === 'sign' && token.text === sign;

/** Words that end a FROM clause, except WINDOW and OFFSET, which can name a table or column. */
const afterFrom = typedWords(
  'SELECT WHERE GROUP HAVING ORDER LIMIT UNION EXCEPT INTERSECT VALUES RETURNING SET',
);

/** The tokens used as names: SQLite also takes a string for a table, after IN, and next to a dot. */
function namesIn(tokens: readonly Token[]): readonly Token[] {
  const names: Token[] = [];
  /** For each open parenthesis, outermost first: whether we are in a list of tables. */
  const inFrom = [false];
  for (const [index, token] of tokens.entries()) {
    const [before, next] = [tokens[index - 1], tokens[index + 1]];
    const atTable =
      inFrom.at(-1) === true &&
      (isWord(before, 'FROM', 'JOIN') || isSign(before, ',') || isSign(before, '('));
    if (isSign(token, '(')) inFrom.push(atTable);
    else if (isSign(token, ')') && inFrom.length > 1) inFrom.pop();
    else if (isWord(token, 'FROM', 'JOIN')) inFrom[inFrom.length - 1] = true;
    else if (isWord(token, ...afterFrom)) inFrom[inFrom.length - 1] = false;
    const called =
      isSign(next, '(') || isSign(before, '.') || isSign(next, '.') || isWord(before, 'IN');
    if (token.kind === 'word' || token.kind === 'name') names.push(token);
    else if (token.kind === 'string' && (atTable || called)) names.push(token);
  }
  return names;
}

/** Throws a usage failure if this name reaches outside the mirror. */
export function refuseName(typed: string): void {
  const name = typed.toLowerCase();
  if (refusedNames.has(name) || refusedForms.some((form) => form.test(name))) {
    throw refuse(
      `query can't run ${typed}: it reaches outside the mirror`,
      `query only reads the mirror. If you meant text, put it in single quotes: '${name}'.`,
    );
  }
}

/** A word for a message. In a file that is no SQL, anything else may be a redemption code. */
function shown({ kind, text }: Token): string {
  return kind === 'word' && /^[a-z_]+$/i.test(text) ? text : 'this';
}

function oneStatement(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex((token) => isSign(token, ';'));
  if (end < 0) return tokens;
  if (tokens.slice(end).some((token) => !isSign(token, ';'))) {
    throw refuse('query takes only one statement, but there is more after the semicolon');
  }
  return tokens.slice(0, end);
}

function refusePragma(tokens: readonly Token[]): void {
  const [, name, sign] = tokens;
  const plain =
    name?.kind === 'word' &&
    pragmas.includes(name.text.toLowerCase()) &&
    (sign === undefined || isSign(sign, '('));
  if (!plain) throw refuse(`query can run only these pragmas: ${pragmas.join(', ')}`);
}

/**
 * Returns the statement if it can only read. SQLite's own protection is not enough: a read-only connection
 * still writes other files (`ATTACH`, `VACUUM INTO`, `writefile`).
 */
export function guardQuery(typed: string) {
  if (typed.includes('\0')) throw refuse('The SQL contains a NUL character');
  const tokens = oneStatement(tokensOf(typed));
  const [first, second, third, fourth] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) throw refuse('No SQL to run');
  const hint = 'query only reads: start with SELECT, WITH, VALUES or EXPLAIN.';
  if (!isWord(first, ...firstWords)) throw refuse(`query can't run ${shown(first)}`, hint);
  if (isWord(first, 'PRAGMA')) refusePragma(tokens);
  if (isWord(first, 'EXPLAIN')) {
    const explained = isWord(second, 'QUERY') && isWord(third, 'PLAN') ? fourth : second;
    // Some pragmas take effect when they are prepared, even under EXPLAIN.
    if (!isWord(explained, 'SELECT', 'WITH', 'VALUES')) {
      throw refuse(`query can't explain ${explained ? shown(explained) : 'nothing'}`, hint);
    }
  }
  for (const { text } of namesIn(tokens)) refuseName(text);
  const parameters = tokens.filter(({ kind }) => kind === 'parameter').map(({ text }) => text);
  const odd = parameters.find((name) => !/^:[A-Za-z_]\w*$/.test(name));
  if (odd !== undefined) {
    throw refuse(
      `Write parameters as :name, not ${odd}`,
      'Set their values with --param name=value.',
    );
  }
  return {
    /** Without the semicolon and anything after it. */
    sql: typed.slice(first.start, last.end),
    /** The same without the bytes of its blobs: EXPLAIN shows them as text, which must be UTF-8. */
    explainable: withoutBlobs(typed, tokens),
    /** True if its rows can all be computed before the first one is returned. */
    isSelect: isWord(first, 'SELECT', 'WITH', 'VALUES'),
    parameters: [...new Set(parameters.map((name) => name.slice(1)))],
  };
}

/** The statement with each `x'…'` emptied. */
function withoutBlobs(typed: string, tokens: readonly Token[]): string {
  let [text, from] = ['', tokens[0]?.start ?? 0];
  for (const [index, { kind, start, end }] of tokens.entries()) {
    const before = tokens[index - 1];
    if (kind !== 'string' || !isWord(before, 'X') || before?.end !== start) continue;
    text += `${typed.slice(from, start)}''`;
    from = end;
  }
  return text + typed.slice(from, tokens.at(-1)?.end);
}

/** A piece of SQL other than whitespace and comments. */
interface Token {
  readonly kind: Unquoted | 'name' | 'string';
  /** A name or string without its quotes; everything else as written. */
  readonly text: string;
  /** Position in the SQL. */
  readonly start: number;
  readonly end: number;
}

const closing: Readonly<Record<string, string>> = { '"': '"', '`': '`', '[': ']', "'": "'" };
/** SQLite takes a byte order mark for a blank wherever a token could begin. */
const blank = /[ \t\n\v\f\r\ufeff]+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;
/** The tokens without quotes, in the order in which they are tried. */
const patterns = {
  word: /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*/y,
  // A hexadecimal number ends with its last digit, so that `0x1in 'fsdir'` names a table.
  number:
    /0[xX][\dA-Fa-f]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?[A-Za-z0-9_$\u0080-\uffff]*/y,
  // A name may be followed by anything in parentheses, quotes included: `$name(…)` (as in Tcl).
  parameter: /\?\d*|[:@$#][A-Za-z0-9_$:\u0080-\uffff]+(?:\([^\s)]*\)?)?/y,
  sign: /[-+*/%=<>!|&~.,;()]/y,
} as const;
type Unquoted = keyof typeof patterns;
const kinds = Object.keys(patterns) as readonly Unquoted[];

function matchAt(pattern: RegExp, sql: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(sql) ? pattern.lastIndex : undefined;
}

/** The end of the quoted text that begins at `start`. */
function endOfQuoted(sql: string, start: number, close: string): number {
  for (let end = sql.indexOf(close, start + 1); end >= 0; end = sql.indexOf(close, end + 2)) {
    // A doubled quote is part of the text; brackets can't be doubled.
    if (close === ']' || sql[end + 1] !== close) return end + 1;
  }
  throw refuse('The SQL has an unclosed quote');
}

/**
 * Splits SQL into tokens by SQLite's rules (sqlite.org/lang.html). Where the two disagreed, a string here
 * could be code there, so anything that SQLite would not accept is refused.
 */
function tokensOf(sql: string): readonly Token[] {
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
      const text = sql.slice(start + 1, end - 1).replaceAll(close + close, close);
      tokens.push({ kind: close === "'" ? 'string' : 'name', text, start, end });
      start = end;
      continue;
    }
    const [found] = kinds.flatMap((kind) => {
      const end = matchAt(patterns[kind], sql, start);
      return end === undefined ? [] : { kind, end };
    });
    if (found === undefined) {
      throw refuse(`SQL has no sign ${String.fromCodePoint(sql.codePointAt(start) as number)}`);
    }
    tokens.push({ ...found, text: sql.slice(start, found.end), start });
    start = found.end;
  }
  return tokens;
}
