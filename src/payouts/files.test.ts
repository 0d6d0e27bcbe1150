import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/tier';
import { isUnreadable, type ReadRow } from '../insight/reconcile/model';
import { readFiles } from './files';
import { isRecognized, recognizeFormat } from './header';
import { leaveOutTotals } from './totals';

const header = ['Status', 'Order No.', 'Amount Paid', 'Date Paid'];

/** What each text is by itself, in cents; `either` depends on the other texts. */
const amounts: readonly (readonly [string, number | 'blank' | 'either' | 'no'])[] = [
  ['3.000', 'either'],
  ['$(3.000)', 'either'],
  ['1.020,00', 'no'],
  ['12,5', 'no'],
  ['five', 'no'],
  ['12.50', 1250],
  ['1020.000', 102_000],
  ['500', 50_000],
  ['$ -', 0],
  ['0.00', 0],
  ['', 'blank'],
];
const commas = ['1.020,00', '12,5'];
const points = ['12.50', '1020.000', '0.00'];

const line = fc.record({
  amount: fc.constantFrom(...amounts),
  status: fc.constantFrom('Paid', 'Received', 'Cancelled', ''),
  day: fc.constantFrom('', '03-01-2026'),
  isTotal: fc.boolean(),
});
type Line = typeof line extends fc.Arbitrary<infer T> ? T : never;

function expectedOf(
  { amount: [text, cents], status, day }: Line,
  own: readonly Line[],
  all: readonly Line[],
) {
  const has = (lines: readonly Line[], texts: readonly string[]) =>
    lines.some(({ amount: [other] }) => texts.includes(other));
  const isDoubtful = cents === 'either' && (!has(own, points) || has(all, commas));
  if (cents === 'no' || isDoubtful) return 'unreadable';
  if (status === 'Cancelled') return 'void';
  if (cents === 'blank' && (status === 'Paid' || day !== '')) return 'unreadable';
  if (cents !== 'blank' && cents !== 0)
    return `paid ${cents === 'either' ? (text.includes('(') ? -300 : 300) : cents}`;
  // A dated row of exactly 0 is no payment.
  if (day !== '') return 'pending';
  return status === 'Received' ? 'received' : 'pending';
}

function stateOf(row: ReadRow): string {
  if (isUnreadable(row)) return 'unreadable';
  return row.state === 'paid' ? `paid ${row.amount}` : row.state;
}

test('every line is one row or a total, whatever the order of the files, and no payment is $0.00', () => {
  const recognized = recognizeFormat(header);
  if (!isRecognized(recognized)) throw new Error(recognized.problem);
  const open = (lines: readonly Line[], place: number) => ({
    ...{ file: `${place}.csv`, content: `${place}`, recognized, header },
    records: lines.map(({ amount, status, day, isTotal }, index) => ({
      line: index + 2,
      cells: [isTotal ? 'Total:' : status, isTotal ? '' : `N${index}`, amount[0], day],
    })),
  });
  fc.assert(
    fc.property(fc.array(fc.array(line, { maxLength: 5 }), { maxLength: 3 }), (files) => {
      const { files: read, totals } = leaveOutTotals(readFiles(files.map(open), undefined));
      const all = files.flat();
      expect(totals.length).toBe(all.filter(({ isTotal }) => isTotal).length);
      for (const [place, own] of files.entries()) {
        expect(read[place]?.rows.map(({ row }) => stateOf(row))).toEqual(
          own.filter(({ isTotal }) => !isTotal).map((one) => expectedOf(one, own, all)),
        );
      }
      const back = leaveOutTotals(readFiles(files.map(open).toReversed(), undefined)).files;
      expect(back.toReversed()).toEqual(read);
    }),
    { numRuns: runs(2_000) },
  );
});
