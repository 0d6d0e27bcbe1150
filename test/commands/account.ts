import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';
import { type Sandbox, serveSandbox } from '../support/sandbox';
import { type Run, type RunOptions, temporaryHome, waybill } from '../support/waybill';

/** A request that reached the service. */
export interface Seen {
  readonly method: string;
  /** Below the base URL, with the query. */
  readonly path: string;
  readonly body: unknown;
}

/** What becomes of a request's body on its way to the service. */
type Tamper = (body: string, method: string) => string;

/** Stands in front of the service, passes everything on, and remembers it. */
function recorder(sandbox: Sandbox, seen: Seen[], tampering: () => Tamper) {
  const target = new URL(sandbox.baseUrl);
  return createServer(async (incoming: IncomingMessage, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const body = await text(incoming);
    seen.push({
      method,
      path: url.slice(target.pathname.length),
      body: body === '' ? undefined : JSON.parse(body),
    });
    const sent = tampering()(body, method);
    const length = { 'content-length': String(Buffer.byteLength(sent)) };
    const passed = request(
      {
        host: target.hostname,
        port: target.port,
        method,
        path: url,
        headers: sent === body ? headers : { ...headers, ...length },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.end(sent);
  });
}

/** The sample account over HTTP, and the built program run against it as a user does. */
export interface Account {
  run(words: readonly string[], options?: RunOptions): Promise<Run>;
  /** What a run printed as JSON; it must have ended well and said nothing else. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into whatever JSON was printed
  json(words: readonly string[], options?: RunOptions): Promise<any>;
  /** The requests since this was asked last. */
  seen(): readonly Seen[];
  /**
   * Changes what is written on its way from here on: so the service itself refuses what the client
   * would never have sent.
   */
  tamper(change: (body: string) => string): void;
}

/** Opens an account for the tests of a file, and closes it after them. */
export function sampleAccount(flags: readonly string[] = []): Account {
  const seen: Seen[] = [];
  const asItIs: Tamper = (body) => body;
  let tamper = asItIs;
  let sandbox: Sandbox;
  let server: ReturnType<typeof recorder>;
  let env: Record<string, string> = {};

  beforeAll(async () => {
    sandbox = await serveSandbox({ flags });
    server = recorder(sandbox, seen, () => tamper);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    env = {
      ...sandbox.env,
      WAYBILL_BASE_URL: `http://127.0.0.1:${port}/api/v1`,
      WAYBILL_HOME: temporaryHome(),
    };
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await sandbox.stop();
  });

  const account: Account = {
    run: (words, options = {}) => waybill(words, { ...options, env: { ...env, ...options.env } }),
    async json(words, options) {
      const { exitCode, stdout, stderr } = await account.run([...words, '--json'], options);
      if (exitCode !== 0 || stderr !== '') {
        throw new Error(`${words.join(' ')} ended with ${exitCode}: ${stderr}`);
      }
      return JSON.parse(stdout);
    },
    seen: () => seen.splice(0),
    tamper: (change) => {
      tamper = (body, method) => (method === 'GET' ? body : change(body));
    },
  };
  return account;
}

/** The error that a run with `--json` told on stderr. */
export function errorOf({ stderr }: Run) {
  return JSON.parse(stderr).error;
}
