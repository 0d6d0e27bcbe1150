import { defineCommand } from '../../cli/definition';
import type { Context } from '../../context/context';
import { serviceBaseUrl } from '../../settings/base-url';
import { maskKey } from '../../settings/credential-shape';
import { accountView, askApi, askService, statusOf } from './account';

const sandbox = { profile: null, baseUrl: null, store: null, apiKey: null };

async function askAccount(context: Context) {
  const settings = context.settings();
  if (settings.sandbox) {
    return { account: sandbox, failure: await askApi((await context.session()).api) };
  }
  const credentials = await (await context.credentials()).current();
  const baseUrl = serviceBaseUrl(settings);
  const { profile } = settings;
  const { store, apiKey } = credentials;
  return {
    account: { profile, baseUrl, store, apiKey: maskKey(apiKey) },
    failure: await askService(context, settings, credentials),
  };
}

export const command = defineCommand({
  summary: 'Check that the service accepts the credentials',
  description: `Exits 0 only if it does, 4 if it refuses them, 5 if the plan has no API access, and otherwise with the
code of the error. The status is ok, unauthorized, plan_required or unreachable.`,
  documents: { 'The account': accountView },
  examples: {
    'waybill auth status': 'Check which account you use and that it works',
    'waybill auth status --json | jq -r .status': 'Print only the status, for a script',
  },
  async run(_input, context) {
    const { account, failure } = await askAccount(context);
    const output = await context.output();
    await output.one(accountView, { ...account, status: statusOf(failure) });
    if (failure !== undefined) throw failure;
  },
});
