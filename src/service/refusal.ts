import { type ErrorCode, errorStatuses } from '../contract/values';

/** One bad field of a request: a dotted path, array positions as numbers ("Errors"). */
export interface RequestIssue {
  readonly path: string;
  readonly message: string;
}

/** Codes for what the reference has no word for; see docs/service-choices.md, "Errors". */
const ownStatuses = {
  method_not_allowed: 405,
  payload_too_large: 413,
  misdirected_request: 421,
} as const;
const statuses = { ...errorStatuses, ...ownStatuses };
export type RefusalCode = ErrorCode | keyof typeof ownStatuses;

/** An answer in the error shape: thrown anywhere below the app, written out by it alone. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly issues?: readonly RequestIssue[],
    readonly headers: Readonly<Record<string, string>> = {},
    status?: number,
  ) {
    super(message);
    this.status = status ?? statuses[code];
  }

  toJSON() {
    const { code, message, issues } = this;
    return { error: { code, message, ...(issues === undefined ? {} : { issues }) } };
  }
}

export function invalidRequest(issues: readonly RequestIssue[]): Refusal {
  return new Refusal('invalid_request', 'The request failed validation, see issues', issues);
}

export function notFound(message: string): Refusal {
  return new Refusal('not_found', message);
}

/** Says nothing of what went wrong: that is for whoever runs the service. */
export function internalError(): Refusal {
  return new Refusal('internal_error', 'Something went wrong in the service');
}
