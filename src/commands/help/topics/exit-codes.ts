import type { Topic } from '../../../cli/help';
import { endingPrecedence, exitCodes } from '../../../exit-codes';
import { writeTopic } from '../topic-page';
import text from './exit-codes.md';

export const topic: Topic = {
  write: (page) =>
    writeTopic(page, text, {
      codes: Object.values(exitCodes).map(({ code, meaning }) => [
        String(code).padStart(3),
        meaning,
      ]),
      precedence: endingPrecedence.map((ending) => exitCodes[ending].code).join(', '),
    }),
};
