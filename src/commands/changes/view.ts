import type { DocumentMembers } from '../../cli/definition';
import {
  type ContractField,
  cardFields,
  orderFields,
  trackingNumberFields,
  withPaths,
} from '../../contract/fields';
import type { Members } from '../../lib/json';
import type { MirrorEvent } from '../../mirror/changes';
import { eventTypes } from '../../mirror/events';
import { kindByType, numberOfOrder } from '../../output/fields';
import type { Field, FieldKind, ListView } from '../../output/view';

function shown(fields: readonly ContractField[], at = ''): Record<string, Field> {
  return Object.fromEntries(
    withPaths(fields).map(([path, one]) => [`${at}${path}`, kindByType[one.type]]),
  );
}

const whole: readonly ContractField[] = [...orderFields, ...cardFields];
const members = shown(whole);

/** A value is a whole object, or one member of it: a line item's price is then `old.unitPrice`. */
const valueFields = [...whole, ...whole.flatMap(({ of = [] }) => of)];

/** The kind of an event's `old` and `new`: amounts, identifiers such as tracking numbers, or text. */
export function kindOfValue({ type, field }: Members): FieldKind {
  if (String(type).startsWith('tracking.')) return 'id';
  const kind = members[String(field)]?.kind;
  return kind === 'money' || kind === 'id' ? kind : 'text';
}

const value = (means: string): Field => ({ kind: 'any', kindIn: kindOfValue, means });

const own: ListView<unknown>['fields'] = {
  seq: { kind: 'number', means: 'The number of the change; later ones have higher numbers' },
  type: { kind: 'status', means: 'The kind of change', values: eventTypes },
  kind: { kind: 'text', means: 'What changed', values: ['order', 'giftcard', 'card'] },
  id: { kind: 'id', means: "The service's id of it" },
  orderNumber: numberOfOrder,
  group: { kind: 'text', means: 'The group, or the platform', orNull: true },
  field: { kind: 'text', means: 'The field that changed', orNull: true },
  old: value('The value before; of what is gone the whole object'),
  new: value('The value after; of what is new the whole object'),
  after: { kind: 'moment', means: 'When the old value was last seen', orNull: true },
  at: { kind: 'moment', heading: 'Seen', means: 'When the new value was first seen' },
  run: { kind: 'number', means: 'The run of sync that saw it' },
};

/** A change in JSON; `tracking` is what the service sent. */
export const changeDocument: DocumentMembers = {
  fields: {
    ...own,
    tracking: {
      kind: 'object',
      means: 'The whole tracking number, as the service sends it',
      optional: true,
    },
  },
};

/** A change with its values as people read them. */
export type EventForPeople = MirrorEvent & Readonly<Record<'oldText' | 'newText', string>>;

export const changesView: ListView<MirrorEvent> = {
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
};
