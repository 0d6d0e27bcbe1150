import type { NamingRow, PayoutRow, PayoutState, ReadRow } from '../../insight/reconcile/model';
import { surplusCells } from '../../lib/words';
import { currencyFault, readSureAmount, type ShownSigns } from '../../tabular/amount';
import { areBlank, cleanCell } from '../../tabular/cells';
import { type DateOrder, notADate, readDate } from '../../tabular/date';
import type { TableRecord } from '../../tabular/record';
import { faultIn, numberAt } from '../../tabular/rows';
import { type FormatField, formatOf, type StateCells } from './formats';
import type { ReadColumn, Recognized } from './header';
import { readIdentifier, readTrackings } from './identifiers';
import { saysPaid } from './states';

class Unreadable extends Error {}

function quantity(text: string): number | null {
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
  /** What the amounts of the files show about points and commas. */
  readonly signs?: ShownSigns | undefined;
}

const otherOrder = { mdy: 'dmy', dmy: 'mdy' } as const;

/** Whether a line has a date that can be read only in the other order. */
export function hasOtherDates(
  { columns }: Recognized,
  lines: readonly TableRecord[],
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
  cells: readonly string[],
  paidOn: string | null,
  dateOrder: DateOrder,
): Pick<PayoutRow, 'dates'> {
  const place = columns.get('date')?.index;
  if (place === undefined) return {};
  const text = cleanCell(cells[place]);
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
): (line: TableRecord) => ReadRow | undefined {
  const columns = new Map(recognized.columns.map((column) => [column.field, column]));
  const format = formatOf(recognized.format);

  return (record) => {
    const { line, cells } = record;
    if (areBlank(cells)) return undefined;
    const { file, width = cells.length, dateOrder = 'mdy', isDoubtful } = options;
    const text = (field: FormatField): string => {
      const column = columns.get(field);
      return column === undefined ? '' : cleanCell(cells[column.index]);
    };
    const has = (field: FormatField) => columns.has(field);
    /** The cell and its column, as messages name them. */
    const placeOf = (field: FormatField) =>
      `"${text(field)}" in column "${columns.get(field)?.header ?? field}"`;
    const amountOf = (field: FormatField): number | null => {
      const { header = '', index = -1 } = columns.get(field) ?? {};
      if (record.merged?.has(index)) {
        throw new Unreadable(
          `column "${header}" is merged with other rows: give each its own amount`,
        );
      }
      const shown = numberAt(record, index);
      const cell = { text: text(field), header, ...shown };
      const read = readSureAmount(cell, options.signs ?? new Set());
      if ('cents' in read) return read.cents;
      throw new Unreadable(`${placeOf(field)} ${read.fault}`);
    };
    const paidOnOf = (): string | null => {
      const paidOn = readDate(text('paidOn'), dateOrder);
      const other = otherOrder[dateOrder];
      const otherwise = readDate(text('paidOn'), other);
      if (paidOn === undefined) {
        throw new Unreadable(`${placeOf('paidOn')} ${notADate(text('paidOn'), dateOrder)}`);
      }
      if (isDoubtful && typeof otherwise === 'string' && otherwise !== paidOn) {
        throw new Unreadable(
          `${placeOf('paidOn')} could be ${paidOn} or ${otherwise}; other dates in the file fit only --date-format ${other}, so use that flag`,
        );
      }
      return paidOn;
    };
    /** Throws if the row says that it was paid, but not how much. */
    const refuseBlank = (state: PayoutState, paidOn: string | null) => {
      if (state !== 'paid' && paidOn === null && !saysPaid(text('state'))) return;
      const { header = '', index = -1 } = columns.get('amount') ?? {};
      const fault = faultIn(record, index)?.message ?? 'is blank, although the row is paid';
      throw new Unreadable(`column "${header}" ${fault}`);
    };
    const trackings = readTrackings(text('tracking'));
    const order = readIdentifier(text('order'));
    const naming: NamingRow = {
      file,
      line,
      format: format.id,
      trackings: trackings.keys,
      order: order.text === '' || order.destroyed ? null : order.text,
      destroyed: [...trackings.destroyed, ...(order.destroyed ? [order.text] : [])],
    };
    try {
      if (!areBlank(cells.slice(width))) throw new Unreadable(surplusCells(cells.length, width));
      const currency = text('currency');
      const fault = currency === '' ? undefined : currencyFault(currency);
      if (fault !== undefined) {
        throw new Unreadable(`column "${columns.get('currency')?.header}" ${fault}`);
      }
      const paidOn = paidOnOf();
      const paid = amountOf('amount');
      const decides: StateCells = { text, has, amount: paid, paidOn };
      const [state] = format.states.find(([, applies]) => applies(decides)) ?? [format.otherwise];
      if (paid === null && state !== 'void') refuseBlank(state, paidOn);
      const isPromised = state !== 'paid' && !paid && has('promised');
      const amount = (isPromised ? amountOf('promised') : paid) ?? 0;
      const isOpen = state === 'received' || state === 'pending';
      const unknown = isOpen ? format.unknown?.(decides) : undefined;
      const reference = readIdentifier(text('reference'));
      return {
        ...naming,
        amount,
        // Without money there is no payment.
        state: state === 'paid' && amount === 0 ? 'pending' : state,
        ...(unknown !== undefined && { unknownState: text(unknown) }),
        paidOn,
        ...ownDates(columns, cells, paidOn, dateOrder),
        // A rounded reference would match many rows.
        reference: reference.text === '' || reference.destroyed ? null : reference.text,
        item: text('item') || null,
        quantity: quantity(text('quantity')),
      };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return { ...naming, unreadable: error.message };
    }
  };
}
