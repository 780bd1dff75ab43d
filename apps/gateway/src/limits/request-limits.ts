import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { networkOf } from '../edge/network.js';
import { clientAddress, TrustedProxies } from '../edge/origin.js';
import { type Allowance, LimitExceeded, RequestLimiter } from './request-limiter.js';

/** How often whom may ask. The counts are this process's own, and lost with it. */
@Injectable()
export class RequestLimits {
  private readonly proxies: TrustedProxies;
  private readonly applications: RequestLimiter;
  private readonly networks: RequestLimiter;

  constructor(
    config: GatewayConfig,
    private readonly clock: Clock,
  ) {
    this.proxies = new TrustedProxies(config.trustedProxies);
    this.applications = new RequestLimiter(config.rateLimitPerMinute);
    this.networks = new RequestLimiter(config.anonymousRateLimitPerMinute);
  }

  /** Where a request comes from, as far as limits tell addresses apart. */
  networkOf(request: Pick<FastifyRequest, 'raw'>): string {
    return networkOf(clientAddress(request.raw, this.proxies));
  }

  /**
   * For requests that nobody is known to stand behind: those without a token, with one that was not seen to be good yet,
   * and those to addresses that do not exist.
   *
   * @throws LimitExceeded
   */
  countStranger(request: Pick<FastifyRequest, 'raw'>, reply: FastifyReply): void {
    this.count(this.networks, this.networkOf(request), reply);
  }

  /** @throws LimitExceeded */
  countApplication(applicationId: string, reply: FastifyReply): void {
    this.count(this.applications, applicationId, reply);
  }

  private count(limiter: RequestLimiter, caller: string, reply: FastifyReply): void {
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
