import { type Command, defineCommand, type Example } from '../../cli/definition';
import { toggle } from '../../cli/flag';
import type { Context } from '../../context';
import { routes } from '../../contract/routes';
import { usageFailure } from '../../failure';
import { plannedRequest, printRequests } from '../../output/dry-run';
import { type BodyFlagValues, bodyFlags, type LabeledBody, readBody, resolveCards } from './body';
import { checkBody, inTypedNames, recoveredNotice } from './body-issues';
import { fileFlags, refuseBesideFile, refuseWithoutFile } from './bulk/upload';
import { cardNames } from './card-choice';
import { buyingGroupKind, type OrderKind, ordersOf } from './kinds';
import { orderView } from './view';

/** `create` of either kind of order: one, or where the kind allows it many by a file. */
export const createCommand = (kind: OrderKind, examples: readonly Example[]): Command =>
  defineCommand({
    summary: `Create a ${kind.words}`,
    description: `Only what is named is sent; which fields are required is for the service to say. Money is
in dollars: 12, 12.34 or $1,234.56.

--item takes key=value pairs joined by commas. A comma belongs to the value unless another key=
follows it, so titles and amounts are typed as they are; a value that holds ",word=" itself goes in
double quotes, with a quote inside it doubled. --items-file reads a csv or tsv with the same names as
its header (money in the unit of --money) or a JSON array in the service's own fields.

Redemption codes come only from --codes-file, csv or JSON with code, pin, notes, kind, brand,
purpose and value, the value in dollars. They are never printed, logged or kept.

If the response is lost, waybill looks for the order number among ${kind.words}s and all others before
it sends anything again: it ends with one order, or says that it can't know (exit 11).

--dry-run reads what it needs, such as cards, and sends nothing.${kind.createsFromFile ? fileDescription : ''}`,
    arguments: {},
    flags: {
      ...bodyFlags(kind),
      noSafeRetry: toggle('Create an order without an order number'),
      ...(kind.createsFromFile
        ? fileFlags('A line item a row; rows with one orderNumber make one order')
        : undefined),
    },
    examples,
    async run(flags, context) {
      const { csv, results, rejects, restart = false } = flags;
      if (csv === undefined) {
        refuseWithoutFile(flags);
        return createOne(kind, flags, context);
      }
      refuseBesideFile([], flags, bodyFlags(kind));
      const { createFromFile } = await import('./bulk/create');
      return createFromFile({ csv, results, rejects, restart }, kind, context);
    },
  });

const fileDescription = `

--csv makes many: a row a line item, rows with one orderNumber make one order. Columns go by the
service's names or the flags' (money in the unit of --money); what is said of an order is in one of
its rows, or the same in several. Codes are in no column: nothing with a code is ever kept on disk.
Outcomes, results, rejects and resuming are those of waybill shipments add --csv; an order that
exists already just as the file has it is "already present".`;

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
    command: 'waybill orders create --from-json examples/order.json --dry-run',
    explains: 'See what would be sent',
  },
]);

type CreateFlags = BodyFlagValues &
  Readonly<Record<string, unknown>> & { readonly noSafeRetry: boolean };

async function createOne(kind: OrderKind, flags: CreateFlags, context: Context): Promise<void> {
  const named = await readBody(flags, kind, context);
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
    await output.one(orderView(kind, names), settled.data);
    if (settled.recovered) context.notices.notice(recoveredNotice(body));
  } catch (error) {
    throw inTypedNames(error, { labels: named.labels, kind });
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
