import type { Shipment } from '../../contract/bodies';
import { cardHeader, cardShown } from '../../contract/named';
import { usageFailure } from '../../failure';
import { headerName, plainName } from '../../lib/fold';
import { largest } from '../../lib/once';
import { grouped } from '../../lib/words';
import { namesGiftCardCodes } from '../../secrets/secret';
import { areBlank, plainIdentifier } from '../../tabular/cells';
import { type FileColumn, namedBy } from '../../tabular/header';
import { isRejectColumn, retailersIn, surplusColumn } from '../../tabular/header-words';
import type { FieldNames, Reading, TableSource } from '../../tabular/record';
import { type FileRows, openRows, type TableRow } from '../../tabular/rows';
import { isResultsHeader, misdescribed } from '../../tabular/table';
import type { Draft, Problem } from '../../upload/spec';
import { isUnlisted, isValid } from './cell-words';
import { type Labels, readShipment } from './lint';
import { headerless, headerToAdd, howToName, isNumber, isRow } from './missing-header';
import { type ShipmentField, shipmentColumns } from './shipment-columns';
import { isPlain } from './tracking-cell';

export interface ShipmentFile extends Reading {
  /** `--map` as typed. */
  readonly map: readonly string[];
  readonly hasHeader: boolean;
  /** The command as typed, which hints repeat with more flags. */
  readonly command: string;
}

export type ShipmentDraft = Draft<Shipment>;
/** The rows of a file as they are read, some at a time. */
export type ShipmentDrafts = AsyncIterable<readonly ShipmentDraft[]>;

/** The unit that the number of a row counts; undefined if the rows are in no file. */
export type Place = 'line' | 'entry' | undefined;

/** Shipments being read, one draft for each tracking number. */
export interface ShipmentSource {
  /** The user's name for it. */
  readonly name: string;
  readonly place: Place;
  /** Its own names for the fields. */
  readonly labels: Labels;
  /** The headers of columns whose cells are left blank. */
  readonly blanked: readonly string[];
  readonly drafts: ShipmentDrafts;
  /** Names for the columns of the rejects file; complete once all drafts were read. */
  header(): readonly string[];
  /** The number of lines skipped for lack of a tracking number; complete with the drafts. */
  skipped(): number;
}

/** `Column "Order #"`, or `Column 2` in a file without a header. */
function labelsOf(columns: readonly FileColumn[], headerLine: readonly string[]): Labels {
  const labels = columns.map(({ field, index, header, more }) => {
    if (headerLine.length === 0) return [field, `Column ${index + 1}`];
    const last = more.at(-1);
    const to = last === undefined ? '' : ` … "${headerLine[last]?.trim()}"`;
    return [field, `Column "${header}"${to}`];
  });
  // A file without a retailer column gets its retailers from the orders.
  return { retailer: 'The retailer', ...Object.fromEntries(labels) };
}

/**
 * Opens a file of shipments and reads its header; the rows are read with the drafts. Throws a usage failure
 * for a header that can't be used.
 */
export async function readShipments(
  source: TableSource,
  { hasHeader, command, ...reading }: ShipmentFile,
): Promise<ShipmentSource> {
  const { name } = source;
  const [retailer, ...others] = shipmentColumns;
  let header: readonly string[] = [];
  const file = await openRows<FieldNames<ShipmentField>>(source, {
    reading,
    hasHeader,
    isRow,
    columns: (line) => [retailersIn(retailer, line), ...others],
    others: 'kept',
    whenMissing: (fields, others) => howToName(fields, others, { header, command }),
    refuse(line) {
      header = line;
      // With --map, cells of the first row would become headers, and its shipment would be lost.
      if (namedBy(line, shipmentColumns).length === 0 && isRow(line))
        throw headerless(name, line, command);
    },
  });
  const reader = new RowReader(file, header);
  async function* drafts() {
    let isChecked = hasHeader;
    for await (const rows of file.batches) {
      if (!isChecked && rows.length > 0) {
        checkHeaderless(rows, name);
        isChecked = true;
      }
      yield* reader.read(rows);
    }
    for (const text of reader.overlooked()) reading.onWarning?.(`${name}: ${text}`);
  }
  return {
    name,
    place: 'line',
    labels: reader.labels,
    blanked: reader.blanked,
    drafts: drafts(),
    header: () => reader.header(),
    skipped: () => reader.skipped,
  };
}

/**
 * Throws a usage failure if a file without a header has fewer columns than there are fields, or has
 * the header that waybill writes.
 */
function checkHeaderless(rows: readonly TableRow[], name: string): void {
  const lines = rows.map(({ record }) => record.cells);
  const [first = []] = lines;
  if (first.some(isRejectColumn) || isResultsHeader(first)) {
    throw misdescribed(name, ['--no-header']);
  }
  const widest = largest(lines.map(({ length }) => length));
  if (widest >= shipmentColumns.length) return;
  const fields = shipmentColumns.map(({ field }) => field).join(', ');
  throw usageFailure(
    `${name} has too few columns for --no-header: ${widest}, and they must be ${fields}`,
    { hint: `Nothing was sent. Leave out --no-header. ${headerToAdd(first)}` },
  );
}

/** A carrier's page shows the number of the other column once more. */
const linkHeader = /link|url/i;
/** Words for what else a column about a parcel may hold. */
const otherHeader = /date|time|updated|status|carrier|return/i;

/** The places of columns that are not read, but may hold tracking numbers: `2nd Tracking`, or one without a name. */
function unreadPlaces({ unread }: FileRows): readonly number[] {
  const [, , tracking] = shipmentColumns;
  return unread.flatMap(({ header, index }) => {
    if (linkHeader.test(header)) return [];
    const plain = headerName(header);
    const isNamed = tracking.names.includes(plain) || plain === headerName(tracking.field);
    const seemsNamed = /track|trk/.test(plain) && !otherHeader.test(header);
    return plain === '' || isNamed || seemsNamed ? [index] : [];
  });
}

/**
 * True if the line is one cell that holds a whole row, as with another delimiter: a tracking number
 * and an order number.
 */
function isUnsplit([first = '', ...others]: readonly string[]): boolean {
  if (!/[,;|\t]/.test(first) || !areBlank(others)) return false;
  const parts = first.split(/[,;|\t]/).map((part) => part.trim());
  const tracking = parts.find((part) => isPlain(part) && isValid(part));
  return tracking !== undefined && parts.some((part) => part !== tracking && isNumber(part));
}

/** A shipment without values, for a row whose cells may be in any column, or hold codes. */
const nothing: Shipment = { retailer: '', orderNumber: '', trackingNumber: '' };

const otherDelimiter: Problem = {
  code: 'other_delimiter',
  message: 'The line is a single cell: it has another delimiter than the header',
};

/** The most cells that the rows of a line may take together: each of its numbers gets all of them. */
const mostCells = 400_000;

/** A word that is long enough for a tracking number. */
const longWord = /[0-9A-Z]{10,}/gi;

class RowReader {
  readonly labels: Labels;
  /** The positions, among the cells that are kept, of columns that may hold redemption codes. */
  readonly #secret: ReadonlySet<number>;
  /** Those of columns that may hold whole numbers of cards. */
  readonly #cards: ReadonlySet<number>;
  /** Those of the columns of tracking numbers. */
  readonly #tracking: readonly number[];
  /** The positions of columns that are not read, but may hold tracking numbers. */
  readonly #watched: readonly number[];
  /** The line of the first tracking number in each of them. */
  readonly #overlooked = new Map<number, number>();
  #widest: number;
  skipped = 0;

  constructor(
    readonly file: FileRows,
    /** As in the file, with the columns that waybill added to it. */
    readonly headerLine: readonly string[],
  ) {
    this.labels = labelsOf(file.columns, headerLine);
    this.#watched = file.map.has('trackingNumber') ? [] : unreadPlaces(file);
    const kept = headerLine.flatMap((one, index) => (isRejectColumn(one) ? [] : [index]));
    const placeOf = (index: number) => (kept.length === 0 ? index : kept.indexOf(index));
    const tracking = file.columns.find(({ field }) => field === 'trackingNumber');
    this.#tracking = tracking === undefined ? [] : [tracking.index, ...tracking.more].map(placeOf);
    // The code in a results file is waybill's reason.
    const isReason = (name: string) => isResultsHeader(headerLine) && plainName(name) === 'code';
    // `Card #` is a card's number.
    const isOfCodes = (name: string) =>
      [name, name.replace('#', ' number')].some((one) => namesGiftCardCodes(headerName(one)));
    const placesOf = (isMeant: (name: string) => boolean) =>
      new Set(file.unread.flatMap((one) => (isMeant(one.header) ? placeOf(one.index) : [])));
    this.#secret = placesOf((name) => isOfCodes(name) && !isReason(name));
    this.#cards = placesOf((name) => cardHeader.test(name));
    this.#widest = file.header.length;
  }

  get blanked(): readonly string[] {
    return [...this.#secret].map((index) => this.file.header[index] ?? '');
  }

  header(): readonly string[] {
    const hasHeader = this.headerLine.length > 0;
    return Array.from({ length: this.#widest }, (_, index) => {
      if (hasHeader) return this.file.header[index] ?? surplusColumn;
      return shipmentColumns[index]?.field ?? `column ${index + 1}`;
    });
  }

  /** Columns of tracking numbers that were not read, as sentences. */
  overlooked(): readonly string[] {
    return [...this.#overlooked].map(([index, line]) => {
      const header = this.headerLine[index]?.trim();
      const column = header ? `column "${header}"` : `column ${index + 1}, which has no header,`;
      return `${column} was not read, although line ${line} may have a tracking number there. To read it, name it Tracking 2, or the next number.`;
    });
  }

  #watch({ line, record: { cells } }: TableRow): void {
    for (const index of this.#watched) {
      if (this.#overlooked.has(index)) continue;
      const words = cells[index]?.match(longWord);
      if (words?.some((word) => isValid(word) || isUnlisted(word)))
        this.#overlooked.set(index, line);
    }
  }

  *read(rows: readonly TableRow[]): Generator<readonly ShipmentDraft[]> {
    let drafts: ShipmentDraft[] = [];
    let copied = 0;
    for (const row of rows) {
      const some = this.#draftsOf(row);
      for (const draft of some) drafts.push(draft);
      if (some.length > 1) copied += some.length * row.cells.length;
      if (copied <= mostCells) continue;
      yield drafts;
      drafts = [];
      copied = 0;
    }
    yield drafts;
  }

  #draftsOf(row: TableRow): readonly ShipmentDraft[] {
    const { line, record } = row;
    const cells = this.#cellsOf(row);
    if (areBlank(record.cells)) return [];
    const retailer = row.cell('retailer')?.text ?? '';
    const orderNumber = plainIdentifier(row.cell('orderNumber')?.text ?? '');
    const texts = row.all('trackingNumber').map(({ text }) => text);
    // Spreading one object into each would take 100 bytes more a row, freed only much later.
    const rows = texts.map((trackingNumber) => ({ retailer, orderNumber, trackingNumber }));
    const [first = { retailer, orderNumber, trackingNumber: '' }] = rows;
    const isUnsaved = record.marks !== undefined && row.fault()?.code === 'formula_without_result';
    if (row.isRagged || isUnsaved) {
      const hidesCells = row.isRagged && this.#secret.size + this.#cards.size > 0;
      return [{ line, item: hidesCells ? nothing : first, cells, invalid: row.problem() }];
    }
    this.#watch(row);
    const read = rows.flatMap((one) => readShipment(one, this.labels));
    if (read.length === 0 && isUnsplit(record.cells)) {
      const blank = cells.map(() => '');
      return [{ line, item: nothing, cells: blank, invalid: otherDelimiter }];
    }
    if (read.length === 0) this.skipped++;
    if (read.length < 2) return read.map(({ item, invalid }) => ({ line, item, cells, invalid }));
    if (read.length * cells.length > mostCells) {
      const message = `The line has ${grouped(read.length)} tracking numbers, too many for one order; give each a line of its own`;
      return [{ line, item: first, cells, invalid: { code: 'too_many_numbers', message } }];
    }
    // In the rejects file each number gets its own row, so that the others are not sent again.
    const [place] = this.#tracking;
    return read.map(({ item, invalid }) => {
      const own = cells.map((cell, index) => {
        if (index === place) return item.trackingNumber;
        return this.#tracking.includes(index) ? '' : cell;
      });
      return { line, item, cells: own, invalid };
    });
  }

  /** The cells of a row that are kept. With surplus ones, a code or card may be in any place from its column on. */
  #cellsOf({ cells, isRagged }: TableRow): readonly string[] {
    this.#widest = Math.max(this.#widest, cells.length);
    if (this.#secret.size + this.#cards.size === 0) return cells;
    const isIn = (places: ReadonlySet<number>, index: number) =>
      places.has(index) || (isRagged && index > Math.min(...places));
    return cells.map((cell, index) => {
      if (isIn(this.#secret, index)) return '';
      return isIn(this.#cards, index) ? cardShown(cell) : cell;
    });
  }
}
