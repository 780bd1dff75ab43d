import { Injectable } from '@nestjs/common';
import type { ApplicationPrincipal, BrowserPrincipal, DocumentRoute, ExchangeRoute, Route } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { atAnswerEnd, essenceOf } from '@halyard/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { hasBody } from '../edge/arrivals.js';
import { type Origin, originOf, TrustedProxies } from '../edge/origin.js';
import { Budgets } from '../limits/budgets.js';
import type { InFlightBudget } from '../limits/in-flight-budget.js';
import { RequestLimits } from '../limits/request-limits.js';
import { acceptable, AcceptNegotiation } from '../media/accept.js';
import { isJsonType } from '../media/request-body.js';
import { isFormType } from '../media/token-form.js';
import { Authenticator } from '../tokens/authenticator.js';
import { readAuthorization } from '../tokens/authorization.js';
import { requireAccess } from '../tokens/scopes.js';
import { type PublicCall, type PublicRequest, unknownCall, whenGone } from './call.js';

/** What every request passes before its body is read. */
@Injectable()
export class Gate {
  private readonly proxies: TrustedProxies;
  private readonly accept: AcceptNegotiation;

  constructor(
    config: GatewayConfig,
    private readonly authenticator: Authenticator,
    private readonly limits: RequestLimits,
    private readonly budgets: Budgets,
  ) {
    this.proxies = new TrustedProxies(config.trustedProxies);
    this.accept = new AcceptNegotiation(config.vendorWord);
  }

  /** For answers to requests about which nothing is known. */
  get unknownCall(): PublicCall {
    return unknownCall(this.accept.standard);
  }

  /** How a request has come; undefined when it does not say where to. */
  originOf({ raw }: FastifyRequest): Origin | undefined {
    return originOf(raw, this.proxies);
  }

  /** From now on answers can name where the client is. */
  open(request: FastifyRequest, { baseUrl }: Origin): void {
    request.call = { baseUrl, type: this.accept.standard };
  }

  /**
   * @throws overloaded before anything else is looked at; DomainError InvalidVersion, UnsupportedMediaType,
   * TooManyRequests, and those of credentials and scopes
   */
  async admit(route: DocumentRoute, request: PublicRequest, reply: FastifyReply): Promise<void> {
    const budget = this.budgets.of(route);
    budget.refuseWhenFull();
    const call = { ...(request.call ?? this.unknownCall), type: this.accept.choose(request.headers.accept) };
    request.call = call;
    await this.know(call, route, budget, request, reply);
    if (route.method === 'POST') this.admitBody(route, request, reply);
  }

  /**
   * The same for a route of another kind, which keeps its place until it is answered. Version and vendor of the API mean
   * something to it only where it answers documents.
   *
   * @throws as `admit`; DomainError NotAcceptable
   */
  async admitExchange(route: ExchangeRoute, request: PublicRequest, reply: FastifyReply): Promise<void> {
    atAnswerEnd(reply.raw, this.budgets.ofExchange(route).take());
    // The route's own time bounds its body too.
    if (request.arrival) clearTimeout(request.arrival);
    const { accept } = request.headers;
    const call = request.call ?? this.unknownCall;
    if (route.gives.length > 0) acceptable(accept, route.gives);
    const negotiated = route.gives.length > 0 ? call : { ...call, type: this.accept.choose(accept) };
    request.call = negotiated;
    // Whoever waits for a new token to be looked at waits among those who do not stay.
    await this.know(negotiated, route, this.budgets.newcomers, request, reply);
    requireTaken(request, route);
  }

  private async know(
    call: PublicCall,
    route: Route,
    budget: InFlightBudget,
    request: PublicRequest,
    reply: FastifyReply,
  ): Promise<void> {
    if (route.access === 'anyone') {
      this.limits.countStranger(request, reply);
      return;
    }
    if (route.access === 'linking') {
      this.limits.countStranger(request, reply);
      request.call = { ...call, principal: browserOf(request.headers, call) };
      return;
    }
    const principal = await this.principalOf(budget, request, reply);
    request.call = { ...call, principal };
    this.limits.countApplication(principal.applicationId, reply);
    requireAccess(route.access, principal);
  }

  /** Who is known at once costs nothing; all that there is to find out counts, and waits for its turn. */
  private principalOf(
    budget: InFlightBudget,
    request: PublicRequest,
    reply: FastifyReply,
  ): Promise<ApplicationPrincipal> {
    const { id: requestId, headers } = request;
    const caller = { requestId, authorization: headers.authorization, networkOf: () => this.limits.networkOf(request) };
    return this.authenticator.authenticate(caller, (findOut) => {
      this.limits.countStranger(request, reply);
      return budget.run(findOut, whenGone(reply));
    });
  }

  private admitBody(route: DocumentRoute, request: PublicRequest, reply: FastifyReply): void {
    requireReadable(request, route);
    if (!hasBody(request.headers)) return;
    request.bodyRead = this.budgets.bodies.take();
    atAnswerEnd(reply.raw, request.bodyRead);
  }
}

/**
 * Whoever shows a token of a kind that the gateway does not know. A page of the API's own origin is nobody else's.
 *
 * @throws DomainError InvalidCredentials without one
 */
function browserOf({ authorization, origin }: PublicRequest['headers'], { baseUrl }: PublicCall): BrowserPrincipal {
  const given = readAuthorization(authorization);
  if (given?.scheme !== 'bearer') throw new DomainError('InvalidCredentials');
  const isOwn = origin === undefined || origin === new URL(baseUrl).origin;
  return { kind: 'browser', token: given.token, ...(!isOwn && { origin }) };
}

/** @throws DomainError UnsupportedMediaType */
function requireReadable({ headers }: PublicRequest, { access }: DocumentRoute): void {
  const { 'content-type': contentType, 'content-encoding': encoding = 'identity' } = headers;
  const essence = contentType === undefined ? undefined : essenceOf(contentType);
  const isReadable =
    essence === undefined ? !hasBody(headers) : isJsonType(essence) || (access === 'anyone' && isFormType(essence));
  if (!isReadable || encoding.toLowerCase() !== 'identity') throw new DomainError('UnsupportedMediaType');
}

/** @throws DomainError UnsupportedMediaType */
function requireTaken({ headers }: PublicRequest, { takes, method }: ExchangeRoute): void {
  if (method === 'GET') return;
  const { 'content-type': contentType, 'content-encoding': encoding = 'identity' } = headers;
  const isTaken = contentType === undefined ? !hasBody(headers) : takes.includes(essenceOf(contentType));
  if (!isTaken || encoding.toLowerCase() !== 'identity') throw new DomainError('UnsupportedMediaType');
}
