import { expect, test } from 'vitest';
import type { Reconciliation } from './model';
import { hasFinding } from './report';

const quiet = { verdict: 'paid_in_full', doubts: [] };
const result = { found: 5000, needsAPerson: [], verdicts: [quiet, quiet] };

test.each([
  ['all is paid', {}, null, false],
  ['the bank has what the file says', {}, 5000, false],
  ['the bank has something else', {}, 4999, true],
  ['a row needs a person', { needsAPerson: [{ line: 2 }] }, null, true],
  [
    'one of the orders is short',
    { verdicts: [quiet, { ...quiet, verdict: 'paid_short' }] },
    null,
    true,
  ],
  [
    'one of the payments is in doubt',
    { verdicts: [quiet, { ...quiet, doubts: [{}] }] },
    null,
    true,
  ],
])('whether there is a finding where %s: %j, deposit %s: %s', (_, changed, deposit, finding) => {
  expect(hasFinding({ ...result, ...changed } as unknown as Reconciliation, deposit)).toBe(finding);
});
