/** The outcomes of a row: each row of a file has exactly one, and together they add up to the rows. */
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

export type UploadOutcome = (typeof outcomes)[number];

export const countNames = {
  added: 'added',
  already_present: 'alreadyPresent',
  accepted: 'accepted',
  duplicate: 'duplicate',
  invalid: 'invalid',
  rejected: 'rejected',
  not_sent: 'notSent',
  unknown: 'unknown',
} as const satisfies Readonly<Record<UploadOutcome, string>>;
export const outcomeNames = Object.values(countNames);
export type OutcomeName = (typeof outcomeNames)[number];
export type OutcomeCounts = Readonly<Record<'rows' | OutcomeName, number>>;

/** The members that count rows by their outcome, as a view declares them. */
export const outcomeFields = {
  added: { kind: 'number', means: 'Rows that this upload added' },
  alreadyPresent: { kind: 'number', means: 'Rows that were there before' },
  accepted: { kind: 'number', means: 'Rows that the service took, added now or there before' },
  duplicate: { kind: 'number', means: 'Rows that appear earlier in the file' },
  invalid: { kind: 'number', means: 'Rows that were never sent' },
  rejected: { kind: 'number', means: 'Rows that the service refused' },
  notSent: { kind: 'number', means: 'Rows that were not sent' },
  unknown: { kind: 'number', means: 'Rows that may have been carried out' },
} as const satisfies Readonly<Record<OutcomeName, object>>;

export interface Summary extends OutcomeCounts {
  readonly job: string;
  /** Requests sent to change something, including retries, over all runs of the job. */
  readonly requests: number;
  /** Null if the user wants none. */
  readonly resultsFile: string | null;
  /** Null if no row was refused or left unsent, unless a rejects file was named. */
  readonly rejectsFile: string | null;
}
