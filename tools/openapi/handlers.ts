import type { ServiceName } from '@halyard/contracts';
import { operatorRoutes } from '@halyard/contracts/operations';
import { type PublicRoute, type PublicRouteRow, publicRoutes } from '@halyard/public-api';
import { AuthModule } from '@halyard/auth';
import { ConsoleModule } from '@halyard/console';
import { CustomersModule } from '@halyard/customers';
import { FundingSourcesModule } from '@halyard/funding-sources';
import { ownQueries } from '@halyard/gateway';
import { type ServedRoute, servedBy } from '@halyard/http';
import { bodyClassOf, type DeclaredQuery, declaredQueryOf } from '@halyard/input';
import { TransfersModule } from '@halyard/transfers';
import { WebhooksModule } from '@halyard/webhooks';

// Nest's type of class, whose constructor takes anything.
type Class = Parameters<typeof bodyClassOf>[0];

const modules: Readonly<Record<string, Class>> = {
  auth: AuthModule,
  console: ConsoleModule,
  customers: CustomersModule,
  'funding-sources': FundingSourcesModule,
  transfers: TransfersModule,
  webhooks: WebhooksModule,
};

interface Handler {
  readonly controller: Class;
  readonly method: string;
}

const controllersOf = (module: Class | undefined): readonly Class[] =>
  (module && (Reflect.getMetadata('controllers', module) as readonly Class[] | undefined)) ?? [];

/** The methods of a service's controllers that serve a route. */
export const handlersOf = (row: ServedRoute, owner: ServiceName): readonly Handler[] =>
  controllersOf(modules[owner]).flatMap((controller) => {
    const method = servedBy(controller).get(row);
    return method === undefined ? [] : [{ controller, method }];
  });

/** The rows that the handlers of all services name. */
export const servedRows = (): readonly ServedRoute[] =>
  Object.values(modules)
    .flatMap(controllersOf)
    .flatMap((controller) => [...servedBy(controller).keys()]);

/** The methods of all services' controllers that Nest routes requests to without a row. */
export const handlersWithoutRoute = (): readonly string[] =>
  Object.values(modules)
    .flatMap(controllersOf)
    .flatMap((controller) => {
      const served = new Set(servedBy(controller).values());
      const prototype = controller.prototype as object;
      return Object.getOwnPropertyNames(prototype)
        .filter((method) => {
          const handler: unknown = Reflect.get(prototype, method);
          return (
            method !== 'constructor' &&
            typeof handler === 'function' &&
            Reflect.hasMetadata('path', handler) &&
            !served.has(method)
          );
        })
        .map((method) => `${controller.name}.${method}`);
    });

/** The row that a route's handler names: several services share some. */
export const servedRow = (row: PublicRouteRow): ServedRoute =>
  Object.entries(operatorRoutes).find(([name]) => name === row.servedAs)?.[1] ?? row;

/**
 * The controller's method that answers a route; undefined for the gateway's own routes.
 *
 * @throws Error for a route that not exactly one method of its owner's controllers answers
 */
function handlerOf(name: PublicRoute): Handler | undefined {
  const row = publicRoutes[name];
  if (row.owner === 'gateway') return undefined;
  const handlers = handlersOf(servedRow(row), row.owner);
  const [handler] = handlers;
  if (!handler || handlers.length > 1) throw new Error(`${handlers.length} methods of ${row.owner} answer ${name}`);
  return handler;
}

/** The DTO class of a route's body, as declared by the controller that answers it; undefined without a body. */
export function bodyOf(name: PublicRoute): (new () => object) | undefined {
  const handler = handlerOf(name);
  return handler && bodyClassOf(handler.controller, handler.method);
}

/** The query of a route, as declared by the gateway or the controller that answers it; undefined without one. */
export function queryOf(name: PublicRoute): DeclaredQuery | undefined {
  if (publicRoutes[name].owner === 'gateway') return ownQueries[name];
  const handler = handlerOf(name);
  return handler && declaredQueryOf(handler.controller, handler.method);
}
