import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Route } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import { LOGGER, type Logger, Metrics } from '@halyard/observability';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { BODY_BYTES_MAX } from '../media/request-body.js';
import type { PublicRequestParts } from './call.js';
import { Failures } from './failures.js';
import { Gate } from './gate.js';
import { sendError } from './replies.js';
import { RequestHandler } from './request-handler.js';
import { RouteTable, routesOf } from './route-table.js';

/** Serves the table of public routes, and nothing else, as plain Fastify routes: Nest's own layers would cost a third. */
@Injectable()
export class PublicApi implements OnModuleInit {
  private readonly routes: readonly Route[];
  private readonly table: RouteTable;
  private readonly durations: ReturnType<Metrics['histogram']>;

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly gate: Gate,
    private readonly handler: RequestHandler,
    private readonly failures: Failures,
    { environment }: GatewayConfig,
    metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.durations = metrics.histogram({
      name: 'gateway_request_duration_seconds',
      help: 'Time from a request to its answer',
      labels: ['method', 'route', 'status'],
    });
    this.routes = routesOf(environment);
    this.table = new RouteTable(this.routes);
  }

  onModuleInit(): void {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    void fastify.register((scope, _, done) => {
      this.mount(scope);
      done();
    });
  }

  private mount(scope: FastifyInstance): void {
    scope.decorateRequest('call', null);
    scope.setErrorHandler((error, request, reply) => this.fail(error, request, reply));
    scope.addHook('onRequest', async (request, reply) => this.open(request, reply));
    scope.addHook('onResponse', (request, reply, done) => {
      const { method, routeOptions } = request;
      const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
      this.durations.observe(labels, reply.elapsedTime / 1000);
      if (reply.statusCode >= 500) this.logger.warn({ ...labels, requestId: request.id }, 'a request was not served');
      done();
    });
    scope.setNotFoundHandler((request, reply) => this.fail(new DomainError('NotFound'), request, reply));
    // Bytes as they are: what they may be was decided by the media type, before they were read.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) => {
      done(null, body);
    });
    for (const route of this.routes) {
      scope.route<PublicRequestParts>({
        method: route.method,
        url: route.path,
        onRequest: (request, reply) => this.gate.admit(route, request, reply),
        handler: (request, reply) => this.handler.handle(route, request, reply),
      });
    }
  }

  /** What every answer carries, also those to addresses that no route has. */
  private async open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    void reply.header('x-request-id', request.id).header('access-control-allow-origin', '*');
    const elsewhere = this.gate.open(request);
    if (elsewhere) {
      reply.raw.setHeader('Location', elsewhere.redirect);
      await reply.code(302).send();
    } else if (request.is404) {
      throw this.unknown(request, reply);
    }
  }

  private unknown({ url }: FastifyRequest, reply: FastifyReply): DomainError {
    const methods = this.table.methodsOf(url.split('?', 1)[0] ?? url);
    if (methods.length === 0) return new DomainError('NotFound');
    void reply.header('allow', methods.join(', '));
    return new DomainError('MethodNotAllowed');
  }

  private fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const answer = errorAnswer(this.failures.refusalOf(error, request.id));
    return sendError(request, reply, request.call ?? this.gate.unknownCall, answer);
  }
}
