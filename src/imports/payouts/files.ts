import { inputIdentity } from '../../disk/place';
import { usageFailure } from '../../failure';
import { type InputWorld, openInputFile } from '../../input/input-file';
import {
  type AccountOrder,
  isUnreadable,
  type NamingRow,
  type ReadRow,
} from '../../insight/reconcile/model';
import { headerName, keyOf } from '../../lib/fold';
import { type CentsSign, centsSigns, readAmount } from '../../tabular/amount';
import { areBlank, beginsWithTotal, isTotal, plainWords } from '../../tabular/cells';
import { type Column, fileFacts } from '../../tabular/column';
import type { DateOrder } from '../../tabular/date';
import { type Reading, type TableSource, tooManyRows } from '../../tabular/record';
import { type HeldRows, readTable } from '../../tabular/rows';
import {
  type Columns,
  type FormatOptions,
  formats,
  generic,
  isRecognized,
  type PayoutFormat,
  recognizeFormat,
  takesBack,
} from './formats';
import { payoutColumns, rowReader, saysNoPayment } from './rows';

export interface PayoutReading extends FormatOptions {
  /** `--sheet`, `--encoding` and `--delimiter`. */
  readonly table: Reading;
  readonly dateOrder: DateOrder | undefined;
  /** The date where the user is; a payment of a later day than tomorrow is still to come. */
  readonly today: string;
  /** The file that the mapping came from, to name if the header does not fit. */
  readonly mappingFile?: string | undefined;
  /** The file has no header: its columns are named by their numbers, from 1. */
  readonly noHeader?: boolean | undefined;
}

/** A payout file whose header was found. */
export interface OpenedFile extends HeldRows<Column> {
  /** The hash of its bytes and of the cells that were read from them. */
  readonly content: string;
  readonly format: PayoutFormat;
  /** The first title above the header that says that what is below is not paid; else empty. */
  readonly title: string;
  /** The signs in its amounts that show what points and commas mean. */
  readonly signs: Set<CentsSign | undefined>;
}

export interface FileRow {
  readonly row: ReadRow;
  /** Unchanged. */
  readonly cells: readonly string[];
  /** Its amount, if it looks like a total of other rows. */
  readonly total?: { readonly cents: number | null | undefined };
}

/** A payout file, parsed as far as possible. */
export interface PayoutFile extends Pick<OpenedFile, 'content' | 'columns' | 'header'> {
  /** The file's name as the user typed it, or "standard input". */
  readonly file: string;
  readonly format: string;
  /** Headers of columns that are not read. */
  readonly unknown: readonly string[];
  readonly rows: readonly FileRow[];
}

/** The most rows of all files: they take some 160 MiB, and no group pays for as many. */
const mostRows = 20_000;

/** All headers that any format knows, to find the line that is most like one. */
const knownColumns: Columns = {};
for (const { columns } of [...formats, generic]) {
  for (const [field, names] of Object.entries(columns) as [keyof Columns, readonly string[]][]) {
    knownColumns[field] = [...(knownColumns[field] ?? []), ...names];
  }
}

const numberColumns = payoutColumns({ columns: knownColumns }, []).filter(({ field }) =>
  ['order', 'tracking'].includes(field),
);

/** Reads a file up to the meaning of its columns. Throws a usage failure for one that is no payout file. */
export async function openPayoutTable(
  { name, chunks }: TableSource,
  reading: PayoutReading,
): Promise<OpenedFile> {
  const { createHash } = await import('node:crypto');
  const content = createHash('sha256');
  async function* hashed() {
    for await (const chunk of chunks) {
      content.update(chunk);
      yield chunk;
    }
  }
  const formatOf = (header: readonly string[]) => recognizeFormat(header, reading);
  let header: readonly string[] = [];
  let format = generic;
  let title = '';
  const table = await readTable(
    { name, chunks: hashed() },
    {
      columns: (line) =>
        payoutColumns(line.length === 0 ? { columns: knownColumns } : format, line),
      reading: {
        ...reading.table,
        map: Object.entries(reading.map ?? {}).map((one) => one.join('=')),
        onSkipped(cells) {
          title ||= titleOf(cells, '');
        },
      },
      hasHeader: reading.noHeader ? 'numbers' : true,
      isHeader: (cells) => isRecognized(formatOf(cells)),
      others: 'kept',
      mostRows,
      isKept: ({ cells }) => !areBlank(cells),
      deciding: numberColumns,
      refuse(line) {
        if (line.length === 0) {
          throw usageFailure(`${name} is empty`, { hint: 'Export the file again.' });
        }
        const found = formatOf(line);
        if (!isRecognized(found)) {
          const { mappingFile } = reading;
          const saved = mappingFile === undefined ? '' : ` ${mappingFile} maps the columns.`;
          throw usageFailure(`${name}: ${found.problem}`, { hint: `${found.hint}${saved}` });
        }
        [header, format] = [line, found];
      },
    },
  );
  // Of a workbook with several sheets, another one may be read the next time.
  content.update(JSON.stringify(header));
  for (const { record } of table.rows) content.update(JSON.stringify([record.line, record.cells]));
  // Amounts that are not read show it as well.
  const { amount = [], promised = [] } = format.columns;
  const names = [...amount, ...promised];
  const read = table.columns.find(({ field }) => field === 'amount')?.index;
  const places = header.flatMap((one, index) =>
    index === read || names.includes(headerName(one)) ? [index] : [],
  );
  const amounts = table.rows.flatMap((row) => places.flatMap((index) => row.at(index) ?? []));
  return {
    ...table,
    content: content.digest('hex').slice(0, 32),
    format,
    title,
    signs: centsSigns(amounts),
  };
}

const namesIn = ({ trackings, destroyed, order }: NamingRow) =>
  [...trackings, ...destroyed, order ?? []].flat();

/**
 * The rows of the files of one run. Another amount of a file proves that a point begins its cents,
 * unless one of any file shows that a comma does.
 */
export function readFiles(
  files: readonly OpenedFile[],
  { dateOrder, today }: Pick<PayoutReading, 'dateOrder' | 'today'>,
): readonly PayoutFile[] {
  const hasCommas = files.some(({ signs }) => signs.has('comma'));
  return files.map((table) => {
    const { name: file, content, format, header, types, signs } = table;
    const shown = new Set([...signs].filter((sign) => !hasCommas || sign !== 'point'));
    const given = { dateOrder, unit: 'dollars', signs: shown } as const;
    const facts = fileFacts(table.rows, [...types.values()], given);
    const readRow = rowReader(table, facts, today);
    let section = table.title;
    const rows = table.rows.map((one): FileRow => {
      const { cells } = one;
      section = titleOf(cells, section);
      const read = readRow(one);
      const isBelow =
        section !== '' && !isUnreadable(read) && read.state === 'paid' && read.amount > 0;
      const row = isBelow ? { ...read, unreadState: section } : read;
      const isNamedTotal = cells.some(isTotal) && namesIn(row).every(isTotal);
      if (!isNamedTotal && !isTotalOrder(row)) return { row, cells };
      // A balance adds up no rows.
      const isBalance = cells.some((cell) => isTotal(cell) && /balance/i.test(cell));
      const cents = isBalance ? null : readAmount(one.cell('amount')?.raw);
      return { row, cells, total: { cents } };
    });
    const unknown = table.unread.map((one) => one.header).filter((one) => one !== '');
    return { file, content, format: format.id, columns: table.columns, unknown, header, rows };
  });
}

/** Throws exit 2 if two names lead to one file, since its rows would count twice. */
async function refuseTwice(paths: readonly string[]): Promise<void> {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const identity = path === '-' ? '-' : ((await inputIdentity(path)) ?? path);
    const first = seen.get(identity);
    if (first !== undefined) {
      throw usageFailure(
        first === path ? `${path} appears twice` : `${first} and ${path} are the same file`,
        { hint: 'Name each file once.' },
      );
    }
    seen.set(identity, path);
  }
}

/** Reads the files in the order they were named. Throws exit 2 or 14 and changes nothing. */
export async function readPayoutFiles(
  paths: readonly string[],
  reading: PayoutReading,
  { world }: { readonly world: InputWorld },
): Promise<readonly PayoutFile[]> {
  await refuseTwice(paths);
  const opened: OpenedFile[] = [];
  let rows = 0;
  for (const path of paths) {
    const name = path === '-' ? 'standard input' : path;
    const file = await openPayoutTable({ ...openInputFile(path, world), name }, reading);
    rows += file.rows.length;
    if (rows > mostRows) throw tooManyRows(paths.join(' and '), mostRows);
    opened.push(file);
  }
  const files = readFiles(opened, reading);
  const empty = leaveOutTotals(files).files.find(({ rows }) => rows.length === 0);
  if (empty === undefined) return files;
  throw usageFailure(`${empty.file} has a header but no rows`, { hint: 'Export the file again.' });
}

/** `Total paid` in place of an order number. */
const isTotalOrder = ({ order, trackings }: NamingRow) =>
  order !== null && !/\d/.test(order) && trackings.length === 0 && beginsWithTotal(order);

/** The title of the rows below a line, which is its only cell, if it says that they are not paid: `Not paid yet`. */
function titleOf(cells: readonly string[], before: string): string {
  const [title, another] = cells.filter((cell) => cell.trim() !== '');
  // A number alone is that of an order without an amount.
  if (title === undefined || another !== undefined || /^\S*\d\S*$/.test(title.trim()))
    return before;
  return saysNoPayment({ text: title, header: '' }) ? `"${title.trim()}" above it` : '';
}

/** Fields whose cells are values, in which a number names no order. */
const valueFields = ['amount', 'promised', 'paidOn', 'date', 'quantity', 'currency'];

/** Signs between a word and a number, or two: `Order#1270`, `1270/returned`, `1Z…/1Z…`. */
const wordSigns =
  /[#№=]|(?<=\p{L})[./]|\/(?=\p{L})|(?<=[\w-]{10})[/+_\\](?=[\w-]{10})|(?<=\w{10})-(?=\w{10})/u;

/** The keys of the words in a row's cells that have digits: `#1270` of `Payment for Order #1270`. */
export function wordsIn({ columns }: PayoutFile, { cells }: FileRow): readonly string[] {
  const values = columns.filter(({ field }) => valueFields.includes(field));
  const words = cells.flatMap((cell, at) =>
    values.some(({ index }) => index === at) ? [] : cell.split(/[\s,;:|()[\]"']+/),
  );
  const keys = words.flatMap((word) => [word, ...word.split(wordSigns)].map(keyOf));
  return [...new Set(keys)].filter((key) => /\d/.test(key));
}

/** True if a file says of any row when it was paid. */
export const hasPaymentDates = ({ rows }: PayoutFile) =>
  rows.some(({ row }) => !isUnreadable(row) && row.paidOn !== null);

/**
 * Gives the paid rows of files without any date the day of payment that the user knows. It is no part
 * of their content: recorded on another day, they are the same rows.
 */
export function withPaymentDay(
  files: readonly PayoutFile[],
  paidOn: string,
): readonly PayoutFile[] {
  return files.map((file) => {
    if (hasPaymentDates(file)) return file;
    const rows = file.rows.map((one): FileRow => {
      const { row } = one;
      if (isUnreadable(row) || row.state !== 'paid') return one;
      return { ...one, row: { ...row, paidOn, isDayTyped: true, dates: row.dates ?? null } };
    });
    return { ...file, rows };
  });
}

/** A line that adds up others, or takes their sum to the bank, and is no row. */
export interface Total {
  readonly file: string;
  readonly line: number;
  /** Null or undefined if it has no amount. */
  readonly cents: number | null | undefined;
  /** The sums of the paid rows: of those since the total before, and of all of the file above it. */
  readonly paid: readonly number[];
  /** It takes out what was paid above it. */
  readonly isWithdrawal: boolean;
}

/** The files without their totals; a word that is an order's number is none. */
export function leaveOutTotals(
  files: readonly PayoutFile[],
  orders: readonly AccountOrder[] = [],
): { readonly files: readonly PayoutFile[]; readonly totals: readonly Total[] } {
  const numbers = new Set(orders.map(({ orderNumber }) => keyOf(orderNumber ?? '')));
  /** True if a line says whose money it takes: `Chargeback for order N-1`. */
  const isOfOrder = (file: PayoutFile, one: FileRow) =>
    one.cells.some((cell) => takesBack(plainWords(cell))) ||
    wordsIn(file, one).some((word) => numbers.has(word));
  const totals: Total[] = [];
  const left = files.map((one): PayoutFile => {
    let [section, all, balance] = [0, 0, 0];
    const rows = one.rows.filter((fileRow) => {
      const { row, total } = fileRow;
      const names = namesIn(row);
      const cents = !isUnreadable(row) && row.state === 'paid' ? row.amount : 0;
      const isTotal = total !== undefined && !names.some((name) => numbers.has(keyOf(name)));
      const isWithdrawal =
        !isTotal &&
        names.length === 0 &&
        cents < 0 &&
        [-section, -balance].includes(cents) &&
        !isOfOrder(one, fileRow);
      if (isTotal || isWithdrawal) {
        const paid = isWithdrawal ? [cents] : [section, all];
        totals.push({ file: one.file, line: row.line, cents, ...total, paid, isWithdrawal });
        section = 0;
        if (isWithdrawal) balance = 0;
        return false;
      }
      section += cents;
      all += cents;
      balance += cents;
      return true;
    });
    return { ...one, rows };
  });
  return { files: left, totals };
}
