import { headerName } from '../../lib/fold';
import { cleanCell } from '../../tabular/cells';
import { bestLine, type FileColumn, placesCalled, quoted } from '../../tabular/header';
import { lastHeaderLine, type TableRecord } from '../../tabular/record';
import { meantIn, spellings } from '../../tabular/spellings';
import {
  type Columns,
  type Format,
  type FormatField,
  formatOf,
  formats,
  generic,
  type MapKey,
} from './formats';

export type ReadColumn = Pick<FileColumn<FormatField>, 'field' | 'header' | 'index'>;

export interface Recognized {
  readonly format: string;
  readonly columns: readonly ReadColumn[];
  /** Headers of columns that are not read. */
  readonly unknown: readonly string[];
}

export interface NotRecognized {
  readonly problem: string;
  readonly found: readonly string[];
  readonly hint: string;
}

export interface FormatOptions {
  /** If undefined, recognized by the header, or `generic` if the map names what that needs. */
  readonly format?: string | undefined;
  /** Headers by key, from `--map`; they take precedence over the format's own headers. */
  readonly map?: Partial<Record<MapKey, string>> | undefined;
}

const mapHint = 'Name the columns: --format generic --map tracking=<header> --map amount=<header>.';

function problem(text: string, found: readonly string[], hint = mapHint): NotRecognized {
  return { problem: text, found, hint };
}

export function isRecognized(result: Recognized | NotRecognized): result is Recognized {
  return 'columns' in result;
}

/** The column of each field: the first header in the field's list that the file has. */
function findColumns(
  wanted: Columns,
  headers: readonly string[],
): { columns: ReadColumn[]; twice: string | undefined } {
  const columns: ReadColumn[] = [];
  let twice: string | undefined;
  for (const [field, names] of Object.entries(wanted) as [FormatField, readonly string[]][]) {
    const [index, another] = placesCalled(names, headers);
    if (index === undefined) continue;
    const header = headers[index] ?? '';
    if (another !== undefined) twice = header;
    columns.push({ field, header, index });
  }
  return { columns, twice };
}

function missingFields(format: Format, columns: readonly ReadColumn[]): FormatField[][] {
  const has = new Set(columns.map((column) => column.field));
  return format.signature
    .filter((fields) => !fields.some((field) => has.has(field)))
    .map((fields) => [...fields]);
}

/** What the user may correct in a recognized format; its other columns decide whether a row is paid. */
const corrigible: readonly string[] = ['paidOn', 'reference', 'item', 'quantity'];

/**
 * The formats to try. A map of details only corrects a format that the header has without it; any
 * other describes the whole file.
 */
function candidatesFor(
  id: string | undefined,
  mapped: Columns,
  headers: readonly string[],
): readonly Format[] {
  if (id !== undefined) return [formatOf(id)];
  if (Object.keys(mapped).length === 0) return formats;
  const fits = (format: Format, columns: Columns) =>
    missingFields(format, findColumns(columns, headers).columns).length === 0;
  const isCorrection = Object.keys(mapped).every((key) => corrigible.includes(key));
  const corrected = isCorrection
    ? formats.find((format) => fits(format, format.columns))
    : undefined;
  return [corrected ?? generic];
}

/**
 * Finds the format of a header and the column of each field, by name, never by position. If the
 * header matches no format, returns a problem that lists what was found.
 */
export function recognizeFormat(
  header: readonly string[],
  options: FormatOptions = {},
): Recognized | NotRecognized {
  const headers = header.map(cleanCell);
  const found = headers.filter((name) => name !== '');
  const map = Object.entries(options.map ?? {}) as [MapKey, string][];
  const lost = map.filter(([, name]) => name !== '' && placesCalled([name], headers).length === 0);
  if (lost.length > 0) {
    const [key, name] = lost[0] as [MapKey, string];
    return problem(
      `No column "${name}" (--map ${key}). Found: ${quoted(found)}`,
      found,
      "Use a header from the file; case, spaces and punctuation don't matter.",
    );
  }
  const mapped: Columns = Object.fromEntries(
    map.map(([key, name]) => [key, name === '' ? [] : [name]]),
  );
  const candidates = candidatesFor(options.format, mapped, headers);
  const currencies = headers.filter((name) => meantIn(name) === 'currency');
  for (const format of candidates) {
    const currency = [...spellings.currency, ...currencies];
    const { columns, twice } = findColumns({ ...format.columns, currency, ...mapped }, headers);
    const missing = missingFields(format, columns);
    if (missing.length === 0) {
      if (twice !== undefined) {
        return problem(`Two columns are named "${twice}"`, found, 'Rename one in the file.');
      }
      const read = new Set(columns.map((column) => column.index));
      const unknown = headers.filter((name, index) => name !== '' && !read.has(index));
      return { format: format.id, columns, unknown };
    }
    if (candidates.length === 1) {
      const named = (name: (field: FormatField) => string) =>
        missing.map((fields) => fields.map(name).join(' or '));
      if (format === generic) {
        const flags = named((field) => `--map ${field}=<header>`).join(' ');
        return problem(
          `No column is named for ${named((field) => field).join(' and ')}. Found: ${quoted(found)}`,
          found,
          `Add ${flags}.`,
        );
      }
      const names = named((field) => `${field} ("${format.written[field]}")`).join(', ');
      return problem(
        `The header doesn't match format ${format.id}: no column for ${names}. Found: ${quoted(found)}`,
        found,
      );
    }
  }
  return problem(
    `The header matches none of the formats ${formats.map((one) => one.id).join(', ')}. Found: ${quoted(found)}`,
    found,
  );
}

/**
 * Looks for the header in the first 15 lines. If none matches, the problem describes the line with
 * the most headers.
 */
export function findHeader(
  lines: readonly (readonly string[])[],
  options: FormatOptions = {},
): { index: number; recognized: Recognized } | NotRecognized {
  const position = bestLine(lines.slice(0, lastHeaderLine), (cells) => {
    const recognized = recognizeFormat(cells, options);
    return isRecognized(recognized) ? Number.POSITIVE_INFINITY : recognized.found.length;
  });
  const index = position ?? 0;
  const cells = lines[index];
  if (cells === undefined) return problem('The file is empty', [], 'Export the file again.');
  const recognized = recognizeFormat(cells, options);
  return isRecognized(recognized) ? { index, recognized } : recognized;
}

/**
 * A line below the header that is another one, whose columns are elsewhere: what is below it would be
 * read from the wrong ones. A repetition of the header is none. Numbers and amounts have digits, so that
 * few lines are looked at.
 */
export function otherHeader(
  { columns }: Recognized,
  lines: readonly TableRecord[],
): TableRecord | undefined {
  // The columns of a file without a header are named by their numbers, which are no words.
  const written = columns.map(({ header }) => headerName(header));
  const names = new Set(written.filter((name) => /\D/.test(name)));
  const deciding = columns.filter(({ field }) => ['order', 'tracking', 'amount'].includes(field));
  return lines.find(({ cells }) => {
    if (deciding.some(({ index }) => /\d/.test(cells[index] ?? ''))) return false;
    const nameAt = ({ index }: ReadColumn) => headerName(cells[index] ?? '');
    const isSame = (one: ReadColumn) => nameAt(one) === headerName(one.header);
    const named = cells.filter((cell) => names.has(headerName(cell)));
    const isHeader =
      named.length > 1 || deciding.some((one) => one.field !== 'amount' && isSame(one));
    return isHeader && columns.some((one) => nameAt(one) !== '' && !isSame(one));
  });
}
