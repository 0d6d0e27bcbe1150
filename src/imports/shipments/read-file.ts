import { toggle } from '../../cli/flag';
import type { Shipment } from '../../contract/bodies';
import { usageFailure } from '../../failure';
import {
  type InputFile,
  jsonPlace,
  type NoticeContext,
  openInputFile,
  parseJsonFile,
  readInputFile,
  readingOf,
  type TableFlagValues,
  tableFlags,
} from '../../input/input-file';
import { commandOf } from '../../lib/words';
import type { World } from '../../world';
import type { Labels } from './lint';
import type { ShipmentSource } from './read-shipments';

/** The flags for how to read a file of shipments. */
export const fileFlags = {
  ...tableFlags,
  noHeader: toggle('The file has no header: its columns are retailer, order and tracking number'),
};

/** The flags for how to treat the rows, whether they are sent or only checked. */
export const rowFlags = {
  retailerFromOrder: toggle('Take every retailer from its order, not from the file'),
  strict: toggle('Treat doubtful tracking numbers as invalid'),
};

/** The parts of the context with which a table is read. */
interface TableContext extends NoticeContext {
  readonly world: World;
  readonly redactor: { clean(text: string): string };
}

/** A CSV file or a workbook, or standard input for `-`, read on demand. */
export async function csvSource(
  path: string,
  flags: TableFlagValues & { readonly noHeader: boolean },
  context: TableContext,
): Promise<ShipmentSource> {
  const { readShipments } = await import('./read-shipments');
  const reading = readingOf(flags, context);
  const command = context.redactor.clean(commandOf(context.world.arguments));
  const source = openInputFile(path, context.world);
  return readShipments(source, { ...reading, hasHeader: !flags.noHeader, command });
}

const fields = ['retailer', 'orderNumber', 'trackingNumber'] as const;

/** Labels for shipments that are in no table: the service's field names. */
const labels = Object.fromEntries(fields.map((field) => [field, field])) as Labels;

/** Shipments that are in no table, counted from 1. */
export async function plainSource(
  name: string,
  shipments: readonly Shipment[],
  place?: 'entry',
): Promise<ShipmentSource> {
  const { readShipment, whyInvalid } = await import('./lint');
  async function* drafts() {
    yield shipments.flatMap((shipment, index) => {
      const read = readShipment(shipment, labels);
      const empty = [{ item: shipment, invalid: whyInvalid(shipment, labels) }];
      return (read.length === 0 ? empty : read).map((one) => ({
        ...one,
        line: index + 1,
        cells: fields.map((field) => one.item[field]),
      }));
    });
  }
  return {
    name,
    place,
    labels,
    blanked: [],
    drafts: drafts(),
    header: () => fields,
    skipped: () => 0,
  };
}

/**
 * Problems of the file rather than of one row: anything other than texts in the fields of a
 * shipment. Empty, missing or overlong texts are reported with their row.
 */
async function shapeIssues(list: readonly unknown[], file: InputFile) {
  const [{ shipment }, { issueWords }] = await Promise.all([
    import('../../contract/bodies'),
    import('../../contract/issue-words'),
  ]);
  return list.flatMap((value, index) => {
    const { error } = shipment.safeParse(value, { error: issueWords });
    return (error?.issues ?? []).flatMap((issue) => {
      const steps = issue.path.map(String);
      const place = jsonPlace(file, ['shipments', String(index), ...steps]);
      if (issue.code === 'unrecognized_keys') {
        const keys = issue.keys.map((key) => `"${key}"`).join(' and ');
        return [{ path: place, message: `has unknown fields: ${keys}` }];
      }
      const [field] = steps;
      const given = field === undefined ? value : (value as Record<string, unknown>)[field];
      const isOfTheRow = field !== undefined && (given ?? '') === String(given ?? '');
      return isOfTheRow ? [] : [{ path: place, message: issue.message }];
    });
  });
}

/** A JSON file: a list of shipments, or a body `{"shipments":[…]}` of any length. */
export async function jsonSource(path: string, world: World): Promise<ShipmentSource> {
  const file = await readInputFile(path, world);
  const parsed = parseJsonFile(file);
  const list = Array.isArray(parsed)
    ? parsed
    : (parsed as { readonly shipments?: unknown } | null)?.shipments;
  if (!Array.isArray(list)) {
    throw usageFailure(`${file.name} must contain a list of shipments or {"shipments":[…]}`);
  }
  const issues = await shapeIssues(list, file);
  if (issues.length > 0) {
    throw usageFailure(`${file.name} contains something other than shipments`, {
      issues,
      hint: `A shipment is an object with text fields ${fields.join(', ')}. Nothing was sent.`,
    });
  }
  const shipments = list.map((value: Partial<Record<keyof Shipment, string | null>>) => ({
    retailer: value.retailer?.trim() ?? '',
    orderNumber: value.orderNumber?.trim() ?? '',
    trackingNumber: value.trackingNumber?.trim() ?? '',
  }));
  return plainSource(file.name, shipments, 'entry');
}
