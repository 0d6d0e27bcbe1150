import { usageFailure } from '../../failure';
import { foldSpaces, headerName, plainName } from '../../lib/fold';
import { quotedWord } from '../../lib/words';
import { isDash, isNone, plainIdentifier } from '../../tabular/cells';
import { type Column, momentCell } from '../../tabular/column';
import { namesRequired, quoted } from '../../tabular/header';
import type { ColumnMap, FieldNames, TableSource } from '../../tabular/record';
import { readTable, type TableCell, type TableRow } from '../../tabular/rows';
import { isPersonal, isRejectColumn } from '../../tabular/spellings';
import type { Problem } from '../../upload/spec';
import { netTotalColumn, orderColumns, refuseCodes } from './columns';
import { type Layout, layoutMap, layoutOf, layouts, type SheetField } from './layouts';
import type { FileKind, FileReading, PlanOptions } from './types';

/** A row of a sheet of orders. */
export interface SheetRow {
  /** The row of the file. */
  readonly table: TableRow;
  readonly line: number;
  /** For the rejects file: the cells without addresses. */
  readonly cells: readonly string[];
  /** The cells as they are, never to be kept. */
  readonly raw: readonly string[];
  /** As `plainIdentifier` has it; empty if it has none, or only a word for none. */
  readonly orderNumber: string;
  readonly problem: Problem | undefined;
  cell(field: SheetField): TableCell | undefined;
  /** The text of a cell; empty if it is blank or a word for none. */
  text(field: SheetField): string;
  readonly trackings: readonly string[];
  /** All cells as one text, for recognizing a repeated row; `item`: those that describe its item. */
  whole(of: 'row' | 'item'): string;
}

/** A file of orders, with the columns that its header names. */
export interface Sheet {
  readonly name: string;
  readonly layout: Layout | undefined;
  readonly saved: FileReading | undefined;
  /** The file's header as it is. */
  readonly header: readonly string[];
  /** Names for `SheetRow.cells`, and for the cells that rows have more. */
  readonly kept: readonly string[];
  readonly surplus: readonly string[];
  /** The header of each field's column. */
  readonly columns: ReadonlyMap<SheetField, string>;
  /** The columns that the file may have, with the readers of their cells. */
  readonly types: ReadonlyMap<string, Column>;
  /** Headers of columns that are not read. */
  readonly ignored: readonly string[];
  /** Whether it is a rejects file that comes back. */
  readonly isRejects: boolean;
  /** The retailer of rows that name none. */
  readonly retailer: string | undefined;
  readonly rows: readonly SheetRow[];
}

/** The fields of a kind of order and their headers; a platform is a group here. */
export function sheetColumns(noun: FileKind['noun']): readonly Column<unknown, SheetField>[] {
  return orderColumns(noun).map((one) =>
    one.field === 'platform'
      ? { ...one, field: 'group' as const, names: [...one.names, one.field] }
      : one,
  );
}

/** Only Amazon has ASINs. */
function isAmazons(header: readonly string[]): boolean {
  return header.some((one) => /asin$/.test(plainName(one)));
}

/** The command that was typed, with flags for what was not found; a header proposed here would be a guess. */
function howToName({ command }: PlanOptions, fields: readonly string[]): string {
  const flags = fields.map((field) =>
    field === 'retailer' ? "--retailer '<name>'" : `--map ${quotedWord(`${field}=<header>`)}`,
  );
  return `Name them: ${command} ${flags.join(' ')}`;
}

/** Whether a column is unread on purpose: the layout's way, or that of `--map` for its field. */
function isLeftOut(
  header: string,
  layout: Layout | undefined,
  fields: readonly FieldNames[],
  map: ColumnMap,
): boolean {
  const name = plainName(header);
  return (
    layout?.unread.includes(name) === true ||
    fields.some(({ field, names }) => map.has(field) && [plainName(field), ...names].includes(name))
  );
}

/** Headers that may be the quantity under a name of their own: `Qty received`, `# of items`. */
const mayBeQuantity =
  /qty|quantit|^(?:number|no)?(?:of)?units(?:$|sold|ordered|received|shipped)|pieces|unidades|cantidad|menge|anzahl|stueckzahl|^(?:number|no)?(?:of)?items$|itemcount/;

/** A quantity that is not read would be 1. Throws if a column may have it. */
function refuseDoubt(name: string, ignored: readonly string[]): void {
  const found = ignored.find((one) => mayBeQuantity.test(headerName(one)));
  if (found === undefined) return;
  throw usageFailure(`${name} has no column for quantity; is it "${found}"?`, {
    hint: `Use --map ${quotedWord(`quantity=${found}`)}, or --map quantity= if each row is one unit. Nothing was sent.`,
  });
}

/** Opens a file of orders and reads its rows. Throws a usage failure for a header that can't be used. */
export async function readSheet(source: TableSource, options: PlanOptions): Promise<Sheet> {
  const { reading, strict } = options;
  const saved = (header: readonly string[]) => options.saved?.(header);
  const wanted = (header: readonly string[]) => reading.layout ?? saved(header)?.layout;
  const layoutFor = (header: readonly string[]) => {
    const name = wanted(header);
    return name === undefined ? layoutOf(header) : layouts.find((one) => one.name === name);
  };
  const columnsFor = (header: readonly string[]): readonly Column[] => {
    const layout = layoutFor(header);
    const isNamed = [options.defaults.retailer, layout?.retailer].some(Boolean);
    const required = !isNamed && !isAmazons(header);
    return [
      ...sheetColumns(options.kind.noun).map((one) => {
        if (one.field === 'retailer') return { ...one, required };
        return one.field === 'date'
          ? { ...one, ...momentCell({ isUtc: layout?.isUtc === true }) }
          : one;
      }),
      ...(layout?.columns.netTotal === undefined ? [] : [netTotalColumn]),
    ];
  };
  const needed = sheetColumns(options.kind.noun).filter(
    ({ field }) => field === 'orderNumber' || field === 'price',
  );
  let header: readonly string[] = [];
  const file = await readTable(source, {
    deciding: needed,
    columns: columnsFor,
    reading: { ...reading, map: reading.map ?? [] },
    others: 'kept',
    oneEach: true,
    isHeader: (line, map) => saved(line) !== undefined || namesRequired(line, needed, map),
    mapsFor(line) {
      const layout = layoutFor(line);
      return [layout === undefined ? [] : layoutMap(layout, line), saved(line)?.map ?? []];
    },
    whenMissing: (fields) => howToName(options, fields),
    refuse(line) {
      header = line;
      refuseCodes(line, source.name, options.kind);
    },
  });
  const ignored = file.ignored.filter((one) => one !== '');
  const layout = layoutFor(header);
  const unread = ignored.filter((one) => !isLeftOut(one, layout, columnsFor(header), file.map));
  if (strict && unread.length > 0) {
    throw usageFailure(`${source.name} has columns that are not read: ${quoted(unread)}`, {
      hint: 'Remove them, or leave out --strict. Nothing was sent.',
    });
  }
  const columns = new Map(file.columns.map((one) => [one.field as SheetField, one.header]));
  if (!columns.has('quantity') && !file.map.has('quantity')) refuseDoubt(source.name, ignored);
  const read = new Set(
    file.columns.flatMap(({ field, header }) => (field === 'shipTo' ? [] : header)),
  );
  const personal = file.header.map(
    (one) => one === columns.get('shipTo') || (isPersonal(one) && !read.has(one)),
  );
  const isPayment = file.header.map((one) => layout?.payment?.test(plainName(one)) === true);
  const shape = { kept: file.header, layout, isPersonal: personal, isPayment };
  return {
    name: source.name,
    layout,
    saved: saved(header),
    header,
    kept: file.header,
    columns,
    ignored,
    isRejects: header.some(isRejectColumn),
    retailer:
      options.defaults.retailer ?? layout?.retailer ?? (isAmazons(header) ? 'Amazon' : undefined),
    types: new Map(columnsFor(header).map((one) => [one.field, one])),
    surplus: file.surplus,
    rows: file.rows.map((row) => toRow(row, shape)),
  };
}

/** `AMZN_US(TBA…) and UPS(1Z…)`, `ATS(…)`: a number in parentheses after its carrier. */
const afterCarrier = /(?<=\w)\s?\(([^()]*)\)/g;

/**
 * The tracking numbers of a cell without the carriers that Amazon writes before them. Where the number
 * is outside of the parentheses, they have something else: `1Z… (UPS)`.
 */
function trackingsIn({ text }: TableCell): readonly string[] {
  if (/(?:\d\D*){6}/.test(text.replace(afterCarrier, ''))) return [text];
  const found = [...text.matchAll(afterCarrier)].map(([, number = '']) => number.trim());
  return found.length === 0 ? [text] : found.filter((one) => one !== '' && !isNone(one));
}

interface RowContext {
  readonly kept: readonly string[];
  readonly layout: Layout | undefined;
  readonly isPersonal: readonly boolean[];
  readonly isPayment: readonly boolean[];
}

function toRow(row: TableRow, { kept, layout, isPersonal, isPayment }: RowContext): SheetRow {
  // With surplus cells, an address may be in any place from its column on.
  const from = row.isRagged ? isPersonal.indexOf(true) : -1;
  const isHidden = (index: number) => isPersonal[index] === true || (from !== -1 && index > from);
  const filled = row.filled.filter(
    ({ text, header }) =>
      // Of an amount, a dash is 0.
      !(layout !== undefined && isNone(text) && !isDash(text)) &&
      !(from !== -1 && isHidden(kept.indexOf(header))),
  );
  const cell = (field: SheetField) => filled.find((one) => one.field === field);
  const number = plainIdentifier(cell('orderNumber')?.text ?? '');
  return {
    table: row,
    line: row.line,
    cells: isPersonal.includes(true)
      ? row.cells.map((cell, index) => (isHidden(index) ? '' : cell))
      : row.cells,
    raw: row.cells,
    // Rows that say "N/A" would be one order.
    orderNumber: isNone(number) ? '' : number,
    problem: row.problem(),
    cell,
    text(field) {
      const { text = '' } = cell(field) ?? {};
      return isNone(text) ? '' : text;
    },
    trackings: filled.filter(({ field }) => field === 'trackingNumber').flatMap(trackingsIn),
    whole: (of) =>
      row.cells
        .map((cell, index) => (of === 'item' && isPayment[index] ? '' : foldSpaces(cell)))
        .join('\0'),
  };
}
