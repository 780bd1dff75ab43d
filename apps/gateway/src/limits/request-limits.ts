import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { accountsOf, type ApplicationPrincipal, isPerson, limitedAs } from '@halyard/contracts';
import { Clock } from '@halyard/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { networkOf } from '../edge/network.js';
import { clientAddress, TrustedProxies } from '../edge/origin.js';
import type { CountedRequest, Strangers } from '../edge/own-answers.js';
import { type RequestAllowance, LimitExceeded, RequestLimiter } from './request-limiter.js';

/** Rate limits. The counts belong to this process, and are lost with it. */
@Injectable()
export class RequestLimits implements Strangers {
  private readonly proxies: TrustedProxies;
  private readonly callers: RequestLimiter;
  private readonly accounts: RequestLimiter;
  private readonly networks: RequestLimiter;

  constructor(
    config: GatewayConfig,
    private readonly clock: Clock,
  ) {
    this.proxies = new TrustedProxies(config.trustedProxies);
    this.callers = new RequestLimiter(config.rateLimitPerMinute);
    this.accounts = new RequestLimiter(config.accountRateLimitPerMinute);
    this.networks = new RequestLimiter(config.anonymousRateLimitPerMinute);
  }

  addressOf(request: Pick<FastifyRequest, 'raw'>): string {
    return clientAddress(request.raw, this.proxies);
  }

  /** The origin of a request, as finely as limits distinguish addresses. */
  networkOf(request: Pick<FastifyRequest, 'raw'>): string {
    return networkOf(clientAddress(request.raw, this.proxies));
  }

  /** Counts a request without a token, with an unverified one, or to an unknown address. @throws LimitExceeded */
  countStranger(request: Pick<FastifyRequest, 'raw'>, reply: FastifyReply): void {
    this.count(this.networks, this.networkOf(request), reply);
  }

  /** Counts a request that no route sees. The code that answers the request calls this. */
  countUnrouted(message: IncomingMessage): CountedRequest {
    const network = networkOf(clientAddress(message, this.proxies));
    try {
      return { fields: fieldsOf(this.networks.count(network, this.clock.system().getTime())) };
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
      const { allowance } = error;
      return { fields: { ...fieldsOf(allowance), 'retry-after': String(allowance.resetSeconds) }, refusal: error };
    }
  }

  /**
   * A request of an application also counts for its accounts, so that using many applications does not help. The
   * answer's headers tell how much the application has left. @throws LimitExceeded
   */
  countCaller(principal: ApplicationPrincipal, reply: FastifyReply): void {
    this.count(this.callers, limitedAs(principal), reply);
    if (isPerson(principal)) return;
    const nowMs = this.clock.system().getTime();
    for (const account of accountsOf(principal)) {
      try {
        this.accounts.count(account, nowMs);
      } catch (error) {
        if (error instanceof LimitExceeded) tell(error.allowance, reply);
        throw error;
      }
    }
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
const fieldsOf = ({ limit, remaining, resetSeconds }: RequestAllowance): Readonly<Record<string, string>> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSeconds),
});

const tell = (allowance: RequestAllowance, reply: FastifyReply): void => void reply.headers(fieldsOf(allowance));
