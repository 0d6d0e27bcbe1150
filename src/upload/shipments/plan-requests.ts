import type { Shipment } from '../../contract/bodies';
import type { Ending } from '../../exit-codes';
import type { Draft, UploadRow } from '../spec';
import { fullRequests, identityOf } from './shipments-kind';

export interface Plan {
  readonly requests: readonly (readonly Shipment[])[];
  readonly invalid: readonly { readonly line: number; readonly message: string }[];
  readonly ending: Ending;
}

/** The requests for a file, without sending any: for a dry run. */
export async function planRequests(
  drafts: AsyncIterable<readonly Draft<Shipment>[]>,
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
  for await (const rows of fullRequests(sendable())) requests.push(rows.map(({ item }) => item));
  const ending = invalid.length === 0 ? 'done' : requests.length === 0 ? 'usage' : 'partly';
  return { requests, invalid, ending };
}
