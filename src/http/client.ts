import { credentialHeaders } from '../contract/values';
import { Failure } from '../failure';
import { codesIn } from '../secrets/codes';
import type { Secret } from '../secrets/secret';
import { version } from '../version';
import type { World } from '../world';
import { type ReadAnswer, readAnswer } from './answer';
import { type BaseUrl, pathBelow } from './base-url';
import {
  lossFailure,
  rateLimitFailure,
  statusFailure,
  type Told,
  timeoutFailure,
  unknownOutcome,
  unreadableFailure,
} from './failures';
import { Gate, type Pass } from './gate';
import { answerLines, type Reporter, requestLines, silent, tryLine } from './report';
import { Allowance, backoff, decide, type Effect, type Mishap } from './retry';
import { retryAfter } from './retry-after';
import { type Transport, TransportError } from './transport';

export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: Secret;
}

/** Where the client gets the account's credentials; nothing is read before the first request. */
export interface CredentialSource {
  current(): Promise<Credentials>;
  /** Read once more after a 401, since they may have been rotated; undefined where they were not. */
  reread?(): Promise<Credentials | undefined>;
}

export interface ClientOptions {
  readonly base: BaseUrl;
  /** Called at the first request. */
  readonly openTransport: () => Promise<Transport>;
  readonly credentials: CredentialSource;
  /** Seconds that one request may take, its whole answer included. */
  readonly timeout: { readonly read: number; readonly write: number };
  /** Seconds to wait out rate limits, in all. */
  readonly maxWait: number;
  /** Tries after the first. */
  readonly retries: number;
  /** Requests under way at once. */
  readonly concurrency: number;
  readonly world: Pick<World, 'clock' | 'sleep' | 'random'>;
  readonly reporter?: Reporter | undefined;
  /** Told of every redemption code and PIN before it is sent; what the service says passes it. */
  readonly redactor?: { add(secret: string): void; clean(text: string): string } | undefined;
}

export interface Call<T = never> {
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly effect: Effect;
  /**
   * Fires when the run is interrupted. A read ends at once; a write that is under way is waited for,
   * and not tried again.
   */
  readonly signal: AbortSignal;
  readonly beforeTry?: (() => void | Promise<void>) | undefined;
  /** Of an update: reads whether the wanted state is there; undefined where it is not. */
  readonly look?: (() => Promise<T | undefined>) | undefined;
}

export interface Answered {
  readonly kind: 'answered';
  readonly answer: ReadAnswer;
  /** Whether an earlier try was lost after it was sent, and may have been carried out. */
  readonly uncertain: boolean;
}
/** No answer came, but `look` found the wanted state. */
export interface Found<T> {
  readonly kind: 'found';
  readonly found: T;
}

/** A create whose answer was lost: whether it was carried out has to be found out. */
export class LostCreate extends Error {
  override readonly name = 'LostCreate';
  constructor(readonly seen: Failure) {
    super(seen.message, { cause: seen });
  }
}

/** How one try ended; a mishap comes with the failure that it would be told as. */
type Tried =
  | { readonly answer: ReadAnswer; readonly mishap?: undefined }
  | { readonly mishap: Mishap; readonly failure: Failure; readonly answer?: ReadAnswer };

const timedOut = Symbol('timed out');

/** Sends requests well: credentials, time-outs, retries and the run's pace are in here. */
export class Client {
  readonly base: BaseUrl;
  /** Requests that may be under way at once. */
  readonly concurrency: number;
  readonly #options: ClientOptions;
  readonly #reporter: Reporter;
  readonly #gate: Gate;
  readonly #allowance = new Allowance();
  #transport: Promise<Transport> | undefined;
  #credentials: Promise<Credentials> | undefined;
  #rereading: Promise<Credentials | undefined> | undefined;

  constructor(options: ClientOptions) {
    this.base = options.base;
    this.concurrency = options.concurrency;
    this.#options = options;
    this.#reporter = options.reporter ?? silent;
    const { clock, sleep, random } = options.world;
    this.#gate = new Gate({
      clock,
      sleep,
      random,
      concurrency: options.concurrency,
      maxWait: options.maxWait * 1000,
      onPause: (milliseconds) =>
        this.#reporter.notice(
          `The service limits the rate of requests: going on in ${Math.ceil(milliseconds / 1000)} s`,
        ),
    });
  }

  /**
   * Sends the request until its answer is there, as the retry policy says. Throws a `Failure`, the
   * reason of `signal`, or a `LostCreate`.
   */
  async send<T = never>(call: Call<T>): Promise<Answered | Found<T>> {
    const path = pathBelow(this.base, call.path, call.query);
    const told: Told = { method: call.method, path: path.slice(this.base.prefix.length) };
    if (this.#options.redactor !== undefined) {
      for (const code of codesIn(call.body)) this.#options.redactor.add(code);
    }
    const seen = { uncertain: false };
    try {
      return await this.#sendUntilAnswered(call, path, told, seen);
    } catch (error) {
      if (!seen.uncertain || call.effect === 'read') throw error;
      throw uncertainFailure(told, error);
    }
  }

  async #sendUntilAnswered<T>(
    call: Call<T>,
    path: string,
    told: Told,
    seen: { uncertain: boolean },
  ): Promise<Answered | Found<T>> {
    const { effect, signal } = call;
    const { world, retries } = this.#options;
    let retried = 0;
    for (let attempt = 1; ; attempt++) {
      const tried = await this.#pass(call, path, told, attempt);
      if (tried.mishap === undefined) {
        return { kind: 'answered', answer: tried.answer, uncertain: seen.uncertain };
      }
      const { mishap, failure } = tried;
      const mayRetry = retried < retries && this.#allowance.sufficient;
      const decision = decide(mishap, { effect, mayRetry });
      // The gate knows of the pause by now and lets the next try through when it is over.
      if (decision === 'wait') continue;
      if (decision === 'look' && effect === 'create') throw new LostCreate(failure);
      if (mishap.kind === 'unreadable' || (mishap.kind === 'lost' && mishap.sent)) {
        seen.uncertain = true;
      }
      const found = decision === 'look' ? await call.look?.() : undefined;
      if (found !== undefined) return { kind: 'found', found };
      if (decision === 'fail' || !mayRetry) throw failure;
      this.#allowance.spend();
      await world.sleep(backoff(retried, world.random()), signal);
      retried++;
    }
  }

  /**
   * One try, let through by the gate. What it says about the run as a whole is taken in before the
   * next request may go: a pause after a 429, the end after a 401.
   */
  async #pass(call: Call<unknown>, path: string, told: Told, attempt: number): Promise<Tried> {
    const pass = await this.#gate.enter(call.signal);
    try {
      const credentials = await this.#currentCredentials();
      let tried = await this.#try(call, path, told, credentials, attempt);
      if (tried.answer?.status === 401 && (await this.#renewed(credentials))) {
        tried = await this.#try(call, path, told, await this.#currentCredentials(), attempt);
      }
      this.#learn(tried, pass, told);
      return tried;
    } finally {
      this.#gate.leave();
    }
  }

  /** Takes in what a try says about the service; throws where the waiting is over. */
  #learn(tried: Tried, pass: Pass, told: Told): void {
    const { answer, mishap } = tried;
    if (mishap === undefined) this.#allowance.earn();
    if (mishap === undefined || mishap.kind === 'refused') this.#gate.succeeded(pass);
    if (mishap?.kind === 'rate-limited' && answer !== undefined) {
      const { world, maxWait } = this.#options;
      if (this.#gate.limited(pass, retryAfter(answer.headers, world.clock.now()))) return;
      const failure = this.#clean(rateLimitFailure(told, answer, maxWait));
      this.#gate.stop(failure);
      throw failure;
    }
    const ending = tried.mishap === undefined ? undefined : tried.failure.ending;
    if (tried.mishap !== undefined && (ending === 'unauthorized' || ending === 'planRequired')) {
      this.#gate.stop(tried.failure);
    }
  }

  #currentCredentials(): Promise<Credentials> {
    this.#credentials ??= this.#options.credentials.current();
    return this.#credentials;
  }

  /**
   * Whether there are other credentials than the refused ones. They are read again once a run, and
   * every request that was refused meanwhile waits for that.
   */
  async #renewed(refused: Credentials): Promise<boolean> {
    if ((await this.#currentCredentials()) !== refused) return true;
    this.#rereading ??= this.#reread();
    const fresh = await this.#rereading;
    return fresh !== undefined && fresh !== refused;
  }

  async #reread(): Promise<Credentials | undefined> {
    const fresh = await this.#options.credentials.reread?.();
    if (fresh !== undefined) this.#credentials = Promise.resolve(fresh);
    return fresh;
  }

  /**
   * The service may say back what it was told. Its words pass the redactor before anyone prints them
   * or keeps them on disk.
   */
  #clean(failure: Failure): Failure {
    const { redactor } = this.#options;
    if (redactor === undefined) return failure;
    const clean = (text: string) => redactor.clean(text);
    return failure.with({
      code: clean(failure.code),
      message: clean(failure.message),
      issues: failure.issues?.map(({ path, message }) => ({
        path: clean(path),
        message: clean(message),
      })),
      requestId: failure.requestId && clean(failure.requestId),
    });
  }

  #headers({ apiKey, apiSecret }: Credentials, hasBody: boolean): Record<string, string> {
    return {
      accept: 'application/json',
      'user-agent': `waybill/${version}`,
      [credentialHeaders.key]: apiKey,
      [credentialHeaders.secret]: apiSecret.reveal(),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    };
  }

  async #try(
    call: Call<unknown>,
    path: string,
    told: Told,
    credentials: Credentials,
    attempt: number,
  ): Promise<Tried> {
    const { method, body, effect, signal } = call;
    const { clock, sleep } = this.#options.world;
    const seconds = this.#options.timeout[effect === 'read' ? 'read' : 'write'];
    const headers = this.#headers(credentials, body !== undefined);
    await call.beforeTry?.();
    this.#transport ??= this.#options.openTransport();
    const transport = await this.#transport;
    if (this.#reporter.detail === 'debug') {
      for (const line of requestLines(told, headers, body)) this.#reporter.line(line);
    }
    const limit = new AbortController();
    const timer = new AbortController();
    const interrupt = () => limit.abort(signal.reason);
    if (effect === 'read') signal.addEventListener('abort', interrupt, { once: true });
    sleep(seconds * 1000, timer.signal).then(
      () => limit.abort(timedOut),
      () => {},
    );
    const started = clock.monotonic();
    const report = (result: string) => {
      if (this.#reporter.detail === 'none') return;
      const milliseconds = clock.monotonic() - started;
      this.#reporter.line(tryLine({ ...told, result, milliseconds, attempt }));
    };
    try {
      const received = await transport.send({
        method,
        path,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: limit.signal,
      });
      const answer = readAnswer(method, received);
      report(String(answer.status));
      if (this.#reporter.detail === 'debug') {
        for (const line of answerLines(answer.headers, answer.body, received.body)) {
          this.#reporter.line(line);
        }
      }
      const tried = judge(told, answer);
      return tried.mishap === undefined ? tried : { ...tried, failure: this.#clean(tried.failure) };
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      const late = limit.signal.reason === timedOut;
      report(late ? 'timeout' : error.problem);
      if (error.problem === 'aborted' && !late) throw signal.reason;
      const lasting = error.problem === 'tls' || error.problem === 'proxy';
      return {
        mishap: { kind: 'lost', sent: error.sent, lasting },
        failure: late ? timeoutFailure(told, seconds) : lossFailure(this.base, told, error),
      };
    } finally {
      timer.abort();
      signal.removeEventListener('abort', interrupt);
    }
  }

  /** Waits between two requests of one undertaking; rejects with the signal's reason. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    return this.#options.world.sleep(milliseconds, signal);
  }

  async close(): Promise<void> {
    const transport = await this.#transport?.catch(() => undefined);
    await transport?.close();
  }
}

/** Sorts an answer by its status and by whether it can be read. */
function judge(told: Told, answer: ReadAnswer): Tried {
  const { status, unreadable } = answer;
  if (status >= 200 && status < 300) {
    if (unreadable === undefined) return { answer };
    return { mishap: { kind: 'unreadable' }, answer, failure: unreadableFailure(told, answer) };
  }
  const failure = statusFailure(told, answer);
  if (status === 429) return { mishap: { kind: 'rate-limited' }, answer, failure };
  if (status >= 500) return { mishap: { kind: 'server-error' }, answer, failure };
  return { mishap: { kind: 'refused' }, answer, failure };
}

/** What ends a write of which some try may have been carried out. */
function uncertainFailure(told: Told, error: unknown): unknown {
  if (error instanceof Failure) {
    // The service's verdict on the same request holds for the earlier try as well; a local file
    // that failed is the caller's to weigh.
    const verdict = ['refused', 'notFound', 'conflict', 'localFile', 'unknown'];
    return verdict.includes(error.ending) ? error : unknownOutcome(told, error);
  }
  if (error instanceof LostCreate) return error;
  return unknownOutcome(
    told,
    new Failure({
      ending: 'unavailable',
      code: 'interrupted',
      message: 'waybill was interrupted before its answer came',
      cause: error,
    }),
  );
}
