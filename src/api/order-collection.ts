import type { BodyOf } from '../contract/bodies';
import { type OrderKindName, orderKinds } from '../contract/order-kinds';
import type { ResponseOf } from '../contract/responses';
import type { routes } from '../contract/routes';
import { Failure, usageFailure } from '../failure';
import { lettersAndDigits } from '../lib/fold';
import { quotedWord } from '../lib/words';
import { type Caller, callRoute, read, signalOf } from './call-route';
import { createCollection } from './collection';
import { asksForReadable, asksForUnreadable, isInState } from './same-state';
import { settleCreate, undecided } from './settle-create';
import type { CallOptions, FindOptions, OrderCollection } from './types';

type KindOf<K extends OrderKindName> = (typeof orderKinds)[K];
type Routes = typeof routes;
type OrderOf<K extends OrderKindName> = ResponseOf<Routes[KindOf<K>['get']]['response']>['data'];
type CreateOf<K extends OrderKindName> = BodyOf<Routes[KindOf<K>['create']]['body']>;
type UpdateOf<K extends OrderKindName> = BodyOf<Routes[KindOf<K>['update']]['body']>;
type AnyOrder = OrderOf<OrderKindName>;

const isSpelledLike = (one: string, other: string) =>
  lettersAndDigits(one) === lettersAndDigits(other);

/** Reads the list until the number appears. Spaces around a number are ignored. */
async function findOrders(
  caller: Caller,
  kind: OrderKindName,
  orderNumbers: readonly string[],
  options: CallOptions,
  onOther: (order: AnyOrder) => void = () => {},
): Promise<ReadonlyMap<string, AnyOrder>> {
  const wanted = new Map(orderNumbers.map((number) => [number.trim(), number]));
  const found = new Map<string, AnyOrder>();
  if (wanted.size === 0) return found;
  const { list, words } = orderKinds[kind];
  for await (const order of createCollection(caller, list, `${words}s`).each(options)) {
    const asked = wanted.get(order.orderNumber?.trim() ?? '');
    if (asked === undefined) {
      onOther(order);
      continue;
    }
    found.set(asked, order);
    if (found.size === wanted.size) break;
  }
  return found;
}

/** Advice on the codes of an order that may have been created without anyone knowing. */
function codesOfCreated(body: object, noun: string, order: string): string {
  if (!asksForUnreadable({ ...body })) return '';
  return ` Its redemption codes can't be read back and are unconfirmed. If it exists, set them with waybill ${noun} update ${order} --codes-file <file>.`;
}

/** Advice on an order that may have been changed without anyone knowing. */
function hintOfChanged(body: object, noun: string, id: string): string {
  const get = `run waybill ${noun} get ${id} before you repeat it.`;
  if (!asksForUnreadable({ ...body })) return `To see whether it was changed, ${get}`;
  const codes =
    "Redemption codes can't be read back and are unconfirmed. Sending the same codes again is safe, because they replace the whole list.";
  return asksForReadable({ ...body })
    ? `${codes} To see whether the rest was changed, ${get}`
    : codes;
}

/** "Order numbers are unique across all of the account's orders": searches both lists. */
async function lookForCreated(
  caller: Caller,
  kind: OrderKindName,
  orderNumber: string,
  body: object,
): Promise<AnyOrder | undefined> {
  const others = Object.keys(orderKinds).filter((other) => other !== kind) as OrderKindName[];
  const isOurs = (order: AnyOrder, wanted: object) =>
    (order.source === undefined || order.source === 'api') && isInState(order, { ...wanted });
  let alike: AnyOrder | undefined;
  const compare = (order: AnyOrder) => {
    const { orderNumber: number } = order;
    if (!number || !isSpelledLike(number, orderNumber)) return;
    if (isOurs(order, { ...body, orderNumber: number })) alike ??= order;
  };
  for (const one of [kind, ...others]) {
    const onOther = one === kind ? compare : undefined;
    const found = (await findOrders(caller, one, [orderNumber], {}, onOther)).get(orderNumber);
    if (found === undefined) continue;
    if (one === kind && isOurs(found, body)) return found;
    throw new Failure({
      ending: 'conflict',
      code: 'duplicate_order_number',
      message: `Order number ${orderNumber} is already used by ${orderKinds[one].words} ${found.id}`,
      hint: `To see it, run waybill ${orderKinds[one].noun} get ${found.id}.`,
    });
  }
  if (alike === undefined) return undefined;
  // Either the service respelled the number, or it is another order: sending it again may repeat it.
  const { words, noun } = orderKinds[kind];
  throw undecided(
    `the ${words} ${orderNumber} was created: ${words} ${alike.orderNumber} is identical except for how its number is written`,
    `To see that order, run waybill ${noun} get ${alike.id}.${codesOfCreated(body, noun, alike.id)}`,
  );
}

export function createOrderCollection<K extends OrderKindName>(
  caller: Caller,
  kind: K,
): OrderCollection<OrderOf<K>, CreateOf<K>, UpdateOf<K>> {
  type Order = OrderOf<K>;
  const names = orderKinds[kind];
  // A write that is being settled is settled to the end, unless the user insists.
  const settling: Caller = { ...caller, interruption: caller.insistence };
  type Holder = { readonly data: Pick<AnyOrder, 'id' | 'orderNumber'> };
  const withId = (id: string) => ({
    asked: `${names.words} ${id}`,
    matches: ({ data }: Holder) => data.id.toLowerCase() === id.toLowerCase(),
  });
  const withNumber = (orderNumber: string) => ({
    asked: `${names.words} ${orderNumber}`,
    // "Which gift card response fields are required: not shown."
    matches: ({ data }: Holder) => isSpelledLike(data.orderNumber ?? orderNumber, orderNumber),
  });
  const getFor = async (reader: Caller, id: string, options: CallOptions = {}) =>
    (await read(reader, names.get, { ...options, id, subject: withId(id) })).data as Order;
  const get = (id: string, options?: CallOptions) => getFor(caller, id, options);
  const findByNumbers = async (
    orderNumbers: readonly string[],
    { onOther, ...options }: FindOptions = {},
  ) =>
    (await findOrders(caller, kind, orderNumbers, options, ({ id, orderNumber }) => {
      if (typeof orderNumber === 'string') onOther?.({ id, orderNumber });
    })) as ReadonlyMap<string, Order>;

  return {
    ...(createCollection(caller, names.list, `${names.words}s`) as Pick<
      OrderCollection<Order, CreateOf<K>, UpdateOf<K>>,
      'count' | 'page' | 'each'
    >),
    get,
    findByNumbers,

    create: (body, options = {}) => {
      const { safeRetry = true } = options;
      const orderNumber = body.orderNumber?.trim();
      if (safeRetry && !orderNumber) {
        const hint =
          'If the response is lost, there is no way to tell whether the order was created. Give an order number, or accept that risk with --no-safe-retry.';
        return Promise.reject(usageFailure('An order needs an order number', { hint }));
      }
      const subject = orderNumber ? withNumber(orderNumber) : undefined;
      const send = async () =>
        (await read(caller, names.create, { ...options, body, subject })).data as Order;
      const what = `the ${names.words}${orderNumber ? ` ${orderNumber}` : ''}`;
      const typed = orderNumber ? quotedWord(orderNumber) : undefined;
      const look = typed === undefined ? 'list' : `get ${typed}`;
      const codes = codesOfCreated(body, names.noun, typed ?? '<order>');
      const hint = `Run waybill ${names.noun} ${look} to see whether it exists before you try again.${codes}`;
      const find = async (number: string) =>
        (await lookForCreated(settling, kind, number, body)) as Order | undefined;
      return settleCreate({
        send,
        look: safeRetry && orderNumber ? () => find(orderNumber) : undefined,
        pause: (milliseconds) => caller.sleep(milliseconds, signalOf(caller, options)),
        what,
        hint,
      });
    },

    update: async (id, body, { guard, ...options } = {}) => {
      // Repeats the request if the change can't be read back and confirmed.
      const canConfirm = () => !asksForUnreadable(body);
      const isMade = (order: Order) => isInState(order, { ...body });
      const isDone = (order: Order) => canConfirm() && isMade(order);
      const look = async () => {
        if (!canConfirm()) return undefined;
        const order = await getFor(settling, id);
        return isDone(order) ? order : undefined;
      };
      const recheck =
        guard &&
        (async (uncertain: boolean) => {
          // Without the options: a read is not announced as a try of the update.
          const order = await get(id);
          if (uncertain && isDone(order)) return order;
          await guard(order);
          return undefined;
        });
      const send = () =>
        callRoute<KindOf<K>['update'], Order>(caller, names.update, {
          ...options,
          id,
          body,
          look,
          recheck,
          subject: withId(id),
        });
      const hint = hintOfChanged(body, names.noun, id);
      const sent = await send().catch(async (error: unknown) => {
        if (!(error instanceof Failure) || error.ending !== 'unknown') throw error;
        // After a 500, 502 or 504 the change may be there, which the order itself tells best.
        const found = caller.interruption.aborted ? undefined : await look().catch(() => undefined);
        if (found !== undefined) return { kind: 'found', found } as const;
        throw error.with({ hint });
      });
      if (sent.kind === 'found') return { data: sent.found, recovered: true, differs: false };
      const response = sent.body.data as Order;
      if (isMade(response)) return { data: response, recovered: false, differs: false };
      // The response may be older than the change: only the order itself proves that it is missing.
      const data = await getFor(settling, id).catch((error: unknown) => {
        if (!(error instanceof Failure) && error !== caller.insistence.reason) throw error;
        const reason = error instanceof Failure ? error.message : 'waybill stopped';
        throw undecided(`${names.words} ${id} was changed: ${reason}`, hint, error);
      });
      return { data, recovered: false, differs: !isMade(data) };
    },
  };
}
