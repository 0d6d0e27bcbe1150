import { grouped } from '../lib/words';

/**
 * What happens to a row. Each row of a file ends as exactly one of these, and together they add up
 * to the rows.
 */
export const outcomes = [
  /** Nothing was sent for it, or the request is known to have had no effect. */
  'not_sent',
  'added',
  'already_present',
  /** Accepted; whether this job added it or it was there before is unknown. Counts as done. */
  'accepted',
  /** The same row appears earlier in the file. */
  'duplicate',
  /** Fails local validation and is never sent. */
  'invalid',
  /** Refused by the service's own verdict. */
  'rejected',
  /** Sent, but the response was lost or was a 5xx other than 503: it may or may not be there. */
  'unknown',
] as const;

export type Outcome = (typeof outcomes)[number];

/** The usual words for the outcomes of an upload's rows, under the names that its summary uses. */
export const usualOutcomeWords = {
  added: 'added',
  alreadyPresent: 'already present',
  accepted: 'accepted',
  duplicate: 'duplicate',
  invalid: 'invalid',
  rejected: 'rejected',
  notSent: 'not sent',
  unknown: 'unknown',
} as const;

type OutcomeName = keyof typeof usualOutcomeWords;

/** How many rows had each outcome, under the names that the summary uses. */
export type OutcomeCounts = Readonly<Record<'rows' | OutcomeName, number>>;

/** What an upload prints. */
export interface Summary extends OutcomeCounts {
  readonly job: string;
  /** Requests sent to change something, including retries, over all runs of the job. */
  readonly requests: number;
  /** Null if the user wants none. */
  readonly resultsFile: string | null;
  /** Null if no row was refused or left unsent, unless a rejects file was named. */
  readonly rejectsFile: string | null;
}

/** Rows for the rejects file: once fixed, they are the next upload's input. */
export function isReject(outcome: Outcome): boolean {
  return (
    outcome !== 'added' &&
    outcome !== 'already_present' &&
    outcome !== 'accepted' &&
    outcome !== 'duplicate'
  );
}

/** Whether the row is settled. */
export function isFinal(outcome: Outcome): boolean {
  return outcome !== 'not_sent' && outcome !== 'unknown';
}

/** The words for rows that went through, for uploads that don't add what they send. */
const ownWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  create: { added: 'created' },
  update: { added: 'updated', alreadyPresent: 'unchanged' },
};

/**
 * The outcomes of rows in a few words: "48 added, 2 rejected". `upload` is its spec's name, such as
 * `orders-update`.
 */
export function outcomeWords(rows: Readonly<Record<OutcomeName, number>>, upload: string): string {
  const [, verb = ''] = /-(\w+)/.exec(upload) ?? [];
  const words: Readonly<Record<OutcomeName, string>> = { ...usualOutcomeWords, ...ownWords[verb] };
  return (Object.keys(words) as OutcomeName[])
    .flatMap((name) => (rows[name] > 0 ? [`${grouped(rows[name])} ${words[name]}`] : []))
    .join(', ');
}

/** How the command that undoes an earlier run of an upload is shown, after that of the newest one. */
export function earlierUndoLine(command: string): string {
  return `Then, to undo an earlier run of the same rows: ${command}`;
}
