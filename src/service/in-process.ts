import type { App } from './app';

/** A request as a client inside the process makes it: the plain parts of an HTTP request. */
export interface PlainRequest {
  readonly method: string;
  /** Path and query below the origin, beginning with `/`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface PlainAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** A name that never resolves (RFC 6761, 6.4): a request that left the process would get nowhere. */
export const inProcessOrigin = 'http://sandbox.invalid';

/** Puts one plain request to the app; header names count whatever their case, as they do over HTTP. */
export async function answerInProcess(
  app: App,
  { method, path, headers, body = '' }: PlainRequest,
): Promise<PlainAnswer> {
  const lowered = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const answer = await app({
    method,
    path,
    header: (name) => lowered.get(name),
    body: async () => Buffer.from(body),
  });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(answer.text) };
}
