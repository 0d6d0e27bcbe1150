import type { Ending } from '../../exit-codes';
import { Failure } from '../../failure';
import type { Line } from '../../output/options';
import { wrapped } from '../../output/text';
import type { ListView } from '../../output/view';

export interface Finding {
  /** `settings file`, `DNS` */
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly message: string;
  /** Null if there is nothing to do. */
  readonly advice: string | null;
}

/** A finding, with how it makes the run end: `done` unless it is a `fail`. */
export interface DoctorResult {
  readonly finding: Finding;
  readonly ending: Ending;
}

export function ok(check: string, message: string): DoctorResult {
  return { finding: { check, status: 'ok', message, advice: null }, ending: 'done' };
}

export function warn(check: string, message: string, advice: string): DoctorResult {
  return { finding: { check, status: 'warn', message, advice }, ending: 'done' };
}

export function fail(check: string, ending: Ending, message: string, advice: string): DoctorResult {
  return { finding: { check, status: 'fail', message, advice }, ending };
}

/** The failure as a finding; rethrows anything else, which is a bug. */
export function failed(check: string, error: unknown): DoctorResult {
  if (!(error instanceof Failure)) throw error;
  const { message, hint = 'Fix that, then run waybill doctor again.', ending } = error;
  return fail(check, ending, message, hint);
}

/** A finding of what the work returns, or of the failure that it ended in. */
export async function tried(
  check: string,
  work: () => string | Promise<string>,
): Promise<DoctorResult> {
  try {
    return ok(check, await work());
  } catch (error) {
    return failed(check, error);
  }
}

/** The texts of findings are wrapped to at least this many columns. */
const narrowest = 30;

const tones = { ok: 'good', warn: 'doubtful', fail: 'bad' } as const;

/** A line for each, in columns; or as sentences, which a screen reader reads in order. */
export function report(
  findings: readonly Finding[],
  columns = Number.POSITIVE_INFINITY,
  accessible = false,
): readonly Line[] {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const indent = ' '.repeat(width + 8);
  const fitted = (text: string) =>
    wrapped(text, Math.max(narrowest, columns - indent.length)).join(`\n${indent}`);
  return findings.map(({ status, check, message, advice }) => {
    const line = { tone: tones[status], mark: status };
    if (accessible) {
      return { ...line, rest: `: ${check}: ${message}${advice === null ? '' : `\n  ${advice}`}` };
    }
    const todo = advice === null ? '' : `\n${indent}${fitted(advice)}`;
    const rest = `${' '.repeat(6 - status.length)}${check.padEnd(width)}  ${fitted(message)}${todo}`;
    return { ...line, rest };
  });
}

export const findingsView: ListView<Finding> = {
  one: 'finding',
  empty: 'Nothing was checked.',
  fields: {
    check: { kind: 'text', means: 'What was checked' },
    status: { kind: 'status', means: 'How it is', values: ['ok', 'warn', 'fail'] },
    message: { kind: 'text', means: 'What was found, in words' },
    advice: { kind: 'text', means: 'What to do', orNull: true },
  },
  table: ['status', 'check', 'message', 'advice'],
};
