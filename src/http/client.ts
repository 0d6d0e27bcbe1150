import { Failure } from '../failure';
import { guardCodes } from '../secrets/secret';
import type { World } from '../world';
import { pathBelow } from './connection';
import {
  type Attempt,
  Exchange,
  type Exchanged,
  type ExchangeOptions,
  type Sendable,
} from './exchange';
import {
  type RequestName,
  rateLimitFailure,
  statusFailure,
  unknownOutcome,
  unreadableFailure,
} from './failures';
import { Allowance, Gate } from './rate-limit';
import { type AttemptProblem, backoff, decide, retryAfter } from './retry';
import type { BaseUrl, ReadResponse } from './transport';

export interface ClientOptions extends ExchangeOptions {
  /** Seconds to wait out rate limits, in total. */
  readonly maxWait: number;
  readonly retries: number;
  readonly concurrency: number;
  readonly world: ExchangeOptions['world'] & Pick<World, 'random'>;
}

export interface Call<T = never> extends Sendable {
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** For an update: reads whether the wanted state is there; undefined if it is not. */
  readonly look?: (() => Promise<T | undefined>) | undefined;
  /** For an update: called before each repetition. Throws, or returns what an earlier attempt has done. */
  readonly recheck?: ((uncertain: boolean) => Promise<T | undefined>) | undefined;
}

export interface Responded {
  readonly kind: 'responded';
  readonly response: ReadResponse;
  /** Set if an earlier attempt was lost after it was sent, so it may have been carried out. */
  readonly uncertain: boolean;
}
/** No response came, but `look` found the wanted state. */
export interface FoundInstead<T> {
  readonly kind: 'found';
  readonly found: T;
}

/** A create whose response was lost: the caller has to find out whether it was carried out. */
export class LostCreate extends Error {
  override readonly name = 'LostCreate';
  constructor(readonly seen: Failure) {
    super(seen.message, { cause: seen });
  }
}

/** The end of one attempt; a problem comes with the failure that would report it. */
type Attempted =
  | { readonly response: ReadResponse; readonly problem?: undefined; readonly failure?: undefined }
  | {
      readonly response?: ReadResponse;
      readonly problem: AttemptProblem;
      readonly failure: Failure;
    };

/** Sends requests with everything they need: credentials, retries and the run's pace. */
export class Client {
  readonly base: BaseUrl;
  readonly concurrency: number;
  readonly #exchange: Exchange;
  readonly #gate: Gate;
  readonly #allowance = new Allowance();

  constructor(private readonly options: ClientOptions) {
    this.base = options.base;
    this.concurrency = options.concurrency;
    this.#exchange = new Exchange(options);
    const { clock, sleep, random } = options.world;
    this.#gate = new Gate({
      clock,
      sleep,
      random,
      concurrency: options.concurrency,
      maxWait: options.maxWait * 1000,
      onPause: (milliseconds) =>
        options.reporter.notice(
          `Rate limited by the service: retrying in ${Math.ceil(milliseconds / 1000)} s`,
        ),
    });
  }

  /** Sends the request, with retries. Throws a `Failure`, the reason of `signal`, or a `LostCreate`. */
  async send<T = never>(call: Call<T>): Promise<Responded | FoundInstead<T>> {
    const path = pathBelow(this.base, call.path, call.query);
    const request: RequestName = { method: call.method, path: path.slice(this.base.prefix.length) };
    guardCodes(call.body, this.options.redactor);
    const seen = { uncertain: false };
    try {
      return await this.#sendUntilResponse({ call, path, request }, seen);
    } catch (error) {
      if (!seen.uncertain || call.effect === 'read') throw error;
      throw uncertainFailure(request, error);
    }
  }

  async #sendUntilResponse<T>(
    wanted: Omit<Attempt, 'attempt'> & { readonly call: Call<T> },
    seen: { uncertain: boolean },
  ): Promise<Responded | FoundInstead<T>> {
    const { call } = wanted;
    const { effect, signal } = call;
    const { world, retries } = this.options;
    let retried = 0;
    for (let attempt = 1; ; attempt++) {
      const tried = await this.#pass({ ...wanted, attempt });
      if (tried.problem === undefined) {
        return { kind: 'responded', response: tried.response, uncertain: seen.uncertain };
      }
      const { problem, failure } = tried;
      const mayRetry = retried < retries && this.#allowance.sufficient;
      const decision = decide(problem, { effect, mayRetry });
      // The gate already knows of the pause and lets the next attempt through when it is over.
      if (decision !== 'wait') {
        if (decision === 'look' && effect === 'create') throw new LostCreate(failure);
        if (mayBeDone(problem)) seen.uncertain = true;
        const found = decision === 'look' ? await call.look?.() : undefined;
        if (found !== undefined) return { kind: 'found', found };
        if (decision === 'fail' || !mayRetry) throw failure;
        this.#allowance.spend();
        await world.sleep(backoff(retried, world.random()), signal);
        retried++;
      }
      const done = await call.recheck?.(seen.uncertain);
      if (done !== undefined) return { kind: 'found', found: done };
    }
  }

  /** One attempt. Before the next may go, it applies a pause after a 429 and the end after a 401. */
  async #pass(one: Attempt): Promise<Attempted> {
    const pauses = await this.#gate.enter(one.call.signal);
    try {
      const tried = await this.#judge(one, await this.#exchange.send(one));
      if (tried.problem === undefined) this.#allowance.earn();
      this.#learn(tried, pauses, one.request);
      return tried;
    } finally {
      this.#gate.leave();
    }
  }

  /** Reads the response to an attempt and classifies it by status and by whether it can be used. */
  async #judge(one: Attempt, exchanged: Exchanged): Promise<Attempted> {
    if (exchanged.received === undefined) {
      return { ...exchanged, failure: this.#clean(exchanged.failure) };
    }
    const response = this.#exchange.read(one, exchanged);
    const problem = problemOf(response);
    if (problem === undefined) {
      const wrong = await one.call.objection?.(response);
      if (wrong === undefined) {
        this.options.reporter.succeeded(one.request.method);
        return { response };
      }
      return { problem: { kind: 'unreadable' }, response, failure: this.#clean(wrong) };
    }
    const failure =
      problem.kind === 'unreadable'
        ? unreadableFailure(one.request, response)
        : await this.#refusal(one.request, response);
    return { problem, response, failure: this.#clean(failure) };
  }

  async #refusal(request: RequestName, response: ReadResponse): Promise<Failure> {
    const failure = statusFailure(request, response);
    if (failure.ending !== 'unauthorized') return failure;
    return failure.with({ hint: await this.options.credentials.refusedHint?.() });
  }

  /** Applies what an attempt says about the service; throws if waiting is over. */
  #learn({ response, problem, failure }: Attempted, pauses: number, request: RequestName): void {
    if (problem === undefined || problem.kind === 'refused' || problem.kind === 'unreadable') {
      this.#gate.succeeded(pauses);
    }
    if (problem?.kind === 'rate-limited' && response !== undefined) {
      const { world, maxWait } = this.options;
      if (this.#gate.limited(pauses, retryAfter(response.headers, world.clock.now()))) return;
      const overdue = this.#clean(rateLimitFailure(request, response, maxWait));
      this.#gate.stop(overdue);
      throw overdue;
    }
    const isFinal = failure?.ending === 'unauthorized' || failure?.ending === 'planRequired';
    if (isFinal) this.#gate.stop(failure);
  }

  /** Masks secrets: the service may repeat what it was sent, and its words are printed or written to disk. */
  #clean(failure: Failure): Failure {
    const { redactor } = this.options;
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

  close(): Promise<void> {
    return this.#exchange.close();
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function problemOf({ status, unreadable }: ReadResponse): AttemptProblem | undefined {
  if (isSuccess(status)) return unreadable === undefined ? undefined : { kind: 'unreadable' };
  if (status === 429) return { kind: 'rate-limited' };
  if (status < 500) return { kind: 'refused' };
  return { kind: 'server-error', maybeDone: status !== 503 };
}

function mayBeDone(problem: AttemptProblem): boolean {
  if (problem.kind === 'server-error') return problem.maybeDone;
  return problem.kind === 'unreadable' || (problem.kind === 'lost' && problem.sent);
}

/** The error to throw for a write if some attempt may have been carried out. */
function uncertainFailure(request: RequestName, error: unknown): unknown {
  if (error instanceof Failure) {
    // The service's verdict also covers the earlier attempt; a local file error is for the caller to weigh.
    const { ending, isAboutInput } = error;
    const isKnown = isAboutInput || ending === 'localFile' || ending === 'unknown';
    return isKnown ? error.with({ afterLoss: true }) : unknownOutcome(request, error);
  }
  if (error instanceof LostCreate) return error;
  return unknownOutcome(
    request,
    new Failure({
      ending: 'unavailable',
      code: 'interrupted',
      message: 'waybill stopped before the response arrived',
      cause: error,
    }),
  );
}
