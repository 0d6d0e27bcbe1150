import type { Failure } from '../failure';
import { version } from '../version';
import type { World } from '../world';
import { type ReadAnswer, readAnswer } from './answer';
import type { BaseUrl } from './base-url';
import { lossFailure, type Told, timeoutFailure } from './failures';
import { answerLines, type Reporter, requestLines, tryLine } from './report';
import type { Effect, Mishap } from './retry';
import type { CredentialHeaders, Credentials } from './run-credentials';
import { type Transport, TransportError, type TransportResponse } from './transport';

/** One try of a request. */
export interface Try {
  readonly told: Told;
  /** With the base URL's own. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body: unknown;
  readonly effect: Effect;
  readonly signal: AbortSignal;
  readonly beforeTry: (() => void | Promise<void>) | undefined;
  /** Counts from 1. */
  readonly attempt: number;
}

/** What a try brought: the bytes of a whole answer, which nobody has read yet, or none. */
export type Exchanged =
  | { readonly received: TransportResponse; readonly milliseconds: number }
  | {
      readonly received?: undefined;
      readonly mishap: Extract<Mishap, { kind: 'lost' }>;
      readonly failure: Failure;
    };

export interface ExchangeOptions {
  readonly base: BaseUrl;
  readonly credentialHeaders: CredentialHeaders;
  /** Called at the first request. */
  readonly openTransport: () => Promise<Transport>;
  /** Seconds that one request may take, its whole answer included. */
  readonly timeout: { readonly read: number; readonly write: number };
  readonly world: Pick<World, 'clock' | 'sleep'>;
  readonly reporter: Reporter;
}

const timedOut = Symbol('timed out');
/** A reason of its own: without one, each abort makes an error with its stack. */
const answered = Symbol('answered');

/** Puts single tries on the wire, each within its time, and tells `--verbose` and `--debug` of them. */
export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #secretHeaders: readonly string[];
  #transport: Promise<Transport> | undefined;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#secretHeaders = Object.values(options.credentialHeaders);
  }

  /** Sends one try. Throws the reason of its signal, or what `beforeTry` throws. */
  async send(one: Try, credentials: Credentials): Promise<Exchanged> {
    const { told, path, body, effect, signal } = one;
    const { world, reporter } = this.#options;
    const { credentialHeaders: names } = this.#options;
    const headers = {
      ...plainHeaders(body !== undefined),
      [names.key]: credentials.apiKey,
      [names.secret]: credentials.apiSecret.reveal(),
    };
    await one.beforeTry?.();
    this.#transport ??= this.#options.openTransport();
    const transport = await this.#transport;
    // From here on a write is waited for, so this is the last moment at which it can be left out.
    signal.throwIfAborted();
    if (reporter.detail === 'debug') {
      for (const line of requestLines(told, headers, body, this.#secretHeaders)) {
        reporter.line(line);
      }
    }
    const seconds = this.#options.timeout[effect === 'read' ? 'read' : 'write'];
    const limit = new AbortController();
    const timer = new AbortController();
    const interrupt = () => limit.abort(signal.reason);
    if (effect === 'read') signal.addEventListener('abort', interrupt, { once: true });
    world.sleep(seconds * 1000, timer.signal).then(
      () => limit.abort(timedOut),
      () => {},
    );
    const started = world.clock.monotonic();
    const elapsed = () => world.clock.monotonic() - started;
    try {
      const received = await transport.send({
        method: told.method,
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
      if (error.problem === 'aborted' && !late) throw signal.reason;
      const lasting = error.problem === 'tls' || error.problem === 'proxy';
      return {
        mishap: { kind: 'lost', sent: error.sent, lasting },
        failure: late
          ? timeoutFailure(told, seconds)
          : lossFailure(this.#options.base, told, error),
      };
    } finally {
      timer.abort(answered);
      signal.removeEventListener('abort', interrupt);
    }
  }

  /** Reads the answer that a try brought. */
  read(
    one: Try,
    { received, milliseconds }: Extract<Exchanged, { milliseconds: number }>,
  ): ReadAnswer {
    const { reporter } = this.#options;
    const answer = readAnswer(one.told.method, received);
    this.#report(one, String(answer.status), milliseconds);
    if (reporter.detail === 'debug') {
      for (const line of answerLines(
        answer.headers,
        answer.body,
        received.body,
        this.#secretHeaders,
      )) {
        reporter.line(line);
      }
    }
    return answer;
  }

  #report({ told, attempt }: Try, result: string, milliseconds: number): void {
    const { reporter } = this.#options;
    if (reporter.detail === 'none') return;
    reporter.line(tryLine({ ...told, result, milliseconds, attempt }));
  }

  async close(): Promise<void> {
    const transport = await this.#transport?.catch(() => undefined);
    await transport?.close();
  }
}

function plainHeaders(hasBody: boolean): Record<string, string> {
  return {
    accept: 'application/json',
    'user-agent': `waybill/${version}`,
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
  };
}
