import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import {
  consoleRoutes,
  type ExchangeRoute,
  pageRoutes,
  type PlainRoute,
  publicRoutes,
  routedPath,
} from '@halyard/contracts';
import { DomainError, validationError } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import { LOGGER, type Logger, Metrics } from '@halyard/observability';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { isOfConsole } from '../edge/console-target.js';
import { AnswerHeaders } from '../edge/answer-headers.js';
import { settleSingleFields } from '../edge/single-fields.js';
import { overloaded } from '../limits/in-flight-budget.js';
import { RequestLimits } from '../limits/request-limits.js';
import { preferredBytes } from '../media/accept.js';
import { BODY_BYTES_MAX } from '../media/request-body.js';
import { Failures } from '../rendering/failures.js';
import { ServedRoutes } from '../served-routes.js';
import { Welcome } from '../welcome/welcome.js';
import { callOf, type PublicRequest, type PublicRequestParts } from './call.js';
import { preflight, toPage } from './cors.js';
import { ExchangeHandler } from './exchange-handler.js';
import { Gate } from './gate.js';
import { Hosts } from './hosts.js';
import { sendError } from './replies.js';
import { RequestHandler } from './request-handler.js';
import { AllowedMethods } from './allowed-methods.js';

/** Serves the table of public routes, and nothing else, as plain Fastify routes: Nest's layers would cost a third. */
@Injectable()
export class PublicApi implements OnModuleInit {
  private readonly allowed: AllowedMethods;
  private readonly hosts: Hosts;
  /** Paths without parameters. */
  private readonly forPages: ReadonlySet<string>;
  private readonly headers: AnswerHeaders;
  private readonly durations: ReturnType<Metrics['histogram']>;

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly gate: Gate,
    private readonly handler: RequestHandler,
    private readonly exchanges: ExchangeHandler,
    private readonly routes: ServedRoutes,
    private readonly failures: Failures,
    private readonly limits: RequestLimits,
    private readonly welcome: Welcome,
    private readonly config: GatewayConfig,
    metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.durations = metrics.histogram({
      name: 'gateway_request_duration_seconds',
      help: 'Time from a request to its answer',
      labels: ['method', 'route', 'status'],
    });
    this.headers = new AnswerHeaders(config);
    this.allowed = new AllowedMethods(routes.all);
    this.hosts = new Hosts(config.addresses);
    this.forPages = new Set(routes.all.filter(({ access }) => access === 'linking').map(({ path }) => path));
  }

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
      if (this.open(request, reply)) done();
    });
    scope.addHook('onResponse', (request, reply, done) => {
      const { method, routeOptions } = request;
      const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
      this.durations.observe(labels, reply.elapsedTime / 1000);
      // Overload shows in its metric: a log line for each request would add to it.
      if (reply.statusCode >= 500 && !request.isShed)
        this.logger.warn({ ...labels, requestId: request.id }, 'a request was not served');
      done();
    });
    scope.setNotFoundHandler((request, reply) => this.fail(new DomainError('NotFound'), request, reply));
    // Bytes as they are: the media type decided before what they may be.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (request, body, done) => {
      request.bodyRead?.();
      done(null, body);
    });
    for (const route of this.routes.plain) {
      const admit = (request: PublicRequest, reply: FastifyReply): Promise<void> => {
        const bytes = bytesOf(route, request);
        return bytes ? this.gate.admitExchange(bytes, request, reply) : this.gate.admit(route, request, reply);
      };
      scope.route<PublicRequestParts>({
        method: route.method,
        url: routedPath(route.path),
        onRequest: route === publicRoutes.getRoot ? [this.welcome.greet, admit] : admit,
        handler: (request, reply) => {
          const bytes = bytesOf(route, request);
          return bytes ? this.exchanges.handle(bytes, request, reply) : this.handler.handle(route, request, reply);
        },
      });
    }
    void scope.register((exchanges, _, done) => {
      this.mountExchanges(exchanges);
      done();
    });
  }

  private mountExchanges(scope: FastifyInstance): void {
    // Bodies are not read here, but by the code that needs them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const route of this.routes.exchanges) {
      scope.route<PublicRequestParts>({
        // HEAD is answered here: Fastify's own would read everything that a GET answers.
        method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
        url: routedPath(route.path),
        onRequest: (request, reply) => this.gate.admitExchange(route, request, reply),
        handler: (request, reply) => this.exchanges.handle(route, request, reply),
      });
    }
  }

  /**
   * The headers of every answer, also for addresses without a route.
   *
   * @returns false when the request is answered already
   * @throws DomainError BadRequest, ValidationError, NotFound, MethodNotAllowed, TooManyRequests
   */
  private open(request: FastifyRequest, reply: FastifyReply): boolean {
    const faults = settleSingleFields(request.raw);
    const origin = faults.length === 0 ? this.gate.originOf(request) : undefined;
    void reply.headers(this.headers.of(request.id, origin));
    this.gate.open(request, origin);
    if (!origin) {
      this.limits.countStranger(request, reply);
      if (faults.length > 0) throw validationError(...faults);
      throw new DomainError('BadRequest', { message: 'The Host header field is missing, or names no host.' });
    }
    if (this.isForPages(request)) toPage(reply, request.headers);
    if (isPage(request) || isOfConsole(request.raw)) void reply.removeHeader('access-control-allow-origin');
    if (origin.isForwarded && !origin.isSecure) {
      this.limits.countStranger(request, reply);
      reply.raw.setHeader('Location', origin.baseUrl.replace('http:', 'https:') + request.url);
      void reply.code(302).send();
      return false;
    }
    const elsewhere = this.hosts.elsewhere(request, origin);
    if (elsewhere !== undefined) {
      this.limits.countStranger(request, reply);
      void reply.code(308).header('location', elsewhere).send();
      return false;
    }
    return !request.is404 || this.answerUnknown(request, reply);
  }

  /** Whether its address belongs to a route for linking tokens, with any method. */
  private isForPages(request: FastifyRequest): boolean {
    return this.forPages.has(request.routeOptions.url ?? pathOf(request));
  }

  /** @throws DomainError NotFound, MethodNotAllowed, TooManyRequests */
  private answerUnknown(request: FastifyRequest, reply: FastifyReply): false {
    this.limits.countStranger(request, reply);
    const { method, headers } = request;
    const methods = this.allowed.methodsOf(pathOf(request));
    if (methods.length === 0) throw new DomainError('NotFound');
    void reply.header('allow', methods.join(', '));
    const isAnswered =
      this.config.cors ||
      (headers.origin !== undefined && (this.isForPages(request) || openPaths.has(pathOf(request))));
    if (method !== 'OPTIONS' || !isAnswered) throw new DomainError('MethodNotAllowed');
    void reply.code(204).headers(preflight(methods)).send();
    return false;
  }

  private fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (error === overloaded) request.isShed = true;
    const answer = errorAnswer(this.failures.refusalOf(error, request.id));
    return sendError(request, reply, callOf(request), answer);
  }
}

/** The route by which a client is answered that likes bytes better than JSON. */
const bytesOf = ({ orBytes }: PlainRoute, { headers }: PublicRequest): ExchangeRoute | undefined =>
  orBytes && preferredBytes(headers.accept, orBytes.gives) !== undefined ? orBytes : undefined;

const pagePaths: ReadonlySet<string | undefined> = new Set(
  [pageRoutes, consoleRoutes]
    .flatMap((routes) => Object.values<ExchangeRoute>(routes))
    .filter(({ gives }) => gives.includes('text/html'))
    .map(({ path }) => routedPath(path)),
);

/** What pages of any origin may read. */
const openPaths: ReadonlySet<string> = new Set(
  Object.values(pageRoutes)
    .filter(({ gives }) => gives.includes('application/json'))
    .map(({ path }) => path),
);

/** Whether its address is that of a page for people, which no other page may read. */
const isPage = ({ routeOptions }: FastifyRequest): boolean => pagePaths.has(routeOptions.url);

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url;
