import type { Ending } from '../../exit-codes';
import { Failure } from '../../failure';
import type { Line } from '../../output/options';
import { wrapped } from '../../output/text';
import type { ListView } from '../../output/view';

/** A finding about `settings file` or `DNS`, without advice if there is nothing to do, and how the run ends then. */
const resultOf =
  (status: 'ok' | 'warn' | 'fail', ending: Ending = 'done') =>
  (check: string, message: string, advice: string | null = null) => ({
    finding: { check, status, message, advice },
    ending,
  });

export type DoctorResult = ReturnType<typeof ok>;
type Finding = DoctorResult['finding'];

export const ok = resultOf('ok');
export const warn = resultOf('warn');

/** The failure as a finding; rethrows anything else, which is a bug. */
export function failed(check: string, error: unknown): DoctorResult {
  if (!(error instanceof Failure)) throw error;
  const { message, hint = 'Fix that, then run waybill doctor again.', ending } = error;
  return resultOf('fail', ending)(check, message, hint);
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
