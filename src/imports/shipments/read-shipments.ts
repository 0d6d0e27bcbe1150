import type { Shipment } from '../../contract/bodies';
import { usageFailure } from '../../failure';
import { headerName, plainName } from '../../lib/fold';
import { largest } from '../../lib/once';
import { grouped, surplusCells } from '../../lib/words';
import { namesCodes } from '../../secrets/secret';
import { areBlank, plainCell, plainIdentifier } from '../../tabular/cells';
import {
  type FileColumn,
  findColumns,
  firstColumns,
  namedBy,
  unreadHeaders,
} from '../../tabular/header';
import type { Reading, TableRecord, TableSource } from '../../tabular/record';
import { readColumnMap } from '../../tabular/record';
import { faultIn, withFirstRows } from '../../tabular/rows';
import { isRejectColumn, isResultsHeader, misdescribed } from '../../tabular/spellings';
import { openTable } from '../../tabular/table';
import type { Draft, Problem } from '../../upload/spec';
import { isValid } from './cell-words';
import { type Labels, type Read, readShipment } from './lint';
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

/** A file's drafts, with what is known of the file once its first line was read. */
export interface ShipmentDrafts {
  readonly drafts: AsyncIterable<readonly ShipmentDraft[]>;
  /** Names for the columns of the rejects file; complete once all drafts were read. */
  header(): readonly string[];
  /** The file's names for the fields; known once the first drafts are there. */
  labels(): Labels;
  /** How many lines were skipped because they have no tracking number; complete with the drafts. */
  skipped(): number;
  /** The headers of columns whose cells are left blank; known once the first drafts are there. */
  blanked(): readonly string[];
}

/** A file without a retailer column gets its retailers from the orders. */
type Columns = Readonly<Record<Exclude<ShipmentField, 'retailer'>, FileColumn>> & {
  readonly retailer?: FileColumn;
};

function byField(columns: readonly FileColumn<ShipmentField>[]): Columns {
  return Object.fromEntries(columns.map((column) => [column.field, column])) as Columns;
}

function labelsOf(columns: Columns): Labels {
  const label = ({ label }: Pick<FileColumn, 'label'>) =>
    `${label[0]?.toUpperCase()}${label.slice(1)}`;
  return {
    retailer: label(columns.retailer ?? { label: 'the retailer' }),
    orderNumber: label(columns.orderNumber),
    trackingNumber: label(columns.trackingNumber),
  };
}

/**
 * Reads shipments from a file, one draft per tracking number. Reads nothing until the drafts are
 * used.
 */
export function readShipments(
  source: TableSource,
  { map: typed, hasHeader, command, ...reading }: ShipmentFile,
): ShipmentDrafts {
  const { name } = source;
  const map = readColumnMap(typed, shipmentColumns);
  let reader: RowReader | undefined;
  async function* drafts() {
    const { header, records } = await openTable(source, {
      ...reading,
      fields: shipmentColumns,
      hasHeader,
      map,
      isRow,
    });
    // With --map, cells of the first row would become headers, and its shipment would be lost.
    if (namedBy(header, shipmentColumns) === 0 && isRow(header))
      throw headerless(name, header, command);
    const find = () =>
      findColumns(shipmentColumns, header, {
        name,
        map,
        others: 'kept',
        onNotice: reading.onNotice,
        whenMissing: (fields, others) => howToName(fields, others, { header, command }),
      });
    const columns = hasHeader ? await withFirstRows(find, records) : firstColumns(shipmentColumns);
    const found = byField(columns);
    const isChosen = map.has('trackingNumber');
    const unread = isChosen ? [] : unreadTrackings(header, columns);
    if (unread.length > 0) reading.onWarning?.(unreadMessage(name, unread, found.trackingNumber));
    const watched = isChosen ? [] : unreadPlaces(header, columns, unread);
    const opened = new RowReader(found, header, watched);
    reader = opened;
    let isChecked = hasHeader;
    for await (const batch of records) {
      if (!isChecked && batch.length > 0) {
        checkHeaderless(batch, name);
        isChecked = true;
      }
      yield* opened.read(batch);
    }
    for (const text of opened.overlooked()) reading.onWarning?.(`${name}: ${text}`);
  }
  return {
    drafts: drafts(),
    header: () => reader?.header() ?? [],
    labels: () => labelsOf(reader?.columns ?? byField(firstColumns(shipmentColumns))),
    skipped: () => reader?.skipped ?? 0,
    blanked: () => reader?.blanked() ?? [],
  };
}

/**
 * Throws a usage failure if a file without a header has fewer columns than there are fields, or has
 * the header that waybill writes.
 */
function checkHeaderless(records: readonly TableRecord[], name: string): void {
  const first = records[0]?.cells ?? [];
  if (first.some(isRejectColumn) || isResultsHeader(first)) {
    throw misdescribed(name, ['--no-header']);
  }
  const widest = largest(records.map(({ cells }) => cells.length));
  if (widest >= shipmentColumns.length) return;
  const fields = shipmentColumns.map(({ field }) => field).join(', ');
  throw usageFailure(
    `${name} has too few columns for --no-header: ${widest}, and they must be ${fields}`,
    { hint: `Nothing was sent. Leave out --no-header. ${headerToAdd(first)}` },
  );
}

/** A carrier's page shows the number of the other column once more. */
const linkHeader = /link|url/i;

/** Further columns of tracking numbers, which may hold others than the first. */
function unreadTrackings(
  header: readonly string[],
  columns: readonly FileColumn[],
): readonly string[] {
  const [, , trackingNumber] = shipmentColumns;
  return unreadHeaders(trackingNumber, header, columns).filter((one) => !linkHeader.test(one));
}

function unreadMessage(name: string, unread: readonly string[], { label }: FileColumn): string {
  const [others, verb] = [
    unread.map((one) => `column "${one}"`),
    unread.length === 1 ? 'was' : 'were',
  ];
  return `${name}: ${others.join(' and ')} ${verb} not read, because the tracking numbers are in ${label}. To read them all, name them Tracking 1, Tracking 2 and so on.`;
}

/** What else a column about a parcel may say. */
const otherHeader = /date|time|updated|status|carrier|return/i;

/** The places of columns that may hold tracking numbers too: `2nd Tracking`, or one without a name. */
function unreadPlaces(
  header: readonly string[],
  columns: readonly FileColumn[],
  known: readonly string[],
): readonly number[] {
  const read = new Set(columns.flatMap(({ index, more }) => [index, ...more]));
  return header.flatMap((one, index) => {
    if (read.has(index) || isRejectColumn(one) || known.includes(one.trim())) return [];
    const plain = plainName(one);
    const isOther = linkHeader.test(one) || otherHeader.test(one);
    return plain === '' || (/track|trk/.test(plain) && !isOther) ? [index] : [];
  });
}

/**
 * Whether the line is one cell that holds a whole row, as with another delimiter: a tracking number
 * and an order number.
 */
function isUnsplit([first = '', ...others]: readonly string[]): boolean {
  if (!/[,;|\t]/.test(first) || !areBlank(others)) return false;
  const parts = first.split(/[,;|\t]/).map((part) => part.trim());
  const tracking = parts.find((part) => isPlain(part) && isValid(part));
  return tracking !== undefined && parts.some((part) => part !== tracking && isNumber(part));
}

function tooManyNumbers(count: number): Problem {
  return {
    code: 'too_many_numbers',
    message: `The line has ${grouped(count)} tracking numbers, too many for one order; give each a line of its own`,
  };
}

/** Nothing repeats or keeps the cell, which may hold codes too. */
const unsplit: Read = {
  item: { retailer: '', orderNumber: '', trackingNumber: '' },
  invalid: {
    code: 'other_delimiter',
    message: 'The line is a single cell: it has another delimiter than the header',
  },
};

/** The most cells that the rows of a line may take together: each of its numbers gets all of them. */
const mostCells = 400_000;

/** A word that is long enough for a tracking number. */
const longWord = /[0-9A-Z]{10,}/gi;

class RowReader {
  readonly #labels: Labels;
  /** Positions of waybill's own columns in a fixed rejects file that is read again. */
  readonly #dropped: ReadonlySet<number>;
  /** Positions of columns that may hold redemption codes, which are never kept. */
  readonly #secret: ReadonlySet<number>;
  readonly #furtherTracking: ReadonlySet<number>;
  /** The line of the first tracking number in each watched column. */
  readonly #overlooked = new Map<number, number>();
  #widest: number;
  skipped = 0;

  constructor(
    readonly columns: Columns,
    private readonly headerCells: readonly string[],
    /** Positions of columns that are not read, but may hold tracking numbers. */
    private readonly watched: readonly number[],
  ) {
    this.#labels = labelsOf(columns);
    this.#dropped = new Set(
      headerCells.flatMap((name, index) => (isRejectColumn(name) ? [index] : [])),
    );
    this.#furtherTracking = new Set(columns.trackingNumber.more);
    const read = new Set(Object.values(columns).flatMap(({ index, more }) => [index, ...more]));
    // The code in a results file is waybill's reason.
    const isReason = (name: string) => isResultsHeader(headerCells) && plainName(name) === 'code';
    this.#secret = new Set(
      headerCells.flatMap((name, index) =>
        namesCodes(headerName(name)) && !isReason(name) && !read.has(index) ? [index] : [],
      ),
    );
    this.#widest = headerCells.length;
  }

  /** Columns of tracking numbers that were not read, as sentences. */
  overlooked(): readonly string[] {
    return [...this.#overlooked].map(([index, line]) => {
      const header = this.headerCells[index]?.trim();
      const column = header ? `column "${header}"` : `column ${index + 1}, which has no header,`;
      return `${column} was not read, although line ${line} may have a tracking number there. To read it, name it Tracking 2, or the next number.`;
    });
  }

  #watch({ line, cells }: TableRecord): void {
    for (const index of this.watched) {
      if (this.#overlooked.has(index)) continue;
      const words = cells[index]?.match(longWord);
      if (words?.some(isValid)) this.#overlooked.set(index, line);
    }
  }

  blanked(): readonly string[] {
    return [...this.#secret].map((index) => this.headerCells[index]?.trim() ?? '');
  }

  header(): readonly string[] {
    const names = Array.from({ length: this.#widest }, (_, index) => this.#nameOf(index));
    return this.#kept(names);
  }

  #nameOf(index: number): string {
    const name = this.headerCells[index];
    if (name !== undefined) return name;
    const own = shipmentColumns.find(({ field }) => this.columns[field]?.index === index);
    return this.headerCells.length === 0 ? (own?.field ?? `column ${index + 1}`) : '';
  }

  #kept(cells: readonly string[]): readonly string[] {
    return this.#dropped.size === 0 ? cells : cells.filter((_, index) => !this.#dropped.has(index));
  }

  *read(records: readonly TableRecord[]): Generator<readonly ShipmentDraft[]> {
    const { columns } = this;
    let drafts: ShipmentDraft[] = [];
    let copied = 0;
    for (const record of records) {
      if (copied > mostCells) {
        yield drafts;
        drafts = [];
        copied = 0;
      }
      const { line } = record;
      const surplus = this.#ragged(record.cells);
      const cells = this.#withoutCodes(record.cells, surplus !== undefined);
      const retailer =
        columns.retailer === undefined ? '' : plainCell(cells[columns.retailer.index]);
      const orderNumber = plainIdentifier(plainCell(cells[columns.orderNumber.index]));
      const tracking = this.#tracking(cells);
      const broken = surplus ?? this.#unsaved(record);
      if (broken === undefined && tracking.length === 0 && areBlank(record.cells)) continue;
      // Spreading one object into each would take 100 bytes more a row, freed only much later.
      const rows = (tracking.length === 0 ? [''] : tracking).map((trackingNumber) => ({
        retailer,
        orderNumber,
        trackingNumber,
      }));
      const read: Read[] = [];
      for (const row of rows) {
        if (broken !== undefined) read.push({ item: row, invalid: broken });
        else for (const one of readShipment(row, this.#labels)) read.push(one);
      }
      this.#watch(record);
      if (read.length === 0 && isUnsplit(record.cells)) {
        drafts.push({ line, ...unsplit, cells: this.#kept(record.cells.map(() => '')) });
        continue;
      }
      if (read.length === 0) this.skipped++;
      if (read.length > 1 && read.length * cells.length > mostCells) {
        const [first] = rows;
        if (first !== undefined) {
          const invalid = tooManyNumbers(read.length);
          drafts.push({ line, item: first, cells: this.#kept(cells), invalid });
        }
        continue;
      }
      for (const { item, invalid } of read) {
        const own = this.#own(cells, item.trackingNumber, read.length);
        drafts.push({ line, item, cells: own, invalid });
      }
      if (read.length > 1) copied += read.length * cells.length;
    }
    yield drafts;
  }

  /** With surplus cells, a code may be in any place to the right of its column. */
  #withoutCodes(cells: readonly string[], hasSurplus: boolean): readonly string[] {
    const [first] = this.#secret;
    if (first === undefined) return cells;
    return cells.map((cell, index) =>
      this.#secret.has(index) || (hasSurplus && index > first) ? '' : cell,
    );
  }

  /** The non-empty tracking number cells. */
  #tracking(cells: readonly string[]): readonly string[] {
    const { index, more } = this.columns.trackingNumber;
    return [index, ...more].map((place) => plainCell(cells[place])).filter((cell) => cell !== '');
  }

  /** In the rejects file each number gets its own row, so that the others are not sent again. */
  #own(cells: readonly string[], number: string, numbers: number) {
    if (numbers < 2) return this.#kept(cells);
    const { index: place } = this.columns.trackingNumber;
    const own = (cell: string, index: number) =>
      index === place ? number : this.#furtherTracking.has(index) ? '' : cell;
    return this.#kept(cells.map(own));
  }

  /** A formula without a result in a cell that is sent. */
  #unsaved(record: TableRecord): Problem | undefined {
    if (record.marks === undefined) return undefined;
    for (const { index, more, label } of Object.values(this.columns)) {
      for (const place of [index, ...more]) {
        const fault = faultIn(record, place);
        if (fault?.code !== 'formula_without_result') continue;
        return {
          code: fault.code,
          message: `${label[0]?.toUpperCase()}${label.slice(1)} ${fault.message}`,
        };
      }
    }
    return undefined;
  }

  /** More cells than the header has: something is in the wrong column. */
  #ragged(cells: readonly string[]): Problem | undefined {
    const expected = this.headerCells.length;
    if (cells.length <= expected) return undefined;
    this.#widest = Math.max(this.#widest, cells.length);
    if (expected === 0 || areBlank(cells.slice(expected))) return undefined;
    return {
      code: 'too_many_cells',
      message: surplusCells(cells.length, expected),
    };
  }
}
