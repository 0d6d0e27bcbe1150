import { findCommand as find, type Request } from './command/find';
import { nouns } from './commands/nouns';

/** Finds the command that the words name in waybill's own tree. Throws a usage failure. */
export function findCommand(words: readonly string[]): Promise<Request> {
  return find(words, nouns);
}
