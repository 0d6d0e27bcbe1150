import type { BodyName } from '../../contract/bodies';
import { issueWords } from '../../contract/issue-words';
import { Refusal, type RequestIssue } from '../refusal';
import { checkBody } from '../rules/body-checks';
import { toIssues } from './issues';

/** The largest body taken, in bytes: 1 MiB. */
export const largestBody = 1_048_576;

/** What is left of such a body is not read, so its connection can't be used for another request. */
export function tooLarge(): Refusal {
  const message = `The body is larger than ${largestBody} bytes`;
  return new Refusal('payload_too_large', message, undefined, { connection: 'close' });
}

type Bytes = ArrayBuffer | Uint8Array;

/** Reads JSON, whatever content type it was sent as. Invalid UTF-8 is no JSON (RFC 8259, 8.1). */
function readJson(bytes: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal('bad_request', 'The body is not valid JSON');
  }
}

export interface ReadBody {
  readonly value: unknown;
  readonly issues: readonly RequestIssue[];
}

/** Reads a body and checks it against the contract and what this service asks beyond it. */
export async function readBody(name: BodyName, bytes: Bytes): Promise<ReadBody> {
  if (bytes.byteLength > largestBody) throw tooLarge();
  const sent = readJson(bytes);
  const { bodySchemas } = await import('../../contract/bodies');
  const parsed = bodySchemas[name].safeParse(sent, { error: issueWords });
  const issues = [...(parsed.success ? [] : toIssues(parsed.error)), ...checkBody(name, sent)];
  return { value: parsed.data, issues };
}
