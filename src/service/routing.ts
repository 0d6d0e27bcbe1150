import { PatternRouter } from 'hono/router/pattern-router';
import { type Route, type RouteName, routes, versionPrefix } from '../contract/routes';
import { notFound, Refusal } from './refusal';

/** The router's form of a contract path: `/buying-group-orders/:id`. */
function mounted(path: string): string {
  return `${versionPrefix}${path.replace(/\{(\w+)\}/g, ':$1')}`;
}

export interface Found {
  readonly name: RouteName;
  readonly route: Route;
  /** The order id in the path; empty if the path has none. */
  readonly id: string;
}

/** Finds the route for a method and path; throws a refusal if there is none. */
export function createFinder(): (method: string, path: string) => Found {
  const router = new PatternRouter<readonly [RouteName, Route]>();
  const entries = Object.entries(routes) as [RouteName, Route][];
  for (const entry of entries) router.add(entry[1].method, mounted(entry[1].path), entry);
  const methods = [...new Set(entries.map(([, { method }]) => method))];
  const look = (method: string, path: string) => router.match(method, path)[0][0];

  return (method, path) => {
    const match = look(method, path);
    if (match !== undefined) {
      const [[name, route], { id = '' }] = match as [[RouteName, Route], { id?: string }];
      return { name, route, id };
    }
    const allow = methods.filter((one) => look(one, path) !== undefined).join(', ');
    if (allow === '') throw notFound(`There is nothing at ${path}`);
    const message = `${path} takes ${allow}, not ${method}`;
    throw new Refusal('method_not_allowed', message, undefined, { allow });
  };
}
