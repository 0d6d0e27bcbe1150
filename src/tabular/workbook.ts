import { usageFailure } from '../failure';
import { counted } from '../lib/words';
import type { Archive } from './archive';
import { areBlank } from './cells';
import { namedBy } from './header';
import { readSheet, type SheetRow } from './sheet';
import { lastHeaderLine, type TableOptions, type TableRecord } from './table';
import {
  type Attributes,
  cellFormats,
  readXml,
  relationsOf,
  sharedTexts,
  type WorkbookParts,
} from './workbook-parts';

interface SheetEntry {
  readonly name: string;
  readonly isHidden: boolean;
  /** Its path inside the workbook. */
  readonly path: string;
}

/** An attribute with any prefix, such as `r:id`. */
function attribute(attributes: Attributes, name: string): string | undefined {
  const key = Object.keys(attributes).find((one) => one === name || one.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}

interface Workbook {
  readonly sheets: readonly SheetEntry[];
  readonly parts: WorkbookParts;
}

async function openWorkbook(archive: Archive): Promise<Workbook> {
  const root = await relationsOf(archive, '');
  const main = root.find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';
  const relations = await relationsOf(archive, main);
  const partOf = (type: string) => relations.find((one) => one.type === type)?.path;
  const sheets: SheetEntry[] = [];
  let from1904 = false;
  await readXml(archive, main, {
    open(element, attributes) {
      if (element === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (element !== 'sheet') return;
      const id = attribute(attributes, 'id');
      const relation = relations.find((one) => one.id === id);
      if (relation?.type !== 'worksheet') return;
      const { name = '', state = 'visible' } = attributes;
      sheets.push({ name, isHidden: state !== 'visible', path: relation.path });
    },
  });
  const [texts, formats] = await Promise.all([
    sharedTexts(archive, partOf('sharedStrings')),
    cellFormats(archive, partOf('styles')),
  ]);
  return { sheets, parts: { texts, formats, from1904 } };
}

function quoted(sheets: readonly { readonly name: string }[]): string {
  return sheets.map(({ name }) => `"${name}"`).join(', ');
}

/** The sheet that the user chose, by its name or its position among the tabs. */
function namedSheet(wanted: string, sheets: readonly SheetEntry[], name: string): SheetEntry {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const plain = (text: string) => text.trim().toLowerCase();
  const found =
    sheets.find((one) => one.name === wanted) ??
    sheets.find((one) => plain(one.name) === plain(wanted)) ??
    (/^\d+$/.test(wanted) ? visible[Number(wanted) - 1] : undefined);
  if (found !== undefined) return found;
  throw usageFailure(`--sheet ${wanted}: ${name} has no such sheet`, {
    hint: `Its sheets are ${quoted(sheets)}. Nothing was sent.`,
  });
}

interface Read {
  readonly sheet: SheetEntry;
  /** Without blank rows. */
  readonly records: readonly SheetRow[];
  /** How many of the wanted fields its header names; 0 without a header. */
  readonly named: number;
}

function fieldsNamed(
  records: readonly TableRecord[],
  { fields = [], map, hasHeader = true, isHeader }: TableOptions,
): number {
  const top = records.slice(0, lastHeaderLine).filter(({ line }) => line <= lastHeaderLine);
  if (isHeader !== undefined) return top.some(({ cells }) => isHeader(cells)) ? 1 : 0;
  if (!hasHeader) return 0;
  return Math.max(0, ...top.map(({ cells }) => namedBy(cells, fields, map)));
}

/** Whether a sheet that is not read has rows like the one that is. */
function isAlike(
  { records, named }: Read,
  chosen: Read,
  { fields = [], hasHeader = true, isHeader }: TableOptions,
): boolean {
  if (isHeader !== undefined) return records.length > 1 && named > 0;
  if (fields.length === 0) return false;
  if (!hasHeader) return records.some(({ cells }) => cells.length >= fields.length);
  // A required field counts as much as all fields: no fewer of these may be missing.
  const required = (one: number) => Math.floor(one / fields.length);
  return records.length > 1 && named > 0 && required(named) >= required(chosen.named);
}

/** The records of one sheet of a workbook without blank rows. Throws usage failures. */
export async function* workbookRecords(
  archive: Archive,
  options: TableOptions,
): AsyncGenerator<readonly TableRecord[], void> {
  const { name } = archive;
  const { sheets, parts } = await openWorkbook(archive);
  if (sheets.length === 0) throw usageFailure(`${name} is a workbook without sheets`);
  const { sheet, onNotice, onWarning } = options;
  const wanted =
    sheet === undefined
      ? sheets.filter(({ isHidden }) => !isHidden)
      : [namedSheet(sheet, sheets, name)];
  const read: Read[] = [];
  for (const one of wanted) {
    const records = await readSheet(archive, one.path, parts);
    const filled = records.filter(({ cells, marks }) => !areBlank(cells) || marks !== undefined);
    if (filled.length === 0) continue;
    read.push({ sheet: one, records: filled, named: fieldsNamed(filled, options) });
  }
  // The one with the wanted header, or if none has it, the first one with anything in it.
  const most = Math.max(0, ...read.map(({ named }) => named));
  const chosen = read.find(({ named }) => named === most);
  if (chosen === undefined) return;
  const left = read.filter((one) => one !== chosen);
  if (left.length > 0) {
    const choose = options.byFlags ? '; use --sheet <name> for a different one' : '';
    const others = quoted(left.map(({ sheet }) => sheet));
    const text = `${name}: reading sheet "${chosen.sheet.name}", not ${others}${choose}.`;
    const isDoubtful = left.some((one) => isAlike(one, chosen, options));
    (isDoubtful ? onWarning : onNotice)?.(text);
  }
  const hidden = chosen.records.filter(({ isHidden }) => isHidden).length;
  if (hidden > 0) {
    const rows = counted(hidden, 'hidden rows');
    const are = hidden === 1 ? 'is' : 'are';
    onNotice?.(`${name}: sheet "${chosen.sheet.name}" has ${rows}, which ${are} read too.`);
  }
  yield chosen.records;
}
