import { endingPrecedence, exitCodes } from '../../../exit-codes';
import { topicOf } from '../topic-page';
import text from './exit-codes.md';

export const topic = topicOf(text, () => ({
  codes: Object.values(exitCodes).map(({ code, meaning }) => [String(code).padStart(3), meaning]),
  precedence: endingPrecedence.map((ending) => exitCodes[ending].code).join(', '),
}));
