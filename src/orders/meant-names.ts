import {
  groupMeant,
  type KnownNames,
  knownNames,
  meantNotice,
  type NameMeant,
  nameKey,
  retailerMeant,
} from '../contract/named';
import { Failure } from '../failure';
import { confirm } from '../output/confirm';
import type { Questions } from '../output/questions';
import type { OrderBody, OrderKind } from './kinds';
import type { Numbered, NumberIndex } from './number-index';

export type NameField = OrderKind['group'] | 'retailer';

interface Named {
  names(field: NameField): Promise<KnownNames>;
}

/** The names on the orders of a kind; those of the other kind for a retailer that is on none of them. */
export type AccountNames = Readonly<Record<'own' | 'other', Named>>;

/** The parts of the context with which a person is asked before something is sent. */
export interface AskingContext {
  readonly notices: { notice(text: string): void; warning(text: string): void };
  questions(): Promise<Questions>;
  settings(): { readonly dryRun: boolean; readonly yes: boolean };
}

/** True if a person answers a question: not with -y, and not where nothing is sent. */
async function canAsk(context: AskingContext): Promise<boolean> {
  const { dryRun, yes } = context.settings();
  return !dryRun && !yes && (await context.questions()).possible;
}

/** The groups and retailers that texts mean, with remarks on those that were typed. */
export class MeantNames {
  readonly notices = new Set<string>();
  readonly warnings = new Set<string>();
  readonly #spelled = new Map<string, string>();

  constructor(
    private readonly kind: OrderKind,
    private readonly account: AccountNames,
  ) {}

  /** The meaning of a text. Reads the account's orders unless it is known by itself. */
  async look(field: NameField, typed: string): Promise<NameMeant> {
    const { kind, account } = this;
    if (field === 'retailer') {
      const own = retailerMeant(typed, await account.own.names(field));
      if (own.isKnown) return own;
      const other = retailerMeant(typed, await account.other.names(field));
      return other.isKnown || own.nearest === undefined ? other : own;
    }
    const meant = groupMeant(typed, knownNames(kind.featured));
    return meant.isKnown ? meant : groupMeant(typed, await account.own.names(field));
  }

  /** The name to send: one that nobody knows keeps the spelling in which it came first. */
  add(field: NameField, typed: string, meant: NameMeant): string {
    const { isKnown, nearest } = meant;
    const key = `${field} ${nameKey(typed)}`;
    const name = isKnown ? meant.name : (this.#spelled.get(key) ?? meant.name);
    this.#spelled.set(key, name);
    const notice = meantNotice(typed, name);
    if (isKnown && notice !== undefined) this.notices.add(`${notice}.`);
    if (isKnown) return name;
    const noun = field === 'buyingGroup' ? 'group' : field;
    const near = nearest === undefined ? '.' : `; did you mean ${nearest}?`;
    this.warnings.add(`"${name}" is no ${noun} of this account yet${near}`);
    return name;
  }

  /** The names that a body's group and retailer mean, unless one is left as it is. */
  async ofBody(
    body: OrderBody,
    isLeft: (field: NameField, typed: string) => boolean | Promise<boolean>,
  ): Promise<OrderBody> {
    const names: OrderBody = {};
    for (const field of [this.kind.group, 'retailer'] as const) {
      const typed = body[field];
      if (typeof typed !== 'string' || (await isLeft(field, typed))) continue;
      names[field] = this.add(field, typed, await this.look(field, typed));
    }
    return names;
  }

  /** Says them. On a terminal, asks before a name is sent that the account does not have. */
  async say(context: AskingContext): Promise<void> {
    const { notice, warning } = context.notices;
    for (const one of this.notices) notice(one);
    if (this.warnings.size === 0) return;
    if (await canAsk(context)) {
      await confirm([...this.warnings, 'Send it all the same?'].join(' '), context);
    } else for (const one of this.warnings) warning(one);
  }
}

/** A body with the names meant by its typed group and retailer; answers are not in `before`. */
export async function withMeantNames(
  body: OrderBody,
  {
    flags,
    before = body,
  }: { readonly flags: Readonly<Record<string, unknown>>; readonly before?: OrderBody },
  kind: OrderKind,
  account: AccountNames,
  context: AskingContext,
): Promise<OrderBody> {
  const meant = new MeantNames(kind, account);
  const isLeft = (field: NameField) => {
    const { flag = '' } = kind.fields.find((one) => one.field === field) ?? {};
    return flags[flag] === undefined && before[field] !== undefined;
  };
  const names = await meant.ofBody(body, isLeft);
  await meant.say(context);
  return { ...body, ...names };
}

/**
 * Refuses a new order whose number an order of the account has in another spelling (exit 7): it would be
 * counted twice. On a terminal, asks instead. One with exactly this number is for the service to refuse.
 */
export async function refuseOtherSpelling(
  { orderNumber }: OrderBody,
  {
    own,
    other: others,
  }: Readonly<Record<'own' | 'other', { index(): Promise<NumberIndex<Numbered>> }>>,
  context: AskingContext,
): Promise<void> {
  if (typeof orderNumber !== 'string' || context.settings().yes) return;
  const indexes = await Promise.all([own.index(), others.index()]);
  const isThere = indexes.some((index) => index.exactly(orderNumber) !== undefined);
  const [other] = isThere ? [] : indexes.flatMap((index) => index.fitting(orderNumber));
  if (other === undefined) return;
  const message = `The account has order ${other.orderNumber}, whose number is ${orderNumber} in another spelling`;
  if (await canAsk(context)) return confirm(`${message}. Create it all the same?`, context);
  throw new Failure({
    ending: 'conflict',
    code: 'other_spelling',
    message,
    hint: 'If it is another order, use -y.',
  });
}
