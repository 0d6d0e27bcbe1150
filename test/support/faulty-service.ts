import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { openService, type Service } from '../../src/service/index';
import { sampleDay } from '../../src/service/sample/days';

/** A request as it arrived over the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How many bytes it had on the wire. */
  readonly bytes: number;
}

/** What goes wrong with one request. Without any of these the service responds normally. */
export interface Fault {
  /** The connection is reset after this many bytes of the request: it is not carried out. */
  readonly cutRequest?: number;
  /** The request is carried out, and this many bytes of its response are sent. */
  readonly cutResponse?: number;
  /** How it is cut: by a reset, or as if the response had ended. */
  readonly cutBy?: 'reset' | 'end';
  /** Sent instead of the service's response; the request is not carried out, unless instructed. */
  readonly instead?: Uint8Array | ((socket: Socket) => void);
  readonly carriedOut?: boolean;
  /** Done before the request is carried out. */
  readonly before?: () => unknown;
}

export interface FaultyService {
  /** Includes the version prefix. */
  readonly baseUrl: string;
  readonly service: Service;
  /** Every request that arrived completely, in order. */
  readonly requests: WireRequest[];
  /** Connections that were opened. */
  readonly connections: number;
  /** Decides about each request that arrives; `undefined` lets it through. */
  plan(next: (request: Pick<WireRequest, 'method' | 'path'>) => Fault | undefined): void;
  /** The full length in bytes of the last response that was sent only in part. */
  readonly cutLength: number;
  stop(): Promise<void>;
}

/**
 * The plain bytes of a response, as a server would send them on a connection that it keeps open.
 */
export function wireResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array | string,
): Buffer {
  const bytes = Buffer.from(body as string);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${lines.join('')}\r\n`), bytes]);
}

/** A JSON response with its length. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  const type = 'application/json';
  return wireResponse(status, { 'content-type': type, 'content-length': length, ...headers }, text);
}

function parseHead(head: string): Omit<WireRequest, 'body' | 'bytes'> {
  const [first = '', ...lines] = head.split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const path = pathOf(target);
  const headers = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return { method, path, headers: Object.fromEntries(headers) };
}

/** Only the path of a request that names a full URL because it was sent to a proxy. */
function pathOf(target: string): string {
  return target.replace(/^http:\/\/[^/]+/, '');
}

/**
 * The embedded service behind a wire that fails as instructed, byte by byte: a TCP server that
 * speaks just enough HTTP/1.1 to pass on whole requests.
 */
export async function startFaultyService(
  options: Partial<Parameters<typeof openService>[0]> = {},
): Promise<FaultyService> {
  let drawn = 0;
  const service = await openService({
    today: () => sampleDay,
    database: ':memory:',
    clock: { now: () => Date.UTC(2025, 10, 21, 12), monotonic: () => 0 },
    random: () => (drawn++ * 0.618_033_988_749_895) % 1,
    ...options,
  });
  const requests: WireRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let next: Parameters<FaultyService['plan']>[0] = () => undefined;
  let cutLength = 0;

  async function carryOut(request: WireRequest): Promise<Buffer> {
    const { method, path, headers, body } = request;
    const asked = { method, path, headers, ...(body === '' ? {} : { body }) };
    const answer = await service.handle(asked);
    const length = { 'content-length': String(answer.body.length) };
    return wireResponse(answer.status, { ...answer.headers, ...length }, answer.body);
  }

  async function answer(request: WireRequest, fault: Fault, socket: Socket): Promise<void> {
    requests.push(request);
    await fault.before?.();
    if (fault.carriedOut) await carryOut(request);
    if (typeof fault.instead === 'function') {
      fault.instead(socket);
      return;
    }
    if (fault.instead !== undefined) {
      socket.write(fault.instead);
      return;
    }
    const whole = await carryOut(request);
    if (socket.destroyed) return;
    if (fault.cutResponse === undefined) {
      socket.write(whole);
      return;
    }
    cutLength = whole.length;
    const part = whole.subarray(0, fault.cutResponse);
    if (fault.cutBy === 'end') socket.end(part);
    else socket.write(part, () => socket.resetAndDestroy());
  }

  function serve(socket: Socket): void {
    connections++;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let received = Buffer.alloc(0);
    let fault: Fault | undefined;
    let judged = false;
    const take = () => {
      const end = received.indexOf('\r\n\r\n');
      // Consult the plan as soon as the first line is there, so that a cut may fall into the
      // headers.
      const line = received.indexOf('\r\n');
      if (!judged && line !== -1) {
        judged = true;
        const [method = '', target = ''] = received.toString('latin1', 0, line).split(' ');
        fault = next({ method, path: pathOf(target) });
      }
      if (fault?.cutRequest !== undefined && received.length >= fault.cutRequest) {
        socket.resetAndDestroy();
        return;
      }
      if (end === -1) return;
      const head = parseHead(received.toString('utf8', 0, end));
      const whole = end + 4 + Number(head.headers['content-length'] ?? 0);
      if (received.length < whole) return;
      const body = received.toString('utf8', end + 4, whole);
      received = received.subarray(whole);
      judged = false;
      void answer({ ...head, body, bytes: whole }, fault ?? {}, socket);
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      take();
    });
  }

  const server = createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    service,
    requests,
    get connections() {
      return connections;
    },
    get cutLength() {
      return cutLength;
    },
    plan: (decide) => {
      next = decide;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
      service.close();
    },
  };
}

/** A plan in which only the first request that `matches` fails. */
export function firstTime(
  fault: Fault,
  matches: (request: Pick<WireRequest, 'method' | 'path'>) => boolean = () => true,
): (request: Pick<WireRequest, 'method' | 'path'>) => Fault | undefined {
  let done = false;
  return (request) => {
    if (done || !matches(request)) return undefined;
    done = true;
    return fault;
  };
}
