import { defineCommand } from '../../cli/definition';
import { choice, text, toggle } from '../../cli/flag';
import type { Context } from '../../context/context';
import { versionPrefix } from '../../contract/routes';
import { Failure } from '../../failure';
import { parseBaseUrl, serviceBaseUrl } from '../../settings/base-url';
import { checkProfileName } from '../../settings/config-file';
import { checkCredentialShape, checkKeyShape } from '../../settings/credential-shape';
import { type Credentials, environmentCredentials } from '../../settings/credential-source';
import type { Settings } from '../../settings/resolve';
import { accountView, askService, refuseSandbox } from './account';
import {
  type KeyPair,
  keepCredentials,
  readSecret,
  type Store,
  secretStdin,
} from './keep-credentials';

async function readBaseUrl(context: Context): Promise<string> {
  const settings = context.settings();
  if (settings.baseUrl !== undefined) return serviceBaseUrl(settings);
  return untilAccepted(context, true, async () => {
    const questions = await context.questions();
    const typed = await questions.text({
      question: "The service's base URL, version prefix included (https://…/api/v1)",
      what: "the service's base URL",
      flag: '--base-url <url>',
    });
    return parseBaseUrl(typed, 'The base URL');
  });
}

/** Asks until the answer is valid; says what is wrong before asking again. */
async function untilAccepted<T>(
  context: Context,
  again: boolean,
  attempt: () => Promise<T>,
): Promise<T> {
  const possible = again && (await context.questions()).possible;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!possible || !(error instanceof Failure) || error.ending !== 'usage') throw error;
      context.notices.warning([error.message, error.hint].filter(Boolean).join('. '));
    }
  }
}

/** Reads the pair from flags and stdin, else the environment, else prompts, and checks its shape. */
async function readPair(
  context: Context,
  flags: { readonly apiKey: string | undefined; readonly secretStdin: boolean },
): Promise<KeyPair> {
  const named = flags.apiKey !== undefined || flags.secretStdin;
  const set = named ? undefined : environmentCredentials(context.world.env);
  if (set !== undefined) {
    checkCredentialShape(set.apiKey, set.apiSecret, { from: 'environment' });
    return set;
  }
  // Ask again only for what a person types: a pipe would give the same value again.
  const again = !flags.secretStdin;
  const askKey = async () => {
    const questions = await context.questions();
    const question = { question: 'API key', what: 'the API key', flag: '--api-key <key>' };
    const typed = (await questions.text(question)).trim();
    context.redactor.add(typed);
    checkKeyShape(typed, 'prompt');
    return typed;
  };
  const apiKey = flags.apiKey ?? (await untilAccepted(context, again, askKey));
  context.redactor.add(apiKey);
  // Checked before a person types the secret. With a pipe both are known, and a swap is reported.
  if (again) checkKeyShape(apiKey);
  return untilAccepted(context, again, async () => {
    const apiSecret = await readSecret(context, flags.secretStdin);
    checkCredentialShape(apiKey, apiSecret);
    return { apiKey, apiSecret };
  });
}

/** The address with `/api/v1` if that one responds like the service; the host stays the same. */
async function prefixedUrl(context: Context, settings: Settings, credentials: Credentials) {
  if (settings.baseUrl?.endsWith(versionPrefix)) return undefined;
  const baseUrl = `${settings.baseUrl}${versionPrefix}`;
  const failure = await askService(context, { ...settings, baseUrl }, credentials);
  const { code, ending } = failure ?? {};
  const own = failure === undefined || code === 'unauthorized' || ending === 'planRequired';
  return own ? baseUrl : undefined;
}

const wrongPair = 'The service does not accept this API key and secret (401)';

function notKept(failure: Failure): Failure {
  const refused = failure.ending === 'unauthorized';
  return failure.with({
    ...(refused ? { message: wrongPair } : {}),
    hint: [
      'Nothing was saved.',
      refused
        ? 'Copy both again: a refreshed or revoked secret stops working immediately.'
        : failure.hint,
      'To save the credentials anyway, use --no-verify.',
    ]
      .filter(Boolean)
      .join(' '),
  });
}

export const command = defineCommand({
  summary: 'Log in to an account',
  description: `
Prompts for what is missing: the service's base URL, the API key and the API secret. The secret is
not shown while you type. To get the key and secret, open the account settings in the app, choose
Security, API Access, and click "Generate API credentials". No flag takes the secret: others could
see it in the process list. For a second account, add --profile <name>.

waybill tries the credentials with one read, then saves the key in the profile and the secret in your
system's keychain. If no keychain responds, it asks whether to use a file that only you can read; in a
script, use --store file. It sends the credentials only to the host of the base URL.

If WAYBILL_API_KEY and WAYBILL_API_SECRET are set and no flag gives different credentials, waybill
saves those.`,
  documents: { 'The account': accountView },
  flags: {
    apiKey: text('<key>', 'The API key'),
    secretStdin,
    store: choice('<store>', 'Where to keep the secret', ['keychain', 'file'] satisfies Store[]),
    noVerify: toggle('Save the credentials without checking them with the service'),
  },
  examples: {
    'waybill auth login': ['Log in and enter everything at the prompts', 'usage'],
    'waybill auth login --base-url "$URL" --api-key "$KEY" --secret-stdin --store file < secret.txt':
      'In a script',
  },
  refusesDryRun: true,
  async run(flags, context) {
    const settings = context.settings();
    refuseSandbox(settings);
    const profile = checkProfileName(settings.profile);
    let baseUrl = await readBaseUrl(context);
    // Once a person has chosen the file, keep using it; if a keychain is gone, ask again.
    const usual = settings.entry?.credentials?.store === 'file' ? 'file' : undefined;
    const store = flags.store ?? usual;
    let pair = await readPair(context, flags);
    while (!flags.noVerify) {
      const credentials = { ...pair, store: store ?? ('keychain' as const) };
      const here = { ...settings, baseUrl };
      const failure = await askService(context, here, credentials);
      if (failure === undefined) break;
      const { ending, code } = failure;
      // The failure may come from a wrong address rather than from the service.
      const mayBeElsewhere = ['notFound', 'unexpectedResponse', 'refused'].includes(ending);
      if (mayBeElsewhere || code.startsWith('http_')) {
        const better = await prefixedUrl(context, here, credentials);
        if (better === undefined) throw notKept(failure);
        const question = `The service responds at ${better}, not at ${baseUrl}. Use ${better}?`;
        const questions = await context.questions();
        if (!questions.possible || !(await questions.confirm(question, true))) {
          throw failure.with({
            hint: `Nothing was saved. The service responds at ${better}: use --base-url ${better}`,
          });
        }
        baseUrl = better;
        continue;
      }
      const typed = flags.apiKey === undefined && !flags.secretStdin;
      const fromPerson = typed && environmentCredentials(context.world.env) === undefined;
      const mayRetry = fromPerson && (await context.questions()).possible;
      if (ending !== 'unauthorized' || !mayRetry) throw notKept(failure);
      context.notices.warning(`${wrongPair}. Enter them again, or press Ctrl-C to stop.`);
      pair = await readPair(context, flags);
    }
    await keepCredentials(context, profile, baseUrl, pair, { store, noVerify: flags.noVerify });
  },
});
