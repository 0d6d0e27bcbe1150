import type { Api } from '../../api/types';
import type { Context } from '../../context/context';
import { Failure, usageFailure } from '../../failure';
import { nameHint } from '../../lib/suggest';
import type { CardView, Field, ListView } from '../../output/view';
import { shownBaseUrl } from '../../settings/base-url';
import type { Config, ProfileEntry } from '../../settings/config-file';
import { maskKey } from '../../settings/credential-shape';
import {
  type CredentialStore,
  type Credentials,
  refusedHint,
} from '../../settings/credential-source';
import { profileEntry, type Settings } from '../../settings/resolve';

/** The profile as saved, without contacting the service or running a credentialCommand. */
export function listedProfile(name: string, entry: ProfileEntry, chosen: string) {
  const { settings = {}, credentials } = entry;
  const byCommand = typeof settings.credentialCommand === 'string';
  return {
    profile: name,
    default: name === chosen,
    baseUrl: typeof settings.baseUrl === 'string' ? shownBaseUrl(settings.baseUrl) : null,
    store: byCommand ? ('command' as const) : (credentials?.store ?? null),
    /** The key of a credentialCommand is unknown until it runs. */
    apiKey: byCommand || credentials === undefined ? null : maskKey(credentials.apiKey),
  };
}

const stores: Readonly<Record<CredentialStore, string>> = {
  keychain: 'in the keychain',
  file: 'in the settings file',
  command: "from the profile's credentialCommand",
  environment: 'from WAYBILL_API_KEY and WAYBILL_API_SECRET',
};

const storeField: Field = {
  kind: 'text',
  means: 'Where the secret is kept',
  values: Object.keys(stores),
  orNull: true,
};
const keyField: Field = { kind: 'text', means: 'The key, masked to its last four', orNull: true };

export const profilesView: ListView<ReturnType<typeof listedProfile>> = {
  one: 'profile',
  empty: 'No profiles. To create one, run waybill auth login.',
  fields: {
    profile: { kind: 'text', means: 'The name of the profile' },
    default: { kind: 'yesNo', means: 'True if it is used without --profile' },
    baseUrl: { kind: 'text', heading: 'Base URL', means: "The service's address", orNull: true },
    store: storeField,
    apiKey: { ...keyField, heading: 'API key' },
  },
  table: ['profile', 'default', 'baseUrl', 'store', 'apiKey'],
};

/** The service's response to one cheap read; `unreachable` if there was no useful one. */
const verdicts = {
  ok: 'The service accepts the credentials, and the plan has API access.',
  unauthorized: 'The service does not accept the credentials.',
  plan_required: 'The credentials are fine, but the plan has no API access.',
  unreachable: 'No valid response from the service.',
};

/** An account as `auth status` shows it; for the sandbox, everything but `status` is null. */
export type Account = Readonly<Record<'profile' | 'baseUrl' | 'apiKey', string | null>> & {
  readonly store: CredentialStore | null;
  /** Absent if the service was not contacted. */
  readonly status?: keyof typeof verdicts | undefined;
};

function accountLines({ profile, baseUrl, store, apiKey, status }: Account): string {
  if (profile === null) return 'The embedded sandbox: no account, no network.';
  return [
    `Profile   ${profile}`,
    `Base URL  ${baseUrl}`,
    `API key   ${apiKey}`,
    `Store     ${store === null ? '-' : stores[store]}`,
    ...(status === undefined ? [] : [`Status    ${verdicts[status]}`]),
  ].join('\n');
}

export const accountView: CardView<Account> = {
  one: 'account',
  fields: {
    profile: { kind: 'text', means: 'The name of the profile', orNull: true },
    baseUrl: { kind: 'text', means: "The service's address", orNull: true },
    store: storeField,
    apiKey: keyField,
    status: {
      kind: 'status',
      means: 'How the service took the credentials just now',
      values: Object.keys(verdicts),
      optional: true,
    },
  },
  card: accountLines,
};

/** The status that the response of one cheap read shows, if it failed. */
export function statusOf(failure: Failure | undefined): Account['status'] {
  if (failure === undefined) return 'ok';
  if (failure.ending === 'unauthorized') return 'unauthorized';
  return failure.ending === 'planRequired' ? 'plan_required' : 'unreachable';
}

/** Checks the credentials behind `api` with one cheap read; returns why they don't work. */
export async function askApi(api: Api): Promise<Failure | undefined> {
  try {
    await api.creditCards.page({ limit: 1, offset: 0 });
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** The same for given credentials, at an address that may differ from the run's own. */
export async function askService(context: Context, settings: Settings, credentials: Credentials) {
  context.redactor.add(credentials.apiKey);
  context.redactor.add(credentials.apiSecret);
  const { connectApi: connect } = await import('../../context/connect');
  const source = {
    current: async () => credentials,
    renewed: async () => false,
    // The usual hint names the command that checks the credentials, which this may be.
    refusedHint: async () => refusedHint(credentials.store, settings),
  };
  const api = await connect({ ...context, settings, credentials: async () => source });
  try {
    return await askApi(api);
  } finally {
    await api.close();
  }
}

export function knownProfile(config: Config, name: string): ProfileEntry {
  const entry = profileEntry(config, name);
  if (entry !== undefined) return entry;
  const names = Object.keys(config.profiles);
  const others = names.length === 0 ? 'There are no profiles.' : `Profiles: ${names.join(', ')}.`;
  throw usageFailure(`Unknown profile "${name}"`, { hint: nameHint(name, names) || others });
}

/** Credentials belong to accounts; checking them with the sandbox would prove nothing. */
export function refuseSandbox({ sandbox }: Settings): void {
  if (!sandbox) return;
  throw usageFailure('The sandbox needs no credentials', {
    hint: 'This command works only with accounts. Leave out --sandbox, or unset WAYBILL_SANDBOX.',
  });
}
