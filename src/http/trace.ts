import { grouped } from '../lib/words';
import { guardCodes, loggedBody, mask, mayHoldCodes, Redactor } from '../secrets/secret';
import type { RequestName } from './failures';

/** The client's log of what it is doing: `--verbose`, `--debug` and pauses. */
export interface Reporter {
  readonly detail: 'none' | 'verbose' | 'debug';
  /** The service may have worded it, so escape it. */
  line(text: string): void;
  notice(text: string): void;
  /** The service has carried out a request with this method. */
  succeeded(method: string): void;
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
  { method, path }: RequestName,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  secret: readonly string[],
): string[] {
  return [
    `> ${method} ${path}`,
    ...headerLines('>', headers, secret),
    ...(body === undefined ? [] : [`> ${loggedBody(body)}`]),
  ];
}

/** In characters. */
const longestText = 2_000;
/** Bytes from which they are taken; a secret that ends beyond them is not shown. */
const readText = 16 * longestText;

/** The beginning of a text that can't be parsed, such as a proxy's page. */
function beginningOf(bytes: Uint8Array, redactor: Pick<Redactor, 'clean'>): string {
  const text = Buffer.from(bytes.subarray(0, readText)).toString('utf8');
  if (mayHoldCodes(text)) return `(${grouped(bytes.length)} bytes that may hold codes)`;
  // Half of a secret would no longer be recognized.
  return redactor.clean(text).slice(0, longestText);
}

/** The body of a response: JSON on one line, or the beginning of anything else. */
export function responseLines(
  headers: Readonly<Record<string, string>>,
  { body, bytes }: { readonly body: unknown; readonly bytes: Uint8Array },
  secret: readonly string[],
  ofRun: Pick<Redactor, 'clean'>,
): string[] {
  const text = body === undefined ? beginningOf(bytes, ofRun) : loggedBody(body);
  const lines = [...headerLines('<', headers, secret), ...(text === '' ? [] : [`< ${text}`])];
  // A service that sends a code may repeat it in a text.
  const redactor = new Redactor();
  guardCodes(body, redactor);
  return lines.map((line) => redactor.clean(line));
}
