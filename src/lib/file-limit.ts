import { closeSync, openSync } from 'node:fs';
import { type Failure, localFileFailure } from '../failure';

/** What one run may have open beside Node's own: connections, a database, a job and its results. */
const filesOfARun = 20;

function tooFewFiles(cause: unknown): Failure {
  return localFileFailure('The system lets this run open too few files at once', {
    hint: 'Raise the limit (ulimit -n 1024), then run it again.',
    cause,
  });
}

/** Said by Node in a code; by SQLite's library in words alone. */
function isAboutLimit(error: Error & { readonly code?: unknown }): boolean {
  return error.code === 'EMFILE' || error.code === 'ENFILE' || /too many open/i.test(error.message);
}

/** The failure, exit 14, that an error amounts to which the limit on open files has caused. */
export function fileLimitFailure(error: unknown): Failure | undefined {
  const isIt = error instanceof Error && isAboutLimit(error);
  return isIt ? tooFewFiles(error) : undefined;
}

/**
 * Throws exit 14 where a run could not open what it needs. Asked before anything is done, since the
 * database's library ends the whole program when it can't open a file. Windows has no such limit, and
 * no such device.
 */
export function demandFiles(): void {
  const open: number[] = [];
  try {
    while (open.length < filesOfARun) open.push(openSync('/dev/null', 'r'));
  } catch (error) {
    const failure = fileLimitFailure(error);
    if (failure !== undefined) throw failure;
  } finally {
    for (const descriptor of open) closeSync(descriptor);
  }
}
