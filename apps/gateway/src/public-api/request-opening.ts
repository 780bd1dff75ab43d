import { Injectable } from '@nestjs/common';
import { type Route, routedPath } from '@halyard/contracts';
import { authorizationRoutes, oauthRoutes } from '@halyard/contracts/authorization';
import { DomainError, validationError } from '@halyard/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { AllowedMethods } from '../edge/allowed-methods.js';
import { AnswerHeaders } from '../edge/answer-headers.js';
import { isOfConsole } from '../edge/console-target.js';
import { givesOf, pagesForPeople } from '../edge/page-routes.js';
import { settleSingleFields } from '../edge/single-fields.js';
import { RequestLimits } from '../limits/request-limits.js';
import { ServedRoutes } from '../served-routes.js';
import { preflight, toPage } from './cors.js';
import { Gate } from './gate.js';
import { Hosts } from './hosts.js';

/** Runs for every request before its route, even if no route has its address. */
@Injectable()
export class RequestOpening {
  private readonly allowed: AllowedMethods;
  private readonly hosts: Hosts;
  /** The paths of routes for linking tokens, which have no parameters. */
  private readonly forPages: ReadonlySet<string>;
  private readonly headers: AnswerHeaders;

  constructor(
    private readonly gate: Gate,
    private readonly limits: RequestLimits,
    private readonly config: GatewayConfig,
    { all }: ServedRoutes,
  ) {
    this.headers = new AnswerHeaders(config);
    this.allowed = new AllowedMethods(all);
    this.hosts = new Hosts(config.addresses);
    this.forPages = new Set(all.filter(({ access }) => access === 'linking').map(({ path }) => path));
  }

  /**
   * Sets the headers of every answer, also for addresses without a route.
   * @returns false if the request is already answered
   * @throws DomainError BadRequest, ValidationError, NotFound, MethodNotAllowed, TooManyRequests
   */
  open(request: FastifyRequest, reply: FastifyReply): boolean {
    const faults = settleSingleFields(request.raw);
    const origin = faults.length === 0 ? this.gate.originOf(request) : undefined;
    void reply.headers(this.headers.of(request.id, origin));
    this.gate.open(request, origin && this.hosts.baseOf(request, origin));
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
    if (!isPage(request) && request.server.ownAnswers.pages.isForPage(request.raw)) {
      this.limits.countStranger(request, reply);
      throw new DomainError('NotFound');
    }
    return !request.is404 || this.answerUnknown(request, reply);
  }

  private isForPages(request: FastifyRequest): boolean {
    return this.forPages.has(request.routeOptions.url ?? pathOf(request));
  }

  /** @throws DomainError NotFound, MethodNotAllowed, TooManyRequests */
  private answerUnknown(request: FastifyRequest, reply: FastifyReply): false {
    this.limits.countStranger(request, reply);
    const { method, headers } = request;
    const methods = this.allowed.methodsOf(request.url);
    if (methods.length === 0) throw new DomainError('NotFound');
    void reply.header('allow', methods.join(', '));
    const isAnswered =
      this.config.cors ||
      (headers.origin !== undefined && (this.isForPages(request) || openPaths.has(pathOf(request))));
    if (method !== 'OPTIONS' || !isAnswered) throw new DomainError('MethodNotAllowed');
    void reply.code(204).headers(preflight(methods)).send();
    return false;
  }
}

const pagePaths: ReadonlySet<string | undefined> = new Set(pagesForPeople.map(({ path }) => routedPath(path)));

const openPaths: ReadonlySet<string> = new Set(
  Object.values<Route>({ ...authorizationRoutes, ...oauthRoutes })
    .filter((route) => givesOf(route).includes('application/json'))
    .map(({ path }) => path),
);

/** Pages for people, which no other page may read. */
const isPage = ({ routeOptions }: FastifyRequest): boolean => pagePaths.has(routeOptions.url);

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url;
