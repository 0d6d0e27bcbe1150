import { Agent, request } from 'node:https';

export const speaker = { request, Agent, ready: 'secureConnect' } as const;
