import { nameKey } from '../../contract/named';
import type { CreditCard } from '../../contract/responses';
import type { AmountOwner, Difference, LayoutName, MoneyUnit } from '../../formats';
import type { OrderBody, OrderKind } from '../../orders/kinds';
import type { AccountNames } from '../../orders/meant-names';
import { isDash } from '../../tabular/cells';
import type { DateOrder } from '../../tabular/date';
import type { Reading } from '../../tabular/record';
import type { ShipmentDraft } from '../shipments/read-shipments';

export const conditions = ['shipTo', 'account', 'retailer'] as const;
export const decisions = ['group', 'card', 'earnRate', 'status'] as const;

export type Condition = (typeof conditions)[number];
export type RuleDecision = (typeof decisions)[number];

/** The group of orders that are not the account's. */
export const notMine = '-';

const notMineWords: readonly string[] = ['personal', 'notmine', 'none', 'skip'];

/** `-`, `Personal`: what says in place of a group that an order is not the account's. */
export const isNotMine = (text: string) => isDash(text) || notMineWords.includes(nameKey(text));

/** A decision about rows, by texts that occur in them: a row of a file of rules. */
export interface Rule {
  /** Its line in the file of rules. */
  readonly line: number;
  readonly when: readonly (readonly [Condition, string])[];
  readonly decides: Readonly<Partial<Record<RuleDecision, string>>>;
}

/** The way to read a file, as kept by `--save-mapping` or given by flags. */
export interface FileReading {
  /** `--map` as typed. */
  readonly map?: readonly string[] | undefined;
  /** Undefined if nobody said: then the name of the price's column and the cells decide. */
  readonly money?: MoneyUnit | undefined;
  readonly dateOrder?: DateOrder | undefined;
  readonly layout?: LayoutName | 'none' | undefined;
  /** Headers of columns that are left out. */
  readonly ignore?: readonly string[] | undefined;
  /** The owners of the amounts in the columns of prices and of payouts: one unit, or the line. */
  readonly prices?: AmountOwner | undefined;
  readonly payouts?: AmountOwner | undefined;
  /** The part of an order that its total has beyond the others, or that it lacks. */
  readonly difference?: Difference | undefined;
}

/** Values for blank cells, as typed. */
export type Defaults = Partial<
  Record<'group' | 'retailer' | 'account' | 'card' | 'subCard' | 'earnRate' | 'status', string>
>;

export interface PlanOptions {
  readonly kind: OrderKind;
  /** The way to read the file, from the flags. */
  readonly reading: Reading & FileReading;
  /** The mapping that was kept for this header; a flag beats it. Called with each line that may be a header. */
  saved(header: readonly string[]): FileReading | undefined;
  /** The unit of money where neither the flags nor the mapping say it. */
  readonly usualMoney?: MoneyUnit | undefined;
  /** The command as typed, which hints repeat with more flags. */
  readonly command: string;
  /** Refuses columns that are not read. */
  readonly strict: boolean;
  /** The meaning of an amount that all rows repeat: once or per row; undefined if the user does not say. */
  readonly amounts: 'order' | 'row' | undefined;
  /** Today's date: an order of a day after tomorrow is a slip. */
  readonly today: string;
  /** True if a person can be asked what this flag would say; not if that was asked before. */
  canAsk(flag: string): boolean;
  readonly defaults: Defaults;
  readonly rules: readonly Rule[] | undefined;
  /** The account's cards, closed ones included; asked for only if a cell names one. */
  cards(): Promise<readonly CreditCard[]>;
  /** The groups and retailers of the account's orders; asked for only if one has to be looked up. */
  readonly account: AccountNames;
}

/** Fields that each unit of a line item has of its own: one value of several rows would count for each. */
export const ownedFields = ['price', 'quantity', 'payout', 'unitValue'] as const;
/** The amounts of an order that its rows may each have a share of, or repeat. */
export const sharedFields = ['shipping', 'tax', 'discount'] as const;

/** The part of a row that a job keeps. The first row of an order has the whole body. */
export interface OrderItem {
  readonly orderNumber: string;
  /** The position of its line item in the body. */
  readonly at: number;
  readonly body?: OrderBody;
  /** True if the day came from a moment, so that the account's may be one off. */
  readonly fromMoment?: true;
}

/** One order of the file. */
export interface PlannedOrder extends Pick<OrderItem, 'orderNumber' | 'fromMoment'> {
  /** The positions of its rows among the drafts. */
  readonly rows: readonly number[];
  /** Undefined if the order is invalid; then every one of its rows says why. */
  readonly body: OrderBody | undefined;
  /** The tracking numbers of its rows, for the upload of shipments. */
  readonly shipments: readonly ShipmentDraft[];
}

export const skipReasons = ['not_mine', 'cancelled', 'no_quantity'] as const;
export type SkipReason = (typeof skipReasons)[number];
