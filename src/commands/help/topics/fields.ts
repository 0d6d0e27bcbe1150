import type { HelpPage, HelpRow, Topic } from '../../../cli/help';
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

function addFields(page: HelpPage, heading: string, fields: readonly ContractField[]): void {
  page.rows(
    heading,
    withPaths(fields).map(([path, field]): HelpRow => [path, meaning(path, field)]),
  );
}

export const topic: Topic = {
  write(page) {
    const isFor = (kind: ContractField['kinds']) => (one: ContractField) => one.kinds === kind;
    page.text(
      '--fields prints fields in this order, in every format: --fields orderNumber,cashback.platform. Case does not matter, and the short names work too. --sort takes them as well.',
    );
    addFields(page, 'Fields of orders and gift card orders', orderFields.filter(isFor(undefined)));
    addFields(page, 'Only of orders', orderFields.filter(isFor('orders')));
    addFields(page, 'Only of gift card orders', orderFields.filter(isFor('giftcards')));
    page.rows('Computed by waybill', Object.entries(computedMeanings));
    addFields(page, 'Fields of cards', cardFields);
    page.rows('Values', [
      ['status of an order', buyingGroupStatuses.join(', ')],
      ['status of a gift card order', giftCardStatuses.join(', ')],
      ['buyingGroup', `${featuredBuyingGroups.join(', ')}, or the id of any other group`],
      ['platform', `${featuredPlatforms.join(', ')}, or any other`],
    ]);
    page.text('In SQL, they have other names: see waybill help sql.');
  },
};
