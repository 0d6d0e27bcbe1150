import type { Members } from '../../lib/json';
import type { MirrorEvent } from '../../mirror/changes';
import type { CellType, Field, View } from '../../output/view';

type Fields = View<unknown>['fields'];
const item: Fields = {
  id: 'id',
  description: 'text',
  model: 'text',
  unitPrice: 'money',
  quantity: 'number',
  expectedUnitPayout: 'money',
  unitValue: 'number',
};

const tracking: Fields = { trackingNumber: 'id', carrier: 'text', itemCount: 'number' };

/** Cents for a cashback, otherwise points or miles. */
export const rewardKind = ({ rewardType }: Members): CellType =>
  rewardType === 'cashback' ? 'money' : 'number';

const cashback: Fields = {
  platform: 'text',
  status: 'status',
  rewardType: 'text',
  rewardAmount: { kind: 'number', kindIn: rewardKind },
};

const subCard: Fields = { id: 'id', cardType: 'text', nickname: 'text', lastDigits: 'id' };

function at(path: string, fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [`${path}.${name}`, field]),
  );
}

/**
 * The members of orders, gift card orders and cards. Nouns don't import each other's views, so a
 * test compares this list with them.
 */
const members: Fields = {
  id: 'id',
  source: 'text',
  orderDate: 'date',
  orderTime: 'text',
  retailer: 'text',
  orderNumber: 'id',
  retailerAccount: 'text',
  subtotal: 'money',
  shipping: 'money',
  tax: 'money',
  discount: 'money',
  total: 'money',
  creditCardId: 'id',
  subCreditCardId: 'id',
  cardEarnRate: 'rate',
  notes: 'text',
  cashback: 'object',
  ...at('cashback', cashback),
  createdAt: 'moment',
  expectedPayout: 'money',
  buyingGroup: 'text',
  platform: 'text',
  status: 'status',
  trackingNumbers: 'list',
  ...at('trackingNumbers', tracking),
  orderLineItems: 'list',
  ...at('orderLineItems', item),
  name: 'text',
  issuer: 'text',
  nickname: 'text',
  lastDigits: 'id',
  accountOwner: 'text',
  annualFee: 'money',
  earnRate: 'rate',
  openedAt: 'date',
  closedAt: 'date',
  subCards: 'list',
  ...at('subCards', subCard),
};

/** A value is a whole object, or one member of it: a line item's price is then `old.unitPrice`. */
const valueMembers: Fields = { ...members, ...cashback, ...tracking, ...item, ...subCard };

/** What `old` and `new` of an event are: amounts, identifiers such as tracking numbers, or text. */
export function kindOfValue({ type, field }: Members): CellType {
  if (String(type).startsWith('tracking.')) return 'id';
  const kind = members[String(field)];
  return kind === 'money' || kind === 'id' ? kind : 'text';
}

const value: Field = { kind: 'text', kindIn: kindOfValue };

const own: Fields = {
  seq: 'number',
  type: 'status',
  kind: 'text',
  id: 'id',
  orderNumber: { kind: 'id', heading: 'Order', short: 'number' },
  group: 'text',
  field: 'text',
  old: value,
  new: value,
  after: 'moment',
  at: { kind: 'moment', heading: 'Seen' },
  run: 'number',
};

export const changesView: View<MirrorEvent> = {
  one: 'change',
  empty: 'No changes.',
  fields: {
    ...own,
    tracking: 'object',
    ...at('tracking', tracking),
    ...at('old', valueMembers),
    ...at('new', valueMembers),
  },
  table: ['type', 'orderNumber', 'group', 'field', 'old', 'new', 'at'],
  flat: Object.keys(own),
  leaveOut: ['Seen', 'Group', 'Field'],
  needed: ['Old', 'New'],
  card: ({ type, id }) => `${type} ${id}`,
};
