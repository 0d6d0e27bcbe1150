import { join } from 'node:path';
import type { TreeArgument, TreeCommand, TreeFlag } from '../../../src/cli/definition';
import { apiKey, apiSecret, filesNamed, uuid } from './canaries';

/** A command line, and its standard input. */
export interface Invocation {
  readonly words: readonly string[];
  readonly input?: string;
}

/** The value for an argument, by its name; any other gets a word. */
const argumentValues: Readonly<Record<string, string>> = {
  order: uuid,
  'order-number': 'A-1',
  'tracking-number': '1Z999AA10123456784',
  method: 'POST',
  path: '/buying-group-orders',
  key: 'notASetting',
  name: 'nobody',
};

function argumentValue({ name, choices, complete }: TreeArgument, folder: string): string {
  if (complete === 'file') return join(folder, 'shipments.csv');
  return argumentValues[name] ?? choices?.[0] ?? 'something';
}

/**
 * The flags that accept a secret or name a file, and the ways to give each one: words and the input
 * that goes with them.
 */
function waysToGive(flag: TreeFlag, command: TreeCommand, folder: string): Invocation[] {
  const files = (beginning: string, ...more: string[]) =>
    filesNamed(beginning).map((name) => ({ words: [flag.label, join(folder, name), ...more] }));
  switch (flag.label) {
    case '--codes-file':
      return files('codes', '--from-json', join(folder, 'order.json'));
    case '--from-json':
      return files('order-');
    case '--input':
      return files('order-');
    case '--csv':
      if (command.path[0] === 'shipments') return files('shipments.csv');
      return files(command.path[0] === 'orders' ? 'orders' : 'giftcards.csv');
    case '--rules': {
      const orders = command.path[0] === 'orders' ? 'orders-new.csv' : 'giftcards.csv';
      // A file of codes in their place is a mistake that people make.
      return ['rules', 'codes'].flatMap((one) => files(one, '--csv', join(folder, orders)));
    }
    case '--secret-stdin': {
      const own = command.flags.some(({ label }) => label === '--api-key');
      const words = [flag.label, ...(own ? ['--api-key', apiKey, '--store', 'file'] : [])];
      return [apiSecret, apiKey, `${apiSecret}\nx`].map((input) => ({ words, input }));
    }
    case '--mirror':
      return ['mirror.db', 'orders.csv', 'codes-broken.json', 'none.db'].map((name) => ({
        words: [flag.label, join(folder, name)],
      }));
    case '--file':
      return files('query');
    case '--man':
      return [{ words: [flag.label, join(folder, 'man')] }];
    case '--items-file':
    case '--db':
    case '--results':
    case '--rejects':
      return [];
    default:
      throw new Error(`${command.path.join(' ')} ${flag.label} is unknown to the canary sweep`);
  }
}

function carriesSecrets({ label, complete, placeholder = '' }: TreeFlag): boolean {
  return complete === 'file' || label.includes('secret') || placeholder.includes('|-');
}

/**
 * Every way to call the command that the sweep tries: bare, and with each flag that takes secrets.
 */
export function invocationsOf(command: TreeCommand, folder: string): Invocation[] {
  const words = (wanted: readonly TreeArgument[]) => [
    ...command.path,
    ...wanted.map((argument) => argumentValue(argument, folder)),
  ];
  const bare = { words: words(command.arguments) };
  // A file replaces optional arguments, except the method that sends it.
  const needed = words(
    command.arguments.filter(({ name, optional }) => !optional || name === 'method'),
  );
  const given = command.flags
    .filter(carriesSecrets)
    .flatMap((flag) => waysToGive(flag, command, folder));
  return [bare, ...given.map((way) => ({ ...way, words: [...needed, ...way.words] }))];
}
