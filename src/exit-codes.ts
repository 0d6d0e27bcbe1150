/** Every way a run can end. Help, docs/exit-codes.md and the man page are generated from here. */
export const exitCodes = {
  done: { code: 0, meaning: 'done' },
  bug: { code: 1, meaning: 'a bug in waybill' },
  usage: { code: 2, meaning: 'usage, or input that fails local validation: nothing was sent' },
  partly: {
    code: 3,
    meaning:
      'partly done: some rows or items were refused, and the rest is done; the rejects file has the rows that an upload refused',
  },
  unauthorized: { code: 4, meaning: 'no credentials, or the service refused them (401)' },
  planRequired: { code: 5, meaning: "the account's plan has no API access (403 plan_required)" },
  notFound: { code: 6, meaning: 'not found (404)' },
  conflict: { code: 7, meaning: 'conflict (409, or --if-status not met)' },
  refused: { code: 8, meaning: 'the service refused the input (400 and other 4xx)' },
  rateLimited: { code: 9, meaning: 'still rate limited when --max-wait ran out' },
  unavailable: {
    code: 10,
    meaning:
      'network failure, timeout or 5xx that outlasted the retries; the request that failed was not carried out; run the command again',
  },
  unknown: {
    code: 11,
    meaning:
      'outcome unknown: a write may have been carried out (its response was lost, or was 500, 502 or 504) and checking did not settle it; the message says how to find out',
  },
  locked: { code: 12, meaning: 'another run holds the lock on the same job or mirror' },
  unexpectedResponse: {
    code: 13,
    meaning:
      "the response is not the service's own (wrong shape, a proxy's page), every row sent by itself was refused, or a list could not be read completely",
  },
  localFile: { code: 14, meaning: 'a local file could not be read or written' },
  found: { code: 15, meaning: 'checked, and found what you asked about (--exit-code)' },
  interrupted: { code: 130, meaning: 'interrupted' },
  terminated: { code: 143, meaning: 'terminated' },
} as const;

export type Ending = keyof typeof exitCodes;

/** "Where several apply, the first of 11, 14, 130, 143, 12, 4, 5, 9, 10, 13, 8, 7, 6, 3, 15 wins." */
export const endingPrecedence: readonly Ending[] = [
  'unknown',
  'localFile',
  'interrupted',
  'terminated',
  'locked',
  'unauthorized',
  'planRequired',
  'rateLimited',
  'unavailable',
  'unexpectedResponse',
  'refused',
  'conflict',
  'notFound',
  'partly',
  'found',
];

/** The ending of a run in which several things went wrong; `done` if nothing did. */
export function worstEnding(endings: Iterable<Ending>): Ending {
  const seen = new Set(endings);
  seen.delete('done');
  // Lower than all others, including those that the precedence does not name.
  if (seen.size > 1) seen.delete('found');
  const [first = 'done'] = seen;
  return endingPrecedence.find((ending) => seen.has(ending)) ?? first;
}
