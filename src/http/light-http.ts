import { Agent, request } from 'node:http';

/** Plain http, for loopback addresses: a chunk of its own, so that it does not load TLS. */
export const speaker = { request, Agent, ready: 'connect' } as const;
