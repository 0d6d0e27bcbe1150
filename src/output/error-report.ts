import { exitCodes } from '../exit-codes';
import { declinedCode, Failure, fileLimitFailure, lostFolderFailure } from '../failure';
import type { OutputFormat } from '../formats';
import { bugsUrl, version } from '../version';
import { Interruption } from '../world';
import type { Paint } from './options';
import { safeJson, visibleLines, wrappedLines } from './text';

/** Turns anything thrown into a failure. Other errors are bugs, whose messages could hold anything. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof Interruption) {
    const ending = error.signal === 'SIGINT' ? 'interrupted' : 'terminated';
    if (error.atQuestion) return new Failure({ ending, code: declinedCode, message: nothingSent });
    return new Failure({
      ending,
      code: ending,
      message: `The run was ${exitCodes[ending].meaning}`,
      hint: 'To finish it, run the command again.',
      cause: error,
    });
  }
  const local = fileLimitFailure(error) ?? lostFolderFailure(error);
  if (local !== undefined) return local;
  const name = error instanceof Error ? error.constructor.name : typeof error;
  return new Failure({
    ending: 'bug',
    code: 'bug',
    message: `This is a bug in waybill ${version} (${name})`,
    hint: `Please report it to ${bugsUrl}, with the output of --debug.`,
    cause: error,
  });
}

const nothingSent = 'Cancelled. Nothing was sent';

/** The same failure for a run that had already sent something before its question. */
export function afterSending(failure: Failure): Failure {
  if (failure.message !== nothingSent) return failure;
  return failure.with({ message: 'Cancelled. The service has carried out what was sent before' });
}

/** Indents all lines but the first, so that no text from outside can pose as a line of ours. */
function withIndent(text: string): string {
  return visibleLines(text).replaceAll('\n', '\n  ');
}

/** The text of the single catch on stderr: JSON for json and ndjson, the stack only for --debug. */
export function errorReport(
  failure: Failure,
  options: {
    readonly format: OutputFormat;
    readonly debug: boolean;
    readonly paint: Paint;
    /** The terminal's width, for wrapping; undefined without a terminal. */
    readonly width?: number | undefined;
  },
): string {
  const { format, debug, paint, width } = options;
  if (format === 'json' || format === 'ndjson') return `${safeJson(JSON.stringify(failure))}\n`;
  // A person who says no has made no error.
  const isDeclined = failure.code === declinedCode;
  const label = isDeclined ? '' : 'Error:';
  const lines = [`${label} ${withIndent(failure.message)}${isDeclined ? '.' : ''}`.trimStart()];
  for (const { path, message } of failure.issues ?? []) {
    lines.push(withIndent(path === '' ? `  ${message}` : `  ${path}: ${message}`));
  }
  if (failure.hint !== undefined) lines.push(withIndent(failure.hint));
  if (failure.requestId !== undefined) lines.push(`Request id: ${withIndent(failure.requestId)}`);
  const text = lines.join('\n');
  const shown = width === undefined ? text : wrappedLines(text, width);
  const { stack = '', cause } = failure;
  const causes = cause instanceof Error ? `\ncaused by ${cause.stack ?? cause}` : '';
  const trace = debug ? `\n${withIndent(`${stack}${causes}`)}` : '';
  return `${paint.mark(label, 'bad')}${shown.slice(label.length)}${trace}\n`;
}
