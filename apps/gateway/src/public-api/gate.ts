import { Injectable } from '@nestjs/common';
import type { ApplicationPrincipal, Route } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { type Origin, originOf, TrustedProxies } from '../edge/origin.js';
import { Budgets } from '../limits/budgets.js';
import { RequestLimits } from '../limits/request-limits.js';
import { AcceptNegotiation } from '../media/accept.js';
import { essenceOf, isJsonType } from '../media/request-body.js';
import { isFormType } from '../media/token-form.js';
import { Authenticator } from '../tokens/authenticator.js';
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
  async admit(route: Route, request: PublicRequest, reply: FastifyReply): Promise<void> {
    this.budgets.of(route).refuseWhenFull();
    const opened = request.call ?? this.unknownCall;
    const call = { ...opened, type: this.accept.choose(request.headers.accept) };
    request.call = call;

    if (route.access === 'anyone') {
      this.limits.countStranger(request, reply);
    } else {
      const principal = await this.principalOf(route, request, reply);
      request.call = { ...call, principal };
      this.limits.countApplication(principal.applicationId, reply);
      requireAccess(route.access, principal);
    }
    if (route.method === 'POST') this.admitBody(route, request, reply);
  }

  /** Who is known at once costs nothing; all that there is to find out counts, and waits for its turn. */
  private principalOf(route: Route, request: PublicRequest, reply: FastifyReply): Promise<ApplicationPrincipal> {
    const { id: requestId, headers } = request;
    const caller = { requestId, authorization: headers.authorization, networkOf: () => this.limits.networkOf(request) };
    return this.authenticator.authenticate(caller, (findOut) => {
      this.limits.countStranger(request, reply);
      return this.budgets.of(route).run(findOut, whenGone(reply));
    });
  }

  private admitBody(route: Route, request: PublicRequest, reply: FastifyReply): void {
    requireReadable(request, route);
    if (!hasBody(request.headers)) return;
    request.bodyRead = this.budgets.bodies.take();
    reply.raw.once('close', request.bodyRead);
  }
}

/** @throws DomainError UnsupportedMediaType */
function requireReadable({ headers }: PublicRequest, { access }: Route): void {
  const { 'content-type': contentType, 'content-encoding': encoding = 'identity' } = headers;
  const essence = contentType === undefined ? undefined : essenceOf(contentType);
  const isReadable =
    essence === undefined ? !hasBody(headers) : isJsonType(essence) || (access === 'anyone' && isFormType(essence));
  if (!isReadable || encoding.toLowerCase() !== 'identity') throw new DomainError('UnsupportedMediaType');
}

const hasBody = (headers: PublicRequest['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
