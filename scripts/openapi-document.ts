import './openapi-zod';

import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { bodySchemas } from '../src/contract/bodies';
import { querySchemas } from '../src/contract/queries';
import { responseSchemas } from '../src/contract/responses';
import { type Route, routes, versionPrefix } from '../src/contract/routes';
import { credentialHeaders, errorStatuses } from '../src/contract/values';

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The named schemas of one kind: `buyingGroupOrder` becomes `BuyingGroupOrderAnswer`. */
function named<T extends Record<string, z.ZodType>>(
  registry: OpenAPIRegistry,
  schemas: T,
  ending: string,
): T {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      registry.register(`${upperFirst(name)}${ending}`, schema),
    ]),
  ) as T;
}

const json = <T>(schema: T) => ({ 'application/json': { schema } });

/** The documented error codes by status. */
function codesByStatus(): ReadonlyMap<number, string> {
  const statuses = [...new Set(Object.values(errorStatuses))];
  return new Map(
    statuses.map((status) => [
      status,
      Object.entries(errorStatuses)
        .filter(([, one]) => one === status)
        .map(([code]) => code)
        .join(', '),
    ]),
  );
}

/** The service's description (OpenAPI 3.1), generated only from the contract. */
export function openapiText(): string {
  const registry = new OpenAPIRegistry();
  const responses = named(registry, responseSchemas, 'Response');
  const bodies = named(registry, bodySchemas, 'Body');
  const security = Object.entries(credentialHeaders).map(([part, name]) => {
    const scheme = registry.registerComponent('securitySchemes', part, {
      type: 'apiKey',
      in: 'header',
      name,
    });
    return scheme.name;
  });
  const errors = Object.fromEntries(
    [...codesByStatus()].map(([status, codes]) => [
      status,
      { description: codes, content: json(responses.error) },
    ]),
  );
  for (const [operationId, route] of Object.entries(routes) as [string, Route][]) {
    const query = querySchemas[route.query];
    registry.registerPath({
      operationId,
      method: route.method.toLowerCase() as 'get' | 'post' | 'patch',
      path: route.path,
      summary: route.summary,
      request: {
        ...(route.path.includes('{id}') ? { params: z.strictObject({ id: z.string() }) } : {}),
        ...(route.query === 'none' ? {} : { query }),
        ...(route.body === undefined
          ? {}
          : { body: { required: true, content: json(bodies[route.body]) } }),
      },
      responses: {
        // "Success status: not shown" for creates; the embedded service responds with 201.
        [route.effect === 'create' ? '2XX' : '200']: {
          description: route.summary,
          content: json(responses[route.response]),
        },
        ...errors,
      },
    });
  }
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Order and Shipment Tracking API', version: '1.0.0' },
    servers: [{ url: versionPrefix }],
    security: [Object.fromEntries(security.map((name) => [name, []]))],
  });
  // Extensions of OpenAPI have names that start with x-.
  const text = JSON.stringify(document, null, 2).replaceAll('"knownValues":', '"x-known-values":');
  return `${text}\n`;
}
