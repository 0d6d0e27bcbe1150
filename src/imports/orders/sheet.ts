import { cardHeader, cardShown } from '../../contract/named';
import { usageFailure } from '../../failure';
import { foldSpaces, plainName } from '../../lib/fold';
import type { OrderKind } from '../../orders/kinds';
import { isDash, isNone, plainIdentifier } from '../../tabular/cells';
import { type Column, momentCell } from '../../tabular/column';
import { headerScore, mayBeCode, namesRequired, quoted } from '../../tabular/header';
import {
  isOrders,
  isPersonal,
  isRejectColumn,
  isUnitPrice,
  mayBeTotal,
  moneyIn,
} from '../../tabular/header-words';
import { mappedTo, type TableSource } from '../../tabular/record';
import { readTable, type TableCell, type TableRow, type UnreadColumn } from '../../tabular/rows';
import type { Problem } from '../../upload/spec';
import { netTotalColumn, orderColumns, refuseCodes, refuseCodesBelow } from './columns';
import {
  isLeftOut,
  type Layout,
  layoutCalled,
  layoutMap,
  layoutOf,
  refuseLacking,
  refuseUnlike,
  type SheetField,
} from './layouts';
import type { OpenQuestion } from './questions';
import { type FileReading, isNotMine, ownedFields, type PlanOptions, sharedFields } from './types';

/** A file of orders, with the columns that its header names. */
export type Sheet = Awaited<ReturnType<typeof readSheet>>;

/** The fields of a kind of order and their headers; a platform is a group here. */
export function sheetColumns(noun: OrderKind['noun']): readonly Column<unknown, SheetField>[] {
  return orderColumns(noun).map((one) =>
    one.field === 'platform'
      ? { ...one, field: 'group' as const, names: [...one.names, one.field] }
      : one,
  );
}

/** Only Amazon has ASINs. */
const isAsin = (header: string) => /asin$/.test(plainName(header));

/** The columns of websites, if a row without an ASIN has another than Amazon's: `BestBuy.com`. */
function otherSites(header: readonly string[], rows: readonly TableRow[]): readonly string[] {
  const sites = header.filter((one) => /^(?:website|merchant(?:name)?)$/.test(plainName(one)));
  const asins = header.filter(isAsin);
  const textIn = (row: TableRow, one: string) => row.at(header.indexOf(one))?.text ?? '-';
  const isOther = (row: TableRow) =>
    asins.every((one) => isNone(textIn(row, one))) &&
    sites.some((one) => !isNone(textIn(row, one)) && !/amazon/i.test(textIn(row, one)));
  return asins.length > 0 && rows.some(isOther) ? sites : [];
}

/** The questions about fields that several columns may hold, or none. */
function unclearFields(unclear: ReadonlyMap<string, readonly string[]>, header: readonly string[]) {
  const missing = [...unclear].flatMap(([field, headers]) => (headers.length === 0 ? field : []));
  const free = header.filter((one) => one.trim() !== '' && !isPersonal(one));
  const words = `has no column for ${missing.join(' and ')}; its header line is ${quoted(header)}`;
  return [...unclear].map(([field, headers]): OpenQuestion => {
    const isMissing = headers.length === 0;
    const isRetailer = isMissing && field === 'retailer';
    const only = headers.length === 1 ? headers[0] : undefined;
    const columns = isMissing
      ? free.filter((one) => field !== 'price' || !mayBeTotal(one))
      : headers;
    const answers = columns.map((one) => ({
      label: one,
      flags: [
        ['map', `${field}=${one}`] as const,
        ...headers.flatMap((other) => (other === one ? [] : [['ignore', other] as const])),
      ],
    }));
    const two = headers.map((one) => `column ${quoted([one])}`).join(' and ');
    const missed = field === missing[0] ? words : undefined;
    const conflict = only
      ? `has rows without an ASIN, whose ${field} may be in ${two}; if all are Amazon's: --retailer Amazon`
      : `has ${headers.length} columns for ${field}: ${two}`;
    return {
      message: isMissing ? missed : conflict,
      question: `Which column is ${field}?`,
      answers,
      field,
      typed: field === 'retailer' ? 'retailer' : undefined,
      proposed: [isRetailer ? ['retailer', '<name>'] : ['map', `${field}=${only ?? '<header>'}`]],
    };
  });
}

/** Refuses an order's total as a price, and a file of orders whose items have none: they would cost more. */
function refuseTotalAsPrice(headers: readonly string[], name: string): void {
  const total = headers.find(mayBeTotal);
  const mayBePrice = (one: string) =>
    isUnitPrice(one) || (!mayBeTotal(one) && ['price', 'sum'].includes(moneyIn(one) ?? ''));
  if (total === undefined || headers.some(mayBePrice)) return;
  throw usageFailure(`${name}: no item has a price; column "${total}" is an order's total`, {
    hint: "A price is one unit's or a line's. Export the items of the orders, with a price each. Nothing was sent.",
  });
}

/** The way to read a file: what is typed beats what is kept for its header. */
function readingOf(typed: FileReading, kept: FileReading | undefined): FileReading {
  const said = Object.entries(typed).filter(([, value]) => value !== undefined);
  return { ...kept, ...Object.fromEntries(said) };
}

/** The headers that flags speak of: what is typed beats what is kept, and both beat the layout. */
function headersIn({ map = [], ignore = [] }: FileReading): ReadonlySet<string> {
  return new Set([...map.map(mappedTo), ...ignore.map(plainName)]);
}

/** Refuses `--ignore` of a column that the file does not have. */
function refuseUnknown(ignored: readonly string[], header: readonly string[], file: string): void {
  const names = header.map(plainName);
  const unknown = ignored.find((one) => !names.includes(plainName(one)));
  if (unknown === undefined) return;
  throw usageFailure(`--ignore ${unknown}: ${file} has no column "${unknown}"`, {
    hint: `Its columns are ${quoted(header)}. Nothing was sent.`,
  });
}

/** Refuses a row in place of a header, before a message repeats its cells: one may be an address. */
function refuseRow(line: readonly string[], name: string, options: PlanOptions): void {
  const { kind, reading, saved } = options;
  const said = headersIn(reading);
  const isSaid = saved(line) !== undefined || line.some((one) => said.has(plainName(one)));
  const score = headerScore({ line: 1, cells: line }, { fields: sheetColumns(kind.noun) });
  if (isSaid || score > 0 || !line.some(mayBeCode)) return;
  throw usageFailure(`${name} has no header line: its first line is a row`, {
    hint: 'Add a line with the names of its columns at the top, such as orderNumber,date,retailer,price. Nothing was sent.',
  });
}

/** Refuses columns that are not read, for `--strict`. */
function refuseUnread(unread: readonly UnreadColumn[], file: string): void {
  if (unread.length === 0) return;
  const named = quoted(unread.map((one) => one.header));
  throw usageFailure(`${file} has columns that are not read: ${named}`, {
    hint: 'Remove them, name them with --ignore, or leave out --strict. Nothing was sent.',
  });
}

/** The columns whose cells are hidden, or tell nothing of an item. */
function shapeOf(
  kept: readonly string[],
  columns: ReadonlyMap<string, string>,
  layout: Layout | undefined,
) {
  const shipTo = columns.get('shipTo');
  const read = [...columns.values()];
  const ofCard = [columns.get('card'), columns.get('subCard')];
  return {
    kept,
    layout,
    isPersonal: kept.map((one) => one === shipTo || (isPersonal(one) && !read.includes(one))),
    isCard: kept.map((one) => ofCard.includes(one) || cardHeader.test(one)),
    isPayment: kept.map((one) => layout?.payment?.test(plainName(one)) === true),
  };
}

/** Opens a file of orders and reads its rows. Throws a usage failure for a header that can't be used. */
export async function readSheet(source: TableSource, options: PlanOptions) {
  const { kind, reading, saved, defaults, strict } = options;
  const readingFor = (line: readonly string[]) => readingOf(reading, saved(line));
  const layoutFor = (line: readonly string[]) => {
    const { layout } = readingFor(line);
    return layout === undefined ? layoutOf(line, defaults.retailer) : layoutCalled(layout, line);
  };
  const usual = sheetColumns(kind.noun);
  const columnsFor = (header: readonly string[]): readonly Column[] => {
    const layout = layoutFor(header);
    const isKnown = [defaults.retailer, layout?.retailer].some(Boolean) || header.some(isAsin);
    const own: Partial<Record<SheetField, Partial<Column>>> = {
      // A seller is none where the retailer is known.
      retailer: isKnown ? { required: false, fallback: [] } : {},
      date: momentCell({ isUtc: layout?.isUtc === true }),
    };
    const netTotal = layout?.columns.netTotal === undefined ? [] : [netTotalColumn];
    return [...usual.map((one) => ({ ...one, ...own[one.field] })), ...netTotal];
  };
  const needed = usual.filter(({ field }) => field === 'orderNumber' || field === 'price');
  let header: readonly string[] = [];
  const leftOut = new Set<string>();
  const unclear = new Map<string, readonly string[]>();
  const file = await readTable(source, {
    deciding: needed,
    columns: columnsFor,
    reading: { ...reading, map: reading.map ?? [] },
    others: 'kept',
    // The question about a missing column shows a person the first rows.
    isKept: ({ isBlank }) => !isBlank || unclear.size > 0,
    isHeader: (line, map) => saved(line) !== undefined || namesRequired(line, needed, map),
    mapsFor(line) {
      const layout = layoutFor(line);
      const typed = headersIn(reading);
      const kept = saved(line) ?? {};
      const map = (kept.map ?? []).filter((one) => !typed.has(mappedTo(one)));
      const taken = headersIn({ map, ignore: kept.ignore });
      const isFree = (name: string) => !typed.has(plainName(name)) && !taken.has(plainName(name));
      return [layout === undefined ? [] : layoutMap(layout, line, isFree), map];
    },
    isIgnored: (one) => leftOut.has(plainName(one)),
    onUnclear: (field, headers) => {
      if (!unclear.has(field)) unclear.set(field, headers);
    },
    refuse(line) {
      header = line;
      refuseRow(line, source.name, options);
      refuseCodes(line, source.name, kind, layoutFor(line)?.unread ?? []);
      refuseUnknown(reading.ignore ?? [], line, source.name);
      for (const one of [...(reading.ignore ?? []), ...(saved(line)?.ignore ?? [])])
        leftOut.add(plainName(one));
    },
  });
  const layout = layoutFor(header);
  if (kind.noun === 'orders') refuseCodesBelow(header, file.rows, source.name, layout?.unread);
  const isKnown = (one: string) =>
    leftOut.has(plainName(one)) || isLeftOut(one, layout, [...file.types.values()], file.map);
  const notRead = file.unread.filter((one) => one.header !== '');
  const unread = notRead.filter((one) => !isKnown(one.header));
  if (strict) refuseUnread(unread, source.name);
  const columns = new Map(file.columns.map((one) => [one.field as SheetField, one.header]));
  if (layout !== undefined) {
    const numbers = file.rows.map((row) => row.cell('orderNumber')?.text ?? '');
    if (readingFor(header).layout === undefined) refuseUnlike(layout, header, numbers, source.name);
    else refuseLacking(layout, header, file.map, source.name);
  }
  const isNamed = defaults.retailer !== undefined || columns.has('retailer');
  const sites = isNamed || layout ? [] : otherSites(header, file.rows);
  if (sites.length > 0) unclear.set('retailer', sites);
  const hasNone = unclear.get('price')?.length === 0;
  refuseTotalAsPrice(hasNone ? header : [columns.get('price') ?? ''], source.name);
  const headerAt = (index: number) => header[index]?.trim() ?? '';
  const shape = shapeOf(file.header, columns, layout);
  const headersOf = new Map(
    file.columns.map(({ field, index, more }) => [field, [index, ...more].map(headerAt)]),
  );
  const shared = layout === undefined ? sharedFields : [];
  return {
    name: source.name,
    layout,
    /** The way to read it: as typed, else as kept for its header. */
    reading: readingFor(header),
    isSaved: saved(header) !== undefined,
    header,
    /** Names for `SheetRow.cells`, and for the cells that rows have more. */
    kept: file.header,
    surplus: file.surplus,
    /** The header of each field's column, and those of all its columns, whose amounts add up. */
    columns,
    headersOf,
    /** The columns that the file may have, with the readers of their cells. */
    types: file.types,
    /** The amounts that are the order's own, as their headers say. */
    ofOrder: new Set(shared.filter((one) => headersOf.get(one)?.every(isOrders))),
    /** The columns that are not read; `unread` without those that are left out on purpose. */
    ignored: notRead,
    unread,
    /** The columns that a person has named, now or before. */
    mapped: layout === undefined ? file.map : new Map<string, readonly string[]>(),
    /** Questions that the header leaves open. */
    questions: unclearFields(unclear, header),
    /** True if it is a rejects file that comes back. */
    isRejects: header.some(isRejectColumn),
    /** The retailer of rows that name none. */
    retailer: defaults.retailer ?? layout?.retailer ?? (header.some(isAsin) ? 'Amazon' : undefined),
    rows: file.rows
      .map((row) => new SheetRow(row, shape))
      .filter((row) => !layout?.hasSumRow || row.orderNumber !== '' || row.cell('date')),
  };
}

/** `AMZN_US(TBA…) and UPS(1Z…)`, `ATS(…)`: a number in parentheses after its carrier. */
const afterCarrier = /(?<=\w)\s?\(([^()]*)\)/g;

/**
 * The tracking numbers of a cell without the carriers that Amazon writes before them. Where the number
 * is outside of the parentheses, they have something else: `1Z… (UPS)`.
 */
function trackingsIn({ text }: TableCell): readonly string[] {
  const isWhole = !text.includes('(') || /(?:\d\D*){6}/.test(text.replace(afterCarrier, ''));
  const inside = isWhole ? [] : [...text.matchAll(afterCarrier)];
  const found = inside.map(([, number = '']) => number.trim());
  return (found.length === 0 ? [text] : found).filter((one) => one !== '' && !isNone(one));
}

/** A row of a sheet of orders. It keeps little: a file may have ten thousand. */
export class SheetRow {
  /** As `plainIdentifier` has it; empty if it has none, or only a word for none. */
  readonly orderNumber: string;
  readonly problem: Problem | undefined;

  constructor(
    readonly table: TableRow,
    private readonly shape: ReturnType<typeof shapeOf>,
  ) {
    const number = plainIdentifier(this.cell('orderNumber')?.text ?? '');
    // Rows that say "N/A" would be one order.
    this.orderNumber = isNone(number) ? '' : number;
    this.problem = table.problem();
  }

  get line(): number {
    return this.table.line;
  }

  /** With surplus cells, an address or a card may be in any place from its column on. */
  #isIn(columns: readonly boolean[], index: number): boolean {
    const from = this.table.isRagged ? columns.indexOf(true) : -1;
    return columns[index] === true || (from !== -1 && index > from);
  }

  /** For the rejects file: the cells without addresses and whole numbers of cards; merged amounts stay in doubt. */
  get cells(): readonly string[] {
    const { merged } = this.table.record;
    const amounts = merged === undefined ? [] : [...ownedFields, ...sharedFields];
    const headers = amounts.flatMap((field) =>
      this.all(field).flatMap((cell) => (cell.merged ? cell.header : [])),
    );
    return this.table.cells.map((cell, index) => {
      if (this.#isIn(this.shape.isPersonal, index)) return '';
      if (headers.includes(this.shape.kept[index] ?? '')) return `${cell} (merged)`;
      return this.#isIn(this.shape.isCard, index) ? cardShown(cell) : cell;
    });
  }

  #isRead(field: SheetField, { text, header }: TableCell): boolean {
    const { layout, kept, isPersonal } = this.shape;
    // Of an amount, a dash is 0; of a group, `none` is not mine.
    const isSaid = (field === 'group' ? isNotMine : isDash)(text);
    if (layout !== undefined && isNone(text) && !isSaid) return false;
    return !this.table.isRagged || !this.#isIn(isPersonal, kept.indexOf(header));
  }

  cell(field: SheetField): TableCell | undefined {
    return this.table.all(field).find((cell) => this.#isRead(field, cell));
  }

  /** The cells of all columns of a field. */
  all(field: SheetField): readonly TableCell[] {
    return this.table.all(field).filter((cell) => this.#isRead(field, cell));
  }

  /** The text of a cell; empty if it is blank or a word for none. */
  text(field: SheetField): string {
    const { text = '' } = this.cell(field) ?? {};
    return isNone(text) ? '' : text;
  }

  get trackings(): readonly string[] {
    return this.all('trackingNumber').flatMap(trackingsIn);
  }

  /** All cells as one text, for recognizing a repeated row; `item`: those that describe its item. */
  whole(of: 'row' | 'item'): string {
    const { kept, isPayment } = this.shape;
    // Rows that are compared are of one order; another spelling of its number makes no other row.
    const numberAt = kept.indexOf(this.cell('orderNumber')?.header ?? '');
    return this.table.cells
      .map((cell, index) =>
        index === numberAt || (of === 'item' && isPayment[index]) ? '' : foldSpaces(cell),
      )
      .join('\0');
  }
}
