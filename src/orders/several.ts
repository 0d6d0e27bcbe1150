import { type Ending, worstEnding } from '../exit-codes';
import { Failure, type FailureIssue } from '../failure';
import { counted, countedOf } from '../lib/words';
import { asFailure } from '../output/error-report';
import { Interruption } from '../world';

/** The result for one of several names. */
export type NameResult<T> =
  | { readonly name: string; readonly value: T }
  | { readonly name: string; readonly failure: Failure };

/** Endings with which an order was refused. A response from elsewhere refuses nothing. */
const refusals: ReadonlySet<Ending> = new Set(['usage', 'notFound', 'conflict', 'refused']);

/** Endings that concern only one name: the others are still worth trying. */
const ownFault: ReadonlySet<Ending> = new Set([...refusals, 'unexpectedResponse']);

/** Completes "2 of 5 <plural> were not <verb>". */
interface FailureWords {
  readonly plural: string;
  readonly verb: string;
  /** The verb unless all failures are `notFound`. */
  readonly otherwise?: string;
  /** Advice on the names that failed, if repeating the command would do the others twice. */
  readonly advice?: ((failed: readonly string[]) => string) | undefined;
}

const notAttempted = 'not_attempted';

/**
 * Runs the action for every name, `concurrency` at once, and returns the outcomes in the order of the names.
 * An interruption, or a failure that concerns more than one name (credentials, plan, rate limit, network),
 * ends the run: nothing more is started, and the rest is reported as not attempted. A bug is thrown.
 */
export async function forEachOf<T>(
  names: readonly string[],
  concurrency: number,
  perform: (name: string) => Promise<T>,
): Promise<readonly NameResult<T>[]> {
  const outcomes: NameResult<T>[] = [];
  const queue = names.entries();
  let ended: Failure | undefined;
  const worker = async () => {
    for (const [index, name] of queue) {
      if (ended !== undefined) return;
      try {
        outcomes[index] = { name, value: await perform(name) };
      } catch (error) {
        if (!(error instanceof Failure || error instanceof Interruption)) throw error;
        const failure = asFailure(error);
        outcomes[index] = { name, failure };
        if (!ownFault.has(failure.ending)) ended ??= failure;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, names.length) }, worker));
  const ending = ended?.ending ?? 'unavailable';
  const missed = () => new Failure({ ending, code: notAttempted, message: 'not attempted' });
  return names.map((name, index) => outcomes[index] ?? { name, failure: missed() });
}

export function valuesOf<T>(outcomes: readonly NameResult<T>[]): readonly T[] {
  return outcomes.flatMap((outcome) => ('value' in outcome ? [outcome.value] : []));
}

/** Prints the values of the names that succeeded, if any did, and throws the failure of the others. */
export async function reportOutcomes<T>(
  outcomes: readonly NameResult<T>[],
  what: FailureWords,
  print: (values: readonly T[]) => Promise<void>,
): Promise<void> {
  const values = valuesOf(outcomes);
  if (values.length > 0) await print(values);
  const failure = failureOf(outcomes, what);
  if (failure !== undefined) throw failure;
}

function isUnsure({ ending, code }: Failure): boolean {
  return ending === 'unknown' && code !== notAttempted;
}

/** The count of what was not done; of a write with an unknown outcome, nothing more is claimed. */
function inWords(
  failed: readonly { readonly failure: Failure }[],
  all: number,
  { plural, verb: usual, otherwise = usual }: FailureWords,
): string {
  const unsure = failed.filter(({ failure }) => isUnsure(failure)).length;
  const verb = failed.every(({ failure }) => failure.ending === 'notFound') ? usual : otherwise;
  const not = failed.length - unsure;
  const mayBe = `may or may not have been ${verb}`;
  if (unsure === 0) return `${countedOf(not, all, plural, 'were')} not ${verb}`;
  if (not === 0) return `${unsure} of ${counted(all, plural)} ${mayBe}`;
  return `${countedOf(not, all, plural, 'were')} not ${verb}, and ${unsure} more ${mayBe}`;
}

/** Combines the failures of several names; a single name's failure is returned unchanged. */
export function failureOf(
  outcomes: readonly NameResult<unknown>[],
  what: FailureWords,
): Failure | undefined {
  const failed = outcomes.flatMap((one) => ('failure' in one ? [one] : []));
  const [first] = failed;
  if (first === undefined) return undefined;
  if (outcomes.length === 1) return first.failure;
  const endings = failed.map(({ failure }) => failure.ending);
  const someDone = failed.length < outcomes.length;
  const ending = worstEnding(
    someDone ? endings.map((one) => (refusals.has(one) ? 'partly' : one)) : endings,
  );
  const leading = failed.find(({ failure }) => failure.ending === ending) ?? first;
  const issues: readonly FailureIssue[] = failed.map(({ name, failure }) => ({
    path: name,
    message: [
      failure.message,
      ...(failure.issues ?? []).map((issue) => `${issue.path}: ${issue.message}`),
    ].join('; '),
  }));
  // A write that may have been carried out must not be repeated blindly.
  const notDone = failed.filter(({ failure }) => !isUnsure(failure)).map(({ name }) => name);
  const advice = someDone && notDone.length > 0 ? what.advice?.(notDone) : undefined;
  const own = advice === undefined || ending === 'unknown' ? leading.failure.hint : undefined;
  const hint = [own, advice].filter(Boolean).join(' ');
  return new Failure({
    ending,
    code: ending === 'partly' ? 'partly_done' : leading.failure.code,
    message: inWords(failed, outcomes.length, what),
    status: ending === 'partly' ? undefined : leading.failure.status,
    issues,
    hint: hint === '' ? undefined : hint,
  });
}
