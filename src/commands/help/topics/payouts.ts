import type { Topic } from '../../../cli/help';
import { verdictTexts } from '../../../insight/reconcile/messages';
import { writeTopic } from '../topic-page';
import text from './payouts.md';

export const topic: Topic = {
  write: (page) =>
    writeTopic(page, text, {
      verdicts: Object.entries(verdictTexts).map(([name, words]) => [
        name.replaceAll('_', ' '),
        words.join(': '),
      ]),
    }),
};
