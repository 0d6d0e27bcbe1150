/**
 * The only way to the network: one request out, one whole response back. A transport belongs to
 * one origin from its making, so nothing can be sent to another. It follows no redirect, retries
 * nothing and judges no status.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  close(): Promise<void>;
}

export interface TransportRequest {
  readonly method: string;
  /** Path and query below the origin, beginning with `/`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the request; covers the whole response, not only its first byte. */
  readonly signal: AbortSignal;
}

export interface TransportResponse {
  readonly status: number;
  /** Names in lower case; a header sent several times is joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** How a request can fail without a response. */
export type TransportProblem =
  | 'refused'
  | 'dns'
  | 'tls'
  | 'unreachable'
  | 'connect-timeout'
  | 'proxy'
  | 'proxy-unreachable'
  | 'reset'
  | 'truncated'
  | 'garbled'
  | 'too-large'
  | 'aborted';

/** A request that brought no whole response. */
export class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(
    readonly problem: TransportProblem,
    /** Whether any of the request may have reached the service. False means certainly not. */
    readonly sent: boolean,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** Milliseconds until a connection must be open, TLS included. */
export const connectTimeout = 10_000;

/**
 * Bytes of the largest response that is read. A page of 100 orders is a few hundred kilobytes; what
 * is larger than this is something else, and must not fill the memory.
 */
const largestResponse = 32 * 1024 * 1024;

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

/** What came is not HTTP: node:http and undici have the same parser, and name this differently. */
function isGarbled({ name, code = '', message }: NodeJS.ErrnoException): boolean {
  // The end of the connection in the middle of a response is a loss, no other protocol.
  if (code === 'HPE_INVALID_EOF_STATE' || /EOF/.test(message)) return false;
  return (
    code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW' || name === 'HTTPParserError'
  );
}

/**
 * What Node's or undici's error amounts to. `sent` is whether any of the request may have gone out,
 * `begun` whether some of the response had come.
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

export function abortedError(sent: boolean, signal: AbortSignal): TransportError {
  return new TransportError('aborted', sent, 'aborted', signal.reason);
}

/** Gathers a response as it comes in. */
export class IncomingResponse {
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  /** Takes a part of the body; the error where the body is too large. */
  add(chunk: Uint8Array): TransportError | undefined {
    this.#size += chunk.length;
    if (this.#size > largestResponse) {
      const most = `${largestResponse / 1024 / 1024} MiB`;
      return new TransportError('too-large', true, `it is larger than ${most}`);
    }
    this.#chunks.push(chunk);
    return undefined;
  }

  /** The whole response. `raw` is header names and values by turns. */
  whole(status: number, raw: readonly string[]): TransportResponse {
    const headers: Record<string, string> = {};
    for (let index = 0; index + 1 < raw.length; index += 2) {
      const name = (raw[index] as string).toLowerCase();
      const value = raw[index + 1] as string;
      headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
    }
    return { status, headers, body: Buffer.concat(this.#chunks) };
  }
}
