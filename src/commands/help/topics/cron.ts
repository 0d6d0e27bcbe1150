import type { Topic } from '../../../cli/help';
import { exitCodes } from '../../../exit-codes';
import { writeTopic } from '../topic-page';
import text from './cron.md';

const codes = Object.entries(exitCodes).map(([name, { code }]) => [name, String(code)]);

export const topic: Topic = { write: (page) => writeTopic(page, text, Object.fromEntries(codes)) };
