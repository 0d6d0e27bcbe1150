import { expect, test } from 'vitest';
import type { JobEvent } from './job/journal';
import { JobLedger } from './ledger';
import { reportedRow } from './results';
import type { UploadRow } from './spec';

const row = (index: number, more: Partial<UploadRow<string>> = {}): UploadRow<string> => ({
  index,
  line: index + 2,
  item: `item ${index}`,
  cells: [],
  invalid: undefined,
  duplicateOf: undefined,
  ...more,
});

test('reports each row with its own reason', () => {
  const rows = [
    row(0, { invalid: { code: 'no_digit', message: 'There is no digit in it' } }),
    row(1, { duplicateOf: 2 }),
    row(2),
    row(3),
    row(4),
  ];
  const rules = { divisible: true, readable: true };
  const ledger = new JobLedger(rows.length, rules, ['invalid', 'duplicate']);
  const refused = { code: 'no_match', message: 'for all of them', status: 400 };
  const events: readonly JobEvent[] = [
    { event: 'sent', batch: 0, rows: '2' },
    { event: 'refused', batch: 0, rows: '2', ...refused, named: { 2: 'x' }, repeated: false },
  ];
  for (const event of events) ledger.apply(event);
  ledger.withhold(3, { code: 'no_order', message: 'It would match no order' });
  const reasons = rows.map((one) => {
    const { outcome, code, message } = reportedRow(one, ledger, 'The run was interrupted');
    return [outcome, code, message];
  });
  expect(reasons).toEqual([
    ['invalid', 'no_digit', 'There is no digit in it'],
    ['duplicate', 'duplicate_row', 'The same row is on line 2'],
    ['rejected', 'no_match', 'x'],
    ['not_sent', 'no_order', 'It would match no order'],
    ['not_sent', '', 'The run was interrupted'],
  ]);
});
