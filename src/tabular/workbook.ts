import { usageFailure } from '../failure';
import type { Archive } from './archive';
import { areBlank } from './cells';
import { namedBy } from './header';
import { readSheet } from './sheet';
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

function quoted(sheets: readonly SheetEntry[]): string {
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

type Read = readonly [sheet: SheetEntry, records: readonly TableRecord[]];

/** The first sheet with the wanted header, or if none has it, the first one with anything in it. */
function chosenSheet(
  read: readonly Read[],
  { fields = [], map, hasHeader = true }: TableOptions,
): Read | undefined {
  const filled = read.filter(([, records]) => records.length > 0);
  if (!hasHeader) return filled[0];
  const named = filled.map(([, records]) =>
    Math.max(
      0,
      ...records
        .slice(0, lastHeaderLine)
        .map(({ line, cells }) => (line > lastHeaderLine ? 0 : namedBy(cells, fields, map))),
    ),
  );
  return filled[named.indexOf(Math.max(0, ...named))];
}

/** The records of one sheet of a workbook without blank rows. Throws usage failures. */
export async function* workbookRecords(
  archive: Archive,
  options: TableOptions,
): AsyncGenerator<readonly TableRecord[], void> {
  const { name } = archive;
  const { sheets, parts } = await openWorkbook(archive);
  if (sheets.length === 0) throw usageFailure(`${name} is a workbook without sheets`);
  const { sheet, onNotice } = options;
  const wanted =
    sheet === undefined
      ? sheets.filter(({ isHidden }) => !isHidden)
      : [namedSheet(sheet, sheets, name)];
  const read: Read[] = [];
  for (const one of wanted) {
    const records = await readSheet(archive, one.path, parts);
    read.push([one, records.filter(({ cells, marks }) => !areBlank(cells) || marks !== undefined)]);
  }
  const [chosen, records = []] = chosenSheet(read, options) ?? [];
  const left = read.flatMap(([one, its]) => (one !== chosen && its.length > 0 ? [one] : []));
  if (chosen !== undefined && left.length > 0) {
    const choose = options.byFlags ? '; use --sheet <name> for a different one' : '';
    onNotice?.(`${name}: reading sheet "${chosen.name}", not ${quoted(left)}${choose}.`);
  }
  yield records;
}
