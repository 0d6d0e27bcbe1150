import {
  type ContractField,
  cardFields,
  orderFields,
  trackingNumberFields,
  withPaths,
} from '../../contract/fields';
import type { Members } from '../../lib/json';
import type { MirrorEvent } from '../../mirror/changes';
import { fieldOf } from '../../output/fields';
import type { Field, FieldKind, View } from '../../output/view';

type Fields = View<unknown>['fields'];

function shown(fields: readonly ContractField[], at = ''): Record<string, Field> {
  return Object.fromEntries(withPaths(fields).map(([path, one]) => [`${at}${path}`, fieldOf(one)]));
}

const whole: readonly ContractField[] = [...orderFields, ...cardFields];
const members = shown(whole);

/** A value is a whole object, or one member of it: a line item's price is then `old.unitPrice`. */
const valueFields = [...whole, ...whole.flatMap(({ of = [] }) => of)];

/** What `old` and `new` of an event are: amounts, identifiers such as tracking numbers, or text. */
export function kindOfValue({ type, field }: Members): FieldKind {
  if (String(type).startsWith('tracking.')) return 'id';
  const kind = members[String(field)]?.kind;
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
    ...shown(trackingNumberFields, 'tracking.'),
    ...shown(valueFields, 'old.'),
    ...shown(valueFields, 'new.'),
  },
  table: ['type', 'orderNumber', 'group', 'field', 'old', 'new', 'at'],
  flat: Object.keys(own),
  leaveOut: ['Seen', 'Group', 'Field'],
  needed: ['Old', 'New'],
  card: ({ type, id }) => `${type} ${id}`,
};
