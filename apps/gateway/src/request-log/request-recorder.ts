import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ApplicationPrincipal } from '@halyard/contracts';
import type { RequestLogMode } from '@halyard/contracts/requests';
import { atAnswerEnd } from '@halyard/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import type { Recorder } from '../edge/own-answers.js';
import { RequestLimits } from '../limits/request-limits.js';
import { ServedRoutes } from '../served-routes.js';
import { Authenticator } from '../tokens/authenticator.js';
import { readAuthorization } from '../tokens/authorization.js';
import { RecordedForms } from './recorded-forms.js';
import { RequestBatches } from './request-batches.js';
import type { RequestRecord } from './request-record.js';
import { UnreadBodies } from './unread-bodies.js';

const UNAUTHENTICATED = 401;
const TOO_MANY_REQUESTS = 429;
const OVERLOADED = 503;
/** How many senders of refused requests are looked up at a time. The senders of further ones stay unknown. */
const IDENTIFYING_MAX = 32;

interface EndedRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly address: string;
}

/** Records the requests of known accounts (ADR 106), whatever ended them, but no requests to the log itself. */
@Injectable()
export class RequestRecorder implements OnModuleInit, Recorder {
  private readonly mode: RequestLogMode;
  private readonly forms: RecordedForms;
  private readonly unread = new UnreadBodies();
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
    fastify.ownAnswers.recorder = this;
    fastify.addHook('onRequest', (request, reply, done) => {
      this.begin(request, reply);
      done();
    });
    fastify.addHook('onSend', (request, reply, payload, done) => {
      this.unread.read(request, reply);
      done(null, payload);
    });
  }

  begin(request: FastifyRequest, reply: FastifyReply): void {
    const record: RequestRecord = { hasBodies: this.mode === 'full' };
    request.record = record;
    atAnswerEnd(reply.raw, () => {
      // Read the address now: it is unknown once the connection has ended.
      const ended = { request, reply, address: this.limits.addressOf(request) };
      if (record.rest) void record.rest.then(() => this.record(ended));
      else this.record(ended);
    });
  }

  private record(ended: EndedRequest): void {
    const { request } = ended;
    if (isOfLog(request)) return;
    const principal = request.call?.principal ?? this.recognized(request);
    if (principal?.kind === 'application') this.add(ended, principal);
    else if (!principal && this.mayBeAskedFor(ended)) void this.identify(ended);
  }

  private recognized(request: FastifyRequest): ApplicationPrincipal | undefined {
    return this.needsToken(request) ? this.authenticator.recognize(request.headers.authorization) : undefined;
  }

  /** Whether auth may be asked for an unknown sender. Never if the sender sends too many requests. */
  private mayBeAskedFor({ request, reply: { statusCode } }: EndedRequest): boolean {
    const { authorization } = request.headers;
    if (authorization === undefined || statusCode === TOO_MANY_REQUESTS || statusCode === OVERLOADED) return false;
    // Refused credentials would count as one more guess.
    if (statusCode === UNAUTHENTICATED && readAuthorization(authorization)?.scheme === 'basic') return false;
    return this.needsToken(request) && this.identifying < IDENTIFYING_MAX;
  }

  private needsToken(request: FastifyRequest): boolean {
    const access = this.forms.routeOf(request)?.access;
    return access !== 'anyone' && access !== 'linking';
  }

  private async identify(ended: EndedRequest): Promise<void> {
    const { request } = ended;
    const { id: requestId, headers } = request;
    const networkOf = (): string => this.limits.networkOf(request);
    this.identifying += 1;
    try {
      const principal = await this.authenticator.identify({
        requestId,
        authorization: headers.authorization,
        networkOf,
      });
      if (principal) this.add(ended, principal);
    } finally {
      this.identifying -= 1;
    }
  }

  private add(ended: EndedRequest, principal: ApplicationPrincipal): void {
    this.batches.add(() => this.forms.of({ ...ended, principal }));
  }
}

const OF_LOG = /^\/requests(?:[/?]|$)/;

const isOfLog = ({ url }: FastifyRequest): boolean => OF_LOG.test(url);
