import { verdictTexts } from '../../../insight/reconcile/messages';
import { topicOf } from '../topic-page';
import text from './payouts.md';

export const topic = topicOf(text, () => ({
  verdicts: Object.entries(verdictTexts).map(([name, words]) => [
    name.replaceAll('_', ' '),
    words.join(': '),
  ]),
}));
