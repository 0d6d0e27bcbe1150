import { defineCommand } from '../../cli/definition';
import { toggle } from '../../cli/flag';
import { usageFailure } from '../../failure';
import { serviceBaseUrl } from '../../settings/base-url';
import { profileFlag } from '../../settings/config-file';
import { checkCredentialShape, maskKey } from '../../settings/credential-shape';
import { accountView, askService, refuseSandbox } from './account';
import { keepCredentials, readSecret, secretStdin } from './keep-credentials';

export const command = defineCommand({
  summary: 'Replace the API secret',
  description: `Use it after "Refresh secret" in the app. The key, the base URL and the place of the secret stay as they
are. A run in progress picks up the new secret.`,
  documents: { 'The account': accountView },
  flags: { secretStdin, noVerify: toggle('Save the secret without checking it with the service') },
  examples: {
    'waybill auth rotate': ['Enter the new secret at the prompt', 'usage'],
    'waybill auth rotate --secret-stdin < secret.txt': 'In a script',
  },
  refusesDryRun: true,
  async run(flags, context) {
    const settings = context.settings();
    refuseSandbox(settings);
    const { profile, entry } = settings;
    const kept = entry?.credentials;
    const byCommand = entry?.settings?.credentialCommand !== undefined;
    if (kept === undefined || byCommand) {
      throw usageFailure(`Profile "${profile}" has no secret to replace`, {
        hint: byCommand
          ? 'Its credentials come from its credentialCommand: replace the secret where that command reads it.'
          : `Log in with waybill auth login${profileFlag(settings)}.`,
      });
    }
    const baseUrl = serviceBaseUrl(settings);
    if (new URL(baseUrl).origin !== kept.origin) {
      throw usageFailure(
        `Can't use a different base URL: the credentials of profile "${profile}" belong to ${kept.origin}`,
        { hint: 'Leave out --base-url, or unset WAYBILL_BASE_URL.' },
      );
    }
    const { apiKey, store } = kept;
    const pair = { apiKey, apiSecret: await readSecret(context, flags.secretStdin) };
    checkCredentialShape(apiKey, pair.apiSecret, {
      hint: 'Copy the secret that "Refresh secret" shows in the app (Security, API Access).',
    });
    const failure = flags.noVerify
      ? undefined
      : await askService(context, settings, { ...pair, store });
    if (failure !== undefined) {
      const hint =
        failure.ending === 'unauthorized'
          ? `Check that it is the whole secret, and the one for the key ${maskKey(apiKey)}.`
          : (failure.hint ?? '');
      throw failure.with({
        hint: `The old secret is unchanged. ${hint} To save the new one anyway, use --no-verify.`,
      });
    }
    await keepCredentials(context, profile, baseUrl, pair, { store, noVerify: flags.noVerify });
  },
});
