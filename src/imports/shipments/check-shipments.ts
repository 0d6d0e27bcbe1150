import type { Shipment } from '../../contract/bodies';
import { type Doubt, doubtAbout, type Labels, whyElsewhere } from './lint';
import type { ShipmentDraft, ShipmentDrafts } from './read-shipments';
import type { ShipmentBook } from './shipment-book';

/**
 * - `error`: the row will not be added as it is
 * - `warning`: it will be sent, but is doubtful
 * - `note`: it will be sent or left out, with no consequences
 */
export type Severity = 'error' | 'warning' | 'note';

/** The worst first. */
export const severities: readonly Severity[] = ['error', 'warning', 'note'];

/** A remark about a row. */
export interface RowFinding extends Shipment {
  readonly line: number;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
}

export type CheckCounts = ShipmentCheck['counts'];

interface Flaw extends Doubt {
  readonly severity: Severity;
}

/** A finding that is held back until all errors are out. */
type Held = readonly [ShipmentDraft, Flaw];

export interface CheckOptions {
  readonly drafts: ShipmentDrafts;
  readonly labels: Labels;
  /** The account's orders; undefined if only the file is checked. */
  readonly book?: ShipmentBook | undefined;
  /** The most findings of each severity to return; the rest are only counted. */
  readonly most: Readonly<Record<Severity, number>>;
}

function finding([{ line, item }, { severity, code, message }]: Held): RowFinding {
  return { line, severity, code, ...item, message: message() };
}

/** Checks a file row by row in constant memory. */
export class ShipmentCheck {
  /** The number of rows, and of those with findings of each kind. */
  readonly counts = {
    rows: 0,
    invalid: 0,
    unmatched: 0,
    duplicate: 0,
    warnings: 0,
    alreadyPresent: 0,
  };
  /** Findings that were counted but not returned. */
  readonly omitted: Record<Severity, number> = { error: 0, warning: 0, note: 0 };
  /** By retailer, which few rows differ in, and by both numbers: the line that has them first. */
  readonly #seen = new Map<string, Map<string, number>>();

  constructor(private readonly options: CheckOptions) {}

  /** Errors first, then warnings, then notes; each in file order. */
  async *findings(): AsyncGenerator<RowFinding, void, undefined> {
    const { drafts: batches, most } = this.options;
    const handedOut = { error: 0, warning: 0, note: 0 };
    const held: Record<Severity, Held[]> = { error: [], warning: [], note: [] };
    for await (const drafts of batches) {
      for (const draft of drafts) {
        const found = this.#look(draft);
        if (found === undefined) continue;
        if (handedOut[found.severity]++ >= most[found.severity]) this.omitted[found.severity]++;
        else if (found.severity === 'error') yield finding([draft, found]);
        else held[found.severity].push([draft, found]);
      }
    }
    for (const severity of severities) yield* held[severity].map(finding);
  }

  /** The most important finding about a row. */
  #look(draft: ShipmentDraft): Flaw | undefined {
    this.counts.rows++;
    const { invalid, item } = draft;
    if (invalid !== undefined) {
      this.counts.invalid++;
      return { severity: 'error', code: invalid.code, message: () => invalid.message };
    }
    return this.#repetition(draft) ?? this.#atTheAccount(item) ?? this.#doubt(item);
  }

  #repetition({ item, line }: ShipmentDraft): Flaw | undefined {
    const { orderNumber, trackingNumber, retailer } = item;
    const seen = this.#seen.get(retailer) ?? new Map<string, number>();
    this.#seen.set(retailer, seen);
    // The length says where the order number ends.
    const key = [orderNumber.length, orderNumber, trackingNumber].join();
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, line);
      return undefined;
    }
    this.counts.duplicate++;
    return {
      severity: 'note',
      code: 'duplicate_row',
      message: () => `The same row is on line ${first}`,
    };
  }

  #atTheAccount(item: Shipment): Flaw | undefined {
    const { book } = this.options;
    if (book === undefined) return undefined;
    const unmatched = book.whyUnmatched(item);
    if (unmatched !== undefined) {
      this.counts.unmatched++;
      return { severity: 'error', code: unmatched.code, message: () => unmatched.message };
    }
    if (book.isOnItsOrder(item)) {
      this.counts.alreadyPresent++;
      return {
        severity: 'note',
        code: 'already_present',
        message: () => `Order ${item.orderNumber} already has ${item.trackingNumber}`,
      };
    }
    const elsewhere = whyElsewhere(item, book);
    if (elsewhere === undefined) return undefined;
    this.counts.warnings++;
    return { severity: 'warning', code: 'on_other_order', message: () => elsewhere };
  }

  #doubt(item: Shipment): Flaw | undefined {
    const { book, labels } = this.options;
    const doubt = doubtAbout(item, labels, book);
    if (doubt === undefined) return undefined;
    this.counts.warnings++;
    return { severity: 'warning', ...doubt };
  }
}
