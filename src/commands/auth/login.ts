import { defineCommand } from '../../cli/definition';
import { choice, text, toggle } from '../../cli/flag';
import type { Context } from '../../context';
import { parseBaseUrl, serviceBaseUrl } from '../../settings/base-url';
import { refuseDryRun } from '../../settings/change-config';
import { checkCredentialShape, checkKeyShape, maskKey } from '../../settings/credential-shape';
import { environmentCredentials } from '../../settings/credential-source';
import type { Credentials } from '../../settings/credentials';
import { checkProfileName } from '../../settings/profile-name';
import { accountView, askService, refuseSandbox } from './account';
import { keepCredentials, readSecret, type Store, secretStdin } from './keep-credentials';

type Pair = Pick<Credentials, 'apiKey' | 'apiSecret'>;

async function readBaseUrl(context: Context): Promise<string> {
  const settings = context.settings();
  if (settings.baseUrl !== undefined) return serviceBaseUrl(settings);
  const questions = await context.questions();
  const typed = await questions.text({
    question: "The service's base URL, version prefix included (https://…/api/v1)",
    flag: '--base-url <url>',
  });
  return parseBaseUrl(typed, 'The base URL');
}

interface PairFlags {
  readonly apiKey: string | undefined;
  readonly secretStdin: boolean;
}

/** From flags and standard input, else from the environment, else asked for; its shape checked. */
async function readPair(context: Context, flags: PairFlags): Promise<Pair> {
  const named = flags.apiKey !== undefined || flags.secretStdin;
  const set = named ? undefined : environmentCredentials(context.world.env);
  if (set !== undefined) {
    checkCredentialShape(set.apiKey, set.apiSecret);
    return set;
  }
  const apiKey =
    flags.apiKey ??
    (
      await (await context.questions()).text({ question: 'API key', flag: '--api-key <key>' })
    ).trim();
  context.redactor.add(apiKey);
  // Before a person types the secret; from a pipe both are there, and a swap can be told as one.
  if (!flags.secretStdin) checkKeyShape(apiKey);
  const apiSecret = await readSecret(context, flags.secretStdin);
  checkCredentialShape(apiKey, apiSecret);
  return { apiKey, apiSecret };
}

export const command = defineCommand({
  summary: 'Log in to an account',
  description: `
Asks for what is missing: the service's base URL, the API key and the API secret, which is not shown
while you type. Both are made in the app's account settings, under Security, API Access, by
"Generate API credentials". No flag takes the secret: others could see it in the process list.

The pair is tried with one read and then kept: the key in the profile, the secret in the keychain of
your system. Where no keychain answers you are asked whether a file that only you can read will do; a
script says so with --store file. It is sent to the base URL's host only, ever.

Where WAYBILL_API_KEY and WAYBILL_API_SECRET are set and no flag gives another pair, that is the one
that is kept.`,
  arguments: {},
  flags: {
    apiKey: text('<key>', 'The API key'),
    secretStdin,
    store: choice('<store>', 'Where to keep the secret', ['keychain', 'file'] satisfies Store[]),
    noVerify: toggle('Keep the credentials without asking the service'),
  },
  examples: [
    { command: 'waybill auth login', explains: 'Asks for everything', ending: 'usage' },
    {
      command:
        'waybill auth login --base-url "$URL" --api-key "$KEY" --secret-stdin --store file < secret.txt',
      explains: 'In a script',
    },
  ],
  async run(flags, context) {
    refuseDryRun(context);
    const settings = context.settings();
    refuseSandbox(settings);
    const profile = checkProfileName(settings.profile);
    const baseUrl = await readBaseUrl(context);
    const pair = await readPair(context, flags);
    // Whoever has chosen the file once has chosen; a keychain that is gone is asked about again.
    const kept = settings.entry?.credentials?.store === 'file' ? 'file' : undefined;
    const store = flags.store ?? kept;
    const asked = flags.noVerify
      ? undefined
      : await askService(
          context,
          { ...settings, baseUrl },
          { ...pair, store: store ?? 'keychain' },
        );
    if (asked?.failure !== undefined) {
      throw asked.failure.with({
        hint: [
          'Nothing was kept.',
          ...(asked.failure.hint === undefined ? [] : [asked.failure.hint]),
          'To keep the credentials anyway: --no-verify.',
        ].join(' '),
      });
    }
    const account = {
      profile,
      baseUrl,
      store: await keepCredentials(context, { profile, baseUrl, pair, store }),
      apiKey: maskKey(pair.apiKey),
      ...(asked === undefined ? {} : { status: asked.status }),
    };
    const output = await context.output();
    await output.one(accountView, account);
  },
});
