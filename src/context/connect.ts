import { createApi } from '../api/api';
import type { Api } from '../api/types';
import { defaultTimeout } from '../cli/global-flags';
import { readingMethods } from '../contract/routes';
import { Secret } from '../secrets/secret';
import { serviceBaseUrl } from '../settings/base-url';
import type { Settings } from '../settings/resolve';
import type { Context } from './context';

interface ConnectParts
  extends Pick<Context, 'world' | 'redactor' | 'notices' | 'credentials' | 'sandboxService'> {
  readonly settings: Settings;
  /** Called whenever the service has changed something. */
  readonly onChange?: () => void;
}

/** The account's service, or with `--sandbox` the one embedded in this process. */
export async function connectApi(parts: ConnectParts): Promise<Api> {
  const { world, settings, redactor, notices, onChange } = parts;
  const { timeout, maxWait, retries, concurrency, caFile, debug, verbose } = settings;
  const common = {
    world,
    timeout: { read: timeout ?? defaultTimeout.read, write: timeout ?? defaultTimeout.write },
    maxWait,
    retries,
    concurrency,
    caFile,
    redactor,
    reporter: {
      detail: debug ? ('debug' as const) : verbose ? ('verbose' as const) : ('none' as const),
      line: notices.trace,
      notice: notices.notice,
      succeeded: (method: string) => {
        if (!readingMethods.includes(method)) onChange?.();
      },
    },
  };
  if (!settings.sandbox) {
    const credentials = await parts.credentials();
    // With neither an address nor credentials the user has not logged in yet: report that first.
    if (settings.baseUrl === undefined) await credentials.current();
    return createApi({ ...common, baseUrl: serviceBaseUrl(settings), credentials });
  }
  const service = await parts.sandboxService({
    onFault: (error) => notices.warning(`The sandbox service failed: ${error.message}`),
  });
  // With WAYBILL_SANDBOX left set, a user would look for the change in the account.
  let isSaid = world.stderr.isTTY !== true;
  const sayWhere = (method: string) => {
    if (isSaid || readingMethods.includes(method)) return;
    isSaid = true;
    notices.notice('Writing to the sandbox, not to an account.');
  };
  const { apiKey, apiSecret } = service.credentials;
  const credentials = { apiKey, apiSecret: new Secret(apiSecret) };
  const api = createApi({
    ...common,
    baseUrl: service.baseUrl,
    credentials: { current: async () => credentials },
    embedded: {
      handle: (request) => {
        sayWhere(request.method);
        return service.handle(request);
      },
      close: () => service.close(),
    },
  });
  return { ...api, sandboxAccount: () => service.accountId() };
}
