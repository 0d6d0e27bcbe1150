import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { RawResponse } from '../../api/types';
import type { Context } from '../../context/context';
import { Failure } from '../../failure';
import { serviceBaseUrl } from '../../settings/base-url';
import { type DoctorResult, failed, ok, tried, warn } from './finding';

/** Seconds that the clock may be off before `Retry-After` dates and order dates go wrong. */
const tolerance = 60;

/** Names the proxy variable that applies, not its value, which may contain a password. */
function checkProxy({ world }: Context, { href, hostname }: URL): Promise<DoctorResult> {
  return tried('proxy', async () => {
    const { proxyOf } = await import('../../api/api');
    const proxy = proxyOf(href, world.env);
    if (proxy === undefined) return 'none';
    return `${proxy.name} is set${proxy.used ? '' : `, but not used for ${hostname}`}`;
  });
}

async function checkDns({ hostname }: URL): Promise<DoctorResult> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return ok('DNS', `${host} is an IP address`);
  try {
    const found = await lookup(host, { all: true });
    return ok('DNS', `${host} is ${found.map(({ address }) => address).join(', ')}`);
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    return warn(
      'DNS',
      `${host} can't be resolved on this machine (${code})`,
      'Check the host name in the base URL, and the network. A proxy may still be able to resolve it.',
    );
  }
}

export function checkClock(date: string | undefined, now: number): DoctorResult {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return ok('clock', 'the service sent no date to compare with');
  const off = Math.round((now - theirs) / 1000);
  if (Math.abs(off) <= tolerance) return ok('clock', 'agrees with the service');
  return warn(
    'clock',
    `is ${Math.abs(off)} seconds ${off > 0 ? 'ahead of' : 'behind'} the service's`,
    'Let the system set the time automatically: waybill takes dates such as "today" from it.',
  );
}

/** One finding for each stage that the request reached. */
function checkResponse({ protocol }: URL, failure: Failure | undefined): DoctorResult[] {
  const secure = protocol === 'https:';
  const tls = ok('TLS', secure ? 'the certificate is trusted' : 'not used: a loopback address');
  if (failure === undefined)
    return [tls, ok('service', 'accepts the credentials; the plan has API access')];
  if (failure.code === 'certificate') return [failed('TLS', failure)];
  const responded = failure.status !== undefined;
  if (failure.ending === 'planRequired') {
    return [tls, ok('service', 'accepts the credentials'), failed('plan', failure)];
  }
  return [...(responded ? [tls] : []), failed('service', failure)];
}

async function ask(context: Context): Promise<{ response?: RawResponse; failure?: Failure }> {
  // No retries: the doctor should report quickly.
  const settings = { ...context.settings(), retries: 0 };
  const { connectApi: connect } = await import('../../context/connect');
  const api = await connect({ ...context, settings });
  try {
    return { response: await api.request('GET', '/credit-cards', { query: { limit: '1' } }) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { failure: error };
  } finally {
    await api.close();
  }
}

/** Checks DNS, proxy, TLS and, with one cheap read, the service; its response shows the clock. */
export async function checkNetwork(context: Context): Promise<DoctorResult[]> {
  const url = new URL(serviceBaseUrl(context.settings()));
  const proxy = await checkProxy(context, url);
  const before = [await checkDns(url), proxy];
  // No request can be sent, and the reason is already in the report.
  if (proxy.ending !== 'done') return before;
  const { response, failure } = await ask(context);
  const clock =
    response === undefined ? [] : [checkClock(response.headers.date, context.world.clock.now())];
  return [...before, ...checkResponse(url, failure), ...clock];
}
