/**
 * The narrow door to the network: one request out, one whole answer back. A transport belongs to
 * one origin from its making, so nothing can be sent to another. It follows no redirect, retries
 * nothing and judges no status.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportAnswer>;
  close(): Promise<void>;
}

export interface TransportRequest {
  readonly method: string;
  /** Path and query below the origin, beginning with `/`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the request; covers the whole answer, not its first byte alone. */
  readonly signal: AbortSignal;
}

export interface TransportAnswer {
  readonly status: number;
  /** Names in lower case; a header sent several times is joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** How a request can fail without an answer. */
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

/** A request that brought no whole answer. */
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
