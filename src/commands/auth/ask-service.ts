import type { Api } from '../../api/api';
import type { Context } from '../../context';
import { Failure } from '../../failure';
import type { Credentials } from '../../settings/credentials';
import type { Settings } from '../../settings/resolve';
import type { AccountStatus } from './account';

export interface ServiceVerdict {
  readonly status: AccountStatus;
  /** Why it is not `ok`, with the exit code of that. */
  readonly failure?: Failure;
}

/** Tells by one cheap read what the service says to the credentials behind `api`. */
export async function askApi(api: Api): Promise<ServiceVerdict> {
  try {
    await api.creditCards.page({ limit: 1, offset: 0 });
    return { status: 'ok' };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.ending === 'unauthorized') return { status: 'unauthorized', failure: error };
    if (error.ending === 'planRequired') return { status: 'plan_required', failure: error };
    return { status: 'unreachable', failure: error };
  }
}

/** The same for credentials that are at hand, and an address that may not be the run's own. */
export async function askService(
  context: Context,
  settings: Settings,
  credentials: Credentials,
): Promise<ServiceVerdict> {
  context.redactor.add(credentials.apiKey);
  context.redactor.add(credentials.apiSecret);
  const { connect } = await import('../../connect');
  const source = { current: async () => credentials, reread: async () => undefined };
  const api = await connect({ ...context, settings, credentials: async () => source });
  try {
    return await askApi(api);
  } finally {
    await api.close();
  }
}
