import { toggle } from '../../cli/flag';
import type { Context } from '../../context';
import type { Shipment } from '../../contract/bodies';
import { type FailureIssue, usageFailure } from '../../failure';
import {
  type InputFile,
  jsonPlace,
  openInputFile,
  parseJsonFile,
  readInputFile,
} from '../../input/input-file';
import { readingOf, type TableFlagValues, tableFlags } from '../../input/table-flags';
import { counted, grouped, quotedWord } from '../../lib/words';
import type { Labels } from '../../upload/shipments/lint';
import type { OrderBooks } from '../../upload/shipments/order-book';
import type { Draft } from '../../upload/spec';
import type { World } from '../../world';

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

export interface FileFlagValues extends TableFlagValues {
  readonly noHeader: boolean;
}

/** Shipments being read from a file, with the file's own names for its columns. */
export interface ShipmentSource {
  /** The user's name for it. */
  readonly name: string;
  /** What the number of a row counts; undefined if the rows are in no file. */
  readonly place: 'line' | 'entry' | undefined;
  readonly drafts: AsyncIterable<readonly Draft<Shipment>[]>;
  header(): readonly string[];
  labels(): Labels;
  /** The number of skipped lines, which have no tracking number; final after the last draft. */
  skipped(): number;
  /** The headers of columns whose cells are left blank; known once the first drafts are there. */
  blanked(): readonly string[];
}

/** A CSV file or a workbook, or standard input for `-`, read on demand. */
export async function csvSource(
  path: string,
  flags: FileFlagValues,
  context: Context,
): Promise<ShipmentSource> {
  const { readShipments } = await import('../../upload/shipments/read-shipments');
  const source = openInputFile(path, context.world);
  const { name } = source;
  const reading = readingOf(flags, context);
  const words = ['waybill', ...context.world.arguments].map(quotedWord).join(' ');
  const command = context.redactor.clean(words);
  const rows = readShipments(source, { ...reading, hasHeader: !flags.noHeader, command });
  return { name, place: 'line', ...rows };
}

const fields = ['retailer', 'orderNumber', 'trackingNumber'] as const;

/** Labels for shipments that are in no table: the service's field names. */
export const plainLabels: Labels = {
  retailer: 'retailer',
  orderNumber: 'orderNumber',
  trackingNumber: 'trackingNumber',
};

/** Shipments that are in no table, counted from 1. */
export async function plainSource(
  name: string,
  shipments: readonly Shipment[],
  place?: 'entry',
): Promise<ShipmentSource> {
  const { readShipment, whyInvalid } = await import('../../upload/shipments/lint');
  async function* drafts() {
    yield shipments.flatMap((shipment, index) => {
      const read = readShipment(shipment, plainLabels);
      const empty = [{ item: shipment, invalid: whyInvalid(shipment, plainLabels) }];
      return (read.length === 0 ? empty : read).map(({ item, invalid }) => ({
        line: index + 1,
        item,
        cells: fields.map((field) => item[field]),
        invalid,
      }));
    });
  }
  const skipped = () => 0;
  const blanked = () => [];
  const [header, labels] = [() => fields, () => plainLabels];
  return { name, place, drafts: drafts(), header, labels, skipped, blanked };
}

/**
 * Problems of the file rather than of one row: anything other than texts in the fields of a
 * shipment. Empty, missing or overlong texts are reported with their row.
 */
function shapeIssues(
  list: readonly unknown[],
  { shipment, issueWords }: Schemas,
  file: InputFile,
): readonly FailureIssue[] {
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

interface Schemas {
  readonly shipment: typeof import('../../contract/bodies').shipment;
  readonly issueWords: typeof import('../../contract/issue-words').issueWords;
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
  const [{ shipment }, { issueWords }] = await Promise.all([
    import('../../contract/bodies'),
    import('../../contract/issue-words'),
  ]);
  const issues = shapeIssues(list, { shipment, issueWords }, file);
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

/** The number of warnings shown one by one before an upload; `shipments check` shows all. */
const mostShown = 5;

type Drafts = AsyncIterable<readonly Draft<Shipment>[]>;

/** Warnings of one kind: the first ones, and how many there are. */
class Warnings {
  readonly #first: string[] = [];
  count = 0;

  add(line: string): void {
    this.count++;
    if (this.#first.length < mostShown) this.#first.push(line);
  }

  lines(): readonly string[] {
    const more = this.count - this.#first.length;
    if (more === 0) return this.#first;
    const rest = `${grouped(more)} more like these. To see them all, run waybill shipments check.`;
    return [...this.#first, rest];
  }
}

/** Counts the rows that get their order's own number, for one notice about all of them. */
export class Respelled {
  #count = 0;
  #first: string | undefined;

  constructor(readonly place: ShipmentSource['place']) {}

  readonly add = ({ line, item }: Draft<Shipment>, orderNumber: string): void => {
    this.#count++;
    const where = this.place === undefined ? '' : ` on ${this.place} ${line}`;
    this.#first ??= `${orderNumber} for "${item.orderNumber}"${where}`;
  };

  /** Undefined if there are none. */
  notice(): string | undefined {
    if (this.#first === undefined) return undefined;
    const numbers = counted(this.#count, 'order numbers');
    const such = this.#count === 1 ? ': ' : ', such as ';
    return `${numbers} spelled as the order has it${such}${this.#first}.`;
  }
}

/** Collects what to warn about in the rows to send, while they are read. */
export class Doubts {
  /** Doubtful rows, which are asked about before they are sent. */
  readonly #doubtful = new Warnings();
  /** Rows whose number is on another order, which are sent anyway. */
  readonly #elsewhere = new Warnings();

  /** `orders` are compared with the tracking numbers, if they are few. */
  constructor(
    readonly labels: ShipmentSource['labels'],
    readonly place: ShipmentSource['place'],
    readonly orders: OrderBooks | undefined,
  ) {}

  /** Passes the drafts on and checks them; with `strict` the doubtful ones become invalid. */
  async *watch(
    drafts: Drafts,
    { strict }: { readonly strict: boolean },
  ): AsyncGenerator<readonly Draft<Shipment>[]> {
    const [{ doubtAbout, doubtMessage, whyElsewhere }, { softly }] = await Promise.all([
      import('../../upload/shipments/lint'),
      import('../../upload/shipments/as-ordered'),
    ]);
    for await (const some of drafts) {
      const book = this.orders && (await softly(this.orders));
      yield some.map((draft) => {
        const { line, item, invalid } = draft;
        if (invalid !== undefined) return draft;
        const doubt = doubtAbout(item, book);
        if (doubt === undefined) {
          const elsewhere = book && whyElsewhere(item, book);
          if (elsewhere !== undefined) this.#elsewhere.add(this.#placed(line, elsewhere));
          return draft;
        }
        const message = doubtMessage(doubt, item, this.labels());
        if (strict) return { ...draft, invalid: { code: doubt, message } };
        this.#doubtful.add(this.#placed(line, message));
        return draft;
      });
    }
  }

  #placed(line: number, message: string): string {
    return this.place === undefined ? message : `${this.place} ${line}: ${message}`;
  }

  /** What to warn about; not again the doubtful rows that were asked about. */
  lines(asked: boolean): readonly string[] {
    return [...(asked ? [] : this.#doubtful.lines()), ...this.#elsewhere.lines()];
  }

  /**
   * Reads all drafts, then asks whether to send the doubtful ones, whose first lines `ask` gets with
   * their number. If not, they become invalid.
   */
  async askAbout(
    drafts: Drafts,
    ask: (lines: readonly string[], count: number) => Promise<boolean>,
  ): Promise<Drafts> {
    const read: (readonly Draft<Shipment>[])[] = [];
    for await (const some of this.watch(drafts, { strict: false })) read.push(some);
    async function* again() {
      yield* read;
    }
    const { count } = this.#doubtful;
    const send = count === 0 || (await ask(this.#doubtful.lines(), count));
    if (send) return again();
    return new Doubts(this.labels, this.place, this.orders).watch(again(), { strict: true });
  }
}
