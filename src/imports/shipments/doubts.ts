import { gathered, inOne } from '../../lib/once';
import { grouped } from '../../lib/words';
import type { AskingContext } from '../../orders/meant-names';
import { respelledNotice } from '../../orders/number-index';
import type { World } from '../../world';
import { softly } from './as-ordered';
import { doubtAbout, type Labels, whyElsewhere } from './lint';
import type { Place, ShipmentDraft, ShipmentDrafts, ShipmentSource } from './read-shipments';
import type { ShipmentBooks } from './shipment-book';

/** The number of warnings shown one by one before an upload; `shipments check` shows all. */
const mostShown = 5;

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
  #first: readonly [typed: string, orderNumber: string, where: string] | undefined;

  constructor(readonly place: Place) {}

  readonly add = ({ line, item }: ShipmentDraft, orderNumber: string): void => {
    this.#count++;
    const where = this.place === undefined ? '' : ` on ${this.place} ${line}`;
    this.#first ??= [item.orderNumber, orderNumber, where];
  };

  /** Undefined if there are none. */
  notice(): string | undefined {
    return this.#first && respelledNotice(this.#count, ...this.#first);
  }
}

/** Collects what to warn about in the rows to send, while they are read. */
export class Doubts {
  /** Doubtful rows, which are asked about before they are sent. */
  readonly #doubtful = new Warnings();
  /** The kinds of numbers that the doubts are about. */
  readonly #about = new Set<'order number' | 'tracking number'>();
  /** Rows whose number is on another order, which are sent anyway. */
  readonly #elsewhere = new Warnings();

  /** `orders` are compared with the tracking numbers, if they are few. */
  constructor(
    readonly labels: Labels,
    readonly place: Place,
    readonly orders: ShipmentBooks | undefined,
  ) {}

  /** Passes the drafts on and checks them; with `strict` the doubtful ones become invalid. */
  async *watch(drafts: ShipmentDrafts, { strict }: { readonly strict: boolean }) {
    for await (const some of drafts) {
      const book = this.orders && (await softly(this.orders));
      yield some.map((draft): ShipmentDraft => {
        const { line, item, invalid } = draft;
        if (invalid !== undefined) return draft;
        const doubt = doubtAbout(item, this.labels, book);
        if (doubt === undefined) {
          const elsewhere = book && whyElsewhere(item, book);
          if (elsewhere !== undefined) this.#elsewhere.add(this.#placed(line, elsewhere));
          return draft;
        }
        // An order number that matches nothing is worth more with the one that was meant.
        const isOfOrder = doubt.code === 'order_number';
        const unmatched = isOfOrder ? book?.whyUnmatched(item)?.message : undefined;
        const meant = unmatched === undefined ? '' : `. ${unmatched}`;
        const message = `${doubt.message}${meant}`;
        if (strict) return { ...draft, invalid: { code: doubt.code, message } };
        this.#about.add(isOfOrder ? 'order number' : 'tracking number');
        this.#doubtful.add(this.#placed(line, message));
        return draft;
      });
    }
  }

  #placed(line: number, message: string): string {
    return this.place === undefined ? message : `${this.place} ${line}: ${message}`;
  }

  /** Warnings for the user, without the doubtful rows if those were asked about. */
  lines(asked: boolean): readonly string[] {
    return [...(asked ? [] : this.#doubtful.lines()), ...this.#elsewhere.lines()];
  }

  /** The doubtful rows, for a question: the first of them, and how many of what there are. */
  get doubtful() {
    const [only = 'row', ...others] = this.#about;
    const about = others.length === 0 ? only : 'row';
    return { lines: this.#doubtful.lines(), count: this.#doubtful.count, about };
  }
}

/** Watches for doubtful rows. At a terminal, reads all and asks before sending them; if not, they become invalid. */
export async function doubtfulRows(
  source: Pick<ShipmentSource, 'place' | 'labels' | 'drafts'>,
  { strict, orders }: { readonly strict: boolean; readonly orders: ShipmentBooks | undefined },
  context: AskingContext & { readonly world: Pick<World, 'stdinIsTerminal'> },
) {
  const { labels, place, drafts } = source;
  const doubts = new Doubts(labels, place, orders);
  const { dryRun, yes } = context.settings();
  const mayAsk = !strict && !dryRun && !yes && context.world.stdinIsTerminal;
  const questions = mayAsk ? await context.questions() : undefined;
  if (questions?.possible !== true) {
    return { doubts, drafts: doubts.watch(drafts, { strict }), asked: false };
  }
  const read = (await gathered(doubts.watch(drafts, { strict: false }))).flat();
  const { lines, count, about } = doubts.doubtful;
  if (count === 0) return { doubts, drafts: inOne(read), asked: false };
  for (const line of lines) context.notices.warning(line);
  const [what, them] =
    count === 1 ? [`doubtful ${about}`, 'it'] : [`${grouped(count)} doubtful ${about}s`, 'them'];
  const isSent = await questions.confirm(`Send the ${what} anyway? You can't take ${them} back.`);
  if (isSent) return { doubts, drafts: inOne(read), asked: true };
  const refused = new Doubts(labels, place, orders).watch(inOne(read), { strict: true });
  return { doubts, drafts: refused, asked: true };
}
