import { type PublicRoute, publicRoutes, type Route } from '@halyard/contracts';
import { AuthModule } from '@halyard/auth';
import { CustomersModule } from '@halyard/customers';
import { FundingSourcesModule } from '@halyard/funding-sources';
import { bodyClassOf, type DeclaredQuery, declaredQueryOf } from '@halyard/input';
import { TransfersModule } from '@halyard/transfers';
import { WebhooksModule } from '@halyard/webhooks';

// Nest's type of class, whose constructor takes anything.
type Class = Parameters<typeof bodyClassOf>[0];

const modules: Readonly<Record<string, Class>> = {
  auth: AuthModule,
  customers: CustomersModule,
  'funding-sources': FundingSourcesModule,
  transfers: TransfersModule,
  webhooks: WebhooksModule,
};

/** Nest's metadata of a decorated class or method. */
function kept(key: string, target: object): unknown {
  return Reflect.getMetadata(key, target) as unknown;
}

/** The names of Nest's `RequestMethod`, by its number. */
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

const pathOf = (...parts: readonly unknown[]): string =>
  `/${parts
    .flatMap((part) => (typeof part === 'string' ? part.split('/') : []))
    .filter((part) => part !== '')
    .join('/')}`;

/** Whether two paths have the same segments; `:service`, in routes that several services have, matches any. */
const isSamePath = (template: string, path: string): boolean => {
  const [one, other] = [template.split('/'), path.split('/')];
  return one.length === other.length && one.every((part, index) => part === other[index] || part === ':service');
};

function methodsOf(controller: Class): string[] {
  const prototype = controller.prototype as object;
  return Object.getOwnPropertyNames(prototype).filter((name) => {
    const method: unknown = Reflect.get(prototype, name);
    return typeof method === 'function' && kept('path', method) !== undefined;
  });
}

interface Handler {
  readonly controller: Class;
  readonly method: string;
}

/**
 * The controller's method that answers a route; undefined for the gateway's own routes.
 *
 * @throws Error for a route that not exactly one method of its owner's controllers answers
 */
function handlerOf(name: PublicRoute): Handler | undefined {
  const { method: verb, path, owner }: Route = publicRoutes[name];
  if (owner === 'gateway') return undefined;
  const controllers = kept('controllers', modules[owner] ?? Object) as Class[];
  const handlers = controllers.flatMap((controller) =>
    methodsOf(controller)
      .map((method) => ({ controller, method, target: Reflect.get(controller.prototype as object, method) as object }))
      .filter(
        ({ target }) =>
          METHODS[kept('method', target) as number] === verb &&
          isSamePath(pathOf(kept('path', controller), kept('path', target)), path),
      ),
  );
  const [handler] = handlers;
  if (!handler || handlers.length > 1) throw new Error(`${handlers.length} methods of ${owner} answer ${verb} ${path}`);
  return handler;
}

/** The DTO class of a route's body, as declared by the controller that answers it; undefined without a body. */
export function bodyOf(name: PublicRoute): (new () => object) | undefined {
  const handler = handlerOf(name);
  return handler && bodyClassOf(handler.controller, handler.method);
}

/** The query of a route, as declared by the controller that answers it; undefined without one. */
export function queryOf(name: PublicRoute): DeclaredQuery | undefined {
  const handler = handlerOf(name);
  return handler && declaredQueryOf(handler.controller, handler.method);
}
