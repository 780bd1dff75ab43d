import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ApplicationPrincipal, RequestLogMode } from '@halyard/contracts';
import { atAnswerEnd } from '@halyard/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { RequestLimits } from '../limits/request-limits.js';
import { ServedRoutes } from '../served-routes.js';
import { Authenticator } from '../tokens/authenticator.js';
import { readAuthorization } from '../tokens/authorization.js';
import { RecordedForms } from './recorded-forms.js';
import { RequestBatches } from './request-batches.js';

const UNAUTHENTICATED = 401;
const TOO_MANY_REQUESTS = 429;
const OVERLOADED = 503;
/** Refused requests whose senders are looked up at a time; of more it is not known whose they are. */
const IDENTIFYING_MAX = 32;

/**
 * Records the requests of known accounts for the log of requests (ADR 106), once they are over, however that comes
 * about. Requests to the log itself are not.
 */
@Injectable()
export class RequestRecorder implements OnModuleInit {
  private readonly mode: RequestLogMode;
  private readonly forms: RecordedForms;
  private identifying = 0;

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly batches: RequestBatches,
    private readonly limits: RequestLimits,
    private readonly authenticator: Authenticator,
    routes: ServedRoutes,
    config: GatewayConfig,
  ) {
    this.mode = config.requestLogMode;
    this.forms = new RecordedForms(routes);
  }

  onModuleInit(): void {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    fastify.decorateRequest('record', null);
    if (this.mode === 'off') return;
    const hasBodies = this.mode === 'full';
    fastify.addHook('onRequest', (request, reply, done) => {
      request.record = { hasBodies };
      atAnswerEnd(reply.raw, () => this.record(request, reply));
      done();
    });
  }

  private record(request: FastifyRequest, reply: FastifyReply): void {
    if (isOfLog(request)) return;
    const principal = request.call?.principal;
    if (principal?.kind === 'application') this.add(request, reply, principal);
    else if (!principal && this.mayBeKnown(request, reply)) void this.identify(request, reply);
  }

  /** Whether it was refused before anyone asked whose it is. Who sends too many is not looked up. */
  private mayBeKnown(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
    const { authorization } = request.headers;
    if (authorization === undefined || statusCode === TOO_MANY_REQUESTS || statusCode === OVERLOADED) return false;
    // Credentials that were refused would count as one more guess.
    if (statusCode === UNAUTHENTICATED && readAuthorization(authorization)?.scheme === 'basic') return false;
    const access = this.forms.routeOf(request)?.access;
    return access !== 'anyone' && access !== 'linking' && this.identifying < IDENTIFYING_MAX;
  }

  private async identify(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { id: requestId, headers } = request;
    const networkOf = (): string => this.limits.networkOf(request);
    this.identifying += 1;
    try {
      const principal = await this.authenticator.identify({
        requestId,
        authorization: headers.authorization,
        networkOf,
      });
      if (principal) this.add(request, reply, principal);
    } finally {
      this.identifying -= 1;
    }
  }

  private add(request: FastifyRequest, reply: FastifyReply, principal: ApplicationPrincipal): void {
    this.batches.add(() => this.forms.of({ request, reply, principal, address: this.limits.addressOf(request) }));
  }
}

const OF_LOG = /^\/requests(?:[/?]|$)/;

const isOfLog = ({ url }: FastifyRequest): boolean => OF_LOG.test(url);
