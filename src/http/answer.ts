import { isUtf8 } from 'node:buffer';
import type { FailureIssue } from '../failure';
import { isObject } from '../lib/is-object';
import { isTooDeep, parseJson, whyNotJson } from '../lib/json';
import type { TransportResponse } from './transport';

/** An answer whose body was read: parsed where it is whole JSON, else with what is wrong with it. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Why the body can't be read; undefined where it can. */
  readonly unreadable: string | undefined;
}

/** `application/json` and its kin (RFC 6839, 3.1). */
const jsonType = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** What stops the body from being read as JSON, without quoting any of it. */
function parse(type: string | undefined, bytes: Uint8Array): { body: unknown } | string {
  if (bytes.length === 0) return 'it is empty';
  if (type !== undefined && !jsonType.test(type)) {
    return `it is "${type.slice(0, 60)}", not application/json`;
  }
  if (!isUtf8(bytes)) return 'it is not UTF-8 text';
  try {
    const { buffer, byteOffset, byteLength } = bytes;
    return { body: parseJson(Buffer.from(buffer, byteOffset, byteLength).toString('utf8')) };
  } catch (error) {
    return isTooDeep(error) ? `it ${whyNotJson(error)}` : 'it is not whole JSON';
  }
}

/** Whether this answer has no body by its nature (RFC 9110, 6.4.1). */
function hasNoBody(method: string, status: number): boolean {
  return method === 'HEAD' || status === 204 || status === 205 || status === 304;
}

export function readAnswer(method: string, answer: TransportResponse): ReadAnswer {
  const { status, headers, body: bytes } = answer;
  if (bytes.length === 0 && hasNoBody(method, status)) {
    return { status, headers, body: undefined, unreadable: undefined };
  }
  const parsed = parse(headers['content-type'], bytes);
  return typeof parsed === 'string'
    ? { status, headers, body: undefined, unreadable: parsed }
    : { status, headers, body: parsed.body, unreadable: undefined };
}

/** What an error body says ("Errors"), as far as it keeps to the shape. */
export interface ErrorDetails {
  readonly code?: string;
  readonly message?: string;
  readonly issues?: readonly FailureIssue[];
}

function isIssue(value: unknown): value is FailureIssue {
  return isObject(value) && typeof value.path === 'string' && typeof value.message === 'string';
}

/**
 * Reads an error body part by part: an error is told as well as it can be, so one odd member does
 * not hide the others.
 */
export function errorDetails(body: unknown): ErrorDetails {
  const error = isObject(body) ? body.error : undefined;
  if (!isObject(error)) return {};
  const { code, message, issues } = error;
  const read = Array.isArray(issues) ? issues.filter(isIssue) : [];
  return {
    ...(typeof code === 'string' && code !== '' ? { code } : {}),
    ...(typeof message === 'string' && message !== '' ? { message } : {}),
    ...(read.length > 0 ? { issues: read.map(({ path, message }) => ({ path, message })) } : {}),
  };
}

const requestIdHeaders = ['x-request-id', 'request-id', 'x-correlation-id', 'cf-ray'] as const;

/** The name by which the service's makers find the request in their logs, where one was given. */
export function requestId(headers: Readonly<Record<string, string>>): string | undefined {
  const name = requestIdHeaders.find((name) => headers[name] !== undefined);
  return name === undefined ? undefined : headers[name]?.slice(0, 200);
}
