import { usageFailure } from '../failure';
import { isLoopback } from '../loopback';
import type { World } from '../world';
import type { BaseUrl } from './base-url';
import type { Embedded } from './in-process';
import { proxyFor } from './proxy';
import type { Transport } from './transport';

export interface TransportOptions {
  readonly base: BaseUrl;
  /** Connections side by side. */
  readonly connections: number;
  /** An extra certificate authority, a PEM file. */
  readonly caFile?: string | undefined;
  readonly env: World['env'];
  readonly sleep: World['sleep'];
  /** The embedded service in this process, in the place of a network. */
  readonly embedded?: Embedded | undefined;
}

/**
 * The transport that suits: the embedded service where it is in this process, undici where a proxy
 * is on the way, else Node's own client. Each is loaded by itself.
 */
export async function openTransport(options: TransportOptions): Promise<Transport> {
  const { base, connections, caFile, env, sleep, embedded } = options;
  if (embedded !== undefined) {
    const { inProcessTransport } = await import('./in-process');
    return inProcessTransport(embedded);
  }
  if (!base.secure && !isLoopback(base.hostname)) {
    throw usageFailure(`${base.origin} is plain http, which would show the credentials on the way`);
  }
  const proxy = proxyFor(base, env);
  const ca =
    caFile !== undefined && (base.secure || proxy?.startsWith('https:'))
      ? (await import('./certificates')).trustedWith(caFile, env)
      : undefined;
  if (proxy !== undefined) {
    const { proxiedTransport } = await import('./proxied');
    return proxiedTransport({ base, proxy, connections, ca });
  }
  const [{ lightTransport }, { speaker }] = await Promise.all([
    import('./light'),
    base.secure ? import('./light-https') : import('./light-http'),
  ]);
  return lightTransport(speaker, { base, connections, ca, sleep });
}
