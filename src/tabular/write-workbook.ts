import { strToU8, zipSync } from 'fflate';

const schemas = 'http://schemas.openxmlformats.org';
const relationships = `${schemas}/officeDocument/2006/relationships`;
const main = `${schemas}/spreadsheetml/2006/main`;
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`;
}

/** Everything that a workbook needs besides its sheet. Its one style makes every cell a text. */
const parts = {
  '[Content_Types].xml': `<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${schemas}/package/2006/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${schemas}/package/2006/relationships">${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'styles', 'styles.xml')}</Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Drops what XML can't hold, and escapes text that looks like an escape of it. */
function cellXml(text: string): string {
  if (text === '') return '<c/>';
  const escaped = text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (one) => entities[one] ?? one);
  return `<c s="1" t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`;
}

/**
 * A workbook of one sheet whose cells are all texts: tracking numbers stay intact, and nothing
 * becomes a formula. Rows are collected; `bytes` compresses them.
 */
export class TextWorkbook {
  readonly #rows: string[] = [];

  add(rows: readonly (readonly string[])[]): void {
    for (const row of rows) this.#rows.push(`<row>${row.map(cellXml).join('')}</row>`);
  }

  bytes(): Uint8Array {
    const sheet = `<worksheet xmlns="${main}"><sheetData>${this.#rows.join('')}</sheetData></worksheet>`;
    const files = Object.entries({ ...parts, 'xl/worksheets/sheet1.xml': sheet });
    return zipSync(Object.fromEntries(files.map(([path, text]) => [path, strToU8(xml + text)])));
  }
}
