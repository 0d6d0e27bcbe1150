import { layoutNames } from '../../../formats';
import { orderColumns } from '../../../imports/orders/columns';
import { topicOf } from '../topic-page';
import text from './orders-file.md';

export const topic = topicOf(text, () => {
  const columns = (['orders', 'giftcards'] as const).flatMap((noun) => orderColumns(noun));
  const fields = new Set(columns.map(({ field }) => field));
  return { layouts: layoutNames.join(', '), fields: [...fields].join(', ') };
});
