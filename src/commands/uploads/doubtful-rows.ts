import type { Context } from '../../context/context';
import type { Shipment } from '../../contract/bodies';
import type { Place } from '../../imports/shipments/doubts';
import type { Labels } from '../../imports/shipments/lint';
import { grouped } from '../../lib/words';
import type { OrderBooks } from '../../orders/order-book';
import type { Draft } from '../../upload/spec';

/** Tracking numbers to send, with the file's own names for its columns. */
interface TrackingRows {
  readonly place: Place;
  readonly drafts: AsyncIterable<readonly Draft<Shipment>[]>;
  labels(): Labels;
}

/** Watches for doubtful rows, and at a terminal asks before sending them. */
export async function doubtfulRows(
  source: TrackingRows,
  { strict, orders }: { readonly strict: boolean; readonly orders: OrderBooks | undefined },
  context: Context,
) {
  const { Doubts } = await import('../../imports/shipments/doubts');
  const doubts = new Doubts(source.labels, source.place, orders);
  const { dryRun, yes } = context.settings();
  const mayAsk = !strict && !dryRun && !yes && context.world.stdinIsTerminal;
  const questions = mayAsk ? await context.questions() : undefined;
  if (questions?.possible !== true) {
    return { doubts, drafts: doubts.watch(source.drafts, { strict }), asked: false };
  }
  let asked = false;
  const drafts = await doubts.askAbout(source.drafts, (lines, count, about) => {
    asked = true;
    for (const line of lines) context.notices.warning(line);
    const [what, them] =
      count === 1 ? [`doubtful ${about}`, 'it'] : [`${grouped(count)} doubtful ${about}s`, 'them'];
    return questions.confirm(`Send the ${what} anyway? You can't take ${them} back.`);
  });
  return { doubts, drafts, asked };
}
