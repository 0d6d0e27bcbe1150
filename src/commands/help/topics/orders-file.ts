import type { Topic } from '../../../cli/help';
import { layoutNames } from '../../../formats';
import { orderColumns } from '../../../imports/orders/columns';
import { writeTopic } from '../topic-page';
import text from './orders-file.md';

export const topic: Topic = {
  write(page) {
    const columns = (['orders', 'giftcards'] as const).flatMap((noun) => orderColumns(noun));
    const fields = new Set(columns.map(({ field }) => field));
    writeTopic(page, text, { layouts: layoutNames.join(', '), fields: [...fields].join(', ') });
  },
};
