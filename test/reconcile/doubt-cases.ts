/** The tracking number of N-1. */
export const box = '1Z999AA10123456784';

/** BFMR's tracker: order number, item, tracking number, amount, day. */
export const tracker = (...rows: string[]) => [
  'Order No.,Items,Tracking,Payout,Amount Paid,Status,Date Paid',
  ...rows,
];

/** A table of order numbers, amounts and days. */
export const generic = (...rows: string[]) => ['O,Net,D', ...rows];
type Files = readonly [before: readonly string[], after: readonly string[]];
export interface Expected {
  /** Cents paid for N-1. */
  readonly paid: number;
  /** The orders that `--apply` sets to paid. */
  readonly closed: readonly string[];
  /** The payments in doubt. */
  readonly doubted: readonly number[];
}

export const half = 'N-1,x,,495,247.50,Paid,06/01/2026';
export const halves = tracker(half);
export const [no1, no2] = [['N-1'], ['N-2']];
/** Nothing is in doubt, and N-1 is paid in full. */
export const whole: Expected = { paid: 49_500, closed: no1, doubted: [] };
export const halfPaid: Expected = { paid: 24_750, closed: [], doubted: [] };
export const other = (day: string) => `N-2,x,,495,495.00,Paid,${day}`;

/** What two files, one recorded after the other, leave of the account. */
export const doubtCases: readonly [string, Files, Expected][] = [
  [
    '1: the letter of a shared box makes no other payment',
    [
      tracker(`N-1,x,${box},495,247.50,Paid,06/01/2026`),
      tracker(`N-1,x,${box}B,495,247.50,Paid,06/01/2026`),
    ],
    halfPaid,
  ],
  [
    '1: nor does its absence',
    [
      tracker(`N-1,x,${box}B,495,247.50,Paid,06/01/2026`),
      tracker(`N-1,x,${box},495,247.50,Paid,06/01/2026`),
    ],
    halfPaid,
  ],
  [
    '2: another item and another day',
    [halves, tracker('N-1,y,,495,247.50,Paid,06/03/2026', other('06/01/2026'))],
    { paid: 49_500, closed: no2, doubted: [1, 2] },
  ],
  [
    '2: a suffix of the order number',
    [halves, tracker('N-1 ,x,,495,247.50,Paid,06/01/2026')],
    halfPaid,
  ],
  [
    '2: now with a tracking number, which is another line',
    [halves, tracker(`N-1,x,${box},495,247.50,Paid,06/01/2026`)],
    { paid: 49_500, closed: [], doubted: [1, 2] },
  ],
  [
    '2: one row split in two on its line',
    [halves, tracker('N-1,x,,495,123.75,Paid,06/01/2026', 'N-1,x,,495,123.76,Paid,06/01/2026')],
    { paid: 49_501, closed: [], doubted: [1, 2, 3] },
  ],
  [
    '3: in the tracker one row replaces the one on its line',
    [halves, tracker('N-1,x,,495,250.00,Paid,06/01/2026')],
    { paid: 25_000, closed: [], doubted: [] },
  ],
  [
    '3: with another day, too',
    [halves, tracker('N-1,x,,495,495.00,Paid,06/02/2026', other('06/01/2026'))],
    { paid: 49_500, closed: ['N-1', 'N-2'], doubted: [] },
  ],
  [
    '3: but an older export replaces nothing',
    [
      tracker('N-1,x,,495,247.50,Paid,06/01/2026', other('06/08/2026')),
      tracker('N-1,x,,495,247.60,Paid,06/01/2026'),
    ],
    { paid: 49_510, closed: no2, doubted: [1, 3] },
  ],
  [
    '4: a chargeback replaces nothing',
    [tracker('N-1,x,,495,495.00,Paid,06/01/2026'), tracker('N-1,x,,495,-495.00,Paid,06/10/2026')],
    { paid: 0, closed: [], doubted: [] },
  ],
  [
    '4: what was dropped beside a chargeback of its day is in doubt alone',
    [tracker('N-1,x,,495,495.00,Paid,06/01/2026'), tracker('N-1,x,,495,-495.00,Paid,06/01/2026')],
    { paid: 0, closed: [], doubted: [1] },
  ],
  [
    '5: the other half, in an export from a later day on',
    [halves, tracker('N-1,x,,495,247.50,Paid,06/10/2026')],
    whole,
  ],
  [
    '6: the rest of another week',
    [generic('N-1,489.00,2026-06-01'), generic('N-1,6.00,2026-06-08')],
    whole,
  ],
  [
    '7: more than is expected, in another week',
    [generic('N-1,247.50,2026-06-01'), generic('N-1,250.00,2026-06-08')],
    { paid: 49_750, closed: [], doubted: [1, 2] },
  ],
  [
    '7: up to two cents more is rounding',
    [generic('N-1,247.50,2026-06-01'), generic('N-1,247.52,2026-06-08')],
    { paid: 49_502, closed: no1, doubted: [] },
  ],
  [
    '8: one of two is left',
    [tracker(half, 'N-1,y,,495,247.50,Paid,06/01/2026'), tracker(half, other('06/01/2026'))],
    { paid: 49_500, closed: no2, doubted: [2] },
  ],
  [
    '8: one of two equal rows is left',
    [tracker(half, half), tracker(half, other('06/01/2026'))],
    { paid: 49_500, closed: no2, doubted: [2] },
  ],
  [
    '10: on the same day, in a format without lines',
    [
      generic('N-1,247.50,2026-06-01', 'N-2,495.00,2026-06-01', 'N-3,495.00,2026-06-01'),
      generic('N-1,250.00,2026-06-01'),
    ],
    { paid: 49_750, closed: ['N-2', 'N-3'], doubted: [1, 4] },
  ],
  [
    'a row that was paid and now is not, in a file of its day',
    [halves, tracker('N-1,x,,495,,Received,', other('06/01/2026'))],
    { paid: 24_750, closed: no2, doubted: [1] },
  ],
  [
    'a file without paid rows says nothing',
    [tracker('N-1,x,,495,495.00,Paid,06/01/2026'), tracker('N-1,x,,495,,Received,')],
    whole,
  ],
  [
    'a void row on the line of a payment, whatever days the file covers',
    [tracker('N-1,x,,495,495.00,Paid,06/01/2026'), tracker('N-1,x,,495,,Returned,')],
    { paid: 49_500, closed: [], doubted: [1] },
  ],
  [
    'an order that the file does not name is in no doubt',
    [tracker('N-1,x,,495,495.00,Paid,06/01/2026'), tracker(other('06/01/2026'))],
    { ...whole, closed: ['N-1', 'N-2'] },
  ],
  [
    'a bonus that says what it is for',
    [
      tracker(half, ',Bonus,,,10.00,Paid,06/01/2026'),
      tracker(half, ',Bonus,,,12.00,Paid,06/01/2026'),
    ],
    halfPaid,
  ],
];
