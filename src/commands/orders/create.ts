import { type Command, defineCommand, type Examples } from '../../cli/definition';
import { choice, flagLabel, repeated, text, toggle } from '../../cli/flag';
import type { Context } from '../../context/context';
import { usageFailure } from '../../failure';
import { amountOwners, differences, layoutNames } from '../../formats';
import { dateFormat } from '../../input/input-file';
import { typedWords } from '../../lib/words';
import {
  type BodyFlagValues,
  bodyFlags,
  readBody,
  resolveCards,
  writableBody,
} from '../../orders/body';
import { checkBody, inTypedNames, type LabeledBody, sayRecovered } from '../../orders/body-issues';
import { cardNames } from '../../orders/card-choice';
import { buyingGroupKind, type OrderBody, type OrderKind, ordersOf } from '../../orders/kinds';
import { refuseOtherSpelling, withMeantNames } from '../../orders/meant-names';
import { orderBook, ordersOfBoth } from '../../orders/order-book';
import { orderView, withComputed } from '../../orders/view';
import { fileFlags, refuseBesideFile, refuseWithoutFile } from '../uploads/upload';

/** The flags that stand in for blank cells of a file. */
const defaultKeys = ({ groupFlag }: OrderKind): readonly string[] => [
  groupFlag,
  ...typedWords('retailer account card subCard earnRate status'),
];

/** Defaults for blank cells; any other flag of a single order is refused. */
function defaultsIn(flags: Readonly<Record<string, unknown>>, kind: OrderKind) {
  const keys = defaultKeys(kind);
  const single = Object.entries(bodyFlags(kind)).filter(([key]) => !keys.includes(key));
  refuseBesideFile([], flags, Object.fromEntries(single));
  const given = keys.filter((key) => flags[key] !== undefined);
  // The file's reader calls a platform a group as well.
  const nameOf = (key: string) => (key === kind.groupFlag ? 'group' : key);
  return Object.fromEntries(given.map((key) => [nameOf(key), String(flags[key])]));
}

const ownFileFlags = {
  layout: choice('<name>', 'Layout of an export, else known by its header', [
    ...layoutNames,
    'none',
  ]),
  dateFormat,
  amounts: choice('<once per>', 'What a repeated shipping, tax or discount counts for', [
    'order',
    'row',
  ]),
  ignore: repeated(text('<header>', 'A column of amounts to leave out')),
  prices: choice('<whose>', 'Whose the prices are: one unit or the line', amountOwners),
  payouts: choice('<whose>', 'The same for payouts', amountOwners),
  difference: choice('<part>', 'What a total has beyond its parts', differences),
  rules: text('<file>', 'Rules that say whose order it is', { complete: 'file' }),
  saveMapping: toggle('Read later files with this header like this'),
  strict: toggle('Refuse unread columns and doubtful numbers'),
};

/** Only orders of buying groups have tracking numbers. */
const trackingFlags = {
  noShipments: { ...toggle('Leave out the tracking numbers in the file'), group: 'Many orders' },
};

/** `create` for either kind of order: one order, or many from a file. */
export const createCommand = (kind: OrderKind, examples: Examples): Command =>
  defineCommand({
    summary: `Create a ${kind.words}`,
    description: `Sends only the fields that you name; the service decides which ones are required. Money is in
dollars: 12, 12.34 or $1,234.56. On a terminal, waybill prompts for what is missing.

--like copies an order except for its number, status, times and notes, and dates it today.
--from-json takes what waybill ${kind.noun} get --json prints, without its read-only and null fields.

--item takes key=value pairs separated by commas. A comma is part of the value unless another key=
follows it. Put a value that contains ",word=" in double quotes, and double any quote inside it.
--items-file reads a csv or tsv file with the same names in its header (money in the unit of --money),
or a JSON array in the service's own fields.

Only --codes-file takes redemption codes: csv or JSON with code, pin, notes, kind, brand, purpose and
value, in dollars. waybill never prints, logs or keeps codes.

If the response is lost, waybill looks for the order number before it sends anything again. You end up
with one order, or with exit 11 if waybill can't tell.

--csv creates many orders from a sheet of your own or a retailer's export, and adds the tracking numbers
in it: see waybill help orders-file. What is not certain is refused with the reason, and an order that
the account has is left as it is. ${defaultKeys(kind).map(flagLabel).join(' ')}
beside it fill blank cells. Outcomes, results, rejects and resuming are as in waybill help csv.`,
    documents: async () => ({
      'One order': kind.stored,
      'With --csv': (await import('./create-spec')).createView,
      'With --dry-run': ['request'],
      line: [(await import('../uploads/upload-summary')).rowDocument, kind.stored, 'request'],
    }),
    flags: {
      ...bodyFlags(kind),
      like: text('<order>', 'Start from an order: id or order number', {
        complete: kind.stored,
        conflicts: ['fromJson', 'csv'],
      }),
      noSafeRetry: toggle('Allow no order number; a lost response then leaves the outcome unknown'),
      ...fileFlags(kind, 'create', 'Orders from a sheet of your own or an export', ownFileFlags),
      ...(kind.tracking && trackingFlags),
    },
    examples,
    async run(flags, context) {
      const { csv, restart = false } = flags;
      if (csv === undefined) {
        refuseWithoutFile(flags, { ...ownFileFlags, ...trackingFlags });
        return createOne(kind, flags, context);
      }
      const { createFromFile } = await import('./create-file');
      const noShipments = flags.noShipments === true;
      return createFromFile(
        { ...flags, csv, restart, noShipments, defaults: defaultsIn(flags, kind) },
        kind,
        context,
      );
    },
  });

export const command = createCommand(buyingGroupKind, {
  'waybill orders create --date 2025-11-18 --retailer "Best Buy" --order-number BBY01-807199234411 --group bfmr --item "description=AirPods 4,price=119,qty=2"':
    'Create an order with one line item',
  'waybill orders create --from-json examples/order.json': 'Create an order from a file',
  'waybill orders create --from-json examples/order.json --order-number BBY01-807199234412 --items-file examples/items.csv --card 4417':
    'A new number, items from a csv file, and the card by its last digits',
  'waybill orders create --csv examples/orders.csv': 'Create many orders, one row per line item',
  'waybill orders create --from-json examples/order.json --dry-run': 'See what would be sent',
});

type CreateFlags = BodyFlagValues & {
  readonly noSafeRetry: boolean;
  readonly like?: string | undefined;
};

/** Fields that `--like` does not copy. */
const notCopied = ['orderNumber', 'status', 'orderDate', 'orderTime', 'notes'];

/** The body of an existing order, as the start of a new one. */
async function bodyLike(typed: string, kind: OrderKind, context: Context) {
  const { api } = await context.session();
  const book = orderBook([typed], api, { kind, mirror: context.mirror });
  const { body } = writableBody(await book.find(typed), { isNew: true });
  book.sayRespelled(context.notices);
  for (const field of notCopied) delete body[field];
  const value: OrderBody = { ...body, orderDate: context.today() };
  return { value, nameOf: (rest: readonly string[]) => ['--like', ...rest].join(' ') };
}

async function createOne(kind: OrderKind, flags: CreateFlags, context: Context): Promise<void> {
  const like = flags.like === undefined ? undefined : await bodyLike(flags.like, kind, context);
  const given = await readBody(flags, kind, context, { isNew: true, like });
  const complete = flags.fromJson !== undefined || flags.noSafeRetry;
  const fresh = await (await context.mirror()).sessionIfFresh();
  const { api } = fresh ?? (await context.session());
  const unread = fresh && (async () => (await context.session()).api);
  const account = ordersOfBoth(async () => api, kind, context.progress, unread);
  const asking = { kind, api, account, context };
  const prompts = complete ? undefined : await import('./create-prompts');
  const named = (await prompts?.askMissing(given, asking)) ?? given;
  const safeRetry = !flags.noSafeRetry;
  refuseWithoutNumber(named, safeRetry);
  // If the reference does not show the body, waybill may not know all fields and values.
  for (const { path, message } of await checkBody('create', named)) {
    context.notices.warning(`${path}: ${message}; sent anyway for the service to decide`);
  }
  const [output, session] = await Promise.all([context.output(), context.session()]);
  output.expect(orderView(kind));
  const typed = { flags, before: given.body };
  const meant = await withMeantNames(named.body, typed, kind, account, context);
  await refuseOtherSpelling(meant, account, context);
  const body = await resolveCards(meant, flags, session, context.notices.notice);
  if (session.settings.dryRun) {
    const { printPlans } = await import('../../orders/change-lines');
    return printPlans([{ body }], kind, output, session.api);
  }
  if (named !== given) await prompts?.confirmDraft(body, asking);
  try {
    const settled = await ordersOf(session.api, kind).create(body, { safeRetry });
    // Said first: the output may fail, and what nobody can confirm must be known all the same.
    if (settled.recovered) sayRecovered(body, context.notices);
    const names = await cardNames([settled.data], session.api, output);
    await output.one(orderView(kind, names), withComputed(kind, context)(settled.data));
  } catch (error) {
    throw inTypedNames(error, { labels: named.labels, body });
  }
}

function refuseWithoutNumber({ body }: LabeledBody, safeRetry: boolean): void {
  if (!safeRetry || (body.orderNumber !== undefined && body.orderNumber !== null)) return;
  throw usageFailure('An order needs an order number: --order-number <number> is missing', {
    hint: 'If the response is lost, waybill needs the number to find out whether the order was created. To create it anyway and accept that risk, use --no-safe-retry.',
  });
}
