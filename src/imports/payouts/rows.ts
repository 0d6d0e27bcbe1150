import type { NamingRow, PayoutRow, ReadRow } from '../../insight/reconcile/model';
import { addDays } from '../../lib/days';
import { headerName, keyOf } from '../../lib/fold';
import { onceEach } from '../../lib/once';
import { splitNumbers } from '../../lib/words';
import { readAmount } from '../../tabular/amount';
import {
  cleanCell,
  isCurrencyCode,
  isDash,
  isDecimal,
  isNo,
  isNone,
  isRounded,
  isYes,
  plainWords,
  saysNo,
} from '../../tabular/cells';
import {
  type CellType,
  type Column,
  cellSentence,
  currencyCell,
  dayCell,
  type FileFacts,
  isFault,
  moneyCell,
  readCount,
} from '../../tabular/column';
import { readDate } from '../../tabular/date';
import { meantIn, moneyIn } from '../../tabular/header-words';
import type { HeldRows, TableCell, TableRow } from '../../tabular/rows';
import { spellings } from '../../tabular/spellings';
import {
  backForm,
  type FormatField,
  fitsPayment,
  generic,
  isStateName,
  mapKeys,
  type PayoutFormat,
  type StateCells,
  saysPaid,
  saysPending,
  saysUnpaid,
  stateOf,
  takesBack,
  waits,
} from './formats';

/** Texts that groups write in place of a number that they wait for. */
const waiting = /^(?:not submitted|enter tracking)$/i;

/** An order number or a reference; `destroyed` if a spreadsheet rounded it, losing digits: `9.4E+21`. */
export function readIdentifier(cell: string | undefined) {
  const text = cleanCell(cell);
  if (isRounded(text)) return { text, destroyed: true };
  const whole = isDecimal(text) ? text.replace(/\.0+$/, '') : text;
  const word = whole.replace(/\.$/, '');
  const nothing = keyOf(whole) === '' || isNone(word) || waiting.test(word);
  return { text: nothing ? '' : whole, destroyed: false };
}

/**
 * The tracking numbers in a cell, as distinct keys. Splits at commas, semicolons, bars and line
 * breaks, but not at spaces: people write `1Z 999 AA1` for one number.
 */
export function readTrackings(cell: string | undefined): { keys: string[]; destroyed: string[] } {
  const whole = readIdentifier(cell);
  if (whole.destroyed) return { keys: [], destroyed: [whole.text] };
  const numbers = splitNumbers(whole.text).map(readIdentifier);
  const textsOf = (destroyed: boolean) =>
    numbers.flatMap((one) => (one.destroyed === destroyed && one.text !== '' ? one.text : []));
  return { keys: [...new Set(textsOf(false).map(keyOf))], destroyed: textsOf(true) };
}

/** `Package Received`; a word for nothing says nothing. */
const words: CellType<string> = {
  read({ raw }) {
    const text = cleanCell(raw);
    return { value: isNone(text) ? undefined : text };
  },
};

const amountCell = moneyCell('kept');
/** `$1,234.56`; a word for an amount that is not known yet says nothing: `TBD`. A dash is Excel's zero. */
const payoutCell: CellType<number> = {
  ...amountCell,
  read(cell, facts) {
    const isUnknown = /^tbd$/i.test(cell.text) || (isNone(cell.text) && !isDash(cell.text));
    return isUnknown ? { value: undefined } : amountCell.read(cell, facts);
  },
};

/** The types of cells, by field; for other fields, words. */
const cellTypes: Partial<Record<FormatField, CellType<unknown>>> = {
  amount: payoutCell,
  promised: payoutCell,
  paidOn: dayCell,
  currency: currencyCell,
};

/** The columns of a format, and those that only `--map` gives a header. */
export function payoutColumns(
  { columns, besides = {} }: Pick<PayoutFormat, 'columns' | 'besides'>,
  header: readonly string[],
): readonly Column[] {
  const fields = new Set([...Object.keys(besides), ...Object.keys(columns), ...mapKeys]);
  const own = ([...fields] as FormatField[]).map((field) => ({
    field,
    names: columns[field] ?? [],
    fallback: besides[field] ?? [],
    isNameless: true,
    ...(cellTypes[field] ?? words),
  }));
  const inWords = header.filter((name) => meantIn(name) === 'currency');
  const names = [...spellings.currency, ...inWords.map(headerName)];
  return [...own, { field: 'currency', names, several: true, ...currencyCell }];
}

class Unreadable extends Error {}

type PayoutTable = HeldRows<Column> & { readonly format: PayoutFormat };

/** The columns of a file, and the positions of those that are not read but may speak against a payment. */
function readingOf(table: PayoutTable, facts: FileFacts, today: string) {
  const { rows, header, fields, format, columns } = table;
  const isItem = (one: string) => spellings.item.includes(headerName(one));
  // An item may be a `Return to Zork`.
  const unread = table.unread.flatMap((one) =>
    one.header.startsWith('waybill_') || isItem(one.header) ? [] : one.index,
  );
  // A group's own file knows all its columns: only another one of states may speak against a row.
  const isOwn = format.own !== undefined && fields.has(format.own);
  const stateColumns = isOwn ? unread.filter((at) => isStateName(header[at] ?? '')) : unread;
  // Those that say of some rows that nothing is owed.
  const debts = stateColumns.filter((index) => rows.some((row) => !owes(row.at(index))));
  const isOfPaid = (one: string) =>
    askedBy(one).isOfAmount || spellings.paidOn.includes(headerName(one));
  // Those that say of some rows what was paid, or when.
  const payings = stateColumns.filter(
    (at) => isOfPaid(header[at] ?? '') && rows.some((row) => !saysNothing(row.at(at))),
  );
  // Only the days of payment tell which rows are paid, and a row has one.
  const hasDay = rows.some((row) => !saysNothing(row.cell('paidOn')));
  const isDated = format === generic && !fields.has('state') && hasDay;
  const placeOf = (field: string) => columns.find((one) => one.field === field)?.index ?? -1;
  // An item may be a chargeback.
  const items = header.flatMap((one, index) =>
    !isOwn && (index === placeOf('item') || isItem(one)) ? [index] : [],
  );
  const currencies = unread.filter((index) =>
    rows.every((row) => isCurrencyCode(row.at(index)?.text ?? 'USD')),
  );
  const amountAt = placeOf('amount');
  // Money beside the amount is another amount.
  const isText = (at: number) => at === amountAt + 1 && moneyIn(header[at] ?? '') === undefined;
  const textAt = unread.find(isText) ?? -1;
  const places = { stateColumns, items, debts, payings, currencies, amountAt, textAt };
  return { ...table, facts, today, isDated, ...places };
}

type RowReading = ReturnType<typeof readingOf>;

/** The cells of a row; what is wrong with one is thrown when it is asked for. */
function cellsIn(row: TableRow, { types, facts }: RowReading) {
  function value<V>(field: FormatField): V | undefined {
    let first: unknown;
    const type = types.get(field);
    for (const cell of row.all(field)) {
      if (type?.proves === 'money' && cell.merged) {
        throw new Unreadable(
          `column "${cell.header}" is merged with other rows: give each its own amount`,
        );
      }
      const read = type?.read(cell, facts);
      if (read === undefined) continue;
      if (isFault(read)) throw new Unreadable(cellSentence(cell, read));
      first ??= read.value;
    }
    return first as V | undefined;
  }
  return {
    value,
    text: (field: FormatField): string => value(field) ?? '',
    /** As in the file; empty if there is none. */
    raw: (field: FormatField) => row.cell(field)?.raw ?? '',
  };
}

type PayoutCells = ReturnType<typeof cellsIn>;

/** Throws for another currency in a column of its own, or an amount in two cells: `$1,495.00` without quotes. */
function refuseOthers(row: TableRow, { currencies, amountAt, textAt, facts }: RowReading): void {
  for (const cell of currencies.flatMap((index) => row.at(index) ?? [])) {
    const read = currencyCell.read(cell, facts);
    if (isFault(read)) throw new Unreadable(cellSentence(cell, read));
  }
  const [amount, next] = [row.at(amountAt), row.at(textAt)];
  const isCut = /^-?\$?\d{1,3}$/.test(amount?.text ?? '') && /^\d{3}\.\d\d$/.test(next?.text ?? '');
  if (!isCut) return;
  throw new Unreadable(
    `column "${amount?.header}" may be cut: ${amount?.text},${next?.text} needs quotes around it`,
  );
}

/** Throws if a row without an amount says that it was paid, or has one that was taken back: below `Debit`. */
function refuseBlank(row: TableRow, { fields, stateColumns }: RowReading, isPaid: boolean): void {
  const cells = stateColumns.flatMap((index) => row.at(index) ?? []);
  const taken = cells.find(({ header, text }) => askedBy(header).isOfTaken && readAmount(text));
  if (!isPaid && taken === undefined) return;
  const fault = row.fault((field) => field === 'amount')?.message;
  const back = taken && `has no money, but column "${taken.header}" has ${taken.text}`;
  const why = fault ?? back ?? 'is blank, although the row is paid';
  throw new Unreadable(`column "${fields.get('amount')}" ${why}`);
}

/**
 * The dates that tell two rows apart where that is not `paidOn` alone: the portal's own DATE, and a
 * `paidOn` from another column.
 */
function ownDates(cells: PayoutCells, paidOn: string | null, { facts, fields }: RowReading) {
  if (!fields.has('date')) return {};
  const text = cells.text('date');
  const date = readDate(text, facts.dateOrder) ?? text;
  return { dates: paidOn === null ? date : `${date} ${paidOn}` };
}

type Cell = Pick<TableCell, 'text' | 'header'>;

/** `Cleared?`, `Deposited`: a header that asks whether a payment was made. */
const asksPayment =
  /\b(?:clear|settle|pa(?:id|y)|deposit|receiv|sent|issue|cash|confirm|approv|verif)/i;
/** `Returned?`, `Refund Date`, but not `Return window`: a header that asks whether it was taken back. */
const asksReturn = (header: string) =>
  takesBack(header) &&
  !/\b(?:by|until|through|window|deadline|policy|method|label|period|days?|eligib\w*)\b/i.test(
    header,
  );
/** `Debit`, but not `Debit card`: a header of amounts that were taken. */
const asksTaken = /\b(?:debits?|deduct\w*|withdraw\w*)\b(?! card)/i;
/** `Amount Paid`, but not `Date paid` or `Price paid`: a header of what the group paid. */
const asksPaidAmount =
  /^(?!.*\b(?:dates?|on|by|to|via|with|method|prices?|costs?|tax|shipping)\b).*\bpaid\b/i;
/** `Pending?`, `On hold`, `Not paid`: a header that asks whether a payment is still to come. */
const asksDelay =
  /^(?:is )?(?:payment |payout )?(?:pending|scheduled|disputed?|(?:on )?hold|(?:with)?held|(?:not|un) ?paid)(?: yet)?\W*$/i;
/** `Amount Due`, `Still owed`, but not `Date due`: a header of money that is still to come. */
const asksDebt =
  /^(?!.*\b(?:dates?|days?|on|by)\b).*\b(?:due|ow(?:ed|ing)|outstanding|unpaid|pending)\b/i;

/** `Stop payment`, `Unsettled`, `Held`, `will pay next week`: words that only warn. */
const doubtWords = [
  String.raw`(?:no|non|not|never|stop|un)[\s-]*(?:yet |been |be |a |fully )*(?:pay\w*|paid|settled|cleared|funded|deposited|sent)`,
  String.raw`disput\w*|insufficient funds|wr(?:ite|itten)[\s-]?off|(?:with)?held|(?:in|under) review|will pay|soon|next (?:week|month|cycle|batch|pay\w*)`,
].join('|');
const doubtForm = new RegExp(String.raw`\b(?:${doubtWords})\b`, 'i');
/** `Debit`, `Fee`, `Refused`, `Storniert`: words that speak against a payment where they are all of a cell. */
const wholeForm = new RegExp(
  `^(?:${[
    'due|owed|(?:past |over)due|outstanding|payable|upcoming|requested|missing|short|cxl|on ?hold|reschedul\\w*',
    "(?:payment )?refused?|unable to pay|did(?:n['’]t| not) pay|partial payment|paid \\(?partial(?:ly)?\\)?",
    'paid \\d+ of \\d+|\\d+ ?% paid|payment in process',
    'debit|deduct(?:ion|ed)?|adjust(?:ment|ed)|penalt(?:y|ies)|recoup(?:ed|ment)?|offset|fees?|rma|rts',
    'hold|half paid|partial(?:ly)?(?: paid)?|lost(?: in transit)?|not received|estimated?|forecast|invoiced?|projected',
    'storniert|ausstehend|offen|abgelehnt|erstattet|pendiente|cancelad[oa]|anulad[oa]|reembolsad[oa]|rechazad[oa]',
    'annul[eé]e?|rembours[eé]e?|refus[eé]e?|en attente|[❌✗✘]',
  ].join('|')})[.!]?$`,
  'iu',
);

/** True if a text of a paid row's state may mean that it is not paid: `Disputed`, `Withheld`. */
export function doubtsPayment(text: string): boolean {
  return doubtForm.test(text) || wholeForm.test(text);
}

const backWordsOnly = new RegExp(backForm, 'gi');

/** True if a cell is nothing but such words, or words of what was taken back: `Chargeback` for an item. */
function saysOnlyBack({ text }: Cell): boolean {
  const words = plainWords(text);
  return wholeForm.test(words) || words.replace(backWordsOnly, '').trim() === '';
}

/** The question that a header asks: whether a payment was made, taken back, or is still to come. */
const askedBy = onceEach((header: string) => {
  const words = plainWords(header);
  const isOfDelay = asksDelay.test(words);
  return {
    isOfPayment: asksPayment.test(words) && !asksDebt.test(words) && !isOfDelay,
    isOfReturn: asksReturn(words),
    isOfTaken: asksTaken.test(words) || asksReturn(words),
    isOfAmount: asksPaidAmount.test(words),
    isOfDebt: asksDebt.test(header),
    isOfDelay,
  };
});

/** True if a column, which says of some rows that nothing is owed, says of this one what is. */
function owes({ text, header }: Cell = { text: '', header: '' }): boolean {
  return askedBy(header).isOfDebt && (isYes(text) || (readAmount(text) ?? 0) > 0);
}

/** True if a cell says of a payment that it was not made or taken back, or is still to come. */
export function saysNoPayment(cell: Cell): boolean {
  const text = plainWords(cell.text);
  const { isOfPayment, isOfReturn, isOfDelay } = askedBy(cell.header);
  // Below `Payment fee` a 0 is an amount.
  const isDenied = isOfPayment && isNo(text) && !/\d/.test(text);
  const isBack = isOfReturn && !saysNo(text) && readAmount(text) !== 0;
  const isDelayed = isOfDelay && isYes(text);
  const isOpen = isDelayed || saysUnpaid(text) || saysPending(text) || doubtsPayment(text);
  return isDenied || isBack || isOpen || takesBack(text);
}

/** True for a blank cell, and for a word for nothing. */
const saysNothing = (cell: Cell | undefined) => isNone(cell?.text || '-');

/** Words against a payment in a cell that decides nothing: `Refunded` below "Result", no day where others have one. */
function doubtfulWords(
  row: TableRow,
  amount: number,
  { stateColumns, items, debts, payings, header, fields, isDated }: RowReading,
) {
  const at = (places: readonly number[]) => places.flatMap((index) => row.at(index) ?? []);
  const isLess = ({ text, header }: TableCell) => {
    const paid = askedBy(header).isOfAmount && !isYes(text) ? readAmount(text) : null;
    return typeof paid === 'number' && paid < amount;
  };
  const said =
    at(stateColumns).find((cell) => saysNoPayment(cell) || isLess(cell)) ??
    at(items).find(saysOnlyBack) ??
    at(debts).find(owes) ??
    [...row.all('state'), ...row.all('paid')].find(isLess);
  if (said !== undefined) return `"${said.text}" in column "${said.header}"`;
  const blank = payings.find((index) => saysNothing(row.at(index)));
  if (blank !== undefined) return `nothing in column "${header[blank]}"`;
  const isBlank = isDated && saysNothing(row.cell('paidOn'));
  return isBlank ? `nothing in column "${fields.get('paidOn')}"` : undefined;
}

/** Reads the payment of a row. Throws what is wrong with it. */
function readPayment(
  row: TableRow,
  cells: PayoutCells,
  reading: RowReading,
): Omit<PayoutRow, keyof NamingRow> {
  const { format } = reading;
  const shifted = row.problem(() => false);
  if (shifted !== undefined) throw new Unreadable(shifted.message);
  cells.value('currency');
  refuseOthers(row, reading);
  const paidOn = cells.value<string>('paidOn') ?? null;
  const paid = cells.value<number>('amount') ?? null;
  const decides: StateCells = {
    text: (field) => plainWords(cells.text(field)),
    has: (field) => reading.fields.has(field),
    amount: paid,
    paidOn,
  };
  const said = stateOf(format, decides);
  const isLater = paidOn !== null && paidOn > addDays(reading.today, 1);
  const state = said.state === 'paid' && isLater ? 'pending' : said.state;
  const isSaidPaid = said.state === 'paid' || paidOn !== null || saysPaid(decides.text('state'));
  if (!paid && state !== 'void') refuseBlank(row, reading, paid === null && isSaidPaid);
  const isPromised = state !== 'paid' && !paid;
  const amount = (isPromised ? cells.value<number>('promised') : paid) ?? 0;
  const reference = readIdentifier(cells.raw('reference'));
  const unknown = said.unknown === undefined ? '' : cells.text(said.unknown);
  const isUnknown =
    unknown !== '' && (said.unknown !== 'state' || readAmount(unknown) === undefined);
  const isOpen = (text: string) => doubtsPayment(text) || (waits(text) && !fitsPayment(text));
  // Words of a return fit money that was taken back.
  const doubtful = state === 'paid' && amount > 0 ? doubtfulWords(row, amount, reading) : undefined;
  return {
    amount,
    // Without money there is no payment.
    state: state === 'paid' && amount === 0 ? 'pending' : state,
    ...(doubtful !== undefined && { unreadState: doubtful }),
    ...(isUnknown && { unknownState: unknown }),
    ...(isUnknown && state === 'paid' && isOpen(plainWords(unknown)) && { isDoubted: true }),
    paidOn,
    ...ownDates(cells, paidOn, reading),
    // A rounded reference would match many rows.
    reference: reference.text === '' || reference.destroyed ? null : reference.text,
    item: cells.text('item') || null,
    quantity: readCount(cells.raw('quantity')) ?? null,
  };
}

/** Turns the rows of one file into what they say. */
export function rowReader(table: PayoutTable, facts: FileFacts, today: string) {
  const reading = readingOf(table, facts, today);
  return (row: TableRow): ReadRow => {
    const cells = cellsIn(row, reading);
    const trackings = readTrackings(cells.raw('tracking'));
    const order = readIdentifier(cells.raw('order'));
    const naming: NamingRow = {
      file: reading.name,
      line: row.line,
      format: reading.format.id,
      trackings: trackings.keys,
      order: order.text === '' || order.destroyed ? null : order.text,
      destroyed: [...trackings.destroyed, ...(order.destroyed ? [order.text] : [])],
    };
    try {
      return { ...naming, ...readPayment(row, cells, reading) };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return { ...naming, unreadable: error.message };
    }
  };
}
