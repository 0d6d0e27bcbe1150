import { isUtf8 } from 'node:buffer';
import type { Failure } from '../failure';
import { isTooDeep, parseExactly, whyNotJson } from '../lib/json';
import type { Redactor, Secret } from '../secrets/secret';
import { version } from '../version';
import { type World, workDone } from '../world';
import { lossFailure, type RequestName, timeoutFailure } from './failures';
import type { AttemptProblem, Effect } from './retry';
import { type Reporter, requestLines, responseLines } from './trace';
import {
  type BaseUrl,
  type ReadResponse,
  type Transport,
  TransportError,
  type TransportResponse,
} from './transport';

export interface KeyAndSecret {
  readonly apiKey: string;
  readonly apiSecret: Secret;
}

/** The names of the headers that carry them, in lower case. */
export type CredentialHeaders = Readonly<Record<'key' | 'secret', string>>;

/** The account's credentials, shared by all requests of a run; nothing is read before the first one. */
export interface RequestCredentials {
  current(): Promise<KeyAndSecret>;
  /** After a 401: whether there are newer ones than those that were refused. */
  renewed?(refused: KeyAndSecret): Promise<boolean>;
  refusedHint?(): Promise<string>;
}

/** `application/json` and its kin (RFC 6839, 3.1). */
const jsonType = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** Longer ones are not shown: half of a secret in it could no longer be masked. */
const longestType = 100;

/** Parses the body as JSON, or explains why it can't be parsed without quoting any of it. */
function parse(type: string | undefined, bytes: Uint8Array) {
  if (bytes.length === 0) return 'it is empty';
  if (type !== undefined && !jsonType.test(type)) {
    return type.length > longestType
      ? 'it is not application/json'
      : `it is "${type}", not application/json`;
  }
  if (!isUtf8(bytes)) return 'it is not UTF-8 text';
  try {
    const { buffer, byteOffset, byteLength } = bytes;
    const text = Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
    const { value, changed } = parseExactly(text);
    return { body: value, changed };
  } catch (error) {
    return isTooDeep(error) ? `it ${whyNotJson(error)}` : 'it is not complete JSON';
  }
}

export function readResponse(method: string, response: TransportResponse): ReadResponse {
  const { status, headers, body: bytes } = response;
  // RFC 9110, 6.4.1.
  const hasNoBody = method === 'HEAD' || [204, 205, 304].includes(status);
  const empty = { status, headers, body: undefined, unreadable: undefined };
  if (bytes.length === 0 && hasNoBody) return empty;
  const parsed = parse(headers['content-type'], bytes);
  return typeof parsed === 'string' ? { ...empty, unreadable: parsed } : { ...empty, ...parsed };
}

/** The part of a call that one attempt needs. */
export interface Sendable {
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly effect: Effect;
  /** Fires when the run is interrupted: a read ends at once; a write is waited for, but not retried. */
  readonly signal: AbortSignal;
  readonly beforeTry?: (() => void | Promise<void>) | undefined;
  /** For a write: the fault of a success response, which then says nothing about the outcome. */
  readonly objection?: ((response: ReadResponse) => Promise<Failure | undefined>) | undefined;
}

export interface Attempt {
  readonly call: Sendable;
  readonly request: RequestName;
  /** Including the base URL's own path. */
  readonly path: string;
  /** Starts at 1. */
  readonly attempt: number;
}

/** The result of an attempt: the bytes of a complete response, still unparsed, or none. */
export type Exchanged =
  | { readonly received: TransportResponse; readonly milliseconds: number }
  | {
      readonly received?: undefined;
      readonly problem: Extract<AttemptProblem, { kind: 'lost' }>;
      readonly failure: Failure;
    };

export interface ExchangeOptions {
  readonly base: BaseUrl;
  readonly credentials: RequestCredentials;
  readonly credentialHeaders: CredentialHeaders;
  readonly openTransport: () => Promise<Transport>;
  /** Seconds that one request may take, including its whole response. */
  readonly timeout: { readonly read: number; readonly write: number };
  readonly world: Pick<World, 'clock' | 'sleep' | 'insistence'>;
  readonly reporter: Reporter;
  /** Receives every redemption code and PIN before it is sent, and cleans what the service says. */
  readonly redactor: Pick<Redactor, 'add' | 'clean'>;
}

const timedOut = Symbol('timed out');

/** Sends single attempts, each with its timeout, and logs them for `--verbose` and `--debug`. */
export class Exchange {
  readonly #secretHeaders: readonly string[];
  #transport: Promise<Transport> | undefined;

  constructor(private readonly options: ExchangeOptions) {
    this.#secretHeaders = Object.values(options.credentialHeaders);
  }

  /** Sends an attempt, again if credentials were replaced. Throws its signal's reason, or as `beforeTry`. */
  async send(one: Attempt): Promise<Exchanged> {
    const { credentials: source } = this.options;
    const reading = source.current();
    // While a keychain's process responds, load the transport.
    if (this.#transport === undefined) setImmediate(() => this.#open().catch(() => {}));
    const credentials = await reading;
    const exchanged = await this.#sendWith(one, credentials);
    if (exchanged.received === undefined || exchanged.received.status !== 401) return exchanged;
    if ((await source.renewed?.(credentials)) !== true) return exchanged;
    // The refusal no longer matters, but --verbose shows it.
    this.read(one, exchanged);
    return this.#sendWith(one, await source.current());
  }

  #open(): Promise<Transport> {
    this.#transport ??= this.options.openTransport();
    return this.#transport;
  }

  async #sendWith(one: Attempt, credentials: KeyAndSecret): Promise<Exchanged> {
    const { call, request, path } = one;
    const { body, effect, signal } = call;
    const { world, reporter, credentialHeaders: names } = this.options;
    const headers = {
      accept: 'application/json',
      'user-agent': `waybill/${version}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      [names.key]: credentials.apiKey,
      [names.secret]: credentials.apiSecret.reveal(),
    };
    await call.beforeTry?.();
    const transport = await this.#open();
    // From here on a write can't be interrupted, so this is the last chance to skip it.
    signal.throwIfAborted();
    if (reporter.detail === 'debug') {
      for (const line of requestLines(request, headers, body, this.#secretHeaders)) {
        reporter.line(line);
      }
    }
    const seconds = this.options.timeout[effect === 'read' ? 'read' : 'write'];
    const limit = new AbortController();
    const timer = new AbortController();
    // A journal says how to go on after a request of an upload that nobody waited for.
    const end = effect === 'read' ? signal : call.beforeTry ? undefined : world.insistence;
    const interrupt = () => limit.abort(end?.reason);
    end?.addEventListener('abort', interrupt, { once: true });
    world.sleep(seconds * 1000, timer.signal).then(
      () => limit.abort(timedOut),
      () => {},
    );
    const started = world.clock.monotonic();
    const elapsed = () => world.clock.monotonic() - started;
    try {
      const received = await transport.send({
        method: request.method,
        path,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: limit.signal,
      });
      return { received, milliseconds: elapsed() };
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      const late = limit.signal.reason === timedOut;
      this.#report(one, late ? 'timeout' : error.problem, elapsed());
      if (error.problem === 'aborted' && !late && effect === 'read') throw signal.reason;
      const lasting = ['tls', 'no-tls', 'proxy'].includes(error.problem);
      return {
        problem: { kind: 'lost', sent: error.sent, lasting },
        failure: late
          ? timeoutFailure(request, seconds)
          : lossFailure(this.options.base, request, error),
      };
    } finally {
      timer.abort(workDone);
      end?.removeEventListener('abort', interrupt);
    }
  }

  read(
    one: Attempt,
    { received, milliseconds }: Extract<Exchanged, { milliseconds: number }>,
  ): ReadResponse {
    const { reporter, redactor } = this.options;
    const response = readResponse(one.request.method, received);
    this.#report(one, String(response.status), milliseconds);
    if (reporter.detail === 'debug') {
      const { headers, body } = response;
      const shown = { body, bytes: received.body };
      for (const line of responseLines(headers, shown, this.#secretHeaders, redactor)) {
        reporter.line(line);
      }
    }
    return response;
  }

  #report({ request, attempt }: Attempt, result: string, milliseconds: number): void {
    const { reporter } = this.options;
    if (reporter.detail === 'none') return;
    const { method, path } = request;
    reporter.line(`${method} ${path} ${result} ${Math.round(milliseconds)} ms attempt ${attempt}`);
  }

  async close(): Promise<void> {
    const transport = await this.#transport?.catch(() => undefined);
    await transport?.close();
  }
}
