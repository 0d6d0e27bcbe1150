import { expect, test } from 'vitest';
import type { Upload } from '../../upload/upload';
import { summaryText, type UploadSummary, uploadFailure } from './upload-summary';

const none: UploadSummary = {
  ...{ job: 'a', rows: 2, requests: 1, resultsFile: 'results.csv', rejectsFile: 'rejects.csv' },
  ...{ added: 0, alreadyPresent: 0, accepted: 0, duplicate: 0 },
  ...{ invalid: 0, rejected: 0, notSent: 0, unknown: 0 },
};
const textOf = (counts: Partial<UploadSummary>) =>
  summaryText({ ...none, ...counts }, { upload: 'shipments', undo: undefined, earlier: undefined });

test.each([
  [{ added: 2 }, undefined],
  [{ added: 1, rejected: 1 }, 'Rows to fix'],
  [{ invalid: 1, unknown: 1 }, 'Rows to fix'],
  [{ added: 1, unknown: 1 }, 'Rows not settled'],
  [{ unknown: 1, notSent: 1 }, 'Rows not settled'],
])('the rejects file of %j holds: %s', (counts, words) => {
  const line = textOf(counts)
    .split('\n')
    .find((one) => one.endsWith('rejects.csv'));
  expect(line).toBe(words && `${words}: rejects.csv`);
});

test('a run that sent nothing says whose results it shows', () => {
  const earlier = { upload: 'shipments', undo: undefined, earlier: 'at 2026-03-05 15:07' };
  expect(summaryText({ ...none, added: 2 }, earlier).split('\n')[0]).toBe(
    '2 rows: 2 added (by the run at 2026-03-05 15:07; nothing was sent now)',
  );
});

test.each([
  ['rows', true, 0, 'nothing_sent', '2 of 2 rows were refused, and nothing was sent'],
  ['rows', true, 1, 'rows_refused', '2 of 2 rows were refused'],
  // Their orders were uploaded before them.
  ['tracking numbers', false, 0, 'rows_refused', '2 of 2 tracking numbers were refused'],
] as const)(
  'refused %s, first: %s, after %i requests: %s',
  (unit, isFirst, requests, code, message) => {
    const summary = { ...none, requests, invalid: 2, resultsFile: null, rejectsFile: null };
    const written = { results: null, rejects: null };
    const reported = {
      first: [],
      refused: 2,
      rejects: 2,
      written,
      unwritten: undefined,
      remedies: [],
    };
    const ends = { stopped: undefined, resumedBy: undefined, earlier: undefined, async *rows() {} };
    const done: Upload = { summary, reported, ending: 'usage', ...ends };
    expect(uploadFailure(done, () => '', unit, isFirst)).toMatchObject({ code, message });
  },
);
