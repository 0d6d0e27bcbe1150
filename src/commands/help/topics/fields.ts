import type { HelpRow } from '../../../cli/help';
import {
  type ContractField,
  cardFields,
  computedMeanings,
  orderFields,
  withPaths,
} from '../../../contract/fields';
import {
  buyingGroupStatuses,
  featuredBuyingGroups,
  featuredPlatforms,
  giftCardStatuses,
} from '../../../contract/values';
import { topicOf } from '../topic-page';
import text from './fields.md';

/** A text with notes in brackets, as far as there are any. */
const noted = (text: string, notes: readonly (string | undefined)[]) => {
  const given = notes.filter((note) => note !== undefined);
  return given.length === 0 ? text : `${text} (${given.join(', ')})`;
};

/** The meaning of each field, its short name, and which flag sets it; those of line items are keys of --item. */
const rows = (fields: readonly ContractField[]) =>
  withPaths(fields).map(([path, { describe, means, short, flag }]): HelpRow => {
    return [path, noted(means, [short, describe && `--${flag}`])];
  });

export const topic = topicOf(text, () => {
  const isFor = (kind: ContractField['kinds']) => (one: ContractField) => one.kinds === kind;
  const cards = withPaths(cardFields).map(([path, { short }]) => noted(path, [short]));
  return {
    common: rows(orderFields.filter(isFor(undefined))),
    orders: rows(orderFields.filter(isFor('orders'))),
    giftcards: rows(orderFields.filter(isFor('giftcards'))),
    computed: Object.entries(computedMeanings),
    cards: cards.join(', '),
    values: [
      ['status of an order', buyingGroupStatuses.join(', ')],
      ['status of a gift card order', giftCardStatuses.join(', ')],
      ['buyingGroup', `${featuredBuyingGroups.join(', ')}, or the id of any other group`],
      ['platform', `${featuredPlatforms.join(', ')}, or any other`],
    ],
  };
});
