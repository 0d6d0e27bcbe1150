import { usageFailure } from '../failure';
import type { Archive } from './archive';
import { numberFormat, numberMark, numberText } from './number-format';
import type { CellMark, TableRecord } from './table';
import { readXml, StringText, type WorkbookParts } from './workbook-parts';

/** The most cells in a sheet, including the empty ones to the left of each row's last. */
const mostCells = 30_000_000;
const general = numberFormat(0);

/** `AB` is 27. */
function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

/** A cell's place, from `AB12`; undefined if that is not a place. */
function placeOf(reference: string | undefined): { column: number; row: number } | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference ?? '') ?? [];
  return letters === undefined ? undefined : { column: columnIndex(letters), row: Number(digits) };
}

/** Merged cells that span several rows: all of them show one value. */
interface Merged {
  readonly column: number;
  readonly first: number;
  readonly last: number;
}

function mergedOf(range = ''): Merged | undefined {
  const [from, to] = range.split(':').map(placeOf);
  if (from === undefined || to === undefined || to.row <= from.row) return undefined;
  return { column: from.column, first: from.row, last: to.row };
}

interface Row {
  readonly line: number;
  readonly cells: string[];
  marks?: Map<number, CellMark> | undefined;
  readonly isHidden: boolean;
}

/** Collects rows from the elements of a sheet as they are read. */
class SheetRows {
  readonly rows: Row[] = [];
  readonly merged: Merged[] = [];
  #line = 0;
  #isHidden = false;
  #column = -1;
  #cells: string[] = [];
  #marks: Map<number, CellMark> | undefined;
  #type = '';
  #style = 0;
  #value = '';
  #inValue = false;
  #isFormula = false;
  readonly #inline = new StringText();
  #count = 0;

  constructor(
    readonly parts: WorkbookParts,
    readonly tooLarge: () => never,
  ) {}

  open(element: string, { r, t = 'n', s, ref, hidden }: Readonly<Record<string, string>>): void {
    if (element === 'row') {
      this.#line = r === undefined ? this.#line + 1 : Number(r);
      this.#isHidden = /^(1|true)$/.test(hidden ?? '');
      this.#cells = [];
      this.#marks = undefined;
      this.#column = -1;
    } else if (element === 'c') {
      this.#column = placeOf(r)?.column ?? this.#column + 1;
      this.#type = t;
      this.#style = Number(s ?? 0);
      this.#value = '';
      this.#isFormula = false;
    } else if (element === 'mergeCell') {
      const found = mergedOf(ref);
      if (found !== undefined) this.merged.push(found);
    } else {
      this.#inValue = element === 'v';
      if (element === 'f') this.#isFormula = true;
      this.#inline.open(element);
    }
  }

  text(text: string): void {
    if (this.#inValue) this.#value += text;
    else this.#inline.text(text);
  }

  close(element: string): void {
    this.#inline.close(element);
    this.#inValue = false;
    if (element === 'c') {
      const mark = this.#mark();
      if (mark !== undefined) {
        this.#marks ??= new Map();
        this.#marks.set(this.#column, mark);
      }
      this.#put(this.#cellText());
    }
    if (element === 'row' && (this.#cells.length > 0 || this.#marks !== undefined)) {
      this.rows.push({
        line: this.#line,
        cells: this.#cells,
        marks: this.#marks,
        isHidden: this.#isHidden,
      });
    }
  }

  /** Counts the cells that are kept, so that a small file can't use up all memory. */
  spend(count: number): void {
    this.#count += count;
    if (this.#count > mostCells) this.tooLarge();
  }

  #put(text: string): void {
    if (text === '') return;
    this.spend(this.#column + 1 - this.#cells.length);
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
  }

  #mark(): CellMark | undefined {
    // A formula may well result in an empty text, but not in an empty number.
    if (this.#isFormula && this.#value === '' && this.#type !== 'str') return { kind: 'no_result' };
    if (this.#type !== 'n') return undefined;
    return numberMark(this.#value, this.parts.formats[this.#style] ?? general);
  }

  #cellText(): string {
    const inline = this.#inline.take();
    const { texts, formats, from1904 } = this.parts;
    const value = this.#value;
    switch (this.#type) {
      case 's':
        return texts[Number(value)] ?? '';
      case 'inlineStr':
        return inline;
      case 'b':
        return value === '' ? '' : value === '1' ? 'TRUE' : 'FALSE';
      case 'n':
        return numberText(value, formats[this.#style] ?? general, from1904);
      // Text of a formula, an error (`#N/A`), or a date in ISO form.
      default:
        return value;
    }
  }
}

/** Gives every row of a merged range the value that the range shows. */
function fillMerged(sheet: SheetRows): void {
  if (sheet.merged.length === 0) return;
  const byLine = new Map(sheet.rows.map((row) => [row.line, row]));
  for (const { column, first, last } of sheet.merged) {
    const top = byLine.get(first);
    const value = top?.cells[column] ?? '';
    const mark = top?.marks?.get(column);
    if (value === '') continue;
    for (let line = first + 1; line <= last; line++) {
      sheet.spend(1);
      const row = byLine.get(line);
      if (row === undefined || (row.cells[column] ?? '') !== '') continue;
      while (row.cells.length < column) row.cells.push('');
      row.cells[column] = value;
      if (mark !== undefined) row.marks = new Map([...(row.marks ?? []), [column, mark]]);
    }
  }
}

/** A row, and whether a filter or the user hides it. */
export type SheetRow = TableRecord & { readonly isHidden: boolean };

/** The rows of a sheet that have a non-empty cell, each with its number. Throws usage failures. */
export async function readSheet(
  archive: Archive,
  path: string,
  parts: WorkbookParts,
): Promise<readonly SheetRow[]> {
  const sheet = new SheetRows(parts, () => {
    throw usageFailure(
      `${archive.name} has a sheet of more than ${mostCells / 1e6} million cells`,
      {
        hint: 'Copy the rows you need to a new workbook, or save it as CSV. Nothing was sent.',
      },
    );
  });
  await readXml(archive, path, sheet);
  fillMerged(sheet);
  return sheet.rows;
}
