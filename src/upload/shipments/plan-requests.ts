import type { Shipment } from '../../contract/bodies';
import type { Ending } from '../../exit-codes';
import type { Draft, UploadRow, UploadSpec } from '../spec';
import { fullRequests, identityOf } from './shipments-kind';

export interface Plan {
  readonly requests: readonly (readonly Shipment[])[];
  readonly invalid: readonly { readonly line: number; readonly message: string }[];
  readonly ending: Ending;
}

/**
 * The requests for a file, without sending any: for a dry run. With `objections`, the upload is all
 * or nothing: an invalid row, or one that matches no order, leaves no requests.
 */
export async function planRequests(
  drafts: AsyncIterable<readonly Draft<Shipment>[]>,
  objections?: UploadSpec<Shipment>['objections'],
): Promise<Plan> {
  const invalid: { line: number; message: string }[] = [];
  const seen = new Set<string>();
  async function* sendable(): AsyncGenerator<UploadRow<Shipment>> {
    let index = 0;
    for await (const chunk of drafts) {
      for (const draft of chunk) {
        const row = index++;
        if (draft.invalid !== undefined) {
          invalid.push({ line: draft.line, message: draft.invalid.message });
          continue;
        }
        const key = identityOf(draft.item);
        if (seen.has(key)) continue;
        seen.add(key);
        yield { ...draft, index: row };
      }
    }
  }
  const requests: (readonly Shipment[])[] = [];
  const planned: UploadRow<Shipment>[] = [];
  for await (const rows of fullRequests(sendable())) {
    requests.push(rows.map(({ item }) => item));
    if (objections !== undefined) planned.push(...rows);
  }
  if (objections !== undefined) {
    if (invalid.length > 0) return { requests: [], invalid, ending: 'usage' };
    const unmatched = await objections(each(planned));
    const refused = planned.flatMap(({ index, line }) => {
      const problem = unmatched.get(index);
      return problem === undefined ? [] : [{ line, message: problem.message }];
    });
    if (refused.length > 0) return { requests: [], invalid: refused, ending: 'partly' };
  }
  const ending = invalid.length === 0 ? 'done' : requests.length === 0 ? 'usage' : 'partly';
  return { requests, invalid, ending };
}

async function* each<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}
