import type { Shipment } from '../../contract/bodies';
import type { Problem } from '../../upload/spec';
import { doubtAbout, type Labels, whyElsewhere } from './lint';
import type { ShipmentDraft, ShipmentDrafts } from './read-shipments';
import type { ShipmentBook } from './shipment-book';

/**
 * - `error`: the row will not be added as it is
 * - `warning`: it will be sent, but is doubtful
 * - `note`: it will be sent or left out, with no consequences
 */
type Severity = 'error' | 'warning' | 'note';

export interface RowFinding extends Shipment, Pick<Problem, 'code' | 'message'> {
  readonly line: number;
  readonly severity: Severity;
}

export type CheckCounts = ReturnType<typeof checkShipments>['counts'];

interface CheckOptions {
  readonly drafts: ShipmentDrafts;
  readonly labels: Labels;
  /** The account's orders; undefined if only the file is checked. */
  readonly book?: ShipmentBook | undefined;
  /** The most findings of each severity to return; the rest are only counted. */
  readonly most: Readonly<Record<Severity, number>>;
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
    const held = { warning: [] as RowFinding[], note: [] as RowFinding[] };
    for await (const drafts of batches) {
      for (const draft of drafts) {
        counts.rows++;
        const found = findingOf(draft);
        if (found === undefined) continue;
        const { severity } = found;
        if (handedOut[severity]++ >= most[severity]) omitted[severity]++;
        else if (severity === 'error') yield found;
        else held[severity].push(found);
      }
    }
    yield* held.warning;
    yield* held.note;
  }

  /** The most important finding about a row. */
  function findingOf({ invalid, item, line }: ShipmentDraft): RowFinding | undefined {
    const finding = (
      kind: keyof typeof counts,
      severity: Severity,
      { code, message }: Problem,
    ): RowFinding => {
      counts[kind]++;
      return { line, severity, code, ...item, message };
    };
    if (invalid !== undefined) return finding('invalid', 'error', invalid);
    const first = earlierLine(item, line);
    if (first !== undefined) {
      const message = `The same row is on line ${first}`;
      return finding('duplicate', 'note', { code: 'duplicate_row', message });
    }
    const unmatched = book?.whyUnmatched(item);
    if (unmatched !== undefined) return finding('unmatched', 'error', unmatched);
    if (book?.isOnItsOrder(item)) {
      const message = `Order ${item.orderNumber} already has ${item.trackingNumber}`;
      return finding('alreadyPresent', 'note', { code: 'already_present', message });
    }
    const elsewhere = book && whyElsewhere(item, book);
    const doubt =
      elsewhere === undefined
        ? doubtAbout(item, labels, book)
        : { code: 'on_other_order', message: elsewhere };
    return doubt && finding('warnings', 'warning', doubt);
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
