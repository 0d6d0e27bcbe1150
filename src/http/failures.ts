import type { Ending } from '../exit-codes';
import { Failure, type FailureDetails, type FailureIssue } from '../failure';
import { isObject } from '../lib/json';
import { continued } from '../lib/words';
import type { BaseUrl, ReadResponse, TransportError, TransportProblem } from './transport';

/** Reads an error body part by part: one odd member must not hide the others. */
function errorDetails(body: unknown): Partial<Pick<Failure, 'code' | 'message' | 'issues'>> {
  const error = isObject(body) ? body.error : undefined;
  if (!isObject(error)) return {};
  const { code, message, issues } = error;
  const isIssue = (one: unknown): one is FailureIssue =>
    isObject(one) && typeof one.path === 'string' && typeof one.message === 'string';
  const read = Array.isArray(issues) ? issues.filter(isIssue) : [];
  return {
    ...(typeof code === 'string' && code !== '' ? { code } : {}),
    ...(typeof message === 'string' && message !== '' ? { message } : {}),
    ...(read.length > 0 ? { issues: read.map(({ path, message }) => ({ path, message })) } : {}),
  };
}

const requestIdHeaders = ['x-request-id', 'request-id', 'x-correlation-id', 'cf-ray'] as const;

/** A longer header is left out, not cut: half of a secret that the service repeats could not be masked. */
const longestHeader = 200;

function shownHeader(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  const value = headers[name];
  return value === undefined || value.length > longestHeader ? undefined : value;
}

/** The id that the service's developers use to find the request in their logs, if it sent one. */
export function requestId(headers: Readonly<Record<string, string>>): string | undefined {
  const name = requestIdHeaders.find((name) => headers[name] !== undefined);
  return name === undefined ? undefined : shownHeader(headers, name);
}

/** A response that is not what the service documents: exit 13. */
export function unexpectedResponse(
  { status, headers }: ReadResponse,
  details: Pick<FailureDetails, 'code' | 'message' | 'hint' | 'issues'>,
): Failure {
  const id = requestId(headers);
  return new Failure({ ending: 'unexpectedResponse', status, requestId: id, ...details });
}

export interface RequestName {
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
}

const runAgain = 'Run the command again later.';

const endings: Readonly<Record<number, Ending>> = {
  401: 'unauthorized',
  404: 'notFound',
  409: 'conflict',
  429: 'rateLimited',
};

function statusEnding(status: number, code: string | undefined): Ending {
  if (status >= 500) return 'unavailable';
  if (status === 403 && code === 'plan_required') return 'planRequired';
  return endings[status] ?? 'refused';
}

const hints: Partial<Record<Ending, string>> = {
  planRequired:
    'API access needs a paid plan. Upgrade in the account settings, then run the command again.',
  unavailable: runAgain,
};

const messages: Partial<Record<Ending, string>> = {
  unauthorized: 'The service does not accept the credentials',
  planRequired: "The account's plan has no API access",
};

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Not the service's own error: a proxy's page says nothing about orders. */
function notTheServices(request: RequestName, response: ReadResponse): Failure {
  const { status, unreadable } = response;
  const why = unreadable ?? 'it does not look like one of its errors';
  return unexpectedResponse(response, {
    code: `http_${status}`,
    message: `The response to ${asked(request)} (status ${status}) is not from the service: ${why}`,
    hint: 'Something between waybill and the service responded instead. Check the base URL and the proxy.',
  });
}

/** The failure for an unsuccessful status, in the service's own words if it sent any. */
export function statusFailure(request: RequestName, response: ReadResponse): Failure {
  const { status, headers, body } = response;
  if (redirects.has(status)) {
    const to = shownHeader(headers, 'location');
    return unexpectedResponse(response, {
      code: 'redirect',
      message: `${asked(request)} was redirected${to === undefined ? '' : ` to ${to}`}, and waybill does not follow redirects`,
      hint: 'Check the base URL: waybill does not send credentials to any other address.',
    });
  }
  if (status < 400) return notTheServices(request, response);
  const { code, message, issues } = errorDetails(body);
  // A response to HEAD never has a body to tell by, and 401 and 429 mean the same whatever sends them.
  const mayTell = request.method !== 'HEAD' && status < 500 && ![401, 429].includes(status);
  if (code === undefined && mayTell) return notTheServices(request, response);
  const ending = statusEnding(status, code);
  const fallback = messages[ending] ?? `${asked(request)} failed with status ${status}`;
  return new Failure({
    ending,
    code: code ?? `http_${status}`,
    message: message ?? fallback,
    status,
    issues,
    hint: hints[ending],
    requestId: requestId(headers),
  });
}

/** Still refused with 429 when the next pause no longer fits. */
export function rateLimitFailure(
  request: RequestName,
  response: ReadResponse,
  maxWaitSeconds: number,
): Failure {
  return statusFailure(request, response).with({
    message: `Waiting for the service's rate limit to end would exceed the maximum wait of ${maxWaitSeconds} s`,
    hint: 'Run the command again later, or allow a longer wait with --max-wait <seconds>.',
  });
}

export function unreadableFailure({ method, path }: RequestName, response: ReadResponse): Failure {
  return unexpectedResponse(response, {
    code: 'unreadable_response',
    message: `The response to ${method} ${path} can't be read: ${response.unreadable}`,
    hint: 'Check that the base URL is the service itself, not a page in front of it.',
  });
}

interface Explained {
  readonly code: string;
  readonly message: (base: BaseUrl, request: RequestName, detail: string) => string;
  readonly ending?: Ending;
  readonly hint?: string | ((error: TransportError) => string);
}

/** By Node's code of the error (nodejs.org/api/tls.html, "X509 certificate error codes"). */
function certificateHint({ cause }: TransportError): string {
  const { code = '' } = Object(cause) as { readonly code?: string };
  if (/EXPIRED/.test(code)) {
    return "The server's operator has to renew its certificate. Check this computer's date too.";
  }
  if (/NOT_YET_VALID/.test(code)) return "Check this computer's date.";
  if (/ALTNAME|HOSTNAME/.test(code)) {
    return 'Check the address: the certificate is for a different host.';
  }
  return 'If your organization signs its own certificates, name its certificate authority with --ca-file <pem>.';
}

const asked = ({ method, path }: RequestName) => `${method} ${path}`;

const problems: Record<TransportProblem, Explained> = {
  refused: {
    code: 'connection_refused',
    message: (base) => `Nothing is listening at ${base.origin}: the connection was refused`,
    hint: 'Check the base URL and that the service is running, then run the command again.',
  },
  dns: {
    code: 'host_not_found',
    message: (base) => `The host ${base.hostname} was not found`,
    hint: 'Check the base URL and the network, then run the command again.',
  },
  tls: {
    code: 'certificate',
    message: (base, _, detail) => `No secure connection to ${base.origin}: ${detail}`,
    hint: certificateHint,
  },
  'proxy-tls': {
    code: 'certificate',
    message: (base, _, detail) => `No secure connection to the proxy for ${base.origin}: ${detail}`,
    hint: certificateHint,
  },
  'no-tls': {
    code: 'no_tls',
    message: (base) => `There is a server at ${base.origin}, but it does not speak TLS`,
    hint: 'Check the base URL. Only a service on this machine may have an http:// address.',
  },
  unreachable: {
    code: 'unreachable',
    message: (base) => `${base.origin} can't be reached from here`,
    hint: 'Check the network, then run the command again.',
  },
  'connect-timeout': {
    code: 'connect_timeout',
    message: (base) => `No connection to ${base.origin} within 10 seconds`,
    hint: 'Check the network, then run the command again.',
  },
  proxy: {
    code: 'proxy',
    message: (base, _, detail) => `The proxy did not connect to ${base.origin}: ${detail}`,
    hint: 'Check HTTPS_PROXY and HTTP_PROXY, or add the host to NO_PROXY.',
  },
  'proxy-unreachable': {
    code: 'proxy_unreachable',
    message: (base, _, detail) => `The proxy for ${base.origin} can't be reached: ${detail}`,
    hint: 'Check HTTPS_PROXY and HTTP_PROXY, then run the command again.',
  },
  reset: {
    code: 'connection_reset',
    message: (_, request) =>
      `The connection closed before the response to ${asked(request)} arrived`,
    hint: runAgain,
  },
  aborted: {
    code: 'interrupted',
    message: (_, request) => `waybill stopped before the response to ${asked(request)} arrived`,
  },
  truncated: {
    code: 'truncated_response',
    message: (_, request) => `The response to ${asked(request)} was cut off`,
    hint: runAgain,
  },
  garbled: {
    code: 'unreadable_response',
    ending: 'unexpectedResponse',
    message: (base, request, detail) =>
      `The response from ${base.origin} to ${asked(request)} is not HTTP: ${detail}`,
    hint: 'Check the base URL.',
  },
  'too-large': {
    code: 'response_too_large',
    ending: 'unexpectedResponse',
    message: (_, request, detail) => `The response to ${asked(request)} is too large: ${detail}`,
  },
};

/** A request that got no complete response. */
export function lossFailure(base: BaseUrl, request: RequestName, error: TransportError): Failure {
  const { code, message, ending, hint } = problems[error.problem];
  return new Failure({
    ending: ending ?? 'unavailable',
    code,
    message: message(base, request, error.message),
    hint: typeof hint === 'function' ? hint(error) : hint,
    cause: error,
  });
}

export function timeoutFailure({ method, path }: RequestName, seconds: number): Failure {
  return new Failure({
    ending: 'unavailable',
    code: 'timeout',
    message: `No complete response to ${method} ${path} within ${seconds} s`,
    hint: `${runAgain} To wait longer, use --timeout <seconds>.`,
  });
}

/** A write whose outcome is unknown: the last failure, reported as an unknown outcome. */
export function unknownOutcome(request: RequestName, seen: Failure): Failure {
  return seen.with({
    ending: 'unknown',
    code: 'outcome_unknown',
    message: `${asked(request)} may or may not have been carried out: ${continued(seen.message)}`,
    hint: 'Check before you repeat it.',
    cause: seen,
  });
}
