import { treeFlags } from '../../../cli/definition';
import type { Topic } from '../../../cli/help';
import { filterFlags } from '../../../orders/filters';
import { eitherKind, giftCardKind } from '../../../orders/kinds';
import { writeTopic } from '../topic-page';
import text from './filters.md';
import { flagRow } from './flags';

export const topic: Topic = {
  write(page) {
    const { platform } = filterFlags(giftCardKind);
    const flags = { ...filterFlags(eitherKind), ...(platform && { platform }) };
    writeTopic(page, text, { filters: treeFlags(flags, 'Filters').map(flagRow) });
  },
};
