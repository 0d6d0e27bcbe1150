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

/** Puts one plain request to `fetch` and gives its answer back in plain parts. */
export async function answerInProcess(
  fetch: (request: Request) => Promise<Response>,
  { method, path, headers, body }: PlainRequest,
): Promise<PlainAnswer> {
  const request = new Request(`${inProcessOrigin}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const answer = await fetch(request);
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: new Uint8Array(await answer.arrayBuffer()),
  };
}
