import { defineCommand } from '../../cli/definition';
import { toggle } from '../../cli/flag';
import { usageFailure } from '../../failure';
import { serviceBaseUrl } from '../../settings/base-url';
import { refuseDryRun } from '../../settings/change-config';
import { checkCredentialShape, maskKey } from '../../settings/credential-shape';
import { credentialCommandKey } from '../../settings/setting-keys';
import { accountView, askService, refuseSandbox } from './account';
import { keepCredentials, readSecret, secretStdin } from './keep-credentials';

export const command = defineCommand({
  summary: 'Replace only the API secret',
  description: `
After "Refresh secret" in the app: replaces the secret of the profile and keeps the rest, its key, its
base URL and where the secret is kept. A run that is under way reads the new one by itself.`,
  arguments: {},
  flags: {
    secretStdin,
    noVerify: toggle('Keep the secret without asking the service'),
  },
  examples: [
    { command: 'waybill auth rotate', explains: 'Asks for the new secret', ending: 'usage' },
    {
      command: 'waybill auth rotate --secret-stdin < secret.txt',
      explains: 'In a script',
    },
  ],
  async run(flags, context) {
    refuseDryRun(context);
    const settings = context.settings();
    refuseSandbox(settings);
    const { profile, entry } = settings;
    const kept = entry?.credentials;
    if (kept === undefined || entry?.settings?.[credentialCommandKey] !== undefined) {
      throw usageFailure(`Profile "${profile}" keeps no secret that could be replaced`, {
        hint:
          kept === undefined
            ? 'Log in with waybill auth login.'
            : 'Its credentials come from its credentialCommand: replace the secret where that reads it.',
      });
    }
    const baseUrl = serviceBaseUrl(settings);
    if (new URL(baseUrl).origin !== kept.origin) {
      throw usageFailure(`The credentials of profile "${profile}" belong to ${kept.origin}`, {
        hint: 'Leave --base-url (WAYBILL_BASE_URL) out.',
      });
    }
    const { apiKey, store } = kept;
    const pair = { apiKey, apiSecret: await readSecret(context, flags.secretStdin) };
    checkCredentialShape(apiKey, pair.apiSecret);
    const asked = flags.noVerify
      ? undefined
      : await askService(context, settings, { ...pair, store });
    if (asked?.failure !== undefined) {
      throw asked.failure.with({
        hint: `The old secret was kept. ${asked.failure.hint ?? ''} To keep the new one anyway: --no-verify.`,
      });
    }
    await keepCredentials(context, { profile, baseUrl, pair, store });
    const output = await context.output();
    await output.one(accountView, {
      profile,
      baseUrl,
      store,
      apiKey: maskKey(apiKey),
      ...(asked === undefined ? {} : { status: asked.status }),
    });
  },
});
