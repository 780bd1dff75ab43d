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

/** The checks that every request passes before its body is read. */
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

  /** How a request arrived; undefined when it names no host. */
  originOf({ raw }: FastifyRequest): Origin | undefined {
    return originOf(raw, this.proxies);
  }

  /** From now on answers can contain the client's address of the API. */
  open(request: FastifyRequest, { baseUrl }: Origin): void {
    request.call = { baseUrl, type: this.accept.standard };
  }

  /**
   * @throws overloaded before any other check; DomainError InvalidVersion, UnsupportedMediaType, TooManyRequests, and
   * those of credentials and scopes
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
   * The same for a route of another kind, which keeps its slot until it is answered. Version and vendor of the API
   * matter only where it answers documents.
   *
   * @throws as `admit`; DomainError NotAcceptable
   */
  async admitExchange(route: ExchangeRoute, request: PublicRequest, reply: FastifyReply): Promise<void> {
    atAnswerEnd(reply.raw, this.budgets.ofExchange(route).take());
    // The route's own time limit bounds its body too.
    if (request.arrival) clearTimeout(request.arrival);
    const { accept } = request.headers;
    const call = request.call ?? this.unknownCall;
    if (route.gives.length > 0) acceptable(accept, route.gives);
    const negotiated = route.gives.length > 0 ? call : { ...call, type: this.accept.choose(accept) };
    request.call = negotiated;
    // A request that waits for a new token to be verified waits among the short ones.
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

  /** A known client costs nothing; every check that is not answered from memory counts, and waits for its turn. */
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
 * A client with a kind of token that the gateway does not verify. A page of the API's own origin is no foreign page.
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
