import { type Failure, usageFailure } from '../failure';
import { headerName } from '../lib/fold';
import { largest } from '../lib/once';
import { closest } from '../lib/suggest';
import { mask } from '../secrets/secret';
import { isRejectColumn, meantIn } from './header-words';
import {
  type ColumnMap,
  type FieldNames,
  lastHeaderLine,
  MissingColumns,
  plainNames,
  type TableOptions,
  type TableRecord,
} from './record';

export interface FileColumn<F extends string = string> {
  readonly field: F;
  readonly index: number;
  /** As in the file, without surrounding spaces; empty in a file without a header. */
  readonly header: string;
  /** Further columns of the same field: `Tracking 2` and so on. */
  readonly more: readonly number[];
}

/** `MM/DD/YYYY`, `dd-mm-yy`, `TT.MM.JJJJ` or `jj/mm/aaaa hh:mm` in a header: how its dates are written. */
const dateForm =
  /(?<![a-z])(?:(?:[dtj]{1,2}|m{1,4}|[yaj]{2,4})(?:\W{1,2}(?=[a-z])|(?![a-z]))){3}(?:\W*h{1,2}:mm(?::ss)?)?/i;

/** The fields that a line names. */
export function namedBy(
  cells: readonly string[],
  fields: readonly FieldNames[],
  map?: ColumnMap,
): readonly FieldNames[] {
  const plain = new Set(cells.map(headerName));
  const numberless = new Set([...plain].map(withoutNumber));
  // A title has words too, but in one cell.
  const inWords = plain.size > 1 ? new Set(cells.map(meantIn)) : undefined;
  return fields.filter((one) => {
    const mapped = map?.get(one.field)?.map(headerName);
    const names = mapped ?? [...plainNames(one), ...(one.fallback ?? []).map(headerName)];
    const present = one.numbered ? numberless : plain;
    return (
      names.some((name) => plain.has(name) || present.has(name)) ||
      (mapped === undefined && one.inWords !== undefined && inWords?.has(one.inWords) === true)
    );
  });
}

/** True if a line has columns for all required fields, so that it could be a header by itself. */
export function namesRequired(
  cells: readonly string[],
  fields: readonly FieldNames[],
  map?: ColumnMap,
): boolean {
  const required = fields.filter((one) => one.required);
  return required.length > 0 && namedBy(cells, required, map).length === required.length;
}

const withoutNumber = (plain: string) => plain.replace(/\d{1,2}$/, '');

/** Scores a line as the header: by how much it names of what the caller wants, or as certain. */
export function headerScore(
  { cells }: TableRecord,
  { fields = [], map, hasHeader = true, isHeader }: TableOptions,
): number {
  if (isHeader?.(cells)) return Number.MAX_SAFE_INTEGER;
  if (!hasHeader) return 0;
  const named = namedBy(cells, fields, map);
  // A shop may be called Store: one word is not enough for a line with a date or an amount.
  const isRow = named.length === 1 && map?.has(named[0]?.field ?? '') !== true;
  // Only a row has a cell of digits without a letter.
  if (isRow && cells.some((cell) => /\p{Nd}/u.test(cell) && !/\p{L}/u.test(cell))) return 0;
  // Each required field counts more than all others together.
  return named.reduce((sum, { required }) => sum + (required ? fields.length : 1), 0);
}

/** The likeliest header among the first lines: its place, -1 without one, and how much of what the caller wants it names. */
export function likelyHeader(records: readonly TableRecord[], options: TableOptions) {
  const top = records.slice(0, lastHeaderLine).filter(({ line }) => line <= lastHeaderLine);
  const scores = top.map((record) => headerScore(record, options));
  const named = largest(scores);
  return { place: named > 0 ? scores.indexOf(named) : -1, named };
}

/** The fewest digits of a code; a header has at most a year or a count. */
const fewestDigits = 5;

/** True if what should be a header may be a code: people name files that have no header. */
export function mayBeCode(header: string): boolean {
  const numbers = header.match(/\d+/g) ?? [];
  return (
    numbers.join('').length >= fewestDigits ||
    (numbers.length > 1 && header.length >= 8 && !/\s/.test(header))
  );
}

/** A list of headers for a message, of which none shows a code. */
export function quoted(headers: readonly string[]): string {
  return headers.map((header) => `"${mayBeCode(header) ? mask : header}"`).join(', ');
}

/**
 * The columns with the first of the names that any header is, whatever its case, spaces and
 * punctuation. A name that is nothing but those must be the header.
 */
export function placesCalled(
  names: readonly string[],
  headers: readonly string[],
): readonly number[] {
  const plain = headers.map(headerName);
  for (const name of names) {
    const key = headerName(name);
    const [wanted, among] = key === '' ? [name, headers] : [key, plain];
    if (!among.includes(wanted)) continue;
    return among.flatMap((one, index) => (one === wanted ? [index] : []));
  }
  return [];
}

export interface HeaderOptions {
  readonly name: string;
  readonly map?: ColumnMap;
  /** The reaction to required fields without a column, given the headers that match no field. */
  whenMissing?(fields: readonly string[], others: readonly string[]): string;
  /**
   * The fate of columns that match no field: kept for the caller, or refused; with `secret` an unknown
   * header is named only by its position, since it may be a secret itself.
   */
  readonly others: 'kept' | 'refused' | 'secret';
  /** True if a column is left unread on purpose. */
  isIgnored?(header: string): boolean;
  /**
   * Receives a field with several columns, or a required one without any, instead of a failure. Without it,
   * the best name of several wins where others are kept.
   */
  onUnclear?(field: string, headers: readonly string[]): void;
  /** Called with what was found by the words of a header. */
  readonly onNotice?: ((text: string) => void) | undefined;
  /** The first rows, to show a person who is asked for a missing column. */
  readonly first?: readonly TableRecord[];
}

/** Of several columns with the same name, the one that is spelled like it. */
function theOne(
  found: readonly number[],
  spelled: string,
  headers: readonly string[],
  name: string,
): number {
  const [first = -1, another] = found;
  if (another === undefined) return first;
  const exact = found.filter((index) => headers[index] === spelled);
  if (exact.length === 1) return exact[0] ?? first;
  throw usageFailure(`${name} has ${found.length} columns called "${headers[first]}"`, {
    hint: 'Rename or remove one. Nothing was sent.',
  });
}

/** The column that `--map` names for a field: of several with the same name, the one spelled like it. */
export function mappedColumn(
  field: string,
  mapped: string,
  headers: readonly string[],
  name: string,
): number {
  const found = placesCalled([mapped], headers);
  if (found.length > 0) return theOne(found, mapped, headers, name);
  throw usageFailure(`--map ${field}=${mapped}: ${name} has no column "${mapped}"`, {
    hint: `Its columns are ${quoted(headers)}. Nothing was sent.`,
  });
}

function twoColumns(
  field: string,
  found: readonly number[],
  headers: readonly string[],
  { name, map }: HeaderOptions,
): Failure {
  const called = found.map((index) => `column "${headers[index]}"`);
  const what =
    map === undefined ? 'Remove one of them' : `Name the one to read: --map ${field}=<header>`;
  return usageFailure(`${name} has ${found.length} columns for ${field}: ${called.join(' and ')}`, {
    hint: `${what}. Nothing was sent.`,
  });
}

/** The places of the headers that pass a test, without those that are taken. */
function placesThat(
  headers: readonly string[],
  taken: ReadonlySet<number>,
  test: (header: string) => boolean,
): readonly number[] {
  return headers.flatMap((header, index) => (!taken.has(index) && test(header) ? [index] : []));
}

/** The columns of a field by the names of their headers. `taken` are columns of other fields. */
function columnsCalled(
  known: FieldNames,
  names: readonly string[],
  headers: readonly string[],
  taken: ReadonlySet<number>,
  options: HeaderOptions,
): readonly number[] {
  const { field, several, numbered, sign, proves } = known;
  const hasOtherSign = (header: string) =>
    sign !== undefined && header.match(/[$%#]/g)?.some((one) => one !== sign) === true;
  const free = placesThat(headers, taken, (header) => !hasOtherSign(header));
  const form = proves === 'dates' ? dateForm : '';
  const nameAt = (index: number) => headerName((headers[index] ?? '').replace(form, ''));
  const called = free.filter((index) => names.includes(nameAt(index)));
  const isNumbered = (index: number) =>
    !called.includes(index) && names.includes(withoutNumber(nameAt(index)));
  const inNumbers = numbered ? free.filter(isNumbered) : [];
  if (several) return [...called, ...inNumbers].sort((one, other) => one - other);
  if (called.length < 2) return [...called, ...inNumbers];
  if (options.onUnclear !== undefined) {
    const named = called.map((index) => headers[index] ?? '');
    // No flag can tell them apart.
    if (new Set(named).size === 1) theOne(called, named[0] ?? '', headers, options.name);
    options.onUnclear(field, named);
    return [];
  }
  if (options.others !== 'kept') throw twoColumns(field, called, headers, options);
  const best = names.find((name) => called.some((index) => nameAt(index) === name)) ?? '';
  const found = called.filter((index) => nameAt(index) === best);
  return [theOne(found, best, headers, options.name), ...inNumbers];
}

/**
 * The columns that name the field in their words, for a field of which no header is a known name; one
 * unless it may have several. `taken` are columns of other fields.
 */
function columnsInWords(
  { field, inWords, several }: FieldNames,
  headers: readonly string[],
  taken: ReadonlySet<number>,
  options: HeaderOptions,
): readonly number[] {
  if (inWords === undefined) return [];
  const isMeant = (header: string) => !isRejectColumn(header) && meantIn(header) === inWords;
  const found = placesThat(headers, taken, isMeant);
  if (found.length > 1 && !several) throw twoColumns(field, found, headers, options);
  for (const index of found) {
    options.onNotice?.(`${options.name}: column "${headers[index]}" is read as ${field}.`);
  }
  return found;
}

/** The only column whose header means the field by its words; none if there are several. */
function columnMeant(
  { means = [] }: FieldNames,
  headers: readonly string[],
  taken: ReadonlySet<number>,
): readonly number[] {
  const found = means
    .map((isMeant) => placesThat(headers, taken, (one) => isMeant(one, headers)))
    .find((places) => places.length > 0);
  return found?.length === 1 ? found : [];
}

function refusal(
  index: number,
  { header, fields }: { header: string; fields: readonly FieldNames[] },
  { name, others }: HeaderOptions,
): Failure {
  const isSecret = others === 'secret';
  // A field without a name of its own is one that an export has and nothing reads; codes have no others.
  const known = fields.flatMap(({ field, names }) => (isSecret || names.length > 0 ? field : []));
  const near = isSecret ? undefined : closest(header, known);
  const guess = near === undefined ? '' : `Did you mean ${near}? `;
  const what = isSecret ? `header in column ${index + 1}` : `column ${quoted([header])}`;
  return usageFailure(`${name} has an unknown ${what}`, {
    hint: `${guess}The first line must contain the column names. Known columns: ${known.join(', ')}. Nothing was sent.`,
  });
}

/**
 * Finds the columns of a file by its header, in the order of the fields. Throws a usage failure in
 * the file's own words that names what is missing, ambiguous or unknown.
 */
export function findColumns<F extends string>(
  fields: readonly FieldNames<F>[],
  headerLine: readonly string[],
  options: HeaderOptions,
): readonly FileColumn<F>[] {
  const headers = headerLine.map((header) => header.trim());
  const { name, map, first = [] } = options;
  const rows = first.map(({ cells }) => cells);
  const mapped = new Map(
    Array.from(map ?? [], ([field, named]) => [
      field,
      named.map((header) => mappedColumn(field, header, headers, name)),
    ]),
  );
  const ignored = headers.flatMap((header, index) => (options.isIgnored?.(header) ? [index] : []));
  const claimed = new Set([...[...mapped.values()].flat(), ...ignored]);
  const known = fields.map((one) => ({
    ...one,
    found: mapped.get(one.field) ?? columnsCalled(one, plainNames(one), headers, claimed, options),
  }));
  const taken = new Set([...claimed, ...known.flatMap(({ found }) => found)]);
  const places = known.map((one) => {
    let { found } = one;
    if (found.length === 0 && !mapped.has(one.field)) {
      const fallback = (one.fallback ?? []).map(headerName);
      found = columnsInWords(one, headers, taken, options);
      if (found.length === 0)
        found = columnsCalled(one, fallback, headers, taken, options).slice(0, 1);
      if (found.length === 0) found = columnMeant(one, headers, taken);
    }
    const [index, ...more] = found;
    if (index !== undefined) taken.add(index);
    return { ...one, index, more };
  });
  const columns = new Map<number, FileColumn<F>>();
  for (const { field, index, more } of places) {
    if (index === undefined) continue;
    const header = headers[index] ?? '';
    const other = columns.get(index);
    if (other !== undefined) {
      throw usageFailure(`Column "${header}" can't be both ${other.field} and ${field}`);
    }
    columns.set(index, { field, index, header, more });
  }
  const lacking = places.flatMap(({ field, required, index }) =>
    required && index === undefined ? [field] : [],
  );
  for (const field of lacking) options.onUnclear?.(field, []);
  const names = options.onUnclear === undefined ? lacking : [];
  const used = new Set([...columns.values()].flatMap(({ index, more }) => [index, ...more]));
  const free = placesThat(headers, used, (header) => header !== '' && !isRejectColumn(header));
  const orMissing = (failure: Failure) =>
    names.length === 0 || free.length < names.length
      ? failure
      : new MissingColumns(failure, names, headers, free, rows);
  if (options.others !== 'kept') {
    // A map that names another column, or none, leaves those of its field unread.
    const unread = new Set(fields.flatMap((one) => (map?.has(one.field) ? plainNames(one) : [])));
    // The reader of the rows makes sure that a column without a header is empty.
    const index = free.find((one) => !unread.has(headerName(headers[one] ?? ''))) ?? -1;
    const header = headers[index];
    if (header !== undefined) throw orMissing(refusal(index, { header, fields }, options));
  }
  if (names.length > 0) {
    const others = free.map((index) => headers[index] ?? '');
    const missing = usageFailure(
      `${options.name} has no column for ${names.join(' and ')}; its header line is ${quoted(headers)}`,
      { hint: `Nothing was sent. ${options.whenMissing?.(names, others) ?? ''}`.trim() },
    );
    throw orMissing(missing);
  }
  return [...columns.values()];
}

/** The first columns in the order of the fields, for a file without a header line. */
export function firstColumns<F extends string>(
  fields: readonly FieldNames<F>[],
): readonly FileColumn<F>[] {
  return fields.map(({ field }, index) => ({ field, index, header: '', more: [] }));
}
