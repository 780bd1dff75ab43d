import { Injectable } from '@nestjs/common';
import type { Route } from '@halyard/contracts';
import { Clock, DomainError } from '@halyard/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { originOf, TrustedProxies } from '../edge/origin.js';
import { type Allowance, LimitExceeded, RequestLimiter } from '../limits/request-limiter.js';
import { AcceptNegotiation } from '../media/accept.js';
import { essenceOf, isJsonType } from '../media/request-body.js';
import { isFormType } from '../media/token-form.js';
import { Authenticator } from '../tokens/authenticator.js';
import { requireAccess } from '../tokens/scopes.js';
import { type PublicCall, type PublicRequest, unknownCall } from './call.js';

/** What every request passes before its body is read. */
@Injectable()
export class Gate {
  private readonly proxies: TrustedProxies;
  private readonly accept: AcceptNegotiation;
  private readonly applications: RequestLimiter;
  private readonly addresses: RequestLimiter;

  constructor(
    config: GatewayConfig,
    private readonly authenticator: Authenticator,
    private readonly clock: Clock,
  ) {
    this.proxies = new TrustedProxies(config.trustedProxies);
    this.accept = new AcceptNegotiation(config.vendorWord);
    this.applications = new RequestLimiter(config.rateLimitPerMinute);
    this.addresses = new RequestLimiter(config.anonymousRateLimitPerMinute);
  }

  /** For answers to requests about which nothing is known. */
  get unknownCall(): PublicCall {
    return unknownCall(this.accept.standard);
  }

  /**
   * Where the request comes from.
   *
   * @returns a URL to send the client to instead, where it came to the proxy by plain HTTP
   * @throws DomainError BadRequest
   */
  open(request: FastifyRequest): { readonly redirect: string } | undefined {
    const origin = originOf(request.raw, this.proxies);
    if (!origin) throw new DomainError('BadRequest');
    request.call = { baseUrl: origin.baseUrl, address: origin.address, type: this.accept.standard };
    const isSentToHttps = origin.isForwarded && !origin.isSecure;
    return isSentToHttps ? { redirect: origin.baseUrl.replace('http:', 'https:') + request.url } : undefined;
  }

  /** @throws DomainError InvalidVersion, UnsupportedMediaType, TooManyRequests, and those of credentials and scopes */
  async admit(route: Route, request: PublicRequest, reply: FastifyReply): Promise<void> {
    const opened = request.call ?? this.unknownCall;
    const call = { ...opened, type: this.accept.choose(request.headers.accept) };
    request.call = call;

    if (route.access === 'anyone') {
      this.limit(this.addresses, call.address, reply);
    } else {
      const principal = await this.authenticator.authenticate(request.headers.authorization, request.id, () =>
        this.limit(this.addresses, call.address, reply),
      );
      request.call = { ...call, principal };
      this.limit(this.applications, principal.applicationId, reply);
      requireAccess(route.access, principal);
    }
    if (route.method === 'POST') requireReadable(request, route);
  }

  private limit(limiter: RequestLimiter, caller: string, reply: FastifyReply): void {
    try {
      tell(limiter.count(caller, this.clock.system().getTime()), reply);
    } catch (error) {
      if (error instanceof LimitExceeded) tell(error.allowance, reply);
      throw error;
    }
  }
}

/** The RateLimit header fields (draft-ietf-httpapi-ratelimit-headers-06). */
function tell({ limit, remaining, resetSeconds }: Allowance, reply: FastifyReply): void {
  void reply
    .header('ratelimit-limit', limit)
    .header('ratelimit-remaining', remaining)
    .header('ratelimit-reset', resetSeconds);
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
