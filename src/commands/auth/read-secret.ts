import { toggle } from '../../cli/flag';
import type { Context } from '../../context';
import { usageFailure } from '../../failure';
import { Secret } from '../../secrets/secret';
import type { World } from '../../world';

export const secretStdin = toggle('Read the API secret from standard input');

/** A secret is some dozen characters: what is longer is another file. */
const longest = 64 * 1024;

async function fromStdin({ stdin, stdinIsTerminal }: World): Promise<string> {
  if (stdinIsTerminal) {
    throw usageFailure('--secret-stdin reads from a pipe or a file, not from the terminal', {
      hint: 'Leave it out: you will be asked for the secret, and it will not be shown.',
    });
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk));
    size += chunks.at(-1)?.length ?? 0;
    if (size > longest) throw usageFailure('What came from standard input is no API secret');
  }
  // One line break at the end is the file's; any other is the secret's, and is refused as such.
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** The API secret, from standard input or asked for without showing it; never from a flag. */
export async function readSecret(context: Context, piped: boolean): Promise<Secret> {
  const text = piped
    ? await fromStdin(context.world)
    : await (await context.questions()).secret({
        question: 'API secret',
        flag: '--secret-stdin',
      });
  const secret = new Secret(text);
  context.redactor.add(secret);
  return secret;
}
