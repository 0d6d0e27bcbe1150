import type { Context } from '../../../context';
import type { Ending } from '../../../exit-codes';
import { openInputFile } from '../../../input/input-file';
import { confirm } from '../../../output/confirm';
import { printRequests } from '../../../output/dry-run';
import type { Draft } from '../../../upload/kind';
import type { OrderField, OrderKind } from '../kinds';
import { orderFinder } from '../lookup';
import { failureOf, forEachOf, valuesOf } from '../several';
import { planUpdate } from '../update-order';
import { runUpload } from './run-upload';
import { rowUpdate, updateKind } from './update-kind';
import { readUpdateRows, type UpdateItem, type UpdateRows, updateIdentity } from './update-rows';
import type { UploadFlagValues } from './upload-flags';

export interface UpdateFileFlags extends UploadFlagValues {
  readonly csv: string;
  readonly by: 'id' | 'number' | undefined;
  readonly clear: readonly OrderField[];
  readonly ifStatus: readonly string[] | undefined;
}

/** The rows as they pass, with the orders that they name. */
function watched({ drafts }: UpdateRows): {
  readonly drafts: UpdateRows['drafts'];
  readonly orders: readonly string[];
} {
  const orders: string[] = [];
  async function* passing() {
    for await (const chunk of drafts) {
      for (const { item, invalid } of chunk) if (invalid === undefined) orders.push(item.order);
      yield chunk;
    }
  }
  return { drafts: passing(), orders };
}

async function allOf<T>(chunks: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const chunk of chunks) all.push(...chunk);
  return all;
}

/** Says which rows of a file would not be sent, and how a run with them ends. */
export function tellInvalid(
  drafts: readonly Draft<unknown>[],
  { notices }: Pick<Context, 'notices'>,
): Ending {
  const invalid = drafts.filter((draft) => draft.invalid !== undefined);
  for (const draft of invalid) notices.warning(`line ${draft.line}: ${draft.invalid?.message}`);
  if (invalid.length === 0) return 'done';
  return invalid.length === drafts.length ? 'usage' : 'partly';
}

async function printPlan(
  rows: UpdateRows,
  { kind, flags, context }: { kind: OrderKind; flags: UpdateFileFlags; context: Context },
): Promise<Ending> {
  const drafts = await allOf(rows.drafts);
  const { by, ifStatus } = flags;
  const seen = new Set<string>();
  const sendable = drafts.filter(({ item, invalid }) => {
    const key = updateIdentity(item);
    const repeated = seen.has(key);
    seen.add(key);
    return invalid === undefined && !repeated;
  });
  const byLine = new Map(sendable.map((draft) => [`line ${draft.line}`, draft.item]));
  const finder = orderFinder(
    sendable.map(({ item }) => item.order),
    { kind, api: await context.api(), by },
  );
  const planned = await forEachOf([...byLine.keys()], context.settings().concurrency, (line) => {
    const item = byLine.get(line) as UpdateItem;
    return planUpdate(item.order, rowUpdate(item, { kind, ifStatus }), finder);
  });
  await printRequests(await context.output(), valuesOf(planned));
  const ending = tellInvalid(drafts, context);
  const failure = failureOf(planned, { plural: 'rows', verb: 'to be sent' });
  if (failure !== undefined) throw failure;
  return ending;
}

/** `update --csv`: an order a row, with everything that uploads have. */
export async function updateFromFile(
  flags: UpdateFileFlags,
  kind: OrderKind,
  context: Context,
): Promise<Ending> {
  const { csv, by, clear, ifStatus } = flags;
  const { money: unit, dryRun } = context.settings();
  const rows = await readUpdateRows(openInputFile(csv, context.world), {
    kind,
    unit,
    now: context.world.clock.now(),
    by,
    clear,
  });
  if (dryRun) return printPlan(rows, { kind, flags, context });
  if (rows.replacesItems) {
    await confirm(`Replace all line items of every order in ${csv}?`, context);
  }
  const { drafts, orders } = watched(rows);
  const { notices } = context;
  const api = await context.api();
  return runUpload(
    {
      kind: updateKind({ kind, api, by, ifStatus, notices, orders }),
      drafts,
      header: () => rows.header,
      flags,
      unit: 'rows',
    },
    context,
  );
}
