import type { Shipment } from '../contract/bodies';
import { type ErrorCode, errorStatuses } from '../contract/values';
import type { FailureIssue } from '../failure';

/** Codes for errors that the reference doesn't name; see docs/service-choices.md, "Requests". */
const ownStatuses = {
  method_not_allowed: 405,
  payload_too_large: 413,
  misdirected_request: 403,
} as const;
const statuses = { ...errorStatuses, ...ownStatuses };
export type RefusalCode = ErrorCode | keyof typeof ownStatuses;

/** An error response: thrown anywhere below the app, and written only by the app. */
export class ServiceRefusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly issues?: readonly FailureIssue[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = statuses[code];
  }

  toJSON() {
    const { code, message, issues } = this;
    return { error: { code, message, ...(issues === undefined ? {} : { issues }) } };
  }
}

export function invalidRequest(...issues: readonly FailureIssue[]): ServiceRefusal {
  return new ServiceRefusal('invalid_request', 'The request failed validation', issues);
}

export function notFound(message: string): ServiceRefusal {
  return new ServiceRefusal('not_found', message);
}

/** Reveals nothing about the cause, which is only for the operator of the service. */
export function internalError(): ServiceRefusal {
  return new ServiceRefusal('internal_error', 'Something went wrong in the service');
}

/** Names each shipment that matches no order; the reference doesn't show this response. */
export function unmatchedRefusal(shipments: readonly Shipment[], unmatched: readonly number[]) {
  return new ServiceRefusal(
    'not_found',
    'A shipment matches no buying group order. Nothing was added',
    unmatched.map((index) => ({
      path: `shipments.${index}.orderNumber`,
      message: `No buying group order ${shipments[index]?.orderNumber} at ${shipments[index]?.retailer}`,
    })),
  );
}
