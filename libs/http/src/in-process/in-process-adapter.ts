import { routedPath } from '@halyard/contracts';
import { Readable } from 'node:stream';
import type { RequestMethod, VersioningOptions } from '@nestjs/common';
import { DomainError } from '@halyard/core';
import { AbstractHttpAdapter } from '@nestjs/core';
import { Bytes, type ExchangeRequest } from '../exchange/exchange.js';
import { endingEvents } from '../exchange/within-limits.js';
import { InFlight } from '../in-flight.js';
import type { Handle, Idempotency } from '../idempotency.js';
import { unreadablePath } from '../routing.js';
import type { ServiceAnswer, ServiceRequest } from '../service-request.js';
import { asServer } from '../tracing.js';
import { type HandlerAnswer, InProcessRequest, InProcessResponse } from './in-process-exchange.js';
import { type RouteHandler, RouteTable } from './route-table.js';

/** Runs a handler. It needs no `next`: Nest answers every error through its filters, and there is no middleware. */
const run = (handler: RouteHandler, request: InProcessRequest): Promise<ServiceAnswer | Bytes> =>
  new Promise((resolve, reject) => {
    Promise.resolve(handler(request, new InProcessResponse(resolve), () => undefined)).catch(reject);
  });

function answerOf(answer: ServiceAnswer | Bytes): ServiceAnswer {
  if (answer instanceof Bytes) throw new Error('bytes were answered on a plain route');
  return answer;
}

const unsupported = (what: string): never => {
  throw new Error(`${what} is not there for services: they answer bodies, whoever carries them`);
};

/** Stands where other platforms have their `net.Server`. */
interface NoServer {
  readonly listening: false;
}

/**
 * Runs an ordinary Nest HTTP application without a socket or serialisation: requests and answers are passed as objects.
 * Guards, pipes, filters and interceptors work as on any platform. Middleware, views, static files and CORS belong to
 * the public edge, so an application that uses them does not start.
 */
export class InProcessHttpAdapter extends AbstractHttpAdapter<NoServer, InProcessRequest, InProcessResponse> {
  private readonly routes: RouteTable;
  private readonly inFlight = new InFlight();
  private idempotency?: Idempotency;
  private notFound: RouteHandler = (_, response) => response.send(undefined, 404);

  constructor() {
    const routes = new RouteTable();
    super(routes);
    this.routes = routes;
  }

  /** Sends requests with an Idempotency-Key through `idempotency` from now on. */
  useIdempotency(idempotency: Idempotency): void {
    this.idempotency = idempotency;
  }

  /** @throws DomainError ServiceUnavailable once the application is stopping */
  async handle(serviceRequest: ServiceRequest): Promise<ServiceAnswer> {
    if (this.inFlight.isDraining) throw new DomainError('ServiceUnavailable');
    this.inFlight.enter();
    try {
      const { operation, signal, wait } = serviceRequest;
      const waitedFor = (): AbortSignal =>
        AbortSignal.any([this.inFlight.stopping, signal, wait?.stopping].filter((one) => one !== undefined));
      const handle: Handle = async (carriedOut, claim) => {
        const request = new InProcessRequest({ ...serviceRequest, operation: carriedOut }, undefined, claim, waitedFor);
        return answerOf(await this.answer(request));
      };
      return await (this.idempotency && operation.key !== undefined
        ? this.idempotency.run(serviceRequest, handle, waitedFor)
        : handle(operation));
    } finally {
      this.inFlight.leave();
    }
  }

  /**
   * Answers a request on a route whose kind is not `plain`. The request is in flight until its answer has been read.
   *
   * @throws DomainError ServiceUnavailable once the application is stopping
   */
  async exchange({
    route,
    path,
    query,
    headers,
    body,
    operation,
    signal,
    stopping: callerStops,
  }: ExchangeRequest): Promise<ServiceAnswer | Bytes> {
    if (this.inFlight.isDraining) throw new DomainError('ServiceUnavailable');
    this.inFlight.enter();
    const leave = (): void => this.inFlight.leave();
    try {
      const stopping = AbortSignal.any([callerStops, this.inFlight.stopping]);
      const incoming = { headers, body: body ?? Readable.from([]), signal, stopping };
      const request = { method: route.method, path, query, operation };
      const answer = await this.answer(new InProcessRequest(request, incoming));
      if (answer instanceof Bytes) return this.untilStopped(answer, leave);
      leave();
      return answer;
    } catch (error) {
      leave();
      throw error;
    }
  }

  private untilStopped(answer: Bytes, leave: () => void): Bytes {
    const bytes = endingEvents(answer, this.inFlight.stopping);
    bytes.body.once('close', leave);
    return bytes;
  }

  /** Waits until requests are answered. @returns how many are still unanswered after `timeoutMs` */
  drain(timeoutMs: number): Promise<number> {
    return this.inFlight.drain(timeoutMs);
  }

  private answer(request: InProcessRequest): Promise<ServiceAnswer | Bytes> {
    const route = this.routes.find(request.method, request.path);
    if (route === 'unreadable') return Promise.resolve(unreadablePath());
    if (!route) return run(this.notFound, request);
    request.params = route.params;
    return asServer(request.operation, `${request.method} ${route.template}`, () => run(route.handler, request));
  }

  override initHttpServer(): void {
    this.httpServer = { listening: false };
  }

  override async close(): Promise<void> {
    await this.drain(0);
  }

  override getType(): string {
    return 'in-process';
  }

  override normalizePath(path: string): string {
    if (/[*{}()]/.test(path.replace(routedPath(':token'), '').replace(/\/\*$/, '/')))
      throw new Error(
        `${path}: services have plain paths with :parameters, of which :token alone has a pattern, and /* at their end`,
      );
    return path;
  }

  isRouteOrderSensitive(): boolean {
    return false;
  }

  override getRequestMethod({ method }: InProcessRequest): string {
    return method;
  }

  override getRequestUrl({ url }: InProcessRequest): string {
    return url;
  }

  override getRequestHostname(): string {
    return '';
  }

  override status(response: InProcessResponse, statusCode: number): void {
    response.statusCode = statusCode;
  }

  override reply(response: InProcessResponse, body: HandlerAnswer | undefined, statusCode?: number): void {
    response.send(body, statusCode);
  }

  override end(response: InProcessResponse): void {
    response.send(undefined);
  }

  override isHeadersSent({ sent }: InProcessResponse): boolean {
    return sent;
  }

  override setNotFoundHandler(handler: RouteHandler): void {
    this.notFound = handler;
  }

  /** Nest's hook for errors of middleware and body parsers. There are none here. */
  override setErrorHandler(): void {}
  override registerParserMiddleware(): void {}
  override setHeader(): void {}
  override appendHeader(): void {}
  override getHeader(): undefined {}

  override useStaticAssets(): never {
    return unsupported('A static file');
  }

  override setViewEngine(): never {
    return unsupported('A view engine');
  }

  override render(): never {
    return unsupported('A view');
  }

  override redirect(): never {
    return unsupported('A redirect');
  }

  override enableCors(): never {
    return unsupported('CORS');
  }

  override createMiddlewareFactory(_: RequestMethod): never {
    return unsupported('Middleware');
  }

  override applyVersionFilter(_handler: unknown, _version: unknown, _options: VersioningOptions): never {
    return unsupported('Versioning by header');
  }
}
