import type { ChildProcess } from 'node:child_process';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';
import { serveSampleAccount } from '../support/sandbox';
import { type TerminalSession, waybillInTerminal } from '../support/terminal';
import { type Run, type RunOptions, start, temporaryHome, waybill } from '../support/waybill';

type SampleService = Awaited<ReturnType<typeof serveSampleAccount>>;

/** A request that reached the service. */
export interface Seen {
  readonly method: string;
  /** The path below the base URL, with the query. */
  readonly path: string;
  readonly body: unknown;
}

/** Faults between the client and the service. */
interface Trouble {
  /** Changes the body of a write. */
  change(body: string): string;
  /** A member that no response shows. */
  hidden: string | undefined;
  /** How many more writes lose their response. */
  losing: number;
  /** Called when a response has been withheld for good. */
  keeping: (() => void) | undefined;
}

/** A proxy in front of the service that passes everything on and records it. */
function recorder(sandbox: SampleService, seen: Seen[], trouble: Trouble) {
  const target = new URL(sandbox.baseUrl);
  return createServer(async (incoming: IncomingMessage, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const body = await text(incoming);
    seen.push({
      method,
      path: url.slice(target.pathname.length),
      body: body === '' ? undefined : JSON.parse(body),
    });
    const writes = method !== 'GET';
    const sent = writes ? trouble.change(body) : body;
    const loses = writes && trouble.losing-- > 0;
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
        if (writes && trouble.keeping !== undefined) {
          answer.resume().on('end', trouble.keeping);
          trouble.keeping = undefined;
          return;
        }
        if (loses) {
          answer.resume().on('end', () => outgoing.destroy());
          return;
        }
        if (trouble.hidden !== undefined) {
          const shown = new RegExp(`,"${trouble.hidden}":\\[.*?\\]`, 'g');
          text(answer).then((body) => {
            const { 'content-length': _, ...rest } = answer.headers;
            outgoing.writeHead(answer.statusCode ?? 502, rest).end(body.replaceAll(shown, ''));
          });
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.end(sent);
  });
}

/** The sample account over HTTP, and the built program run against it as a user does. */
export interface Account {
  /** The same in a terminal, with a person at the keyboard. */
  inTerminal(words: readonly string[], options?: Pick<RunOptions, 'env'>): TerminalSession;
  run(words: readonly string[], options?: RunOptions): Promise<Run>;
  /** The JSON that a run printed; the run must have succeeded and printed nothing else. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests check any JSON that was printed
  json(words: readonly string[], options?: RunOptions): Promise<any>;
  /** The requests since the last call. */
  seen(): readonly Seen[];
  /**
   * Changes the body of every write from now on, so that the service refuses something the client
   * would never send.
   */
  tamper(change: (body: string) => string): void;
  /** Leaves a list out of every response from now on; without a name, none. */
  hide(member?: string): void;
  /** Lets this many writes reach the service but loses their responses. */
  loseResponses(count: number): void;
  /** Resolves when a write has been carried out; its sender never gets the response. */
  keepAnswer(): Promise<void>;
  /** Starts a run without waiting for it. */
  start(words: readonly string[], env?: RunOptions['env']): ChildProcess;
  /** The environment in which the program uses this account. */
  env(): Readonly<Record<string, string>>;
  /** Texts that must not appear anywhere. */
  secrets(): readonly string[];
}

/** Opens an account for the tests of a file, and closes it after them. */
export function sampleAccount(flags: readonly string[] = []): Account {
  const seen: Seen[] = [];
  const trouble: Trouble = {
    change: (body) => body,
    losing: 0,
    keeping: undefined,
    hidden: undefined,
  };
  let sandbox: SampleService;
  let server: ReturnType<typeof recorder>;
  let env: Record<string, string> = {};

  beforeAll(async () => {
    sandbox = await serveSampleAccount(flags);
    server = recorder(sandbox, seen, trouble);
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
    inTerminal: (words, more = {}) => waybillInTerminal(words, { env: { ...env, ...more.env } }),
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
      trouble.change = change;
    },
    hide: (member) => {
      trouble.hidden = member;
    },
    loseResponses: (count) => {
      trouble.losing = count;
    },
    keepAnswer: () =>
      new Promise((resolve) => {
        trouble.keeping = resolve;
      }),
    start: (words, more = {}) => start(words, { env: { ...env, ...more } }),
    env: () => env,
    secrets: () => [sandbox.apiKey, sandbox.apiSecret],
  };
  return account;
}

/** The error that a run with `--json` reported on stderr. */
export function errorOf({ stderr }: Pick<Run, 'stderr'>) {
  return JSON.parse(stderr).error;
}
