import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readMappingFile } from '../../commands/uploads/mapping-file';
import type { Context } from '../../context/context';
import { isSameName } from '../../contract/named';
import { inputIdentity } from '../../disk/place';
import { usageFailure } from '../../failure';
import { openInputFile } from '../../input/input-file';
import { isObject } from '../../lib/json';
import { type DateOrder, dateOrders } from '../../tabular/date';
import { lastHeaderLine, type Reading, type TableRecord, tooManyRows } from '../../tabular/record';
import { openTable } from '../../tabular/table';
import { type OpenedFile, type PayoutFile, readFiles } from './files';
import { formatIds, type MapKey, mapKeys } from './formats';
import {
  type FormatOptions,
  findHeader,
  isRecognized,
  otherHeader,
  recognizeFormat,
} from './header';
import { leaveOutTotals } from './totals';

export interface PayoutReading extends FormatOptions {
  /** `--sheet`, `--encoding` and `--delimiter`. */
  readonly table: Reading;
  readonly dateOrder: DateOrder | undefined;
  /** The file that the mapping came from, to name if the header does not fit. */
  readonly mappingFile?: string | undefined;
  /** The file has no header: its columns are named by their numbers, from 1. */
  readonly noHeader?: boolean | undefined;
}

/** The most rows of all files: they take some 160 MiB, and no group pays for as many. */
const mostRows = 20_000;

function fileName(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/** Reads every line as a record: the header is found later, by the words of a format. */
async function recordsOf(
  path: string,
  reading: PayoutReading,
  { world }: Context,
): Promise<{ readonly records: readonly TableRecord[]; readonly content: string }> {
  const isHeader = (cells: readonly string[]) => isRecognized(recognizeFormat(cells, reading));
  const { name, chunks } = openInputFile(path, world);
  const { hashedBytes } = await import('../../lib/hashed-bytes');
  const hashed = hashedBytes(chunks);
  const { records } = await openTable(
    { name, chunks: hashed.chunks },
    {
      ...reading.table,
      hasHeader: false,
      isHeader: reading.noHeader ? undefined : isHeader,
      mostRows,
    },
  );
  const all: TableRecord[] = [];
  for await (const batch of records) {
    for (const record of batch) {
      all.push(record);
      // Of a workbook with several sheets, another one may be read the next time.
      hashed.add(JSON.stringify([record.line, record.cells]));
    }
    if (all.length > mostRows + lastHeaderLine) throw tooManyRows(fileName(path), mostRows);
  }
  return { records: all, content: hashed.digest() };
}

/** The numbers of the columns, as a header in front of the records. */
function withNumbers(records: readonly TableRecord[]): readonly TableRecord[] {
  const width = records.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const cells = Array.from({ length: width }, (_, index) => String(index + 1));
  return [{ line: 0, cells }, ...records];
}

async function openPayoutFile(
  path: string,
  reading: PayoutReading,
  context: Context,
): Promise<OpenedFile> {
  const file = fileName(path);
  const { records: read, content } = await recordsOf(path, reading, context);
  if (read.length === 0) throw usageFailure(`${file} is empty`, { hint: 'Export the file again.' });
  const records = reading.noHeader ? withNumbers(read) : read;
  const lines = records.map(({ cells }) => cells);
  const found = findHeader(lines, reading);
  if (!('index' in found)) {
    const saved =
      reading.mappingFile === undefined ? '' : ` ${reading.mappingFile} maps the columns.`;
    throw usageFailure(`${file}: ${found.problem}`, { hint: `${found.hint}${saved}` });
  }
  const below = records.slice(found.index + 1);
  const other = otherHeader(found.recognized, below);
  if (other !== undefined) {
    throw usageFailure(`${file}, line ${other.line}: a second header, with other columns`, {
      hint: 'Put each table into a file of its own.',
    });
  }
  const header = lines[found.index] ?? [];
  return { file, content, recognized: found.recognized, header, records: below };
}

/** Throws exit 2 if two names lead to one file, since its rows would count twice. */
async function refuseTwice(paths: readonly string[]): Promise<void> {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const identity = path === '-' ? '-' : ((await inputIdentity(path)) ?? path);
    const first = seen.get(identity);
    if (first !== undefined) {
      throw usageFailure(
        first === path ? `${path} appears twice` : `${first} and ${path} are the same file`,
        { hint: 'Name each file once.' },
      );
    }
    seen.set(identity, path);
  }
}

/** Reads the files in the order they were named. Throws exit 2 or 14 and changes nothing. */
export async function readPayoutFiles(
  paths: readonly string[],
  reading: PayoutReading,
  context: Context,
): Promise<readonly PayoutFile[]> {
  await refuseTwice(paths);
  const opened: OpenedFile[] = [];
  let rows = 0;
  for (const path of paths) {
    const file = await openPayoutFile(path, reading, context);
    rows += file.records.length;
    if (rows > mostRows) throw tooManyRows(paths.map(fileName).join(' and '), mostRows);
    opened.push(file);
  }
  const files = readFiles(opened, reading.dateOrder);
  const empty = leaveOutTotals(files).files.find(({ rows }) => rows.length === 0);
  if (empty === undefined) return files;
  throw usageFailure(`${empty.file} has a header but no rows`, { hint: 'Export the file again.' });
}

/** How to find the columns in a group's files. */
export interface Mapping {
  readonly format: string | undefined;
  readonly map: Partial<Record<MapKey, string>>;
  /** What comes first in `01/02/2026`: without it, the next file could be read differently. */
  readonly dateFormat?: DateOrder | undefined;
  /** The group's files have no header, and the map has the numbers of the columns. */
  readonly noHeader?: boolean | undefined;
}

/** Each group has its own small file under its name. */
export async function mappingPath(
  group: string,
  { paths }: Pick<Context, 'paths'>,
): Promise<string> {
  const { fileNameFor } = await import('../../lib/short-name');
  return join(paths.configFolder, 'mappings', `${fileNameFor(group)}.json`);
}

/** The file that was saved for a group, in whatever spelling of it. */
export async function savedMappingPath(
  group: string,
  context: Pick<Context, 'paths'>,
): Promise<string> {
  const path = await mappingPath(group, context);
  if (existsSync(path) || !existsSync(dirname(path))) return path;
  const { textOfFile } = await import('../../lib/short-name');
  const saved = readdirSync(dirname(path)).find((file) =>
    isSameName(textOfFile(basename(file, '.json')), group),
  );
  return saved === undefined ? path : join(dirname(path), saved);
}

/** Undefined if none was saved. Throws exit 14 for a damaged file. */
export function readMapping(path: string): Mapping | undefined {
  const saved = readMappingFile(path);
  if (saved === undefined) return undefined;
  const { format, map, dateFormat, noHeader } = saved;
  const known = formatIds.find((id) => id === format);
  const headers = isObject(map) ? map : {};
  return {
    format: known,
    map: Object.fromEntries(
      mapKeys.flatMap((key) => (typeof headers[key] === 'string' ? [[key, headers[key]]] : [])),
    ),
    dateFormat: dateOrders.find((one) => one === dateFormat),
    noHeader: noHeader === true,
  };
}
