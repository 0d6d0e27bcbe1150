import { strToU8, Zip, ZipDeflate } from 'fflate';
import { dollars } from '../lib/words';

/** The form in which a column's values are shown; values that don't fit their type are written as text. */
export type ColumnType = 'text' | 'number' | 'money' | 'date' | 'moment';

export interface WorkbookColumn {
  readonly heading: string;
  readonly type: ColumnType;
  /** In characters; by default the usual width of the type. */
  readonly width?: number | undefined;
  /** The last line of the sheet has the sum of the column. */
  readonly isSummed?: boolean;
}

/** Money is integer cents, a date `YYYY-MM-DD`, a moment an ISO time. */
export type WorkbookValue = string | number | null;

/** A value that isn't of its column's type. */
export interface WorkbookCell {
  readonly value: WorkbookValue;
  readonly type: ColumnType;
  readonly isBold?: boolean;
}

type WorkbookRow = readonly (WorkbookValue | WorkbookCell)[];

export interface WorkbookSheet {
  readonly name: string;
  readonly columns: readonly WorkbookColumn[];
  readonly rows: Iterable<WorkbookRow>;
  /** The number of columns that are printed; all of them by default. */
  readonly printed?: number;
  /** Not a list: it has no line of headings, and no filter. */
  readonly isPage?: boolean;
}

/** Excel's own limits. */
export const limits = { rows: 1_048_576, text: 32_767 } as const;

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const schemas = 'http://schemas.openxmlformats.org';
const main = `${schemas}/spreadsheetml/2006/main`;
const relationships = `${schemas}/officeDocument/2006/relationships`;
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Indexes into the list of cell formats below. */
const styles = {
  heading: 1,
  text: 2,
  money: 3,
  date: 4,
  moment: 5,
  sum: 6,
  boldNumber: 7,
  above: 8,
} as const;

const stylesXml = `<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00;[Red]-&quot;$&quot;#,##0.00"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="10"/><name val="Arial"/></font><font><b/><sz val="10"/><name val="Arial"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="9"><xf/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left"/></xf><xf numFmtId="166" applyNumberFormat="1"/><xf numFmtId="164" fontId="1" applyNumberFormat="1" applyFont="1"/><xf fontId="1" applyFont="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment horizontal="right"/></xf></cellXfs></styleSheet>`;

/** In characters. */
const widths: Readonly<Record<ColumnType, number>> = {
  text: 20,
  number: 12,
  money: 16,
  date: 12,
  moment: 17,
};

/** Bytes of XML to compress at once. */
const portion = 256 * 1024;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Without what XML can't hold, which is half of a character, too. */
function allowed(text: string): string {
  return text.replace(/[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu, '');
}

/** Also escapes text that looks like Excel's own escape. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (one) => entities[one] ?? one);
}

const isoMoment = /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+)(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Days since Excel's day 0, in UTC, which a time without an offset is in. Undefined for anything but
 * a date or time, and before March 1900, where Excel's calendar is wrong.
 */
function serialOf(text: string): number | undefined {
  const [whole, day, time = '00:00', offset = 'Z'] = isoMoment.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const moment = Date.parse(`${day}T${time}${offset.replace(/(\d\d):?(\d\d)$/, '$1:$2')}`);
  const days = (moment - Date.UTC(1899, 11, 30)) / 86_400_000;
  return days >= 61 ? days : undefined;
}

class CellWriter {
  cut = 0;

  text(text: string, style: number = styles.text): string {
    let kept = allowed(text);
    if (kept === '') return '<c/>';
    if (kept.length > limits.text) {
      this.cut++;
      kept = allowed(kept.slice(0, limits.text));
    }
    return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(kept)}</t></is></c>`;
  }

  /** Only texts, numbers and money are in bold type. */
  cell(value: WorkbookValue | WorkbookCell, type: ColumnType, isBold = false): string {
    if (value === null) return '<c/>';
    if (typeof value === 'object') return this.cell(value.value, value.type, value.isBold);
    if (typeof value === 'number') {
      if (type === 'money' && (isBold || Number.isSafeInteger(value))) {
        return `<c s="${isBold ? styles.sum : styles.money}"><v>${dollars(value)}</v></c>`;
      }
      if (isBold) return `<c s="${styles.boldNumber}"><v>${value}</v></c>`;
      return type === 'number' ? `<c><v>${value}</v></c>` : this.text(String(value));
    }
    if (isBold) return this.text(value, headingStyle(type));
    const isTime = type === 'moment' || (type === 'date' && /^\d{4}-\d\d-\d\d$/.test(value));
    const serial = isTime ? serialOf(value) : undefined;
    if (serial === undefined) return this.text(value);
    return `<c s="${styles[type as 'date' | 'moment']}"><v>${serial}</v></c>`;
  }
}

/** Above numbers, a heading is on the right as they are. */
const headingStyle = (type: ColumnType) =>
  type === 'money' || type === 'number' ? styles.above : styles.heading;

/** The last line: the sums of the columns that have one. */
function totalRow(columns: readonly WorkbookColumn[], sums: readonly number[]): WorkbookRow {
  return columns.map(({ type, isSummed }, index) => {
    if (isSummed) return { value: sums[index] ?? 0, type, isBold: true };
    return index === 0 ? { value: 'Total', type: 'text', isBold: true } : null;
  });
}

/** On paper: as wide as a page, with the name of the sheet and the number of the page. */
const onPaper =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/><headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>';

/** `A`, `Z`, `AA`. */
function letters(column: number): string {
  const first = Math.floor(column / 26);
  return (first === 0 ? '' : letters(first - 1)) + String.fromCharCode(65 + (column % 26));
}

/**
 * A workbook with a sheet for each list: headings frozen, filters on, money in dollars, dates as
 * dates, everything else as texts, so that tracking numbers stay intact and nothing becomes a
 * formula. Rows that don't fit in a sheet continue in a second one. `pause` is called every few
 * hundred rows; what it throws ends the work. `cut` is the number of texts that were longer than a cell allows.
 */
export async function writeWorkbook(
  sheets: Iterable<WorkbookSheet>,
  pause: () => Promise<void>,
  rowsInSheet: number = limits.rows,
) {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    packed.push(chunk);
  });
  const writer = new CellWriter();
  const written: WrittenSheet[] = [];
  const file = (path: string) => {
    const entry = new ZipDeflate(path, { level: 6 });
    zip.add(entry);
    return entry;
  };

  /** Writes one sheet until it is full; returns the first row that did not fit, if any. */
  async function writeSheet(
    name: string,
    { columns, printed = columns.length, isPage = false }: WorkbookSheet,
    rows: Iterator<WorkbookRow>,
    first: WorkbookRow | undefined,
    sums: number[],
  ): Promise<WorkbookRow | undefined> {
    const entry = file(`xl/worksheets/sheet${written.length + 1}.xml`);
    const cols = columns.map(
      ({ type, width = widths[type] }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    );
    const head = columns
      .map(({ heading, type }) => writer.text(heading, headingStyle(type)))
      .join('');
    const pane = isPage
      ? ''
      : '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
    let text = `${xml}<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>${isPage ? '' : `<row>${head}</row>`}`;
    const rowOf = (cells: WorkbookRow) =>
      `<row>${cells.map((value, index) => writer.cell(value, columns[index]?.type ?? 'text')).join('')}</row>`;
    const summed = columns.flatMap(({ isSummed }, index) => (isSummed ? [index] : []));
    let count = isPage ? 0 : 1;
    let row = first;
    while (row !== undefined && count < rowsInSheet) {
      text += rowOf(row);
      for (const index of summed) sums[index] = (sums[index] ?? 0) + Number(row[index] ?? 0);
      count++;
      if (text.length > portion) {
        entry.push(strToU8(text));
        text = '';
        await pause();
      }
      const next = rows.next();
      row = next.done ? undefined : next.value;
    }
    const last = letters(columns.length - 1);
    const filter = isPage ? '' : `<autoFilter ref="A1:${last}${count}"/>`;
    const hasTotal = row === undefined && summed.length > 0 && count > 1 && count < limits.rows;
    if (hasTotal) text += rowOf(totalRow(columns, sums));
    const end = hasTotal ? count + 1 : count;
    written.push({
      name,
      ...(isPage ? {} : { filtered: `$A$1:$${last}$${count}` }),
      printed: `$A$1:$${letters(printed - 1)}$${end}`,
    });
    entry.push(strToU8(`${text}</sheetData>${filter}${onPaper}</worksheet>`), true);
    return row;
  }

  for (const sheet of sheets) {
    const { name, rows } = sheet;
    const sums: number[] = [];
    const iterator = rows[Symbol.iterator]();
    const begin = iterator.next();
    let left = begin.done ? undefined : begin.value;
    let part = 1;
    do {
      left = await writeSheet(part === 1 ? name : `${name} (${part})`, sheet, iterator, left, sums);
      part++;
    } while (left !== undefined);
  }
  for (const [path, text] of Object.entries(frame(written)))
    file(path).push(strToU8(xml + text), true);
  zip.end();
  return { bytes: Buffer.concat(packed), cut: writer.cut };
}

/** A sheet as the workbook refers to it. */
interface WrittenSheet {
  readonly name: string;
  /** `$A$1:$C$9`; none for a page. */
  readonly filtered?: string;
  readonly printed: string;
}

/** Everything that a workbook needs besides its sheets. */
function frame(written: readonly WrittenSheet[]): Readonly<Record<string, string>> {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`;
  const numbered = written.map(({ name }, index) => ({ name: escaped(name), number: index + 1 }));
  const parts = numbered.map(
    ({ number }) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`,
  );
  const listed = numbered.map(
    ({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  const related = numbered.map(({ number }) =>
    relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`),
  );
  const names = written.flatMap(({ name, filtered, printed }, index) => {
    const place = (range: string) => escaped(`'${name.replaceAll("'", "''")}'!${range}`);
    const defined = (what: string, range: string, more = '') =>
      `<definedName name="_xlnm.${what}" localSheetId="${index}"${more}>${place(range)}</definedName>`;
    const area = defined('Print_Area', printed);
    if (filtered === undefined) return area;
    // LibreOffice shows a sheet's filter only if it has this name too.
    const filter = defined('_FilterDatabase', filtered, ' hidden="1"');
    return [filter, area, defined('Print_Titles', '$1:$1')];
  });
  const wrap = (relations: string) =>
    `<Relationships xmlns="${schemas}/package/2006/relationships">${relations}</Relationships>`;
  return {
    '[Content_Types].xml': `<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${parts.join('')}</Types>`,
    '_rels/.rels': wrap(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relationships}"><bookViews><workbookView/></bookViews><sheets>${listed.join('')}</sheets><definedNames>${names.join('')}</definedNames></workbook>`,
    'xl/_rels/workbook.xml.rels': wrap(
      `${related.join('')}${relation(`rId${written.length + 1}`, 'styles', 'styles.xml')}`,
    ),
    'xl/styles.xml': stylesXml,
  };
}
