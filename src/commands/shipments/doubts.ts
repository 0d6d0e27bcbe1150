import type { Shipment } from '../../contract/bodies';
import type { Notices } from '../../output/notices';
import type { Draft } from '../../upload/spec';
import type { ShipmentSource } from './read-file';

/** Warnings that are shown one by one before an upload; `shipments check` shows all. */
const mostShown = 5;

/** What is doubtful about the rows that will be sent, noted while they are read. */
export class Doubts {
  readonly #first: string[] = [];
  #count = 0;

  /** The same drafts, looked at on their way. */
  async *watch(
    source: Pick<ShipmentSource, 'drafts' | 'labels'>,
  ): AsyncGenerator<readonly Draft<Shipment>[]> {
    const { doubtAbout, doubtMessage } = await import('../../upload/shipments/lint');
    for await (const drafts of source.drafts) {
      for (const { line, item, invalid } of drafts) {
        const doubt = invalid === undefined ? doubtAbout(item) : undefined;
        if (doubt === undefined) continue;
        this.#count++;
        if (this.#first.length >= mostShown) continue;
        this.#first.push(`line ${line}: ${doubtMessage(doubt, item, source.labels())}`);
      }
      yield drafts;
    }
  }

  tell(notices: Pick<Notices, 'warning'>): void {
    for (const text of this.#first) notices.warning(text);
    const more = this.#count - this.#first.length;
    if (more > 0) notices.warning(`${more} more like these; waybill shipments check shows all`);
  }
}
