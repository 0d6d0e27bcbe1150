import { mask, maskCodes } from '../secrets/secret';

/** Where the client logs what it is doing: `--verbose`, `--debug` and pauses. */
export interface Reporter {
  /** How much to log of each request. */
  readonly detail: 'none' | 'verbose' | 'debug';
  /** One line for `--verbose` or `--debug`; the service may have worded it, so escape it. */
  line(text: string): void;
  /** Something that keeps the user waiting. */
  notice(text: string): void;
}

export const silent: Reporter = { detail: 'none', line: () => {}, notice: () => {} };

export interface TryReport {
  readonly method: string;
  readonly path: string;
  /** The status, or else what went wrong. */
  readonly result: string;
  readonly milliseconds: number;
  /** Starts at 1. */
  readonly attempt: number;
}

/** `GET /credit-cards?limit=25&offset=0 200 38 ms attempt 1` */
export function tryLine({ method, path, result, milliseconds, attempt }: TryReport): string {
  return `${method} ${path} ${result} ${Math.round(milliseconds)} ms attempt ${attempt}`;
}

const alwaysSecret = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie'];

/** The headers, safe to show; `secret` names in lower case those that the client adds. */
function headerLines(
  sign: string,
  headers: Readonly<Record<string, string>>,
  secret: readonly string[],
): string[] {
  const isSecret = (name: string) => [...alwaysSecret, ...secret].includes(name.toLowerCase());
  return Object.entries(headers).map(
    ([name, value]) => `${sign} ${name}: ${isSecret(name) ? mask : value}`,
  );
}

export function requestLines(
  { method, path }: Pick<TryReport, 'method' | 'path'>,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  secret: readonly string[],
): string[] {
  return [
    `> ${method} ${path}`,
    ...headerLines('>', headers, secret),
    ...(body === undefined ? [] : [`> ${JSON.stringify(maskCodes(body))}`]),
  ];
}

const longestText = 2_000;

/** The body of a response: JSON on one line, or the beginning of anything else. */
export function responseLines(
  headers: Readonly<Record<string, string>>,
  body: unknown,
  bytes: Uint8Array,
  secret: readonly string[],
): string[] {
  const text =
    body === undefined
      ? Buffer.from(bytes.subarray(0, longestText)).toString('utf8')
      : JSON.stringify(maskCodes(body));
  return [...headerLines('<', headers, secret), ...(text === '' ? [] : [`< ${text}`])];
}
