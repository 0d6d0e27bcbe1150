import { type Command, defineCommand, type Example } from '../../cli/definition';
import { text, toggle } from '../../cli/flag';
import type { Context } from '../../context';
import { routes } from '../../contract/routes';
import { usageFailure } from '../../failure';
import { plannedRequest, printRequests } from '../../output/dry-run';
import { askMissing } from './ask-missing';
import { type BodyFlagValues, bodyFlags, type LabeledBody, readBody, resolveCards } from './body';
import { checkBody, inTypedNames, recoveredNotice } from './body-issues';
import { fileFlags, refuseBesideFile, refuseWithoutFile } from './bulk/upload';
import { cardNames } from './card-choice';
import { withComputed } from './computed';
import { buyingGroupKind, type OrderBody, type OrderKind, ordersOf } from './kinds';
import { writableBody } from './printed-order';
import { failureOf, valuesOf } from './several';
import { orderView } from './view';

/** `create` of either kind of order: one, or where the kind allows it many by a file. */
export const createCommand = (kind: OrderKind, examples: readonly Example[]): Command =>
  defineCommand({
    summary: `Create a ${kind.words}`,
    description: `Only what is named is sent; which fields are required is for the service to say. Money is
in dollars: 12, 12.34 or $1,234.56. On a terminal, waybill asks for what is missing.

--like copies an order but for its number, status, times and notes, dated today. --from-json takes
what waybill ${kind.noun} get --json prints: read-only and null fields are left out.

--item takes key=value pairs joined by commas. A comma belongs to the value unless another key=
follows it, so titles and amounts are typed as they are; a value that holds ",word=" itself goes in
double quotes, with a quote inside it doubled. --items-file reads a csv or tsv with the same names as
its header (money in the unit of --money) or a JSON array in the service's own fields.

Redemption codes come only from --codes-file, csv or JSON with code, pin, notes, kind, brand,
purpose and value, the value in dollars. They are never printed, logged or kept.

If the response is lost, waybill looks for the order number among ${kind.words}s and all others before
it sends anything again: it ends with one order, or says that it can't know (exit 11).

--dry-run reads what it needs, such as cards, and sends nothing.

--csv makes many: a row a line item, rows with one orderNumber make one order. Columns go by the
service's names or the flags' (money in the unit of --money); what is said of an order is in one of
its rows, or the same in several. Codes are in no column: nothing with a code is ever kept on disk.
Outcomes, results, rejects and resuming are those of waybill shipments add --csv; an order that
exists already just as the file has it is "already present".`,
    arguments: {},
    flags: {
      ...bodyFlags(kind),
      like: text('<order>', 'Start from an existing order: id or order number', {
        complete: kind.completion,
        conflicts: ['fromJson', 'csv'],
      }),
      noSafeRetry: toggle('Create an order without an order number'),
      ...fileFlags('A line item a row; rows with one orderNumber make one order'),
    },
    examples,
    async run(flags, context) {
      const { csv, restart = false } = flags;
      if (csv === undefined) {
        refuseWithoutFile(flags);
        return createOne(kind, flags, context);
      }
      refuseBesideFile([], flags, bodyFlags(kind));
      const { createFromFile } = await import('./bulk/create');
      return createFromFile({ ...flags, csv, restart }, kind, context);
    },
  });

export const command = createCommand(buyingGroupKind, [
  {
    command:
      'waybill orders create --date 2025-11-18 --retailer "Best Buy" --order-number BBY01-807199234411 --group bfmr --item "description=AirPods 4,price=119,qty=2"',
    explains: 'One order with one line item',
  },
  {
    command: 'waybill orders create --from-json examples/order.json',
    explains: 'One order from a file',
  },
  {
    command:
      'waybill orders create --from-json examples/order.json --order-number BBY01-807199234412 --items-file examples/items.csv --card 4417',
    explains: 'Another number, its items from a csv file, its card by the last digits',
  },
  {
    command: 'waybill orders create --csv examples/orders.csv',
    explains: 'Many, a line item a row',
  },
  {
    command: 'waybill orders create --from-json examples/order.json --dry-run',
    explains: 'See what would be sent',
  },
]);

type CreateFlags = BodyFlagValues &
  Readonly<Record<string, unknown>> & {
    readonly noSafeRetry: boolean;
    readonly like?: string | undefined;
  };

/** What a new order does not take over from the one that it is like. */
const notCopied = ['orderNumber', 'status', 'orderDate', 'orderTime', 'notes'];

/** The body of an order that exists, to start a new one from. */
async function bodyLike(typed: string, kind: OrderKind, context: Context) {
  const { findOrders, mirrorLookup } = await import('./lookup');
  const session = await context.session();
  const outcomes = await findOrders(session, kind, [typed], {
    by: undefined,
    lookup: mirrorLookup(context),
  });
  const failure = failureOf(outcomes, { plural: `${kind.words}s`, verb: 'found' });
  if (failure !== undefined) throw failure;
  const [order] = valuesOf(outcomes);
  const { body } = writableBody(order ?? {}, { isNew: true });
  for (const field of notCopied) delete body[field];
  const value: OrderBody = { ...body, orderDate: context.today() };
  return { value, nameOf: (rest: readonly string[]) => ['--like', ...rest].join(' ') };
}

async function createOne(kind: OrderKind, flags: CreateFlags, context: Context): Promise<void> {
  const like = flags.like === undefined ? undefined : await bodyLike(flags.like, kind, context);
  const given = await readBody(flags, kind, context, { isNew: true, ...(like && { like }) });
  const complete = flags.fromJson !== undefined || flags.noSafeRetry;
  const named = complete ? given : await askMissing(given, kind, context);
  const safeRetry = !flags.noSafeRetry;
  refuseWithoutNumber(named, safeRetry);
  await checkAndWarn(kind, named, context);
  const [output, session] = await Promise.all([context.output(), context.session()]);
  output.expect(orderView(kind));
  const body = await resolveCards(named.body, flags, session);
  if (session.settings.dryRun) {
    return printRequests(output, [plannedRequest(routes[kind.create], body)]);
  }
  try {
    const settled = await ordersOf(session.api, kind).create(body, { safeRetry });
    const names = await cardNames([settled.data], session, output);
    await output.one(orderView(kind, names), withComputed(kind, context)(settled.data));
    if (settled.recovered) context.notices.notice(recoveredNotice(body));
  } catch (error) {
    throw inTypedNames(error, { labels: named.labels, kind, body });
  }
}

function refuseWithoutNumber({ body }: LabeledBody, safeRetry: boolean): void {
  if (!safeRetry || (body.orderNumber !== undefined && body.orderNumber !== null)) return;
  throw usageFailure('An order without an order number is not created: --order-number is missing', {
    hint: 'If the response to a create is lost, the number is how waybill finds out whether the order was made. --no-safe-retry creates it anyway, and then a lost response leaves that open.',
  });
}

/** Warns of fields and values that waybill does not know, where the reference does not show the body. */
async function checkAndWarn(
  kind: OrderKind,
  { body, labels }: LabeledBody,
  { notices }: Context,
): Promise<void> {
  const lenient = !kind.createBodyShown;
  const left = await checkBody(routes[kind.create].body, body, { labels, lenient });
  for (const { path, message } of left) {
    notices.warning(`${path}: ${message}; it is sent anyway, and the service decides`);
  }
}
