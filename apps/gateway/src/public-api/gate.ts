import { Injectable } from '@nestjs/common';
import {
  accountsOf,
  type ApplicationPrincipal,
  type BrowserPrincipal,
  type ExchangeRoute,
  isPerson,
  limitedAs,
  type PlainRoute,
  type Route,
} from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { atAnswerEnd, essenceOf } from '@halyard/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { ConsoleRequests } from '../console/console-requests.js';
import { isOfConsole } from '../edge/console-target.js';
import { hasBody } from '../edge/arrivals.js';
import { type Origin, originOf, TrustedProxies } from '../edge/origin.js';
import { Budgets } from '../limits/budgets.js';
import type { Caller, InFlightBudget } from '../limits/in-flight-budget.js';
import { RequestLimits } from '../limits/request-limits.js';
import { acceptable, AcceptNegotiation, preferredBytes } from '../media/accept.js';
import { contentCodings } from '../media/content-codings.js';
import { isJsonType } from '../media/request-body.js';
import { isFormType } from '../media/token-form.js';
import { Authenticator } from '../tokens/authenticator.js';
import { readAuthorization } from '../tokens/authorization.js';
import { requireAccess } from '../tokens/scopes.js';
import { callOf, type PublicCall, type PublicRequest, whenGone } from './call.js';

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
    private readonly console: ConsoleRequests,
  ) {
    this.proxies = new TrustedProxies(config.trustedProxies, config.forwardedHosts);
    this.accept = new AcceptNegotiation(config.vendorWord);
  }

  /** How a request arrived; undefined if it names no host. */
  originOf({ raw }: FastifyRequest): Origin | undefined {
    return originOf(raw, this.proxies);
  }

  /** From now on every answer, including a refusal, has the type that the client asked for. */
  open(request: FastifyRequest, baseUrl = ''): void {
    const type = this.accept.choose(request.headers.accept);
    request.call = {
      baseUrl,
      type: type ?? this.accept.standard,
      isTypeAccepted: type !== undefined,
    };
  }

  /**
   * @throws overloaded before any other check; DomainError InvalidVersion, UnsupportedMediaType, TooManyRequests, and
   * those of credentials and scopes
   */
  async admit(route: PlainRoute, request: PublicRequest, reply: FastifyReply): Promise<void> {
    const ofWait = this.budgets.ofWait(route);
    const budget = this.budgets.of(route);
    (ofWait ?? budget).refuseWhenFull();
    const call = callOf(request);
    await this.admitPage(route, request);
    requireTypeAccepted(call);
    await this.know(call, route, budget, request, reply);
    if (ofWait) atAnswerEnd(reply.raw, ofWait.take(this.callerOf(request)));
    if (route.method === 'POST') this.admitBody(route, request, reply);
  }

  /**
   * Admits a request to a route of another kind. The request keeps its slot until it is answered. The API's version and
   * vendor matter only on `plain` routes. A client that may not have the bytes learns that before anything about their
   * type.
   *
   * @throws as `admit`; DomainError NotAcceptable
   */
  async admitExchange(route: ExchangeRoute, request: PublicRequest, reply: FastifyReply): Promise<void> {
    const budget = this.budgets.ofExchange(route);
    budget.refuseWhenFull();
    const call = callOf(request);
    await this.admitPage(route, request);
    // While a new token is verified, a long request waits among the short ones.
    await this.know(call, route, this.budgets.newcomers, request, reply);
    if (!givesBytes(route, request.headers.accept)) requireTypeAccepted(call);
    else if (!call.isTypeAccepted || !givesPlainJson(route)) acceptable(request.headers.accept, route.gives);
    atAnswerEnd(reply.raw, budget.take(this.callerOf(request)));
    request.arrival?.extend(route.limits.timeMs);
    if (route.method !== 'GET')
      requireReadable(request, reply, (essence) => route.takes.includes(essence), route.takes);
  }

  /** Gives a request of a console page its person's token. First refuses routes that are not for people. */
  private async admitPage(route: Route, request: PublicRequest): Promise<void> {
    if (isOfConsole(request.raw)) await this.console.admit(route, this.originOf(request)?.baseUrl ?? '', request);
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
    this.limits.countCaller(principal, reply);
    requireAccess(route, principal);
  }

  /** A known client costs nothing. Every check that is not answered from memory counts, and waits for its turn. */
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

  /** The caller whose requests are counted together: a known client with its accounts, or a network. */
  private callerOf(request: PublicRequest): Caller {
    const { principal } = callOf(request);
    if (principal?.kind !== 'application')
      return { name: this.limits.networkOf(request), accounts: [], isPerson: false };
    return { name: limitedAs(principal), accounts: accountsOf(principal), isPerson: isPerson(principal) };
  }

  private admitBody(route: PlainRoute, request: PublicRequest, reply: FastifyReply): void {
    const isForm = (essence: string): boolean => route.access === 'anyone' && isFormType(essence);
    requireReadable(request, reply, (essence) => isJsonType(essence) || isForm(essence), ['application/json']);
    if (!hasBody(request.headers)) return;
    request.bodyRead = this.budgets.bodies.take(this.callerOf(request));
    atAnswerEnd(reply.raw, request.bodyRead);
  }
}

/**
 * A client with a token that only its owner verifies. A page of the API's own origin counts as no page of another site.
 *
 * @throws DomainError InvalidCredentials without a token
 */
function browserOf({ authorization, origin }: PublicRequest['headers'], { baseUrl }: PublicCall): BrowserPrincipal {
  const given = readAuthorization(authorization);
  if (given?.scheme !== 'bearer') throw new DomainError('InvalidCredentials');
  const isOwn = origin === undefined || origin === new URL(baseUrl).origin;
  return { kind: 'browser', token: given.token, ...(!isOwn && { origin }) };
}

const givesBytes = ({ gives, orJson }: ExchangeRoute, accept: string | undefined): boolean =>
  gives.length > 0 && (!orJson || preferredBytes(accept, gives) !== undefined);

/**
 * Whether the route gives the JSON of a standard. Clients that name the API's type in every request, as they should,
 * get it too.
 */
const givesPlainJson = ({ gives }: ExchangeRoute): boolean => gives.every((type) => type === 'application/json');

/** @throws DomainError InvalidVersion */
function requireTypeAccepted({ isTypeAccepted }: PublicCall): void {
  if (!isTypeAccepted) throw new DomainError('InvalidVersion');
}

/** @throws DomainError UnsupportedMediaType */
function requireReadable(
  { headers }: PublicRequest,
  reply: FastifyReply,
  isTaken: (essence: string) => boolean,
  taken: readonly string[],
): void {
  const codings = contentCodings(headers['content-encoding']);
  if (codings.length > 0) {
    // RFC 9110, 15.5.16: distinguishes an unsupported coding from an unsupported media type.
    void reply.header('accept-encoding', 'identity');
    const message = `The request body has the content coding ${codings.join(', ')}: send it as it is, without a coding.`;
    throw new DomainError('UnsupportedMediaType', { message });
  }
  const { 'content-type': contentType } = headers;
  if (contentType === undefined ? hasBody(headers) : !isTaken(essenceOf(contentType)))
    throw new DomainError('UnsupportedMediaType', {
      message: `The media type of the request body is not supported. Allowed: ${taken.join(', ') || 'no body'}.`,
    });
}
