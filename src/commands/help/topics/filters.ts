import { treeFlags } from '../../../cli/definition';
import { flagRow } from '../../../cli/help';
import { filterFlags } from '../../../orders/filters';
import { eitherKind, giftCardKind } from '../../../orders/kinds';
import { topicOf } from '../topic-page';
import text from './filters.md';

export const topic = topicOf(text, () => {
  const { platform } = filterFlags(giftCardKind);
  const flags = { ...filterFlags(eitherKind), ...(platform && { platform }) };
  return { filters: treeFlags(flags, 'Filters').map(flagRow) };
});
