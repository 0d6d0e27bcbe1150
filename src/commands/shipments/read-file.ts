import { repeated, text, toggle, valued } from '../../cli/flag';
import type { Shipment } from '../../contract/bodies';
import { usageFailure } from '../../failure';
import { openInputFile, parseJsonFile, readInputFile } from '../../input/input-file';
import type { Labels } from '../../upload/shipments/lint';
import type { Draft } from '../../upload/spec';
import type { World } from '../../world';

const names: Readonly<Record<string, string>> = {
  tab: '\t',
  '\\t': '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
};

function readDelimiter(typed: string, label: string): string {
  const delimiter = names[typed.toLowerCase()] ?? typed;
  if ([',', ';', '\t', '|'].includes(delimiter)) return delimiter;
  throw usageFailure(`${label} takes a comma, a semicolon, tab or |, not "${typed}"`);
}

/** The flags that say how a CSV file is to be read. */
export const fileFlags = {
  map: repeated(
    text('<field>=<header>', 'Which column is retailer, orderNumber or trackingNumber'),
  ),
  noHeader: toggle('The first line is a row already; the first three columns are taken'),
  delimiter: valued('<delimiter>', 'Between the cells: , ; tab or |', readDelimiter, {
    defaultText: 'found by itself',
  }),
};

export interface FileFlagValues {
  readonly map: readonly string[] | undefined;
  readonly noHeader: boolean;
  readonly delimiter: string | undefined;
}

/** Shipments on their way from a file, with the file's own names for what stands in it. */
export interface ShipmentSource {
  /** As the user calls it. */
  readonly name: string;
  readonly drafts: AsyncIterable<readonly Draft<Shipment>[]>;
  header(): readonly string[];
  labels(): Labels;
}

/** A CSV file, or standard input for `-`, read as it is asked for. */
export async function csvSource(
  path: string,
  { map = [], noHeader, delimiter }: FileFlagValues,
  world: World,
): Promise<ShipmentSource> {
  const [{ utf8Of }, { recordsOf }, { readShipments }] = await Promise.all([
    import('../../tabular/encoding'),
    import('../../tabular/records'),
    import('../../upload/shipments/read-shipments'),
  ]);
  const { name, chunks } = openInputFile(path, world);
  const records = recordsOf(utf8Of(chunks), { name, delimiter });
  return { name, ...readShipments(records, { name, map, hasHeader: !noHeader }) };
}

const fields = ['retailer', 'orderNumber', 'trackingNumber'] as const;

/** Shipments that are in no table: named by the fields of the service. */
export const plainLabels: Labels = {
  retailer: 'retailer',
  orderNumber: 'orderNumber',
  trackingNumber: 'trackingNumber',
};

/** Shipments without a file of their own, counted from 1. */
export async function plainSource(
  name: string,
  shipments: readonly Shipment[],
): Promise<ShipmentSource> {
  const { whyInvalid } = await import('../../upload/shipments/lint');
  async function* drafts() {
    yield shipments.map((item, index) => ({
      line: index + 1,
      item,
      cells: fields.map((field) => item[field]),
      invalid: whyInvalid(item, plainLabels),
    }));
  }
  return { name, drafts: drafts(), header: () => fields, labels: () => plainLabels };
}

function readShipment(value: unknown, place: string): Shipment {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usageFailure(`${place} is no object with ${fields.join(', ')}`);
  }
  const unknown = Object.keys(value).find((key) => !(fields as readonly string[]).includes(key));
  if (unknown !== undefined) {
    throw usageFailure(`${place} has a field "${unknown}" that a shipment does not have`);
  }
  const read = (field: (typeof fields)[number]) => {
    const text: unknown = (value as Record<string, unknown>)[field] ?? '';
    if (typeof text !== 'string') throw usageFailure(`${place}.${field} is no text`);
    return text.trim();
  };
  return {
    retailer: read('retailer'),
    orderNumber: read('orderNumber'),
    trackingNumber: read('trackingNumber'),
  };
}

/** A JSON file: a list of shipments, or a body `{"shipments":[…]}` of any length. */
export async function jsonSource(path: string, world: World): Promise<ShipmentSource> {
  const file = await readInputFile(path, world);
  const parsed = parseJsonFile(file);
  const list = Array.isArray(parsed)
    ? parsed
    : (parsed as { readonly shipments?: unknown } | null)?.shipments;
  if (!Array.isArray(list)) {
    throw usageFailure(`${file.name} holds neither a list of shipments nor {"shipments":[…]}`);
  }
  return plainSource(
    file.name,
    list.map((value, index) => readShipment(value, `shipments.${index}`)),
  );
}
