import type { Shipment } from '../../contract/bodies';
import { type Doubt, doubtAbout, type Labels, whyElsewhere } from './lint';
import type { ShipmentDraft, ShipmentDrafts } from './read-shipments';
import type { ShipmentBook } from './shipment-book';

/**
 * - `error`: the row will not be added as it is
 * - `warning`: it will be sent, but is doubtful
 * - `note`: it will be sent or left out, with no consequences
 */
type Severity = 'error' | 'warning' | 'note';

export interface RowFinding extends Shipment {
  readonly line: number;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
}

export type CheckCounts = ReturnType<typeof checkShipments>['counts'];

interface Flaw extends Doubt {
  readonly severity: Severity;
}

interface CheckOptions {
  readonly drafts: ShipmentDrafts;
  readonly labels: Labels;
  /** The account's orders; undefined if only the file is checked. */
  readonly book?: ShipmentBook | undefined;
  /** The most findings of each severity to return; the rest are only counted. */
  readonly most: Readonly<Record<Severity, number>>;
}

function finding({ line, item }: ShipmentDraft, { severity, code, message }: Flaw): RowFinding {
  return { line, severity, code, ...item, message: message() };
}

/** Checks a file row by row in constant memory. The counts are complete once all findings were read. */
export function checkShipments({ drafts: batches, labels, book, most }: CheckOptions) {
  /** The number of rows, and of those with findings of each kind. */
  const counts = {
    rows: 0,
    invalid: 0,
    unmatched: 0,
    duplicate: 0,
    warnings: 0,
    alreadyPresent: 0,
  };
  /** Findings that were counted but not returned. */
  const omitted: Record<Severity, number> = { error: 0, warning: 0, note: 0 };
  /** By retailer, which few rows differ in, and by both numbers: the line that has them first. */
  const seen = new Map<string, Map<string, number>>();

  /** Errors first, then warnings, then notes; each in file order. */
  async function* findings(): AsyncGenerator<RowFinding, void, undefined> {
    const handedOut = { error: 0, warning: 0, note: 0 };
    type Found = readonly [ShipmentDraft, Flaw];
    const held = { warning: [] as Found[], note: [] as Found[] };
    for await (const drafts of batches) {
      for (const draft of drafts) {
        counts.rows++;
        const found = flawOf(draft);
        if (found === undefined) continue;
        const { severity } = found;
        if (handedOut[severity]++ >= most[severity]) omitted[severity]++;
        else if (severity === 'error') yield finding(draft, found);
        else held[severity].push([draft, found]);
      }
    }
    for (const one of [...held.warning, ...held.note]) yield finding(...one);
  }

  /** The most important finding about a row. */
  function flawOf({ invalid, item, line }: ShipmentDraft): Flaw | undefined {
    const flaw = (kind: keyof typeof counts, severity: Severity, doubt: Doubt): Flaw => {
      counts[kind]++;
      return { severity, ...doubt };
    };
    const { orderNumber, trackingNumber } = item;
    if (invalid !== undefined)
      return flaw('invalid', 'error', { code: invalid.code, message: () => invalid.message });
    const first = earlierLine(item, line);
    if (first !== undefined) {
      const message = () => `The same row is on line ${first}`;
      return flaw('duplicate', 'note', { code: 'duplicate_row', message });
    }
    const unmatched = book?.whyUnmatched(item);
    if (unmatched !== undefined)
      return flaw('unmatched', 'error', { code: unmatched.code, message: () => unmatched.message });
    if (book?.isOnItsOrder(item)) {
      const message = () => `Order ${orderNumber} already has ${trackingNumber}`;
      return flaw('alreadyPresent', 'note', { code: 'already_present', message });
    }
    const elsewhere = book && whyElsewhere(item, book);
    const doubt =
      elsewhere === undefined
        ? doubtAbout(item, labels, book)
        : { code: 'on_other_order', message: () => elsewhere };
    return doubt && flaw('warnings', 'warning', doubt);
  }

  /** The line that has the same row first; undefined if this is it. */
  function earlierLine({ orderNumber, trackingNumber, retailer }: Shipment, line: number) {
    const lines = seen.get(retailer) ?? new Map<string, number>();
    seen.set(retailer, lines);
    // The length says where the order number ends.
    const key = [orderNumber.length, orderNumber, trackingNumber].join();
    const first = lines.get(key);
    if (first === undefined) lines.set(key, line);
    return first;
  }

  return { counts, omitted, findings };
}
