// Makes the spreadsheets in this folder: `node test/spreadsheets/make.mjs`. Texts are written as
// defined; workbooks are written as flat OpenDocument and converted by LibreOffice (`soffice` must be
// installed). The files are kept in git, so that no test needs LibreOffice.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { texts } from './texts.mjs';
import { workbooks } from './workbooks.mjs';

const folder = fileURLToPath(new URL('./files/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'spreadsheets-'));

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const paragraphs = (text) =>
  text
    .split('\n')
    .map((line) => `<text:p>${escaped(line)}</text:p>`)
    .join('');

/** A cell: a text, a number, true or false, null for an empty one, or an object with more details. */
function cellXml(cell) {
  if (cell === null || cell === undefined || cell === '') return '<table:table-cell/>';
  if (typeof cell === 'string') {
    return `<table:table-cell office:value-type="string">${paragraphs(cell)}</table:table-cell>`;
  }
  if (typeof cell === 'number' || typeof cell === 'bigint') {
    return `<table:table-cell office:value-type="float" office:value="${cell}"/>`;
  }
  if (typeof cell === 'boolean') {
    return `<table:table-cell office:value-type="boolean" office:boolean-value="${cell}"/>`;
  }
  const { text, number, digits, date, currency, formula, rows = 1, columns = 1, bold, link } = cell;
  const span =
    rows > 1 || columns > 1
      ? ` table:number-rows-spanned="${rows}" table:number-columns-spanned="${columns}"`
      : '';
  if (cell.covered) return '<table:covered-table-cell/>';
  if (formula !== undefined) return `<table:table-cell table:formula="of:${escaped(formula)}"/>`;
  if (date !== undefined) {
    return `<table:table-cell table:style-name="date" office:value-type="date" office:date-value="${date}"/>`;
  }
  if (currency !== undefined) {
    return `<table:table-cell office:value-type="currency" office:currency="USD" office:value="${currency}"/>`;
  }
  if (digits !== undefined) {
    return `<table:table-cell table:style-name="digits${digits}" office:value-type="float" office:value="${number}"/>`;
  }
  const content =
    link !== undefined
      ? `<text:p><text:a xlink:href="${escaped(link)}">${escaped(text)}</text:a></text:p>`
      : bold !== undefined
        ? `<text:p><text:span text:style-name="bold">${escaped(bold)}</text:span>${escaped(text)}</text:p>`
        : paragraphs(text);
  return `<table:table-cell${span} office:value-type="string">${content}</table:table-cell>`;
}

/** A row: its cells, or a number of blank rows. */
function rowXml(row) {
  if (typeof row === 'number') {
    return `<table:table-row table:number-rows-repeated="${row}"><table:table-cell/></table:table-row>`;
  }
  return `<table:table-row>${row.map(cellXml).join('')}</table:table-row>`;
}

function sheetXml({ name, hidden = false, rows }) {
  const style = hidden ? ' table:style-name="hidden"' : '';
  return `<table:table table:name="${escaped(name)}"${style}>${rows.map(rowXml).join('')}</table:table>`;
}

const namespaces = [
  ...['office', 'style', 'text', 'table'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  ),
  'xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"',
  'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
  'xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
].join(' ');

const digitStyles = [9, 12, 20]
  .map(
    (
      digits,
    ) => `<number:number-style style:name="zeros${digits}"><number:number number:decimal-places="0" number:min-integer-digits="${digits}"/></number:number-style>
<style:style style:name="digits${digits}" style:family="table-cell" style:data-style-name="zeros${digits}"/>`,
  )
  .join('\n');

const styles = `<office:automatic-styles>
${digitStyles}
<number:date-style style:name="day"><number:month/><number:text>/</number:text><number:day/><number:text>/</number:text><number:year number:style="long"/></number:date-style>
<style:style style:name="date" style:family="table-cell" style:data-style-name="day"/>
<style:style style:name="bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style>
</office:automatic-styles>`;

function documentXml({ sheets, from1904 = false }) {
  const settings = from1904
    ? '<table:calculation-settings><table:null-date table:date-value="1904-01-01"/></table:calculation-settings>'
    : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
${styles}
<office:body><office:spreadsheet>${settings}${sheets.map(sheetXml).join('\n')}</office:spreadsheet></office:body></office:document>`;
}

/** Converts all sources of one format at once: LibreOffice takes seconds to start. */
function convert(format, sources, outputs) {
  if (sources.length === 0) return;
  const profile = `-env:UserInstallation=file://${scratch}/profile`;
  const words = [profile, '--headless', '--convert-to', format, '--outdir', outputs, ...sources];
  execFileSync('soffice', words, { stdio: 'ignore' });
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [name, content] of Object.entries(texts)) writeFileSync(join(folder, name), content);
const byFormat = new Map();
for (const [name, workbook] of Object.entries(workbooks)) {
  const source = join(scratch, name.replace(/\.\w+$/, '.fods'));
  writeFileSync(source, documentXml(workbook));
  const format = workbook.format ?? name.slice(name.lastIndexOf('.') + 1);
  byFormat.set(format, [...(byFormat.get(format) ?? []), source]);
}
for (const [format, sources] of byFormat) convert(format, sources, folder);
// A workbook under the wrong name, and a text that LibreOffice opened and saved as a workbook.
copyFileSync(join(folder, 'workbook.xlsx'), join(folder, 'workbook-named-as-csv.csv'));
writeFileSync(join(scratch, 'csv-saved-as-workbook.csv'), texts['leading-zeros.csv']);
convert('xlsx', [join(scratch, 'csv-saved-as-workbook.csv')], folder);
rmSync(scratch, { recursive: true });
