import createRouter from 'find-my-way';
import { PARAMETER_LENGTH_MAX } from '../routing.js';
import type { InProcessRequest, InProcessResponse } from './in-process-exchange.js';

/** The function that Nest makes for each route. */
export type RouteHandler = (request: InProcessRequest, response: InProcessResponse, next: () => unknown) => unknown;

interface FoundRoute {
  /** The path as the controller declares it. */
  readonly template: string;
  readonly handler: RouteHandler;
  readonly params: Record<string, string | undefined>;
}

class Route {
  constructor(
    readonly template: string,
    readonly handler: RouteHandler,
  ) {}
}

const never = (): void => undefined;

/** The routes of one application. Uses Fastify's router, so that both adapters read paths alike. */
export class RouteTable {
  private readonly router = createRouter({ maxParamLength: PARAMETER_LENGTH_MAX, onBadUrl: never });

  find(method: string, path: string): FoundRoute | 'unreadable' | undefined {
    if (!isMethod(method)) return undefined;
    const found = this.router.find(method, path);
    if (!found) return undefined;
    const store: unknown = found.store;
    if (!(store instanceof Route)) return 'unreadable';
    return { template: store.template, handler: store.handler, params: found.params };
  }

  get(path: string, handler: RouteHandler): void {
    this.router.on('GET', path, never, new Route(path, handler));
  }

  post(path: string, handler: RouteHandler): void {
    this.router.on('POST', path, never, new Route(path, handler));
  }

  put(path: string, handler: RouteHandler): void {
    this.router.on('PUT', path, never, new Route(path, handler));
  }

  delete(path: string, handler: RouteHandler): void {
    this.router.on('DELETE', path, never, new Route(path, handler));
  }
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

const isMethod = (method: string): method is (typeof methods)[number] => methods.some((known) => known === method);
