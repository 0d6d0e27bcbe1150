import { Book, counts, paymentTyped } from './book';
import { openDoubts } from './doubts';
import type {
  Acceptance,
  Entry,
  ImportEntry,
  Ledger,
  PastPayment,
  RecordedEntries,
} from './ledger';
import type { OrderIndex } from './match';
import { addTo, emptyRecord, type Recording, type RecordState, recordRun } from './recording';

/**
 * Adds up the entries of a ledger in their order. The payments depend on nothing but the entries; the
 * doubt whether more was paid than expected depends on the orders of the account, too.
 */
export class Replay {
  readonly #state: RecordState;
  readonly #acceptances = new Map<string, Acceptance>();

  #usesOrders = false;

  constructor(index: () => OrderIndex, ids: RecordedEntries['ids']) {
    const used = () => {
      this.#usesOrders = true;
      return index();
    };
    this.#state = { ...emptyRecord(), book: new Book(), index: used, ids };
  }

  /** Whether the same files, by content, were recorded before. */
  hasRead(files: readonly string[]): boolean {
    return files.every((file) => this.#state.readings.has(file));
  }

  /** Records a run; says what became of each of its rows. */
  record(run: ImportEntry): Recording {
    return recordRun(this.#state, run);
  }

  take(entry: Exclude<Entry, { readonly kind: 'undo' }>): void {
    switch (entry.kind) {
      case 'import':
        // The mirror reads the rows when they are asked for: once.
        this.record({ ...entry });
        break;
      case 'typed':
        addTo(this.#state, paymentTyped(entry));
        break;
      case 'removal':
        this.#remove(entry.identity, entry.isRemoved ? entry.moment : null);
        break;
      default:
        if (entry.accepted === null) this.#acceptances.delete(entry.subject);
        else this.#acceptances.set(entry.subject, { ...entry.accepted, moment: entry.moment });
    }
  }

  ledger(): Ledger {
    const { book, past, doubts, addedBy } = this.#state;
    const all = [...book.payments()];
    const removed = all.flatMap((payment): PastPayment[] =>
      payment.removedAt === null
        ? []
        : [{ payment, state: 'removed', since: payment.removedAt, replacedBy: undefined }],
    );
    const payments = all.filter(counts);
    return {
      ...{ payments, past: [...past, ...removed], removed: new Set(this.#state.removed.keys()) },
      ...{ addedBy, acceptances: this.#acceptances, usesOrders: this.#usesOrders },
      doubts: openDoubts(doubts, payments, [...this.#acceptances.values()]),
    };
  }

  /** Removes a payment, or brings it back. No file does that, even if its import is undone. */
  #remove(identity: string, at: number | null): void {
    const { removed, book } = this.#state;
    if (at === null) removed.delete(identity);
    else removed.set(identity, at);
    const payment = book.of(identity);
    if (payment !== undefined) payment.removedAt = at;
  }
}

/** The entries, without the imports that were undone. */
function* standing(entries: readonly Entry[]) {
  const undone = new Set(entries.flatMap((one) => (one.kind === 'undo' ? one.import : [])));
  for (const entry of entries) {
    if (entry.kind !== 'undo' && !(entry.kind === 'import' && undone.has(entry.moment)))
      yield entry;
  }
}

/** What entries add up to. */
export function replayEntries({ entries, ids }: RecordedEntries, index: () => OrderIndex): Replay {
  const replay = new Replay(index, ids);
  for (const entry of standing(entries)) replay.take(entry);
  return replay;
}
