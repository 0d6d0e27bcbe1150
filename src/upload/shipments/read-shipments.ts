import type { Shipment } from '../../contract/bodies';
import { judge } from '../../contract/carriers';
import { areBlank, plainCell } from '../../tabular/cells';
import {
  type Column,
  findColumns,
  firstColumns,
  isRejectColumn,
  readColumnMap,
} from '../../tabular/header';
import { openTable, type Reading, type TableRecord, type TableSource } from '../../tabular/table';
import type { Draft, Problem } from '../spec';
import { isPlain, type Labels, whyInvalid } from './lint';
import { type ShipmentField, shipmentColumns } from './shipment-columns';

export interface ShipmentFile extends Reading {
  /** `--map` as typed. */
  readonly map: readonly string[];
  readonly hasHeader: boolean;
}

export type ShipmentDraft = Draft<Shipment>;

/** Drafts of a file, with what is known of it once its first line was read. */
export interface ShipmentDrafts {
  readonly drafts: AsyncIterable<readonly ShipmentDraft[]>;
  /** Names for the columns of the rejects file; complete when the drafts are through. */
  header(): readonly string[];
  /** What the file calls the fields; known when the first drafts are there. */
  labels(): Labels;
}

/**
 * The tracking numbers of a cell: "comma, semicolon, space or line break between". A number that is
 * written in groups (`9400 1112 0255 …`) stays one, where a carrier's check digit says so and no
 * group is a number by itself.
 */
export function trackingNumbersIn(cell: string): readonly string[] {
  const numbers = cell
    .split(/[,;\r\n]+/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .flatMap((piece) => {
      const groups = piece.split(/\s+/);
      const joined = groups.join('');
      const isOne =
        groups.length > 1 &&
        judge(joined).kind === 'valid' &&
        groups.every((group) => judge(group).kind !== 'valid');
      return isOne ? [joined] : groups;
    });
  return numbers.length === 0 ? [''] : numbers;
}

type Columns = Readonly<Record<ShipmentField, Column>>;

function byField(columns: readonly Column<ShipmentField>[]): Columns {
  return Object.fromEntries(columns.map((column) => [column.field, column])) as Columns;
}

function labelsOf(columns: Columns): Labels {
  const label = ({ label }: Column) => `${label[0]?.toUpperCase()}${label.slice(1)}`;
  return {
    retailer: label(columns.retailer),
    orderNumber: label(columns.orderNumber),
    trackingNumber: label(columns.trackingNumber),
  };
}

/** Shipments out of a file, a draft a tracking number. Nothing is read before the drafts are. */
export function readShipments(
  source: TableSource,
  { map: typed, hasHeader, ...reading }: ShipmentFile,
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
    });
    const columns = hasHeader
      ? findColumns(shipmentColumns, header, {
          name,
          map,
          others: 'kept',
          whenMissing: (fields, others) => whatToDo(name, fields, others),
        })
      : firstColumns(shipmentColumns);
    const opened = new RowReader(byField(columns), header);
    reader = opened;
    for await (const batch of records) yield opened.read(batch);
  }
  return {
    drafts: drafts(),
    header: () => reader?.header() ?? [],
    labels: () => labelsOf(reader?.columns ?? byField(firstColumns(shipmentColumns))),
  };
}

/** How to name the columns that were not found: a command to copy, with headers of the file. */
function whatToDo(name: string, fields: readonly string[], others: readonly string[]): string {
  const file = name === 'standard input' ? '-' : name;
  const maps = fields.map(
    (field, index) => `--map ${quoted(`${field}=${others[index] ?? '<header>'}`)}`,
  );
  return `Name the columns, for example: waybill shipments check ${quoted(file)} ${maps.join(' ')} (or --no-header where the first line is a row).`;
}

/** As a shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

class RowReader {
  readonly #labels: Labels;
  /** Positions of waybill's own columns in a rejects file that was fixed and is read again. */
  readonly #dropped: readonly number[];
  #widest: number;

  constructor(
    readonly columns: Columns,
    private readonly headerCells: readonly string[],
  ) {
    this.#labels = labelsOf(columns);
    this.#dropped = headerCells.flatMap((name, index) => (isRejectColumn(name) ? [index] : []));
    this.#widest = headerCells.length;
  }

  header(): readonly string[] {
    const names = Array.from({ length: this.#widest }, (_, index) => this.#nameOf(index));
    return this.#kept(names);
  }

  #nameOf(index: number): string {
    const name = this.headerCells[index];
    if (name !== undefined) return name;
    const own = shipmentColumns.find(({ field }) => this.columns[field].index === index);
    return this.headerCells.length === 0 ? (own?.field ?? `column ${index + 1}`) : '';
  }

  #kept(cells: readonly string[]): readonly string[] {
    return this.#dropped.length === 0
      ? cells
      : cells.filter((_, index) => !this.#dropped.includes(index));
  }

  read(records: readonly TableRecord[]): readonly ShipmentDraft[] {
    const { retailer, orderNumber } = this.columns;
    const drafts: ShipmentDraft[] = [];
    for (const { line, cells } of records) {
      const store = plainCell(cells[retailer.index]);
      const order = plainCell(cells[orderNumber.index]);
      const tracking = this.#tracking(cells);
      if (store === '' && order === '' && tracking === '' && areBlank(cells)) continue;
      const ragged = this.#ragged(cells);
      const several = isPlain(tracking) ? undefined : trackingNumbersIn(tracking);
      for (const number of several ?? [tracking]) {
        const item = { retailer: store, orderNumber: order, trackingNumber: number };
        const invalid = ragged ?? whyInvalid(item, this.#labels);
        drafts.push({ line, item, cells: this.#own(cells, number, several), invalid });
      }
    }
    return drafts;
  }

  /** What is in the columns of tracking numbers, a line each. */
  #tracking(cells: readonly string[]): string {
    const { index, more } = this.columns.trackingNumber;
    const first = plainCell(cells[index]);
    if (more.length === 0) return first;
    const others = more.map((place) => plainCell(cells[place]));
    return [first, ...others].filter((cell) => cell !== '').join('\n');
  }

  /** In the rejects file each number has a row of its own, so that the others are not sent once more. */
  #own(cells: readonly string[], number: string, several: readonly string[] = []) {
    if (several.length < 2) return this.#kept(cells);
    const { index: place, more } = this.columns.trackingNumber;
    const own = (cell: string, index: number) =>
      index === place ? number : more.includes(index) ? '' : cell;
    return this.#kept(cells.map(own));
  }

  /** More cells than the header has: something is in the wrong column. */
  #ragged(cells: readonly string[]): Problem | undefined {
    const expected = this.headerCells.length;
    if (cells.length <= expected) return undefined;
    this.#widest = Math.max(this.#widest, cells.length);
    if (expected === 0 || areBlank(cells.slice(expected))) return undefined;
    return {
      code: 'too_many_cells',
      message: `The line has ${cells.length} cells and the header line ${expected}: a delimiter within a cell wants quotes around it`,
    };
  }
}
