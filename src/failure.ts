import { type Ending, exitCodes } from './exit-codes';

/** One bad field, under the name the user typed if that is known. */
export interface FailureIssue {
  readonly path: string;
  readonly message: string;
}

export interface FailureDetails {
  /** Decides the exit code of the run. */
  readonly ending: Ending;
  /** A stable word for scripts: the service's own code if it sent one. */
  readonly code: string;
  /** The fault in one or two sentences, without a period at the end. */
  readonly message: string;
  /** HTTP status, if the service responded. */
  readonly status?: number | undefined;
  readonly issues?: readonly FailureIssue[] | undefined;
  readonly hint?: string | undefined;
  readonly requestId?: string | undefined;
  /** Set if an earlier attempt of the same request may have been carried out. Not printed. */
  readonly afterLoss?: boolean;
  readonly cause?: unknown;
}

/** Statuses that may be about the input; a 413 or a 418 comes from something in between. */
const inputStatuses: ReadonlySet<number> = new Set([400, 404, 409, 422]);

/** Anything that can go wrong without being a bug. Anything else that reaches `run.ts` is reported as a bug. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly ending: Ending;
  readonly code: string;
  readonly status: number | undefined;
  readonly issues: readonly FailureIssue[] | undefined;
  readonly hint: string | undefined;
  readonly requestId: string | undefined;
  readonly afterLoss: boolean;

  constructor(details: FailureDetails) {
    super(details.message, { cause: details.cause });
    this.ending = details.ending;
    this.code = details.code;
    this.status = details.status;
    this.issues = details.issues;
    this.hint = details.hint;
    this.requestId = details.requestId;
    this.afterLoss = details.afterLoss ?? false;
  }

  get exitCode(): number {
    return exitCodes[this.ending].code;
  }

  /**
   * True if the request was refused because of its content ("Errors"), by the service or before it was sent.
   * False for who sent it, how often, or what happened on the way (`bad_request`: the body did not arrive as
   * sent).
   */
  get isAboutInput(): boolean {
    const { ending, status, code } = this;
    const refused = ending === 'refused' || ending === 'notFound' || ending === 'conflict';
    return refused && code !== 'bad_request' && (status === undefined || inputStatuses.has(status));
  }

  /** The shape that `-o json` and `-o ndjson` print on stderr; unknown members are absent. */
  toJSON() {
    const { code, message, status, issues, hint, requestId, exitCode } = this;
    return { error: { code, message, status, issues, hint, requestId, exitCode } };
  }

  with(changes: Partial<FailureDetails>): Failure {
    const { message, cause } = this;
    return new Failure({ ...this, message, cause, ...changes });
  }
}

/** Wrong usage, or input that fails local validation: exit 2, nothing was sent. */
export function usageFailure(message: string, more: Pick<FailureDetails, 'hint' | 'issues'> = {}) {
  return new Failure({ ending: 'usage', code: 'usage', message, ...more });
}

/** The code of a run that ended because a person said no, or nothing, to a question. */
export const declinedCode = 'declined';

/** A local file that can't be read or written: exit 14. */
export function localFileFailure(
  message: string,
  more: Pick<FailureDetails, 'hint' | 'cause'> = {},
): Failure {
  return new Failure({ ending: 'localFile', code: 'local_file', message, ...more });
}

/** The failure (exit 14) for an error caused by the limit on open files. */
export function fileLimitFailure(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  // Node reports it as a code, SQLite's library only in words.
  const { code, message }: Error & { readonly code?: unknown } = error;
  if (code !== 'EMFILE' && code !== 'ENFILE' && !/too many open/i.test(message)) return undefined;
  return localFileFailure('The system limit on open files is too low for waybill', {
    hint: 'Raise the limit (ulimit -n 1024), then run the command again.',
    cause: error,
  });
}

/** The failure (exit 14) for what needs the current folder after it was removed. */
export function lostFolderFailure(error: unknown): Failure | undefined {
  if ((error as NodeJS.ErrnoException | undefined)?.syscall !== 'uv_cwd') return undefined;
  return localFileFailure('The current folder no longer exists', {
    hint: 'Go to another folder, then run the command again.',
    cause: error,
  });
}
