import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { DomainError } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOfConsole } from '../edge/console-target.js';
import { overloaded } from '../limits/in-flight-budget.js';
import { RequestLimits } from '../limits/request-limits.js';
import { BODY_BYTES_MAX } from '../media/request-body.js';
import { Failures } from '../rendering/failures.js';
import { ServedRoutes } from '../served-routes.js';
import { AnswerMetrics } from './answer-metrics.js';
import { callOf } from './call.js';
import { sendError } from './replies.js';
import { RequestOpening } from './request-opening.js';
import { RouteMounts } from './route-mounts.js';

/** Serves the table of public routes and nothing else, as plain Fastify routes: Nest's layers would cost a third. */
@Injectable()
export class PublicApi implements OnModuleInit {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly routes: ServedRoutes,
    private readonly mounts: RouteMounts,
    private readonly opening: RequestOpening,
    private readonly metrics: AnswerMetrics,
    private readonly failures: Failures,
    private readonly limits: RequestLimits,
  ) {}

  onModuleInit(): void {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    fastify.ownAnswers.strangers = this.limits;
    void fastify.register((scope, _, done) => {
      this.mount(scope);
      done();
    });
  }

  private mount(scope: FastifyInstance): void {
    scope.decorateRequest('call', null);
    scope.decorateRequest('bodyRead', null);
    scope.decorateRequest('isShed', false);
    scope.decorateRequest('refusal', null);
    scope.setErrorHandler((error, request, reply) => this.fail(error, request, reply));
    scope.addHook('onRequest', (request, reply, done) => {
      if (this.opening.open(request, reply)) done();
    });
    // Account data that the console shows must not stay in the browser once its person has logged out.
    scope.addHook('onSend', (request, reply, payload, done) => {
      if (isOfConsole(request.raw)) void reply.header('cache-control', 'no-store');
      done(null, payload);
    });
    scope.addHook('onResponse', (request, reply, done) => {
      this.metrics.observe(request, reply);
      done();
    });
    scope.setNotFoundHandler((request, reply) => this.fail(new DomainError('NotFound'), request, reply));
    // Keeps bodies as bytes: the media type was already checked by the gate.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (request, body, done) => {
      request.bodyRead?.();
      done(null, body);
    });
    for (const route of this.routes.plain) scope.route(this.mounts.plain(route));
    void scope.register((exchanges, _, done) => {
      // Bodies are not read here, but by the code that needs them.
      exchanges.removeAllContentTypeParsers();
      exchanges.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
      for (const route of this.routes.exchanges) exchanges.route(this.mounts.exchange(route));
      done();
    });
  }

  private fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (error === overloaded) request.isShed = true;
    const answer = errorAnswer(this.failures.refusalOf(error, request.id));
    return sendError(request, reply, callOf(request), answer);
  }
}
