import { usageFailure } from '../failure';

/** A field that a file brings, with the headers under which it is known. */
export interface FieldNames {
  /** The service's own name of it. */
  readonly field: string;
  /** Other headers that mean it, without case, spaces and punctuation; earlier ones win. */
  readonly synonyms: readonly string[];
  readonly required: boolean;
}

/** Where a field stands and what the file calls it. */
export interface ColumnPlace {
  readonly index: number;
  /** `column "Order #"`, or `column 2` in a file without a header. */
  readonly label: string;
}

export type Columns<F extends string> = Readonly<Record<F, ColumnPlace>>;

/** A header as it is compared: letters and digits alone, in one case. */
export function plainHeader(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** `--map field=header`, as often as it was given. */
export type ColumnMap = ReadonlyMap<string, string>;

/** Reads `--map` values. Throws a usage failure for a field that is none, or named twice. */
export function readColumnMap(typed: readonly string[], fields: readonly FieldNames[]): ColumnMap {
  const map = new Map<string, string>();
  for (const one of typed) {
    const at = one.indexOf('=');
    const name = at === -1 ? '' : one.slice(0, at).trim();
    const header = one.slice(at + 1).trim();
    const plain = plainHeader(name);
    const found = fields.find(
      ({ field, synonyms }) => plainHeader(field) === plain || synonyms.includes(plain),
    );
    if (found === undefined || header === '') {
      throw usageFailure(`--map takes <field>=<header>, not "${one}"`, {
        hint: `Fields are ${fields.map(({ field }) => field).join(', ')}.`,
      });
    }
    if (map.has(found.field)) {
      throw usageFailure(`--map names ${found.field} twice`);
    }
    map.set(found.field, header);
  }
  return map;
}

function quoted(headers: readonly string[]): string {
  return headers.map((header) => `"${header}"`).join(', ');
}

interface HeaderOptions {
  /** As the user calls the file. */
  readonly name: string;
  readonly map: ColumnMap;
}

/** The one column whose header is this, whatever its case, spaces and punctuation. */
function columnCalled(
  wanted: string,
  headers: readonly string[],
  { name }: HeaderOptions,
): number | undefined {
  const exact = headers.flatMap((header, index) => (header === wanted ? [index] : []));
  const plain = plainHeader(wanted);
  const alike = headers.flatMap((header, index) => (plainHeader(header) === plain ? [index] : []));
  const found = exact.length === 1 ? exact : plain === '' ? exact : alike;
  if (found.length > 1) {
    throw usageFailure(`${name} has ${found.length} columns called "${headers[found[0] ?? 0]}"`, {
      hint: 'Rename one, or leave one out. Nothing was sent.',
    });
  }
  return found[0];
}

function findColumn(
  { field, synonyms }: FieldNames,
  headers: readonly string[],
  options: HeaderOptions,
): number | undefined {
  const mapped = options.map.get(field);
  if (mapped !== undefined) {
    const found = columnCalled(mapped, headers, options);
    if (found !== undefined) return found;
    throw usageFailure(`--map ${field}=${mapped}: ${options.name} has no column "${mapped}"`, {
      hint: `Its columns are ${quoted(headers)}. Nothing was sent.`,
    });
  }
  for (const known of [plainHeader(field), ...synonyms]) {
    const found = columnCalled(known, headers, options);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Finds the columns of a file by its header line. Throws a usage failure that names what is missing
 * in the file's own words.
 */
export function findColumns<F extends string>(
  fields: readonly (FieldNames & { readonly field: F })[],
  headerLine: readonly string[],
  options: HeaderOptions,
): Partial<Columns<F>> {
  const headers = headerLine.map((header) => header.trim());
  const places = fields.map((one) => ({ ...one, index: findColumn(one, headers, options) }));
  const missing = places.filter(({ required, index }) => required && index === undefined);
  const [first] = missing;
  if (first !== undefined) {
    const names = missing.map(({ field }) => field).join(' and ');
    throw usageFailure(
      `${options.name} has no column for ${names}; its header line reads ${quoted(headers)}`,
      {
        hint: `Name it with --map ${first.field}=<header>, or give --no-header where the first line is a row already. Nothing was sent.`,
      },
    );
  }
  const taken = new Map<number, string>();
  const columns: Partial<Record<F, ColumnPlace>> = {};
  for (const { field, index } of places) {
    if (index === undefined) continue;
    const other = taken.get(index);
    if (other !== undefined) {
      throw usageFailure(`Column "${headers[index]}" can't be both ${other} and ${field}`);
    }
    taken.set(index, field);
    columns[field] = { index, label: `column "${headers[index]}"` };
  }
  return columns;
}

/** The first columns in the order of the fields, for a file without a header line. */
export function firstColumns<F extends string>(fields: readonly { field: F }[]): Columns<F> {
  return Object.fromEntries(
    fields.map(({ field }, index) => [field, { index, label: `column ${index + 1}` }]),
  ) as Columns<F>;
}
