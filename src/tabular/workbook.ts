import { usageFailure } from '../failure';
import { counted } from '../lib/words';
import { type Archive, damaged } from './archive';
import { areBlank } from './cells';
import { likelyHeader } from './header';
import type { TableOptions, TableRecord } from './record';
import { type SheetRecord, sheetReader } from './sheet';
import {
  type Attributes,
  cellStyles,
  isTrue,
  mostListed,
  type Relation,
  readXml,
  relationsOf,
  relationsPath,
  sharedTexts,
  unlistable,
  type WorkbookParts,
} from './workbook-parts';

interface SheetEntry {
  readonly name: string;
  readonly isHidden: boolean;
  readonly path: string;
}

/** An attribute with any prefix, such as `r:id`. */
function attribute(attributes: Attributes, name: string): string | undefined {
  const isOf = (key: string) => key === name || key.endsWith(`:${name}`);
  return Object.entries(attributes).find(([key]) => isOf(key))?.[1];
}

/** The part of a type that a workbook has at most one of. */
function onlyPart(archive: Archive, relations: readonly Relation[], type: string) {
  const paths = new Set(relations.filter((one) => one.type === type).map(({ path }) => path));
  if (paths.size > 1) throw damaged(archive.name, `it names ${paths.size} parts as its ${type}`);
  return [...paths][0];
}

/** Throws a usage failure if a part that is named is missing: its rows would be, too. */
async function openWorkbook(archive: Archive) {
  const root = archive.has(relationsPath('')) ? await relationsOf(archive, '') : [];
  // The part that lists the sheets.
  const main = root.find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';
  const relations = await relationsOf(archive, main);
  for (const { type, path } of relations) {
    // A workbook without any other part can be read.
    if (['worksheet', 'sharedStrings', 'styles'].includes(type) && !archive.has(path)) {
      throw damaged(archive.name, `${path} is missing in it`);
    }
  }
  const byId = new Map(relations.map((one) => [one.id, one]));
  const sheets: SheetEntry[] = [];
  let from1904 = false;
  await readXml(archive, main, {
    open(element, attributes) {
      if (element === 'workbookPr') from1904 = isTrue(attributes.date1904);
      if (element !== 'sheet') return;
      const { name = '', state = 'visible' } = attributes;
      const relation = byId.get(attribute(attributes, 'id') ?? '');
      if (relation === undefined) throw damaged(archive.name, `it has no part for sheet "${name}"`);
      if (relation.type !== 'worksheet') return;
      if (sheets.length === mostListed) throw unlistable(archive, 'sheets');
      sheets.push({ name, isHidden: state !== 'visible', path: relation.path });
    },
  });
  const texts = await sharedTexts(archive, onlyPart(archive, relations, 'sharedStrings'));
  const styles = await cellStyles(archive, onlyPart(archive, relations, 'styles'));
  const parts: WorkbookParts = { texts, styles, from1904 };
  return { sheets, parts };
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
  readonly records: readonly SheetRecord[];
  /** The number of wanted fields that its header names; 0 without a header. */
  readonly named: number;
}

/** True if a sheet has rows below a header, or as wide as they must be. */
function hasRows({ records, named }: Read, options: TableOptions): boolean {
  const { fields = [], hasHeader = true, isHeader } = options;
  if (hasHeader || isHeader !== undefined) return records.length > 1 && named > 0;
  return records.some(({ cells }) => cells.length >= fields.length);
}

/** True if a sheet with rows, whose header names as much, may be meant as well as the chosen one. */
function isAlike(named: number, chosen: number, options: TableOptions): boolean {
  const { fields = [], hasHeader = true, isHeader } = options;
  if (!hasHeader) return isHeader !== undefined || fields.length > 0;
  // A required field counts as much as all fields: no fewer of these may be missing.
  const required = (one: number) => Math.floor(one / fields.length);
  return fields.length > 0 && required(named) >= required(chosen);
}

const batchSize = 500;

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
  // A part that several sheets name is read once; only the rows of the likeliest are kept.
  const paths = new Set<string>();
  const left: SheetEntry[] = [];
  const rivals: number[] = [];
  let chosen: Read | undefined;
  const readSheet = sheetReader(archive, parts, options.mostRows);
  for (const one of wanted) {
    if (paths.has(one.path)) continue;
    paths.add(one.path);
    const records = await readSheet(one.path);
    const filled = records.filter(({ cells, marks }) => !areBlank(cells) || marks !== undefined);
    if (filled.length === 0) continue;
    const read = { sheet: one, records: filled, named: likelyHeader(filled, options).named };
    // The one with the wanted header, or if none has it, the first one with anything in it.
    const isBetter = chosen === undefined || read.named > chosen.named;
    const worse = isBetter ? chosen : read;
    if (worse !== undefined) left.push(worse.sheet);
    if (worse !== undefined && hasRows(worse, options)) rivals.push(worse.named);
    if (isBetter) chosen = read;
  }
  if (chosen === undefined) return;
  const others = sheets.filter((one) => left.includes(one));
  if (others.length > 0) {
    const choose = options.byFlags ? '; use --sheet <name> for a different one' : '';
    const text = `${name}: reading sheet "${chosen.sheet.name}", not ${quoted(others)}${choose}.`;
    const { named } = chosen;
    const isDoubtful = rivals.some((one) => isAlike(one, named, options));
    (isDoubtful ? onWarning : onNotice)?.(text);
  }
  const { records } = chosen;
  for (const [is, kind] of [
    ['isHidden', 'hidden rows'],
    ['isStruck', 'struck-through rows'],
  ] as const) {
    const count = records.filter((record) => record[is]).length;
    if (count === 0) continue;
    const are = count === 1 ? 'is' : 'are';
    onNotice?.(
      `${name}: sheet "${chosen.sheet.name}" has ${counted(count, kind)}, which ${are} read too.`,
    );
  }
  for (let first = 0; first < records.length; first += batchSize) {
    yield records.slice(first, first + batchSize);
  }
}
