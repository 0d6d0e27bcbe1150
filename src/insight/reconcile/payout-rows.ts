import { surplusCells } from '../../lib/words';
import {
  type Cell,
  cleanText,
  type DateOrder,
  readAmount,
  readDate,
  readIdentifier,
  readTrackings,
} from './cells';
import type { FormatField, ReadColumn, Recognized } from './formats';
import type { PayoutRow, PayoutState, ReadRow } from './model';

/** A line of a file, split into cells. */
export interface SheetRow {
  readonly line: number;
  readonly cells: readonly Cell[];
}

interface Readers {
  cell(field: FormatField): Cell;
  text(field: FormatField): string;
  has(field: FormatField): boolean;
  /** Cents; throws `Unreadable`. */
  amount(field: FormatField): number;
}

class Unreadable extends Error {}

const yes = new Set(['1', '1.0', 'true', 'yes', 'y', 'x', '✓', '✔']);

function isYes(cell: Cell): boolean {
  return yes.has(cleanText(cell).toLowerCase());
}

/** Words that negate: "not received", "unpaid". */
const negated = /\bnot\b|\bnever\b|\bun(?:paid|verified|received)\b/i;

function says(text: string, words: RegExp): boolean {
  return words.test(text) && !negated.test(text);
}

/** A negation of what follows it: "not yet returned", "non-refundable". */
const negation = String.raw`\b(?:not|never|no|non)[\s-]+(?:yet |been |to be |be )*|\bun`;

/**
 * Whether the text says that the group took the row back. Only a negation right before such a word
 * denies it: "Refunded - item not as described" is a refund.
 */
function takesBack(text: string, words: string): boolean {
  return new RegExp(words, 'i').test(
    text.replace(new RegExp(`(?:${negation})(?:${words})`, 'gi'), ''),
  );
}

interface Judged {
  readonly state: PayoutState;
  readonly amount: number;
  readonly unknownState?: string;
}

/**
 * BFMR's tracker: a return or cancellation takes back even a paid amount. Otherwise a paid amount
 * counts, whatever else the status says, and until there is one, the promised amount.
 */
function bfmr(row: Readers, paidOn: string | null): Judged {
  const paid = row.amount('amount');
  const status = row.text('state');
  const named = paid === 0 && row.has('promised') ? row.amount('promised') : paid;
  if (takesBack(status, 'return|cancel')) return { state: 'void', amount: named };
  if (paidOn !== null || paid !== 0) return { state: 'paid', amount: paid };
  return { state: says(status, /received|processed/i) ? 'received' : 'pending', amount: named };
}

function melul(row: Readers): Judged {
  const amount = row.amount('amount');
  if (isYes(row.cell('void'))) return { state: 'void', amount };
  return { state: isYes(row.cell('verified')) ? 'paid' : 'received', amount };
}

function buyingGroup(row: Readers): Judged {
  const amount = row.amount('amount');
  const status = row.text('state');
  if (takesBack(status, 'return|refund')) return { state: 'void', amount };
  if (isYes(row.cell('paid'))) return { state: 'paid', amount };
  return { state: says(status, /verified|received/i) ? 'received' : 'pending', amount };
}

/** The only phrases that say that money was sent: "to be paid" and "partially paid" don't. */
const paidForm = /^(?:(?:fully|already) )?paid(?: out| in full)?(?: on)?(?: [\d/.-]+)?[.!]?$/i;

/** Words of a payment that is still to come. */
const waitingWords =
  /\b(?:pending|unpaid|open|to be|await\w*|wait\w*|scheduled|expected|processing|shipped|in transit|on hold)\b|^(?:0|false|no|n)$/i;

function generic(row: Readers): Judged {
  const amount = row.amount('amount');
  if (!row.has('state')) return { state: 'paid', amount };
  const status = row.text('state');
  if (takesBack(status, 'return|refund|cancel|void|reject')) return { state: 'void', amount };
  if (isYes(row.cell('state')) || paidForm.test(status)) return { state: 'paid', amount };
  if (says(status, /received|verified|processed/i)) return { state: 'received', amount };
  const isKnown = status === '' || negated.test(status) || waitingWords.test(status);
  return { state: 'pending', amount, ...(!isKnown && { unknownState: status }) };
}

/** `1.234,56`: where a comma begins the cents, a comma in another amount may mean something else. */
const decimalComma = /^-?\D?\d{1,3}(?:\.?\d{3})*,\d{2}\D?$/;

function quantity(cell: Cell): number | null {
  const text = cleanText(cell);
  const number = Number(text);
  return text === '' || !Number.isFinite(number) ? null : number;
}

export interface RowOptions {
  readonly file: string;
  /** How many cells the header line has; surplus cells make a row unreadable. */
  readonly width?: number | undefined;
  readonly dateOrder?: DateOrder | undefined;
  /** Whether another row proves that the dates are in the other order. */
  readonly isDoubtful?: boolean | undefined;
}

const otherOrder = { mdy: 'dmy', dmy: 'mdy' } as const;

/** Whether a line has a date that can be read only in the other order. */
export function hasOtherDates(
  { columns }: Recognized,
  lines: readonly SheetRow[],
  dateOrder: DateOrder = 'mdy',
): boolean {
  const place = columns.find(({ field }) => field === 'paidOn')?.index;
  if (place === undefined) return false;
  return lines.some(({ cells }) => {
    const cell = cells[place];
    return (
      readDate(cell, dateOrder) === undefined &&
      typeof readDate(cell, otherOrder[dateOrder]) === 'string'
    );
  });
}

/**
 * The dates that tell two rows apart where that is not `paidOn` alone: the portal's own DATE, whether
 * it is also read as `paidOn` or not, and a `paidOn` from another column.
 */
function ownDates(
  columns: ReadonlyMap<FormatField, ReadColumn>,
  cells: readonly Cell[],
  paidOn: string | null,
  dateOrder: DateOrder,
): Pick<PayoutRow, 'dates'> {
  const place = columns.get('date')?.index;
  if (place === undefined) return {};
  const text = cleanText(cells[place]);
  const date = readDate(text, dateOrder) ?? text;
  const another = columns.get('paidOn')?.index === place ? null : paidOn;
  return { dates: another === null ? date : `${date} ${another}` };
}

/**
 * Turns the lines of one file into rows. Created once per file, because it looks up the columns.
 */
export function rowReader(
  recognized: Recognized,
  options: RowOptions,
): (line: SheetRow) => ReadRow | undefined {
  const columns = new Map(recognized.columns.map((column) => [column.field, column]));
  const judge = { bfmr, melul, buying_group: buyingGroup, generic }[recognized.format];

  return ({ line, cells }) => {
    if (cells.every((cell) => cleanText(cell) === '')) return undefined;
    const { file, width = cells.length, dateOrder = 'mdy', isDoubtful = false } = options;
    const { format } = recognized;
    const cellOf = (field: FormatField): Cell => {
      const column = columns.get(field);
      return column === undefined ? undefined : cells[column.index];
    };
    const header = (field: FormatField) => columns.get(field)?.header ?? field;
    const row: Readers = {
      cell: cellOf,
      text: (field) => cleanText(cellOf(field)),
      has: (field) => columns.has(field),
      amount(field) {
        const cents = readAmount(cellOf(field));
        if (cents !== undefined) return cents;
        const text = cleanText(cellOf(field));
        const advice = decimalComma.test(text) ? '; write it with a decimal point' : '';
        throw new Unreadable(`"${text}" in column "${header(field)}" is not an amount${advice}`);
      },
    };
    try {
      if (cells.slice(width).some((cell) => cleanText(cell) !== '')) {
        throw new Unreadable(surplusCells(cells.length, width));
      }
      const paidOn = readDate(cellOf('paidOn'), dateOrder);
      const other = otherOrder[dateOrder];
      const otherwise = readDate(cellOf('paidOn'), other);
      const place = `"${row.text('paidOn')}" in column "${header('paidOn')}"`;
      if (paidOn === undefined) {
        const helps = typeof otherwise === 'string' ? `; try --date-format ${other}` : '';
        throw new Unreadable(`${place} is not a date${helps}`);
      }
      if (isDoubtful && typeof otherwise === 'string' && otherwise !== paidOn) {
        throw new Unreadable(
          `${place} could be ${paidOn} or ${otherwise}; other dates in the file fit only --date-format ${other}, so use that flag`,
        );
      }
      const judged = judge(row, paidOn);
      const trackings = readTrackings(cellOf('tracking'));
      const order = readIdentifier(cellOf('order'));
      const reference = readIdentifier(cellOf('reference'));
      return {
        file,
        line,
        format,
        trackings: trackings.keys,
        order: order.text === '' || order.destroyed ? null : order.text,
        amount: judged.amount,
        state: judged.state,
        ...(judged.unknownState !== undefined && { unknownState: judged.unknownState }),
        paidOn,
        ...ownDates(columns, cells, paidOn, dateOrder),
        // A rounded reference would match many rows.
        reference: reference.text === '' || reference.destroyed ? null : reference.text,
        item: row.text('item') || null,
        quantity: quantity(cellOf('quantity')),
        destroyed: [...trackings.destroyed, ...(order.destroyed ? [order.text] : [])],
      };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return { file, line, format, unreadable: error.message };
    }
  };
}

/** The rows of one file. Skips lines in which every cell is blank. */
export async function* readPayoutRows(
  recognized: Recognized,
  lines: Iterable<SheetRow> | AsyncIterable<SheetRow>,
  options: RowOptions,
): AsyncGenerator<ReadRow> {
  const read = rowReader(recognized, options);
  for await (const line of lines) {
    const row = read(line);
    if (row !== undefined) yield row;
  }
}
