import type { Context, Session } from '../../../context';
import type { Ending } from '../../../exit-codes';
import { openInputFile } from '../../../input/input-file';
import { confirm } from '../../../output/confirm';
import { printRequests } from '../../../output/dry-run';
import type { Notices } from '../../../output/notices';
import type { Draft, UploadRow, UploadSpec } from '../../../upload/spec';
import { FieldLabels } from '../body-issues';
import { type OrderField, type OrderKind, ordersOf } from '../kinds';
import { type OrderFinder, orderFinder } from '../lookup';
import { failureOf, forEachOf, valuesOf } from '../several';
import { performUpdate, planUpdate, type Update } from '../update-order';
import { readingOf, type TableFlagValues } from './table-flags';
import { readUpdateRows, type UpdateItem, type UpdateRows, updateIdentity } from './update-rows';
import { runUpload, type UploadFlagValues } from './upload';

export interface UpdateSpecOptions {
  readonly kind: OrderKind;
  readonly session: Session;
  readonly by: 'id' | 'number' | undefined;
  readonly ifStatus: readonly string[] | undefined;
  readonly notices: Notices;
  /** Every order that the file names; complete before the first is sent. */
  readonly orders: readonly string[];
}

/** The update of one row, its issues under the file's columns. */
function rowUpdate(
  { body, expectedStatus }: UpdateItem,
  { kind, ifStatus }: Pick<UpdateSpecOptions, 'kind' | 'ifStatus'>,
): Update {
  const labels = new FieldLabels(kind);
  for (const field of Object.keys(body)) {
    labels.set(field, (rest) => [`column ${field}`, ...rest].join(' '));
  }
  return { kind, body, labels, edits: undefined, ifStatus, expectedStatus };
}

async function* oneByOne(rows: AsyncIterable<UploadRow<UpdateItem>>) {
  for await (const row of rows) yield [row];
}

/**
 * Updates by a file, for the upload's machinery: a row a request. Repeating one is safe, for it sets
 * the same fields to the same values.
 */
export function updateSpec(options: UpdateSpecOptions): UploadSpec<UpdateItem> {
  const { kind, session, by, notices } = options;
  let finder: OrderFinder | undefined;
  return {
    name: `${kind.noun}-update`,
    columns: { order: ({ order }) => order },
    identity: updateIdentity,
    batches: oneByOne,
    divisible: false,
    async send([item], { beforeTry }) {
      if (item === undefined) return { added: 0, repeated: false };
      finder ??= orderFinder(options.orders, session, { kind, by, fresh: true });
      const orders = ordersOf(session.api, kind);
      await performUpdate(item.order, rowUpdate(item, options), {
        finder,
        orders,
        notices,
        beforeTry,
      });
      return { added: 1, repeated: false };
    },
  };
}

interface UpdateFileFlags extends UploadFlagValues, TableFlagValues {
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
  const session = await context.session();
  const orders = sendable.map(({ item }) => item.order);
  const finder = orderFinder(orders, session, { kind, by });
  const planned = await forEachOf([...byLine.keys()], session.settings.concurrency, (line) => {
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
    today: context.today(),
    by,
    clear,
    reading: readingOf(flags, context),
  });
  if (dryRun) return printPlan(rows, { kind, flags, context });
  if (rows.replacesItems) {
    await confirm(`Replace all line items of every order in ${csv}?`, context);
  }
  const { drafts, orders } = watched(rows);
  const { notices } = context;
  return runUpload(
    {
      spec: updateSpec({
        kind,
        session: await context.session(),
        by,
        ifStatus,
        notices,
        orders,
      }),
      drafts,
      header: () => rows.header,
      flags,
      input: csv,
      unit: 'rows',
      taken: 'updated',
    },
    context,
  );
}
