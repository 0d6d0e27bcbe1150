import type { HelpRow, Topic } from '../../../cli/help';
import {
  type ContractField,
  cardFields,
  computedMeanings,
  type FieldType,
  orderFields,
  withPaths,
} from '../../../contract/fields';
import {
  buyingGroupStatuses,
  featuredBuyingGroups,
  featuredPlatforms,
  giftCardStatuses,
} from '../../../contract/values';
import { writeTopic } from '../topic-page';
import text from './fields.md';

const typeWords: Readonly<Record<FieldType, string>> = {
  text: 'Text',
  id: 'Identifier',
  trackingNumber: 'Tracking number',
  money: 'Money',
  count: 'Whole number',
  integer: 'Whole number',
  rate: 'Multiplier',
  reward: 'Cents for a cashback, otherwise points',
  date: 'Date',
  time: 'Time of day',
  moment: 'Date and time',
  status: 'Status',
  card: 'Id of a card',
  group: 'Group or platform',
  object: 'Object',
  list: 'List',
};

/** What a field is, its other name, and which flag sets it; those of line items are keys of --item. */
function meaning(path: string, { field, type, describe, short, flag }: ContractField): string {
  const notes = [
    ...(short === undefined ? [] : [`also ${path.slice(0, -field.length)}${short}`]),
    ...(describe === undefined ? [] : [`set with --${flag}`]),
  ];
  const what = describe ?? typeWords[type];
  return notes.length === 0 ? what : `${what} (${notes.join('; ')})`;
}

const rows = (fields: readonly ContractField[]) =>
  withPaths(fields).map(([path, field]): HelpRow => [path, meaning(path, field)]);

export const topic: Topic = {
  write(page) {
    const isFor = (kind: ContractField['kinds']) => (one: ContractField) => one.kinds === kind;
    writeTopic(page, text, {
      common: rows(orderFields.filter(isFor(undefined))),
      orders: rows(orderFields.filter(isFor('orders'))),
      giftcards: rows(orderFields.filter(isFor('giftcards'))),
      computed: Object.entries(computedMeanings),
      cards: rows(cardFields),
      values: [
        ['status of an order', buyingGroupStatuses.join(', ')],
        ['status of a gift card order', giftCardStatuses.join(', ')],
        ['buyingGroup', `${featuredBuyingGroups.join(', ')}, or the id of any other group`],
        ['platform', `${featuredPlatforms.join(', ')}, or any other`],
      ],
    });
  },
};
