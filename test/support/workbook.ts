import { writeFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';

/** A number as a workbook stores it, with the format that it is shown in. */
export interface FormattedNumber {
  readonly number: number;
  readonly format: string;
}

/** `xml` is the element of a cell as other programs write it. */
export type WorkbookCell = string | number | FormattedNumber | { readonly xml: string };

export interface TestSheet {
  readonly name: string;
  readonly rows: readonly (readonly WorkbookCell[])[];
  /** Numbers of rows that a filter hides, counted from 1. */
  readonly hidden?: readonly number[];
  /** Numbers of rows whose font strikes every cell through, counted from 1. */
  readonly struck?: readonly number[];
  /** Ranges of merged cells: `E2:E3`. */
  readonly merged?: readonly string[];
}

const schemas = 'http://schemas.openxmlformats.org';
const main = `xmlns="${schemas}/spreadsheetml/2006/main"`;
const relations = `xmlns="${schemas}/package/2006/relationships"`;
const types = `${schemas}/officeDocument/2006/relationships`;

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
}

/** `style` is 0, or 1 for a font that strikes through. */
function cellXml(cell: WorkbookCell, formats: string[], style: 0 | 1): string {
  const s = style === 0 ? '' : ' s="1"';
  if (typeof cell === 'number') return `<c${s}><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c${s} t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if ('xml' in cell) return cell.xml;
  if (!formats.includes(cell.format)) formats.push(cell.format);
  return `<c s="${formats.indexOf(cell.format) + 2}"><v>${cell.number}</v></c>`;
}

/** Writes a workbook whose cells have number formats, formulas and errors as Excel stores them. */
export function writeTestWorkbook(path: string, ...sheets: readonly TestSheet[]): string {
  const formats: string[] = [];
  const sheetXml = ({ rows, hidden = [], struck = [], merged = [] }: TestSheet) => {
    const xml = rows.map((row, index) => {
      const isHidden = hidden.includes(index + 1) ? ' hidden="1"' : '';
      const style = struck.includes(index + 1) ? 1 : 0;
      const cells = row.map((cell) => cellXml(cell, formats, style)).join('');
      return `<row r="${index + 1}"${isHidden}>${cells}</row>`;
    });
    const ranges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('');
    return `<worksheet ${main}><sheetData>${xml.join('')}</sheetData><mergeCells>${ranges}</mergeCells></worksheet>`;
  };
  const parts = sheets.map((sheet, index) => [
    `xl/worksheets/sheet${index + 1}.xml`,
    strToU8(sheetXml(sheet)),
  ]);
  const listed = sheets.map(
    ({ name }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="r${index + 1}"/>`,
  );
  const related = sheets.map(
    (_, index) =>
      `<Relationship Id="r${index + 1}" Type="${types}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const codes = formats.map(
    (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`,
  );
  const styles = formats.map((_, index) => `<xf numFmtId="${164 + index}"/>`);
  const files = {
    '[Content_Types].xml': `<Types xmlns="${schemas}/package/2006/content-types"/>`,
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${types}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships ${relations}>${related.join('')}<Relationship Id="s" Type="${types}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${main}><numFmts>${codes.join('')}</numFmts><fonts><font/><font><strike/></font></fonts><cellXfs><xf numFmtId="0"/><xf numFmtId="0" fontId="1"/>${styles.join('')}</cellXfs></styleSheet>`,
  };
  const texts = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  writeFileSync(path, zipSync(Object.fromEntries([...parts, ...texts])));
  return path;
}
