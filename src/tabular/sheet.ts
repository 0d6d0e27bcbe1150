import type { Failure } from '../failure';
import { type Archive, damaged, tooLarge } from './archive';
import { numberFormat, numberMark, numberText } from './number-format';
import {
  type CellMark,
  lastHeaderLine,
  type MergedCell,
  type TableRecord,
  tooManyRows,
} from './record';
import {
  type Attributes,
  type CellStyle,
  isTrue,
  listed,
  readXml,
  refuseLong,
  StringText,
  type WorkbookParts,
} from './workbook-parts';

/** The most cells in all sheets, including the empty ones to the left of each row's last. */
const mostCells = 5_000_000;
/** The cells that a row counts for beside its own, since it takes as much memory by itself. */
const cellsOfRow = 12;
/** The most characters in all cells: cells may share a text. */
const mostText = 200 * 1024 * 1024;
/** Excel's own limits. */
const [lastRow, lastColumn] = [1_048_576, 16_384];
const plain: CellStyle = { format: numberFormat(0), isStruck: false };

/** A cell's place, from `AB12`; undefined if that is not a place. */
function placeOf(reference: string | undefined): { column: number; row: number } | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference ?? '') ?? [];
  if (letters === undefined) return undefined;
  // `AB` is 27.
  let column = -1;
  for (const letter of letters.toUpperCase())
    column = (column + 1) * 26 + letter.charCodeAt(0) - 65;
  const place = { column, row: Number(digits) };
  return place.column < lastColumn && isRow(place.row) ? place : undefined;
}

function isRow(row: number): boolean {
  return Number.isInteger(row) && row >= 1 && row <= lastRow;
}

/** Merged cells that span several rows: all of them show one value. */
function mergedOf(range = '') {
  const [from, to] = range.split(':').map(placeOf);
  if (from === undefined || to === undefined || to.row <= from.row) return undefined;
  return { column: from.column, first: from.row, last: to.row };
}

interface Row {
  readonly line: number;
  readonly cells: string[];
  marks?: Map<number, CellMark> | undefined;
  merged?: Map<number, MergedCell> | undefined;
  readonly isHidden: boolean;
  readonly isStruck: boolean;
}

/** Limits the cells and the text of a workbook's sheets, so that a small file can't use up all memory. */
function budgetOf(name: string) {
  let [cellsLeft, textLeft] = [mostCells, mostText];
  return (cells: number, text = '') => {
    cellsLeft -= cells;
    textLeft -= text.length;
    if (cellsLeft < 0) throw tooLarge(name, `has more than ${mostCells / 1e6} million cells`);
    if (textLeft >= 0) return;
    throw tooLarge(name, `has more than ${mostText / 1024 / 1024} MiB of text in its cells`);
  };
}

type Spend = ReturnType<typeof budgetOf>;

/** Collects rows from the elements of a sheet as they are read. */
class SheetRows {
  readonly rows: Row[] = [];
  readonly merged: NonNullable<ReturnType<typeof mergedOf>>[] = [];
  #line = 0;
  #isHidden = false;
  #isStruck = false;
  #column = -1;
  #cells: string[] = [];
  #marks: Map<number, CellMark> | undefined;
  #type = '';
  #style = '';
  #value = '';
  #inValue = false;
  #isFormula = false;
  readonly #inline: StringText;

  constructor(
    private readonly archive: Archive,
    private readonly parts: WorkbookParts,
    private readonly spend: Spend,
    private readonly mostRows: number,
  ) {
    this.#inline = new StringText(archive);
  }

  open(element: string, { r, t = 'n', s = '0', ref, hidden }: Attributes): void {
    if (element === 'row') {
      this.#line = r === undefined ? this.#line + 1 : Number(r);
      if (!isRow(this.#line)) throw damaged(this.archive.name, `it has a row ${r ?? this.#line}`);
      this.#isHidden = isTrue(hidden);
      this.#isStruck = false;
      this.#cells = [];
      this.#marks = undefined;
      this.#column = -1;
    } else if (element === 'c') {
      const column = r === undefined ? this.#column + 1 : placeOf(r)?.column;
      if (column === undefined || column >= lastColumn) {
        throw damaged(this.archive.name, `row ${this.#line} has a cell ${r ?? column}`);
      }
      this.#column = column;
      this.#type = t;
      this.#style = s;
      this.#value = '';
      this.#isFormula = false;
    } else if (element === 'mergeCell') {
      const found = mergedOf(ref);
      if (found === undefined) return;
      this.spend(1);
      this.merged.push(found);
    } else {
      this.#inValue = element === 'v';
      if (element === 'f') this.#isFormula = true;
      this.#inline.open(element);
    }
  }

  text(text: string): void {
    if (this.#inValue) {
      this.#value += text;
      refuseLong(this.archive, this.#value);
    } else this.#inline.text(text);
  }

  close(element: string): void {
    this.#inline.close(element);
    this.#inValue = false;
    if (element === 'c') {
      const mark = this.#mark();
      if (mark !== undefined) this.#marks = (this.#marks ?? new Map()).set(this.#column, mark);
      this.#put(this.#cellText());
    }
    if (element === 'row' && (this.#cells.length > 0 || this.#marks !== undefined)) {
      if (this.rows.length === this.mostRows + lastHeaderLine) {
        throw tooManyRows(this.archive.name, this.mostRows);
      }
      this.spend(cellsOfRow);
      this.rows.push({
        line: this.#line,
        // A copy: an array that grew keeps room for sixteen cells more.
        cells: this.#cells.slice(),
        marks: this.#marks,
        isHidden: this.#isHidden,
        isStruck: this.#isStruck,
      });
    }
  }

  /** `what` continues a sentence about the cell. */
  #damaged(what: string): Failure {
    return damaged(this.archive.name, `row ${this.#line}, column ${this.#column + 1} ${what}`);
  }

  #put(text: string): void {
    if (text === '') return;
    if ((this.#cells[this.#column] ?? '') !== '') throw this.#damaged('is there twice');
    fill(this.#cells, this.#column, text, this.spend);
    this.#isStruck ||= this.#styled().isStruck;
  }

  #mark(): CellMark | undefined {
    // A formula may well result in an empty text, but not in an empty number.
    if (this.#isFormula && this.#value === '' && this.#type !== 'str') return { kind: 'no_result' };
    if (this.#type !== 'n' || this.#value === '') return undefined;
    return numberMark(this.#value, this.#styled().format);
  }

  #styled(): CellStyle {
    const { styles } = this.parts;
    const style = listed(this.#style, styles.length === 0 ? [plain] : styles);
    if (style === undefined)
      throw this.#damaged(`has a style that is not in the workbook: ${this.#style}`);
    return style;
  }

  #cellText(): string {
    const inline = this.#inline.take();
    // Some programs write a text where another type has it.
    const value = this.#value === '' ? inline : this.#value;
    if (value === '') return '';
    switch (this.#type) {
      case 's': {
        const text = listed(value, this.parts.texts);
        if (text === undefined)
          throw this.#damaged(`has a text that is not in the workbook: ${value}`);
        return text;
      }
      case 'inlineStr':
        return inline === '' ? value : inline;
      case 'b':
        return /^\s*(?:1|true)\s*$/.test(value) ? 'TRUE' : 'FALSE';
      case 'n':
        return numberText(value, this.#styled().format, this.parts.from1904);
      // Text of a formula, an error (`#N/A`), or a date in ISO form.
      case 'str':
      case 'e':
      case 'd':
        return value;
      default:
        throw this.#damaged(`is of an unknown type: ${this.#type}`);
    }
  }
}

/** Writes a cell into a row, with empty ones up to it. */
function fill(cells: string[], column: number, text: string, spend: Spend): void {
  spend(Math.max(0, column + 1 - cells.length), text);
  while (cells.length < column) cells.push('');
  cells[column] = text;
}

/** Gives every row of a merged range the value that the range shows. */
function fillMerged({ rows, merged }: SheetRows, spend: Spend): void {
  if (merged.length === 0) return;
  const byLine = new Map(rows.map((row) => [row.line, row]));
  for (const { column, first, last } of merged) {
    const top = byLine.get(first);
    const value = top?.cells[column] ?? '';
    const mark = top?.marks?.get(column);
    if (top === undefined || value === '') continue;
    const cell = { rows: 0 };
    const take = (row: Row) => {
      cell.rows++;
      row.merged = (row.merged ?? new Map()).set(column, cell);
    };
    for (let line = first + 1; line <= last; line++) {
      spend(1);
      const row = byLine.get(line);
      if (row === undefined || (row.cells[column] ?? '') !== '') continue;
      fill(row.cells, column, value, spend);
      if (cell.rows === 0) take(top);
      take(row);
      if (mark !== undefined) row.marks = new Map([...(row.marks ?? []), [column, mark]]);
    }
  }
}

/** A row, and whether a filter or the user hides it, or any of its texts is struck through. */
export type SheetRecord = TableRecord & Pick<Row, 'isHidden' | 'isStruck'>;

/** A reader of sheets: the rows that have a non-empty cell, each with its number. It throws usage failures. */
export function sheetReader(archive: Archive, parts: WorkbookParts, mostRows = lastRow) {
  const spend = budgetOf(archive.name);
  return async (path: string): Promise<readonly SheetRecord[]> => {
    const sheet = new SheetRows(archive, parts, spend, mostRows);
    await readXml(archive, path, sheet);
    fillMerged(sheet, spend);
    // Some programs write the rows out of order.
    return sheet.rows.sort((one, other) => one.line - other.line);
  };
}
