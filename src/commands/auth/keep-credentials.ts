import { toggle } from '../../cli/flag';
import type { Context } from '../../context/context';
import { Failure, usageFailure } from '../../failure';
import { textIn } from '../../lib/text-file';
import { Secret } from '../../secrets/secret';
import { type ConfigChange, changeConfig, withProfile } from '../../settings/change-config';
import type { Config, StoredCredentials } from '../../settings/config-file';
import { maskKey } from '../../settings/credential-shape';
import type { Credentials } from '../../settings/credential-source';
import { askKeychain, keychainAccount } from '../../settings/keychain';
import { isInProfile } from '../../settings/paths';
import { profileEntry } from '../../settings/resolve';
import type { World } from '../../world';
import { accountView } from './account';

export const secretStdin = toggle('Read the API secret from standard input');

/** A secret has a few dozen characters; anything longer than this is the wrong file. */
const longest = 64 * 1024;

async function fromStdin({ stdin, stdinIsTerminal }: World): Promise<string> {
  if (stdinIsTerminal) {
    throw usageFailure('--secret-stdin reads from a pipe or a file, not from the terminal', {
      hint: 'Leave it out: waybill prompts for the secret and does not show it.',
    });
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk));
    size += chunks.at(-1)?.length ?? 0;
    if (size > longest) throw usageFailure('Standard input is not an API secret');
  }
  // One line break at the end belongs to the file; any other would be part of the secret, and is refused.
  return textIn(Buffer.concat(chunks), 'standard input').replace(/\r?\n$/, '');
}

/** Reads the API secret from standard input or a hidden prompt, never from a flag. */
export async function readSecret(context: Context, piped: boolean): Promise<Secret> {
  const text = piped
    ? await fromStdin(context.world)
    : await (await context.questions()).secret({
        question: 'API secret',
        what: 'the API secret',
        flag: '--secret-stdin',
      });
  const secret = new Secret(text);
  context.redactor.add(secret);
  return secret;
}

export type Store = StoredCredentials['store'];

export type KeyPair = Pick<Credentials, 'apiKey' | 'apiSecret'>;

/** Asks where to keep the secret if no keychain responds; throws that failure if waybill can't prompt. */
async function insteadOfKeychain(context: Context, failure: Failure): Promise<Store> {
  const questions = await context.questions();
  if (!questions.possible) throw failure;
  context.notices.warning(failure.message);
  const { world, paths } = context;
  const isOpen = world.platform === 'win32' && !isInProfile(world, paths.configFolder);
  const readers = isOpen ? 'others may be able to read' : 'only you can read';
  const answer = await questions.choose({
    question: 'Where should waybill keep the API secret?',
    what: 'where to keep the API secret',
    flag: '--store file',
    options: [
      {
        value: 'file',
        label: 'In a file',
        hint: `${paths.configFile}, as plain text that ${readers}`,
      },
      { value: 'nowhere', label: 'Nowhere: cancel' },
    ],
  });
  if (answer === 'file') return 'file';
  throw failure;
}

/** Never falls back silently from the keychain: a person is asked, a script fails. */
async function putSecret(
  context: Context,
  account: string,
  { apiSecret }: KeyPair,
  wanted: Store | undefined,
): Promise<Store> {
  if (wanted === 'file') return 'file';
  try {
    const request = { action: 'write', account, secret: apiSecret.reveal() } as const;
    await askKeychain(request, context.world, context.settings());
    return 'keychain';
  } catch (error) {
    if (!(error instanceof Failure) || wanted === 'keychain') throw error;
    return insteadOfKeychain(context, error);
  }
}

/** The keychain names of all secrets that profiles in the config point to, each once. */
function accountsOf(config: Config): Set<string> {
  const accounts = Object.values(config.profiles).flatMap(({ credentials }) =>
    credentials?.store === 'keychain'
      ? [keychainAccount(credentials.origin, credentials.apiKey)]
      : [],
  );
  return new Set(accounts);
}

/** Removes secrets that no profile points to any more; warns of what stays if no keychain responds. */
export async function dropSecrets(context: Context, { before, after }: ConfigChange) {
  const kept = accountsOf(after);
  const dropped = [...accountsOf(before)].filter((account) => !kept.has(account));
  for (const account of dropped) {
    try {
      await askKeychain({ action: 'remove', account }, context.world, context.settings());
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const key = account.slice(0, account.lastIndexOf('@'));
      context.notices.warning(
        `The secret of the key ending in ${key.slice(-4)} is still in the keychain, under "waybill". ${error.message}`,
      );
    }
  }
}

/** Keeps the credentials in the profile and shows the account, with its status if that was checked. */
export async function keepCredentials(
  context: Context,
  profile: string,
  baseUrl: string,
  pair: KeyPair,
  { store: wanted, noVerify }: { readonly store: Store | undefined; readonly noVerify: boolean },
): Promise<void> {
  const { origin } = new URL(baseUrl);
  const account = keychainAccount(origin, pair.apiKey);
  const store = await putSecret(context, account, pair, wanted);
  const credentials: StoredCredentials = {
    store,
    origin,
    apiKey: pair.apiKey,
    ...(store === 'file' ? { apiSecret: pair.apiSecret.reveal() } : {}),
  };
  const changed = await changeConfig(context, (config) => {
    const entry = profileEntry(config, profile);
    // Otherwise the command would run instead of using the credentials just entered.
    const { credentialCommand: _, ...settings } = entry?.settings ?? {};
    return {
      ...withProfile(config, profile, {
        ...entry,
        settings: { ...settings, baseUrl },
        credentials,
      }),
      defaultProfile: config.defaultProfile ?? profile,
    };
  });
  const before = profileEntry(changed.before, profile);
  const oldKey = before?.credentials?.apiKey;
  if (oldKey !== undefined && oldKey !== pair.apiKey) {
    context.notices.notice(
      `Profile ${profile} had another API key (${maskKey(oldKey)}); its credentials were replaced.`,
    );
  }
  if (before?.settings?.credentialCommand !== undefined) {
    context.notices.notice('Removed credentialCommand: the profile now has its own secret.');
  }
  await dropSecrets(context, changed);
  const apiKey = maskKey(pair.apiKey);
  const output = await context.output();
  const status = noVerify ? undefined : 'ok';
  await output.one(accountView, { profile, baseUrl, store, apiKey, status });
}
