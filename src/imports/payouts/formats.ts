import type { PayoutState } from '../../insight/reconcile/model';
import { isYes } from '../../tabular/cells';
import { spellings } from '../../tabular/spellings';
import { isNeither, mayBePaid, says, saysPaid, takesBack, waits } from './states';

/** The fields that `--map` can name. */
export const mapKeys = [
  'tracking',
  'order',
  'amount',
  'state',
  'paidOn',
  'reference',
  'item',
  'quantity',
] as const;
export type MapKey = (typeof mapKeys)[number];

/** What a format reads: the fields of `--map`, and fields that only the format's own rules use. */
export type FormatField = MapKey | 'promised' | 'void' | 'verified' | 'paid' | 'date' | 'currency';

/** The headers of each field, as `plainName` has them, best first. */
export type Columns = Partial<Record<FormatField, readonly string[]>>;

/** The cells of a line that decide its state. */
export interface StateCells {
  /** Empty if there is no such column. */
  text(field: FormatField): string;
  has(field: FormatField): boolean;
  /** In cents; null if blank. */
  readonly amount: number | null;
  readonly paidOn: string | null;
}

type Test = (line: StateCells) => boolean;

/** A group's file: its columns, and what makes a row void, paid and so on. */
export interface Format {
  readonly id: string;
  /** Headers that together identify this format. */
  readonly signature: readonly (readonly FormatField[])[];
  readonly columns: Columns;
  /** The signature's headers as the group writes them, for messages. */
  readonly written: Partial<Record<FormatField, string>>;
  /** The first state that applies; if none does, the row is `otherwise`. */
  readonly states: readonly (readonly [PayoutState, Test])[];
  readonly otherwise: PayoutState;
  /** The column that decides about a row which is not paid, if no rule knows what it says. */
  unknown?(line: StateCells): FormatField | undefined;
}

const back =
  (words: string): Test =>
  (line) =>
    takesBack(line.text('state'), words);

const received =
  (words: RegExp): Test =>
  (line) =>
    says(line.text('state'), words);

const isReceived: Test = (line) =>
  says(line.text('state'), /received|verified|processed/i) && !mayBePaid(line.text('state'));

const marked =
  (field: FormatField): Test =>
  (line) =>
    isYes(line.text(field));

/** In each set of a signature, at least one field must have a column. */
export const formats: readonly Format[] = [
  {
    id: 'melul',
    signature: [['void'], ['verified'], ['tracking'], ['amount']],
    written: {
      void: 'VOID',
      verified: 'VERIFIED',
      tracking: 'TRACKING NUMBERS',
      amount: 'EXT TOTAL',
    },
    columns: {
      void: ['void', 'isvoid', 'voided'],
      verified: ['verified', 'isverified'],
      tracking: spellings.trackingNumber,
      amount: ['exttotal', 'extendedtotal'],
      order: spellings.orderNumber,
      paidOn: spellings.paidOn,
      // Nobody documents what day it is, so it only tells rows apart.
      date: ['date'],
      reference: ['id'],
      item: spellings.item,
      quantity: spellings.quantity,
    },
    states: [
      ['void', (line) => isYes(line.text('void')) || takesBack(line.text('void'), 'void')],
      ['paid', (line) => isYes(line.text('verified')) && !isNeither(line.text('void'))],
    ],
    otherwise: 'received',
    unknown: (line) => (['void', 'verified'] as const).find((one) => isNeither(line.text(one))),
  },
  {
    id: 'buying_group',
    signature: [['reference'], ['paid'], ['amount'], ['order', 'tracking']],
    written: {
      reference: 'receipt_id',
      paid: 'paid',
      amount: 'total',
      order: 'order_number',
      tracking: 'tracking_id',
    },
    columns: {
      reference: ['receiptid', 'receiptno', 'receiptnumber'],
      paid: ['paid', 'ispaid'],
      amount: ['total', 'totalamount'],
      state: ['status', 'state'],
      order: spellings.orderNumber,
      tracking: spellings.trackingNumber,
      paidOn: [...spellings.paidOn, 'paiddatetime'],
      item: spellings.item,
      quantity: spellings.quantity,
    },
    states: [
      ['void', back('return|refund')],
      ['paid', marked('paid')],
      ['received', received(/verified|received/i)],
    ],
    otherwise: 'pending',
    unknown: (line) =>
      isNeither(line.text('paid')) ? 'paid' : saysPaid(line.text('state')) ? 'state' : undefined,
  },
  {
    id: 'bfmr',
    signature: [['amount'], ['state'], ['order', 'tracking']],
    written: { amount: 'Amount Paid', state: 'Status', order: 'Order No.', tracking: 'Tracking' },
    columns: {
      amount: ['amountpaid', 'paidamount'],
      state: ['status', 'state'],
      order: spellings.orderNumber,
      tracking: spellings.trackingNumber,
      // An unpaid row names what was promised. In the full export the payout is per unit, and the
      // subtotal is for the row.
      promised: ['subtotal', 'payout', 'payouttotal', 'totalpayout'],
      paidOn: spellings.paidOn,
      reference: ['id'],
      item: spellings.item,
      quantity: ['reserved', ...spellings.quantity],
    },
    // A return or cancellation takes back even a paid amount. Otherwise a paid amount counts,
    // whatever else the status says.
    states: [
      ['void', back('return|cancel')],
      ['paid', ({ amount, paidOn }) => paidOn !== null || (amount ?? 0) !== 0],
      ['received', received(/received|processed/i)],
    ],
    otherwise: 'pending',
  },
];

/** A file of which the user named the columns. */
export const generic: Format = {
  id: 'generic',
  signature: [['amount'], ['order', 'tracking']],
  columns: {},
  written: {},
  states: [
    ['void', back('return|refund|cancel|void|reject')],
    ['paid', (line) => (line.has('state') ? saysPaid(line.text('state')) : line.amount !== null)],
    ['received', isReceived],
  ],
  otherwise: 'pending',
  unknown: (line) => (waits(line.text('state')) || isReceived(line) ? undefined : 'state'),
};

export const formatIds: readonly string[] = [...formats, generic].map(({ id }) => id);

export function formatOf(id: string): Format {
  return formats.find((one) => one.id === id) ?? generic;
}
