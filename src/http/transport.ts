/** The service's address, split up: every request goes to this origin and below this path. */
export interface BaseUrl {
  /** `https://api.example.com`: scheme, host and port. Credentials never go anywhere else. */
  readonly origin: string;
  readonly secure: boolean;
  /** As `URL` writes it, an IPv6 address in brackets. */
  readonly hostname: string;
  readonly port: number;
  /** `/api/v1`, without a trailing slash. */
  readonly prefix: string;
  readonly text: string;
}

/**
 * The only way to the network: one request out, one complete response back. It is created for one origin, so
 * nothing can be sent to another. It follows no redirects, retries nothing and judges no status.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  close(): Promise<void>;
}

export interface TransportRequest {
  readonly method: string;
  /** Path and query below the origin, starting with `/`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends this request and no other; covers the whole response, not only its first byte. */
  readonly signal: AbortSignal;
}

export interface TransportResponse {
  readonly status: number;
  /** Names in lower case; the values of a repeated header are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** A response and its body: parsed if it is complete JSON, otherwise with what is wrong with it. */
export interface ReadResponse extends Omit<TransportResponse, 'body'> {
  readonly body: unknown;
  /** The reason the body can't be read; undefined if it can. */
  readonly unreadable: string | undefined;
  /** The member whose number differs in `body` from what was sent, if any. */
  readonly changed?: string | undefined;
}

export interface NetworkOptions {
  readonly base: BaseUrl;
  readonly connections: number;
  /** PEM certificates to trust; undefined for Node's own. */
  readonly ca?: readonly string[] | undefined;
}

/** The options of TLS. Explicit, since NODE_TLS_REJECT_UNAUTHORIZED=0 turns the default off. */
export const checkedTls = (ca: NetworkOptions['ca']) => ({
  rejectUnauthorized: true,
  ...(ca === undefined ? {} : { ca: [...ca] }),
});

export type TransportProblem =
  | 'refused'
  | 'dns'
  | 'tls'
  | 'proxy-tls'
  | 'no-tls'
  | 'unreachable'
  | 'connect-timeout'
  | 'proxy'
  | 'proxy-unreachable'
  | 'reset'
  | 'truncated'
  | 'garbled'
  | 'too-large'
  | 'aborted';

/** A request that got no complete response. */
export class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(
    readonly problem: TransportProblem,
    /** Set if any of the request may have reached the service. False means certainly not. */
    readonly sent: boolean,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** Milliseconds until a connection must be open, TLS included. */
export const connectTimeout = 10_000;

/** The largest response that is read, in bytes. A page of 100 orders is a few hundred kilobytes. */
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

/** OpenSSL's certificate errors, as Node names them (`tls`, "X509 certificate error codes"). */
const certificateCode =
  /^(ERR_(TLS|SSL)_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_CERT|INVALID_CA|PATH_LENGTH|HOSTNAME_MISMATCH|CRL_|CERTIFICATE_|EPROTO$)/;

/** The response is not HTTP: node:http and undici share a parser but name this differently. */
function isGarbled({ name, code = '', message }: NodeJS.ErrnoException): boolean {
  // A connection that ends in the middle of a response is a loss, not another protocol.
  if (code === 'HPE_INVALID_EOF_STATE' || /EOF/.test(message)) return false;
  return (
    code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW' || name === 'HTTPParserError'
  );
}

/** Maps an error of Node or undici to a problem, by whether the request went out and a response began. */
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
    // OpenSSL's words, and BoringSSL's.
    if (/wrong.version.number/i.test(detail)) {
      return new TransportError('no-tls', false, detail, error);
    }
    if (certificateCode.test(code)) return new TransportError('tls', false, detail, error);
    const known = byCode[code];
    if (known !== undefined) return new TransportError(known, false, detail, error);
  }
  return new TransportError(begun ? 'truncated' : 'reset', sent, detail, error);
}

export function abortedError(sent: boolean, signal: AbortSignal): TransportError {
  return new TransportError('aborted', sent, 'aborted', signal.reason);
}

export class IncomingResponse {
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  add(chunk: Uint8Array): TransportError | undefined {
    this.#size += chunk.length;
    if (this.#size > largestResponse) {
      const most = `${largestResponse / 1024 / 1024} MiB`;
      return new TransportError('too-large', true, `it is larger than ${most}`);
    }
    this.#chunks.push(chunk);
    return undefined;
  }

  /** The complete response. `raw` alternates header names and values. */
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
