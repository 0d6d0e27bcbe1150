import { type Failure, usageFailure } from '../../failure';
import { lettersAndDigits } from '../../lib/fold';
import { quotedWord } from '../../lib/words';
import { plainCell, plainIdentifier } from '../../tabular/cells';
import { date, isGrouped, isValid } from './cell-words';
import { type ShipmentField, shipmentColumns } from './shipment-columns';

/** The fewest digits of an order number; a header has at most a year or a count. */
const fewestDigits = 5;

function digitsIn(text: string): number {
  return text.replace(/\D/g, '').length;
}

/** True if it passes a test as a whole, without spaces, or in one of its pieces. */
function somePiece(cell: string, test: (number: string) => boolean): boolean {
  return [cell, ...cell.split(/[\s,;|]+/)].some((piece) => test(lettersAndDigits(piece)));
}

function isTracking(cell: string): boolean {
  return somePiece(cell, (number) => digitsIn(number) > fewestDigits && isGrouped(number));
}

/** An order number, or a tracking number of no known form. */
export function isNumber(cell: string): boolean {
  return digitsIn(cell) >= fewestDigits && !/\s/.test(cell) && !date.test(cell);
}

function cellsOf(line: readonly string[]): readonly string[] {
  return line.map((cell) => plainIdentifier(plainCell(cell)));
}

/** The fewest digits of a number that is no year, month or count. */
const fewestOfSome = 9;

/** True if a line that names no field is a row: it has numbers. */
export function isRow(line: readonly string[]): boolean {
  const cells = cellsOf(line);
  if (cells.length < 2) return false;
  const numbers = cells.filter(isNumber);
  const hasLong = numbers.some((cell) => digitsIn(cell) >= fewestOfSome);
  // A title may hold a number too, among words.
  const isOnlyNumbers = (cell: string) => cell.split(/[\s,;|]+/).every((one) => /\d/.test(one));
  const hasTracking = cells.some((cell) => isTracking(cell) && isOnlyNumbers(cell));
  return hasTracking || (numbers.length > 1 && hasLong);
}

/** A text without digits could be a retailer, but so could any other. */
function retailerIn(cells: readonly string[]): number {
  const found = cells.flatMap((cell, index) =>
    /\p{L}/u.test(cell) && !/\p{Nd}/u.test(cell) ? [index] : [],
  );
  return found.length === 1 ? (found[0] ?? -1) : -1;
}

/** A header line that fits the row; undefined if the row does not show what is in its columns. */
function headerFor(cells: readonly string[]): string | undefined {
  const find = (test: (cell: string) => boolean) => cells.findLastIndex(test);
  const isSure = (cell: string) => isTracking(cell) && somePiece(cell, isValid);
  // An order number of many digits may have some carrier's form by chance.
  const tracking = [(cell: string) => isSure(cell) && /\p{L}/u.test(cell), isSure, isTracking]
    .map(find)
    .find((index) => index !== -1);
  const order = cells.findIndex((cell, index) => index !== tracking && isNumber(cell));
  if (tracking === undefined || order === -1) return undefined;
  const names = new Map<number, ShipmentField>([
    [retailerIn(cells), 'retailer'],
    [order, 'orderNumber'],
    [tracking, 'trackingNumber'],
  ]);
  return cells.map((_, index) => names.get(index) ?? `column${index + 1}`).join(',');
}

/** Proposes a line to add to the file, so that no flag has to describe it. */
export function headerToAdd(row: readonly string[]): string {
  const header = headerFor(cellsOf(row));
  return header === undefined
    ? 'Add a line with the names of its columns at the top, such as orderNumber,trackingNumber.'
    : `Add this line at the top of the file, with the delimiter of its other lines: ${header}`;
}

/** True if the first columns are those that `--no-header` expects. */
function isInOrder(line: readonly string[]): boolean {
  const [retailer = '', order = '', tracking = ''] = cellsOf(line);
  return (
    digitsIn(retailer) < fewestDigits &&
    /\d/.test(order) &&
    !/\s/.test(order) &&
    isTracking(tracking)
  );
}

/** The failure for a file whose first line is a row. */
export function headerless(name: string, line: readonly string[], command: string): Failure {
  const next = isInOrder(line) ? `Run: ${command} --no-header` : headerToAdd(line);
  return usageFailure(`${name} has no header line: its first line is a row`, {
    hint: `Nothing was sent. ${next}`,
  });
}

/** Explains how to name the columns that were not found: the command that was typed, with more flags. */
export function howToName(
  fields: readonly string[],
  others: readonly string[],
  { header, command }: { readonly header: readonly string[]; readonly command: string },
): string {
  if (others.length < fields.length) {
    return `Add the missing ${fields.length === 1 ? 'column' : 'columns'} to the file, or name a column that holds the same: --map ${fields[0]}=<header>.`;
  }
  // Any header proposed here would be sent if the command were copied, whatever is in its column.
  const maps = fields.map((field) => `--map ${quotedWord(`${field}=<header>`)}`);
  const orElse =
    header.length < shipmentColumns.length
      ? ''
      : ' (or use --no-header if the first line is a row)';
  return `Name the columns: ${command} ${maps.join(' ')}${orElse}.`;
}
