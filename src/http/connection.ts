import { TransportError, type TransportProblem } from './transport';

/** Milliseconds until a connection must stand, TLS included. */
export const connectTimeout = 10_000;

/**
 * Bytes of the largest answer that is read. A page of 100 orders is a few hundred kilobytes; what
 * is larger than this is something else, and must not fill the memory.
 */
export const largestAnswer = 32 * 1024 * 1024;

export function tooLarge(): TransportError {
  return new TransportError(
    'too-large',
    true,
    `it has more than ${largestAnswer / 1024 / 1024} MiB`,
  );
}

const byCode: Readonly<Record<string, TransportProblem>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETDOWN: 'unreachable',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
};

/** OpenSSL's verdicts on a certificate, as Node names them (`tls`, "X509 certificate error codes"). */
const certificateCode =
  /^(ERR_(TLS|SSL)_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_CERT|INVALID_CA|PATH_LENGTH|HOSTNAME_MISMATCH|CRL_|CERTIFICATE_|EPROTO$)/;

/** What came is not HTTP: node:http and undici have the same parser, and tell of it differently. */
function isGarbled({ name, code = '', message }: NodeJS.ErrnoException): boolean {
  // The end of the connection in the middle of an answer is a loss, no other language.
  if (code === 'HPE_INVALID_EOF_STATE' || /EOF/.test(message)) return false;
  return (
    code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW' || name === 'HTTPParserError'
  );
}

/**
 * What Node's or undici's error amounts to. `sent` is whether any of the request may have gone out,
 * `begun` whether some of the answer had come.
 */
export function problemOf(
  error: NodeJS.ErrnoException | undefined,
  sent: boolean,
  begun: boolean,
): TransportError {
  const code = error?.code ?? '';
  const detail = error?.message ?? 'the connection was closed';
  if (error !== undefined && isGarbled(error)) {
    return new TransportError('garbled', sent, detail, error);
  }
  if (!sent) {
    if (certificateCode.test(code)) return new TransportError('tls', false, detail, error);
    const known = byCode[code];
    if (known !== undefined) return new TransportError(known, false, detail, error);
  }
  return new TransportError(begun ? 'truncated' : 'reset', sent, detail, error);
}

/** Headers by lower-case name; `raw` is name and value by turns. */
export function headersOf(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase();
    const value = raw[index + 1] as string;
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}
