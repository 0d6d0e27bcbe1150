import type { Context } from '../../context/context';
import { orderNumberKey } from '../../contract/named';
import type { BuyingGroupOrder } from '../../contract/responses';
import { usageFailure } from '../../failure';
import { elsewhere, type Standing, standing } from '../../imports/orders/order';
import { type OrderPlan, planOrders } from '../../imports/orders/plan';
import { readRules } from '../../imports/orders/rules';
import type { Defaults, FileReading, PlannedOrder } from '../../imports/orders/types';
import { changedNumber } from '../../imports/orders/values';
import { doubtfulRows } from '../../imports/shipments/doubts';
import { bookOf, inHand } from '../../imports/shipments/shipment-book';
import { noticesOf, openInputFile, readingOf, type TableFlagValues } from '../../input/input-file';
import { gathered, inOne, once } from '../../lib/once';
import { commandOf, counted } from '../../lib/words';
import { cardReader } from '../../orders/card-choice';
import { type AnyOrder, type OrderKind, otherKind } from '../../orders/kinds';
import { type Numbered, respelledNotice, severalFit } from '../../orders/number-index';
import { ordersOfBoth } from '../../orders/order-book';
import { isDecimal } from '../../tabular/cells';
import type { Problem } from '../../upload/spec';
import { savedMappings } from '../uploads/mapping-file';
import type { UploadFlagValues } from '../uploads/upload';

/** `money` is its unit as answered to a question. */
export interface CreateFileFlags
  extends UploadFlagValues,
    TableFlagValues,
    Omit<FileReading, 'map' | 'dateOrder'> {
  readonly csv: string;
  readonly rules: string | undefined;
  readonly dateFormat: FileReading['dateOrder'];
  readonly amounts: 'order' | 'row' | undefined;
  readonly saveMapping: boolean;
  readonly strict: boolean;
  readonly noShipments: boolean;
  readonly defaults: Defaults;
}

/** A file that was read, with what the account has under the numbers of its valid orders. */
export type ReadOrders = Awaited<ReturnType<typeof readFile>>;

type Standings = ReadonlyMap<PlannedOrder, Standing>;

/** Options for reading the file, as the flags give them. */
function readingIn(flags: CreateFileFlags, context: Context): FileReading {
  const { map, dateFormat: dateOrder, layout, saveMapping, ignore, difference } = flags;
  const { prices, payouts } = flags;
  const settings = context.settings();
  const money = flags.money ?? (settings.sources.money === 'flag' ? settings.money : undefined);
  const given = { map, money, dateOrder, layout, ignore, prices, payouts, difference };
  if (saveMapping && Object.values(given).every((one) => one === undefined)) {
    throw usageFailure(
      '--save-mapping works only with flags that say how to read the file, such as --map',
    );
  }
  return given;
}

/** The number as the account has it. */
const ownNumber = ({ orderNumber }: AnyOrder) => orderNumber?.trim() ?? '';

/** The orders that the account has, by their numbers in the file and as the account has them. */
export function presentNumbers(standings: Standings) {
  return [...standings].flatMap(([{ orderNumber }, found]) =>
    found.kind === 'present' ? [[orderNumber, ownNumber(found.order)] as const] : [],
  );
}

/** Says which numbers the account has in another spelling. */
function respelledNumbers(standings: Standings): readonly string[] {
  const respelled = presentNumbers(standings).filter(([typed, own]) => typed !== own);
  const [first] = respelled;
  return first === undefined ? [] : [respelledNotice(respelled.length, ...first)];
}

/** Says which orders that the account has differ in amounts that make no other order of them. */
function otherAmounts(standings: Standings): readonly string[] {
  const other = [...standings]
    .filter(([, one]) => one.kind === 'present' && one.otherAmounts)
    .map(([{ orderNumber }]) => orderNumber);
  if (other.length === 0) return [];
  const such = other.length === 1 ? other[0] : `${other[0]} and others`;
  return [
    `Not changed, although tax, shipping or discount differ in the file: ${counted(other.length, 'orders')} of the account (${such}).`,
  ];
}

/** Warns of new orders whose numbers the account has with zeros in front, which a spreadsheet takes off. */
function lostZeros(standings: Standings, numbers: readonly string[]) {
  const bare = (number: string) => orderNumberKey(number).replace(/^0+/, '');
  const own = new Map(numbers.map((number) => [bare(number), number]));
  return [...standings].flatMap(([{ orderNumber }, { kind }]) => {
    const other = kind === 'new' ? own.get(bare(orderNumber)) : undefined;
    if (other === undefined) return [];
    return `Order number ${orderNumber} is new, but the account has ${other}: they differ only in zeros in front.`;
  });
}

/** The problem of a number that several orders of the account may have, or that has decimals (`821.0`) where none has it. */
function unclearNumber(
  orderNumber: string,
  orders: readonly Numbered[],
  { columns }: OrderPlan,
): Problem | undefined {
  if (orders.length > 1) return severalFit(orderNumber, orders);
  const isChanged = orders.length === 0 && isDecimal(orderNumber);
  return isChanged ? changedNumber(orderNumber, columns.get('orderNumber')) : undefined;
}

/** Reads the file, says what it was read as, and looks up its orders in the account. */
export async function readFile(
  flags: CreateFileFlags,
  kind: OrderKind,
  context: Context,
  canAsk: (flag: string) => boolean = () => false,
) {
  const { notices, world, redactor } = context;
  const { money, sources } = context.settings();
  const output = await context.output();
  const saved = savedMappings(kind.noun, context);
  const given = readingIn(flags, context);
  const openApi = async () => (await context.session()).api;
  const account = ordersOfBoth(openApi, kind, context.progress);
  const cards = once(async () => cardReader(await openApi())());
  const rules =
    flags.rules === undefined
      ? undefined
      : await readRules(openInputFile(flags.rules, world), {
          kind,
          cards,
          reading: noticesOf(context),
        });
  const source = openInputFile(flags.csv, world);
  const plan = await planOrders(source, {
    kind,
    reading: { ...readingOf(flags, context), ...given },
    saved: saved.find,
    usualMoney: sources.money === 'default' ? undefined : money,
    command: redactor.clean(commandOf(world.arguments)),
    strict: flags.strict,
    amounts: flags.amounts,
    today: context.today(),
    canAsk,
    defaults: flags.defaults,
    rules,
    cards,
    account,
  });
  const { own, other } = account;
  const isAnyValid = plan.orders.some(({ body }) => body !== undefined);
  const index = isAnyValid ? await own.index() : undefined;
  if (output.isForPeople && !context.globals.quiet) await output.prose([plan.words]);
  if (plan.savedUsed) notices.notice('Read with the mapping that was saved for this header.');
  const standings = new Map<PlannedOrder, Standing>();
  for (const [place, order] of plan.orders.entries()) {
    if (order.body === undefined) continue;
    const { orderNumber, rows } = order;
    const meant = index?.meant(orderNumber) ?? [];
    const invalid = unclearNumber(orderNumber, meant, plan);
    if (invalid !== undefined) {
      for (const row of rows) {
        const draft = plan.drafts[row];
        if (draft !== undefined) plan.drafts[row] = { ...draft, invalid };
      }
      plan.orders[place] = { ...order, body: undefined };
      continue;
    }
    const [known] = meant;
    // A number is one order's, of whatever kind.
    const isElsewhere = !known && (await other.index()).meant(orderNumber).length > 0;
    const failure = isElsewhere ? elsewhere(orderNumber, otherKind(kind)) : undefined;
    standings.set(order, failure ? { kind: 'differs', failure } : standing(order, known));
  }
  const numbers = [...(index?.values() ?? [])].map(ownNumber);
  /** Says what is worth knowing about it; an earlier run of the same upload has said it. */
  const say = () => {
    const said = [...plan.notices, ...respelledNumbers(standings), ...otherAmounts(standings)];
    for (const text of said) notices.notice(text);
    for (const text of [...plan.warnings, ...lostZeros(standings, numbers)]) notices.warning(text);
  };
  /** Keeps how it was read for files with its header. */
  const save = () => saved.save(plan.header, given);
  return { kind, flags, plan, account, standings, say, save };
}

/**
 * The tracking numbers that may be sent, those of orders that are new or the account's own, with
 * retailers and order numbers as the account has them. Asks about doubtful ones.
 */
export async function trackingRows(
  { flags: { strict, noShipments }, plan, account, standings }: ReadOrders,
  context: Context,
) {
  const rows = [...standings].flatMap(([{ shipments }, found]) => {
    if (found.kind === 'differs' || noShipments) return [];
    if (found.kind === 'new') return shipments;
    const { retailer = '' } = found.order;
    const orderNumber = ownNumber(found.order);
    return shipments.map((draft) => ({ ...draft, item: { ...draft.item, retailer, orderNumber } }));
  });
  if (rows.length === 0) return { numbers: [], doubts: [] };
  const book = bookOf((await account.own.all()) as readonly BuyingGroupOrder[]);
  const { doubts, drafts, asked } = await doubtfulRows(
    { place: 'line', labels: plan.labels, drafts: inOne(rows) },
    { strict, orders: inHand(book) },
    context,
  );
  return { numbers: (await gathered(drafts)).flat(), doubts: doubts.lines(asked) };
}
