import { credentialHeaders } from '../contract/values';
import { Client, type ClientOptions } from '../http/client';
import { openTransport, splitBaseUrl, type TransportOptions } from '../http/connection';
import type { World } from '../world';
import { type Caller, callRoute } from './call-route';
import { createCollection } from './collection';
import { createOrderCollection } from './order-collection';
import type { Api } from './types';

export { proxyOf } from '../http/connection';

export interface ApiOptions
  extends Omit<ClientOptions, 'base' | 'credentialHeaders' | 'openTransport' | 'world'>,
    Pick<TransportOptions, 'caFile' | 'embedded'> {
  /** Validated by the settings: https, or plain http to this machine. */
  readonly baseUrl: string;
  readonly world: ClientOptions['world'] & Pick<World, 'env' | 'interruption'>;
}

/** The service as the commands see it. Nothing is read, opened or sent before the first request. */
export function createApi(options: ApiOptions): Api {
  const { world, caFile, embedded, ...rest } = options;
  const { interruption, insistence, sleep } = world;
  const base = splitBaseUrl(options.baseUrl);
  const client = new Client({
    ...rest,
    base,
    credentialHeaders,
    world,
    openTransport: async () =>
      openTransport({
        base,
        connections: options.concurrency,
        caFile,
        env: world.env,
        sleep,
        embedded,
      }),
  });
  const caller: Caller = { client, interruption, insistence, sleep };
  return {
    buyingGroupOrders: createOrderCollection(caller, 'buyingGroup'),
    giftCardOrders: createOrderCollection(caller, 'giftCard'),
    creditCards: createCollection(caller, 'listCreditCards', 'credit cards'),
    addShipments: async (shipments, callOptions = {}) => {
      const sent = await callRoute(caller, 'addShipments', { ...callOptions, body: { shipments } });
      if (sent.kind === 'found') throw new Error('Nothing is looked for after adding shipments');
      return { ...sent.body.data, repeated: sent.uncertain };
    },
    request: async (method, path, rawOptions) => {
      const { rawRequest } = await import('./raw-request');
      return rawRequest(caller, method, path, rawOptions);
    },
    requestAll: async function* (path, rawOptions) {
      const { rawList } = await import('./raw-request');
      yield* rawList(caller, path, rawOptions);
    },
    close: () => client.close(),
  };
}
