import { exitCodes } from '../../../exit-codes';
import { topicOf } from '../topic-page';
import text from './cron.md';

const codes = Object.entries(exitCodes).map(([name, { code }]) => [name, String(code)]);

export const topic = topicOf(text, () => Object.fromEntries(codes));
