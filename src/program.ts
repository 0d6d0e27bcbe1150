import { findCommand as find, type Request } from './cli/find';
import { nouns } from './commands/tree';

/** Finds the command that the words name in waybill's own tree. Throws a usage failure. */
export function findCommand(words: readonly string[]): Promise<Request> {
  return find(words, nouns);
}
