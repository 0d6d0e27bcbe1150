import type { PayoutState } from '../../insight/reconcile/model';
import { headerName } from '../../lib/fold';
import { quotedWord, typedWords } from '../../lib/words';
import { readAmount } from '../../tabular/amount';
import { isYes, negated, saysNo } from '../../tabular/cells';
import { placesCalled, quoted } from '../../tabular/header';
import { moneyIn } from '../../tabular/header-words';
import { spellings } from '../../tabular/spellings';

/** The fields that `--map` can name. */
export const mapKeys = typedWords('tracking order amount state paidOn reference item quantity');
export type MapKey = (typeof mapKeys)[number];

/** Fields that a format reads: those of `--map`, and those that only the format's own rules use. */
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

/** True if a cell that should say yes or no says neither, and is not blank. */
export function isNeither(text: string): boolean {
  return !saysNo(text) && !isYes(text);
}

/** Words of a group for a row that it does not pay, or takes back: "Charged back 6/3". */
const backWords = [
  String.raw`(?:return|refund)(?!able)\w*|cancel\w*|charg(?:e[ds]?|ing)[\s-]?backs?|revers\w+|reject\w*`,
  String.raw`den(?:y|ies|ied|ial)\w*|declin\w+|fail\w*|void\w*|bounc\w+|claw(?:ed|s)?[\s-]?backs?|nsf`,
].join('|');
export const backForm = new RegExp(String.raw`\b(?:${backWords})\b`, 'i');
/** A negation right before such a word: "not yet returned", "wasn't cancelled". */
const deniedForm = new RegExp(
  String.raw`(?:\b(?:not|never|no|non)|n['’]t)[\s-]+(?:yet |been |to be |be )*(?:${backWords})\b`,
  'gi',
);

/**
 * True if the text says that the group took the row back. Only a negation right before such a word
 * denies it: "Refunded - item not as described" is a refund.
 */
export function takesBack(text: string): boolean {
  return backForm.test(text) && backForm.test(text.replace(deniedForm, ''));
}

const neverPaid =
  /(?:\b(?:not|never|cannot)|n['’]t) (?:be(?:en)? )?paid\b|\bun ?pa(?:id|yed)\b|\bpaid ?[:=] ?no\b/i;

/** `Unpaid`, `Has not been paid`, `Paid: no`; not `Not paid yet`. */
export function saysUnpaid(text: string): boolean {
  return neverPaid.test(text) && !/\byet\b/i.test(text);
}

/** The only phrases that say that money was sent: "to be paid" and "partially paid" don't. */
const paidForm =
  /^(?:(?:fully|already) )?paid(?: out| in full)?(?: on)?(?: \d{1,4}([/-])\d{1,2}(?:\1\d{2,4})?)?[.!]?$/i;

export function saysPaid(text: string): boolean {
  return isYes(text) || paidForm.test(text);
}

const unpaidForm = /\b(?:not|never|to|will) (?:(?:yet|been|be) )*paid\b/gi;
const moneyWords =
  /\bpaid\b|\bpay(?:ment|out)s? (?:received|verified|processed|sent)\b|\b(?:received|processed|sent) pay(?:ment|out)/i;

/** True if the text may say that money was sent: "received, paid", "payment received". */
function mayBePaid(text: string): boolean {
  return moneyWords.test(text.replace(unpaidForm, ''));
}

const receivedWords = /\b(?:received|verified|processed)\b/i;
/** "To be received", "Received 1 of 2", "Received?": not all of it is there. */
const partForm = /\b(?:to|will) be\b|\bpartial|\?|\b\d+ of \d+\b/i;

/** "Package received", "Verified": the group has the goods. */
export function saysReceived(text: string): boolean {
  const isSaid = receivedWords.test(text) && !negated.test(text);
  return isSaid && !mayBePaid(text) && !partForm.test(text);
}

/** Words of a payment that is still to come, whatever else the row says. */
const laterWords =
  /\b(?:to|will) be (?:paid|sent|received)\b|\bnot yet\b|\byet to\b|\bnot paid yet\b|\bon hold\b|\bawait\w*|\bexpected\b/i;

/** "Scheduled for 6/20", "Payment pending". What is received may await its payment. */
export function saysPending(text: string): boolean {
  if (/\b(?:pending|schedul\w*)\b/i.test(text)) return true;
  return laterWords.test(text) && !saysReceived(text);
}

/** Statuses of goods that are under way, but perhaps of a payment. */
const underWayWords = /\b(?:submitted|in transit|processing|in process)\b/i;
/** Statuses of goods that are under way. */
const goodsWords =
  /\b(?:purchased|ordered|submitted|shipped|in transit|delivered|processing|in process)\b/i;
/** `No - April` is an answer, `No way` a word of its own. */
const openWords = /\b(?:open|wait\w*)\b|^no?\W*$|^(?:0|false)$|^no\s*[-–—,;:(.]/i;

export function waits(text: string): boolean {
  const says = (words: RegExp) => words.test(text) && !mayBePaid(text);
  return (
    text === '' ||
    saysPending(text) ||
    (says(receivedWords) && partForm.test(text)) ||
    readAmount(text) === 0 ||
    says(negated) ||
    says(goodsWords) ||
    says(openWords)
  );
}

/** True if a text says of goods that they are under way, and nothing of money: "Shipped". */
export function isOfGoods(text: string): boolean {
  return goodsWords.test(text) && !negated.test(text) && !mayBePaid(text);
}

/** True if a text beside a payment says nothing else: "Paid", "Package received", "Shipped". */
export function fitsPayment(text: string): boolean {
  const isPlain = text === '' || /^bonus$/i.test(text);
  const isOfGoodsOnly = isOfGoods(text) && !underWayWords.test(text);
  return isPlain || saysPaid(text) || saysReceived(text) || isOfGoodsOnly;
}

type Test = (line: StateCells) => boolean;

/** A group's file: its columns, and what makes a row void, paid and so on. */
export interface PayoutFormat {
  readonly id: string;
  /** Headers that together identify this format. */
  readonly signature: readonly (readonly FormatField[])[];
  /** The field that the group's own files have, which know all their columns: a sheet of a person's may not. */
  readonly own?: FormatField;
  readonly columns: Columns;
  /** Headers of fields that are read where no other field has the column: `Paid` beside a `Status`. */
  readonly besides?: Columns;
  /** The first state that applies, where no word decides; if none does, the row is `otherwise`. */
  readonly states: readonly (readonly [PayoutState, Test])[];
  readonly otherwise: PayoutState;
  /** The column that decides about a row which is not paid, if no rule knows what it says. */
  unknown?(line: StateCells): FormatField | undefined;
}

const isReceived: Test = (line) => saysReceived(line.text('state'));

/** True if the column beside that of the state says that the row is not paid; blank, it is where the state doesn't. */
const isDenied: Test = (line) => {
  const [paid, state] = [line.text('paid'), line.text('state')];
  return line.has('paid') && waits(paid) && (paid !== '' || !saysPaid(state));
};

/** True for `Delivered` with a day of payment, which only a paid row has. */
const isDatedDelivery: Test = (line) => line.paidOn !== null && isOfGoods(line.text('state'));

const marked =
  (field: FormatField): Test =>
  (line) =>
    isYes(line.text(field));

const stateNames = ['status', 'state', 'paymentstatus', 'payoutstatus'];
const paidNames = ['paid', 'ispaid'];

/** True for a column that is named as a state: `Payment Status`, `Paid?`. */
export const isStateName = (header: string) =>
  [...stateNames, ...paidNames].includes(headerName(header));

/** In each set of a signature, at least one field must have a column. */
export const formats: readonly PayoutFormat[] = [
  {
    id: 'melul',
    signature: [['void'], ['verified'], ['tracking'], ['amount']],
    own: 'void',
    columns: {
      void: ['void', 'isvoid', 'voided'],
      verified: ['verified', 'isverified'],
      tracking: spellings.trackingNumber,
      amount: ['exttotal', 'extendedtotal'],
      state: stateNames,
      order: spellings.orderNumber,
      paidOn: spellings.paidOn,
      // Nobody documents what day it is, so it only tells rows apart.
      date: ['date'],
      reference: ['id'],
      item: spellings.item,
      quantity: spellings.quantity,
    },
    states: [
      ['void', marked('void')],
      ['paid', (line) => isYes(line.text('verified')) && !isNeither(line.text('void'))],
    ],
    otherwise: 'received',
    unknown: (line) => (['void', 'verified'] as const).find((one) => isNeither(line.text(one))),
  },
  {
    id: 'buying_group',
    signature: [['reference'], ['paid'], ['amount'], ['order', 'tracking']],
    own: 'reference',
    columns: {
      reference: ['receiptid', 'receiptno', 'receiptnumber'],
      paid: paidNames,
      amount: ['total', 'totalamount'],
      state: stateNames,
      order: spellings.orderNumber,
      tracking: spellings.trackingNumber,
      paidOn: [...spellings.paidOn, 'paiddatetime'],
      item: spellings.item,
      quantity: spellings.quantity,
    },
    states: [
      ['paid', marked('paid')],
      ['received', isReceived],
    ],
    otherwise: 'pending',
    unknown: (line) =>
      isNeither(line.text('paid')) ? 'paid' : saysPaid(line.text('state')) ? 'state' : undefined,
  },
  {
    id: 'bfmr',
    signature: [['amount'], ['state'], ['order', 'tracking']],
    own: 'promised',
    columns: {
      amount: ['amountpaid', 'paidamount'],
      state: stateNames,
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
    states: [
      ['paid', ({ amount, paidOn }) => paidOn !== null || (amount ?? 0) !== 0],
      ['received', isReceived],
    ],
    otherwise: 'pending',
  },
];

/** A file of which the user named the columns. */
export const generic: PayoutFormat = {
  id: 'generic',
  signature: [['amount'], ['order', 'tracking']],
  columns: { state: [...stateNames, ...paidNames] },
  besides: { paid: ['paymentstatus', 'payoutstatus', ...paidNames] },
  states: [
    ['received', (line) => isDenied(line) && isReceived(line)],
    ['pending', isDenied],
    ['paid', (line) => !line.has('state') && line.amount !== null],
    ['paid', (line) => saysPaid(line.text('state')) || saysPaid(line.text('paid'))],
    ['received', isReceived],
    ['pending', (line) => waits(line.text('state')) && !isDatedDelivery(line)],
    ['paid', ({ amount }) => (amount ?? 0) !== 0],
  ],
  otherwise: 'pending',
  unknown: (line) => (isDenied(line) && saysPaid(line.text('state')) ? 'paid' : undefined),
};

/** The columns whose words may decide, whatever amount or date the row has. */
const deciding = ['state', 'void', 'verified', 'paid'] as const;

/** The state of a row, and the column that decides about it if waybill does not know what it says. */
export function stateOf(
  { states, otherwise, unknown, own }: PayoutFormat,
  line: StateCells,
): { readonly state: PayoutState; readonly unknown?: FormatField | undefined } {
  const texts = deciding.map((field) => line.text(field));
  if (texts.some((text) => takesBack(text) || saysUnpaid(text))) return { state: 'void' };
  if (texts.some(saysPending)) return { state: 'pending' };
  const state = states.find(([, applies]) => applies(line))?.[0] ?? otherwise;
  if (state === 'void') return { state };
  if (state !== 'paid') return { state, unknown: unknown?.(line) };
  const [said, paid] = [line.text('state'), line.text('paid')];
  if (own !== undefined) return { state, unknown: fitsPayment(said) ? undefined : 'state' };
  // An amount below `Paid` is one: `495.00`.
  if (!fitsPayment(paid) && readAmount(paid) === undefined) return { state, unknown: 'paid' };
  const isFit = fitsPayment(said) && (saysPaid(paid) || !isOfGoods(said));
  return { state, unknown: isFit ? undefined : 'state' };
}

export const formatIds: readonly string[] = [...formats, generic].map(({ id }) => id);

/** The user's flags that say what a file is. */
export interface FormatOptions {
  /** If undefined, recognized by the header, or `generic` if the map names what that needs. */
  readonly format?: string | undefined;
  /** Headers by key, from `--map`; they take precedence over the format's own headers. */
  readonly map?: Partial<Record<MapKey, string>> | undefined;
}

/** A header that is not one of a payout file: the problem continues a sentence that names the file. */
export interface Unrecognized {
  readonly problem: string;
  readonly hint: string;
}

/** The sets of fields of which a header has no column. */
function missingFields(
  { signature, columns }: PayoutFormat,
  header: readonly string[],
  map: Columns = {},
): readonly (readonly FormatField[])[] {
  const has = (field: FormatField) =>
    placesCalled(map[field] ?? columns[field] ?? [], header).length > 0;
  return signature.filter((fields) => !fields.some(has));
}

/** Fields of a recognized format that the user may correct; the others decide whether a row is paid. */
const corrigible: readonly string[] = ['paidOn', 'reference', 'item', 'quantity'];

/**
 * The formats to try. A map of details only corrects a format that the header has without it; any
 * other describes the whole file.
 */
function candidatesFor(
  id: string | undefined,
  map: Columns,
  header: readonly string[],
): readonly PayoutFormat[] {
  if (id !== undefined) return [formats.find((one) => one.id === id) ?? generic];
  const keys = Object.keys(map);
  if (keys.length === 0) return formats;
  const isCorrection = keys.every((key) => corrigible.includes(key));
  const corrected = formats.find((one) => missingFields(one, header).length === 0);
  return [(isCorrection && corrected) || generic];
}

/** The flags for a header of no known format, with the columns that it names without doubt. */
function namingHint(header: readonly string[]): string {
  const flagFor = (key: MapKey, isOne: (name: string) => boolean, otherwise: string[] = []) => {
    const [name, another] = header.filter(isOne);
    const names = name !== undefined && another === undefined ? [name] : otherwise;
    return names.map((one) => `--map ${quotedWord(`${key}=${one}`)}`);
  };
  const called = (names: readonly string[]) => (one: string) => names.includes(headerName(one));
  const order = flagFor('order', called(spellings.orderNumber));
  const tracking = called(spellings.trackingNumber);
  const isMoney = (one: string) =>
    (moneyIn(one) !== undefined || /pay-?out/i.test(one)) && !called(['paid', 'ispaid'])(one);
  const flags = [
    ...order,
    ...flagFor('tracking', tracking, order.length > 0 ? [] : ['<header>']),
    ...flagFor('amount', isMoney, ['<header>']),
    ...flagFor('paidOn', called(spellings.paidOn)),
  ];
  return `Name the columns: --format generic ${flags.join(' ')}`;
}

/** The format of a file with this header, by its names, never by position. */
export function recognizeFormat(
  header: readonly string[],
  { format: id, map = {} }: FormatOptions = {},
): PayoutFormat | Unrecognized {
  const found = `Found: ${quoted(header.map((name) => name.trim()).filter((name) => name !== ''))}`;
  const given = Object.entries(map);
  const lost = given.find(([, name]) => name !== '' && placesCalled([name], header).length === 0);
  if (lost !== undefined) {
    return {
      problem: `No column "${lost[1]}" (--map ${lost[0]}). ${found}`,
      hint: "Use a header from the file; case, spaces and punctuation don't matter.",
    };
  }
  const mapped: Columns = Object.fromEntries(
    given.map(([key, name]) => [key, name === '' ? [] : [name]]),
  );
  const candidates = candidatesFor(id, mapped, header);
  const format = candidates.find((one) => missingFields(one, header, mapped).length === 0);
  if (format !== undefined) return format;
  const [only, another] = candidates;
  if (only === undefined || another !== undefined) {
    const ids = formats.map((one) => one.id).join(', ');
    return {
      problem: `The header matches none of the formats ${ids}. ${found}`,
      hint: namingHint(header),
    };
  }
  const missing = (name: (field: FormatField) => string) =>
    missingFields(only, header, mapped).map((fields) => fields.map(name).join(' or '));
  return {
    problem: `No column is named for ${missing((field) => field).join(' and ')} (${only.id}). ${found}`,
    hint: `Add ${missing((field) => `--map ${field}=<header>`).join(' ')}.`,
  };
}

export function isRecognized(found: PayoutFormat | Unrecognized): found is PayoutFormat {
  return 'id' in found;
}
