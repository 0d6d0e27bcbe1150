import { type Command, defineCommand, type Example } from '../../cli/definition';
import { toggle } from '../../cli/flag';
import type { Context } from '../../context';
import { routes } from '../../contract/routes';
import { usageFailure } from '../../failure';
import { plannedRequest, printRequests } from '../../output/dry-run';
import { bodyFlags } from './body-flags';
import { type BodyFlagValues, readBody, resolveCards } from './body-input';
import { fileFlags, refuseBesideFile, refuseWithoutFile } from './bulk/upload-flags';
import { checkBody } from './check-body';
import type { Draft } from './draft';
import type { OrderKind } from './kinds';
import { ordersOf } from './orders-of';
import { recoveredNotice } from './recovered-notice';
import { inTypedNames } from './service-refusal';
import { orderView } from './view';

function refuseWithoutNumber({ body }: Draft, safeRetry: boolean): void {
  if (!safeRetry || (body.orderNumber !== undefined && body.orderNumber !== null)) return;
  throw usageFailure('An order without an order number is not created: --order-number is missing', {
    hint: `If the answer to a create is lost, the number is how waybill finds out whether the order
was made. --no-safe-retry creates it all the same, and then a lost answer leaves that open.`.replaceAll(
      '\n',
      ' ',
    ),
  });
}

/** Fields and values that waybill does not know where the reference does not show the body. */
async function checkAndWarn(kind: OrderKind, draft: Draft, { notices }: Context): Promise<void> {
  const { origins } = draft;
  const left = await checkBody(routes[kind.create].body, draft.body, {
    origins,
    lenient: !kind.createBodyShown,
  });
  for (const { path, message } of left) {
    notices.warning(`${path}: ${message}; it is sent all the same, and the service decides`);
  }
}

type CreateFlags = BodyFlagValues &
  Readonly<Record<string, unknown>> & { readonly noSafeRetry: boolean };

function singleFlags(kind: OrderKind) {
  return {
    ...bodyFlags(kind),
    noSafeRetry: toggle('Create an order without an order number'),
  };
}

async function createOne(kind: OrderKind, flags: CreateFlags, context: Context): Promise<void> {
  const draft = await readBody(flags, kind, context);
  const safeRetry = !flags.noSafeRetry;
  refuseWithoutNumber(draft, safeRetry);
  await checkAndWarn(kind, draft, context);
  const [output, api] = await Promise.all([context.output(), context.api()]);
  const view = orderView(kind);
  output.expect(view);
  const body = await resolveCards(draft.body, flags, context);
  if (context.settings().dryRun) {
    return printRequests(output, [plannedRequest(routes[kind.create], body)]);
  }
  try {
    const settled = await ordersOf(api, kind).create(body, { safeRetry });
    await output.one(view, settled.data);
    if (settled.recovered) context.notices.notice(recoveredNotice(body));
  } catch (error) {
    throw inTypedNames(error, { origins: draft.origins, kind });
  }
}

/** `create` of either kind of order, one at a time. */
export function createCommand(kind: OrderKind, examples: readonly Example[]): Command {
  return defineCommand({
    summary: `Create a ${kind.words}`,
    description: createHelp(kind),
    arguments: {},
    flags: singleFlags(kind),
    examples,
    run: (flags, context) => createOne(kind, flags, context),
  });
}

/** The same, or many by a file with a line item a row. */
export function createManyCommand(kind: OrderKind, examples: readonly Example[]): Command {
  return defineCommand({
    summary: `Create a ${kind.words}`,
    description: `${createHelp(kind)}\n\n${fileHelp}`,
    arguments: {},
    flags: {
      ...singleFlags(kind),
      ...fileFlags('A line item a row; rows with one orderNumber make one order'),
    },
    examples,
    async run(flags, context) {
      const { csv } = flags;
      if (csv === undefined) {
        refuseWithoutFile(flags);
        return createOne(kind, flags, context);
      }
      refuseBesideFile([], flags, bodyFlags(kind));
      const { createFromFile } = await import('./bulk/create-file');
      return createFromFile({ ...flags, csv }, kind, context);
    },
  });
}

const fileHelp = `--csv makes many: a row a line item, rows with one orderNumber make one order. Columns
go by the service's names or the flags' (money in the unit of --money); what is said of an order
stands in one of its rows, or alike in several. Codes are in no column: nothing with a code is ever
kept on disk. Outcomes, results, rejects and going on after a break are those of waybill shipments
add --csv; an order that stands there already just as the file has it is "already present".`;

function createHelp(kind: OrderKind): string {
  return `Only what is named is sent; which fields are required is for the service to say. Money is
in dollars: 12, 12.34 or $1,234.56.

--item takes key=value pairs joined by commas. A comma belongs to the value unless another key=
follows it, so titles and amounts are typed as they are; a value that holds ",word=" itself goes in
double quotes, with a quote inside it doubled. --items-file reads a csv or tsv with the same names as
its header (money in the unit of --money) or a JSON array in the service's own fields.

Redemption codes come from --codes-file alone, csv or JSON with code, pin, notes, kind, brand,
purpose and value, the value in dollars. They are never printed, logged or kept.

If the answer is lost, waybill looks for the order number among ${kind.words}s and all others before
it sends anything again: it ends with one order, or says that it can't know (exit 11).

--dry-run reads what it needs, such as cards, and sends nothing.`;
}
