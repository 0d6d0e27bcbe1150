import type { Shipment } from '../../contract/bodies';
import type { Draft } from '../../upload/spec';
import type { ShipmentSource } from './read-file';

/** The number of warnings shown one by one before an upload; `shipments check` shows all. */
const mostShown = 5;

type Drafts = AsyncIterable<readonly Draft<Shipment>[]>;

/** Collects what is doubtful about the rows to send, while they are read. */
export class Doubts {
  readonly #first: string[] = [];
  count = 0;

  constructor(
    readonly labels: ShipmentSource['labels'],
    /** Whether the rows come from a file, so that their lines say where to look. */
    readonly hasLines = true,
  ) {}

  /** Passes the drafts on and checks them; with `strict` the doubtful ones become invalid. */
  async *watch(
    drafts: Drafts,
    { strict }: { readonly strict: boolean },
  ): AsyncGenerator<readonly Draft<Shipment>[]> {
    const { doubtAbout, doubtMessage } = await import('../../upload/shipments/lint');
    for await (const some of drafts) {
      yield some.map((draft) => {
        const { line, item, invalid } = draft;
        const doubt = invalid === undefined ? doubtAbout(item) : undefined;
        if (doubt === undefined) return draft;
        const message = doubtMessage(doubt, item, this.labels());
        if (strict) return { ...draft, invalid: { code: doubt, message } };
        this.count++;
        if (this.#first.length < mostShown) {
          this.#first.push(this.hasLines ? `line ${line}: ${message}` : message);
        }
        return draft;
      });
    }
  }

  /** The first doubts, and how many more there are. */
  lines(): readonly string[] {
    const more = this.count - this.#first.length;
    return more === 0
      ? this.#first
      : [...this.#first, `${more} more like these; to see all, run waybill shipments check`];
  }

  /** Reads all drafts, then asks whether to send the doubtful ones. If not, they become invalid. */
  async askAbout(drafts: Drafts, ask: (doubts: this) => Promise<boolean>): Promise<Drafts> {
    const read: (readonly Draft<Shipment>[])[] = [];
    for await (const some of this.watch(drafts, { strict: false })) read.push(some);
    async function* again() {
      yield* read;
    }
    const send = this.count === 0 || (await ask(this));
    return send ? again() : this.watch(again(), { strict: true });
  }
}
