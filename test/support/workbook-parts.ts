import { strToU8, zipSync } from 'fflate';

const schemas = 'http://schemas.openxmlformats.org';
const main = `xmlns="${schemas}/spreadsheetml/2006/main"`;
const types = `${schemas}/officeDocument/2006/relationships`;

export function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`;
}

export function relations(...all: readonly string[]): string {
  return `<Relationships xmlns="${schemas}/package/2006/relationships">${all.join('')}</Relationships>`;
}

export function sheetXml(rows: string, more = ''): string {
  return `<worksheet ${main}><sheetData>${rows}</sheetData>${more}</worksheet>`;
}

export function textsXml(...texts: readonly string[]): string {
  return `<sst ${main}>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;
}

export function stylesXml(...codes: readonly string[]): string {
  const formats = codes.map(
    (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`,
  );
  const styles = codes.map((_, index) => `<xf numFmtId="${164 + index}"/>`);
  return `<styleSheet ${main}><numFmts>${formats.join('')}</numFmts><cellXfs><xf/>${styles.join('')}</cellXfs></styleSheet>`;
}

export function bookXml(...sheets: readonly (readonly [name: string, id: string])[]): string {
  const all = sheets.map(([name, id]) => `<sheet name="${name}" sheetId="1" r:id="${id}"/>`);
  return `<workbook ${main} xmlns:r="${types}"><sheets>${all.join('')}</sheets></workbook>`;
}

/** A workbook part by part: two orders of the sample account, all cells in shared texts. */
export const plainParts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${schemas}/package/2006/content-types"/>`,
  '_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
  'xl/_rels/workbook.xml.rels': relations(
    relation('r1', 'worksheet', 'worksheets/sheet1.xml'),
    relation('r2', 'sharedStrings', 'sharedStrings.xml'),
    relation('r3', 'styles', 'styles.xml'),
    relation('r4', 'theme', 'theme/theme1.xml'),
  ),
  'xl/workbook.xml': bookXml(['Sheet1', 'r1']),
  'xl/worksheets/sheet1.xml': sheetXml(
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>' +
      '<row r="2"><c r="A2"><v>800458530</v></c><c r="B2" t="s"><v>2</v></c></row>' +
      '<row r="3"><c r="A3"><v>9889303997</v></c><c r="B3" s="1"><v>41441760228964</v></c></row>',
  ),
  'xl/sharedStrings.xml': textsXml('Order', 'Tracking', '1Z12345E6605272234'),
  'xl/styles.xml': stylesXml('000000000000000'),
};

/** The parts with some changed or, with undefined, left out; a changed name keeps its place. */
export function changed(
  changes: Readonly<Record<string, string | Uint8Array | undefined>>,
  names: Readonly<Record<string, string>> = {},
): Buffer {
  const parts = Object.entries({ ...plainParts, ...changes }).flatMap(([name, part]) =>
    part === undefined
      ? []
      : [[names[name] ?? name, typeof part === 'string' ? strToU8(part) : part] as const],
  );
  return Buffer.from(zipSync(Object.fromEntries(parts)));
}

/** The same with a text replaced in its bytes, such as a name that is not packed. */
export function withBytes(bytes: Buffer, from: string, to: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
}
