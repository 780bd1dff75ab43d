import type { Server, ServerResponse } from 'node:http';
import type { Operation, ServiceName } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorAnswer } from '../error-answer.js';
import { Bytes, KeptAnswer } from '../exchange/exchange.js';
import { endingEvents } from '../exchange/within-limits.js';
import { InFlight } from '../in-flight.js';
import type { Idempotency } from '../idempotency.js';
import { PARAMETER_LENGTH_MAX, unknownPath, unreadablePath } from '../routing.js';
import type { ServiceAnswer } from '../service-request.js';
import { asServer } from '../tracing.js';
import { atAnswerEnd } from './answer-end.js';
import { beginTogether } from './begin-together.js';
import { countRequests } from './draining.js';
import { incomingExchange, sendBytes, acceptExchanges } from './incoming-exchanges.js';
import { KeyedRequests, REPLAYED_HEADER } from './keyed-requests.js';
import {
  bodyDigest,
  ENVELOPE_HEADER,
  type PrincipalEnvelopes,
  SealedForAnother,
  SealedForOtherIdentity,
} from './principal-envelope.js';

declare module 'fastify' {
  interface FastifyRequest {
    operation?: Operation;
    signedBodyDigest?: string;
    waitedFor?: () => AbortSignal;
  }
}

export interface ServiceFastifyOptions {
  readonly service: ServiceName;
  readonly envelopes: PrincipalEnvelopes;
}

/** The most bytes of a body between services. The gateway has lower limits for clients' bodies. */
const BODY_BYTES_MAX = 16 * 1024 * 1024;

/** Tells the sender that no handler has seen the request, so that it may ask another process. */
export const NOT_TAKEN_HEADER = 'x-not-taken';
/** Tells a sender for which instance to seal its request. The request was not carried out. */
export const INSTANCE_HEADER = 'x-instance';
/** Tells a sender for which identity to seal its request. The request was not carried out. */
export const IDENTITY_HEADER = 'x-identity';

const send = (reply: FastifyReply, { status, body }: ServiceAnswer) => reply.code(status).send(body);

/** The adapter for services that listen. Create the application with `bodyParser: false`: bodies are parsed here. */
export class ServiceFastifyAdapter extends FastifyAdapter {
  private readonly inFlight = new InFlight();
  private readonly keyed: KeyedRequests;

  /**
   * Makes a listener that accepts only services, each with the principals for which it may speak. It checks this before
   * it reads a body.
   */
  constructor(options: ServiceFastifyOptions) {
    super({
      bodyLimit: BODY_BYTES_MAX,
      routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
      frameworkErrors: ({ code }: FastifyError, _request: unknown, reply: FastifyReply) =>
        void send(reply, code === 'FST_ERR_MAX_PARAM_LENGTH' ? unknownPath() : unreadablePath()),
      forceCloseConnections: 'idle',
      multipart: false,
    });
    const fastify = this.getInstance<FastifyInstance>();
    turnAwayWhenStopping(fastify, this.inFlight);
    countRequests(fastify, this.inFlight);
    requirePrincipal(fastify, options, this.inFlight.stopping);
    beginTogether(fastify);
    parseJson(fastify);
    acceptExchanges(fastify);
    this.keyed = new KeyedRequests(fastify);
  }

  override reply(response: Parameters<FastifyAdapter['reply']>[0], body: unknown, status?: number) {
    if (!('code' in response)) return super.reply(response, body, status);
    if (body instanceof Bytes) return sendBytes(response, endingEvents(body, this.inFlight.stopping));
    if (!(body instanceof KeptAnswer)) return super.reply(response, body, status);
    if (body.answer.isReplayed) void response.header(REPLAYED_HEADER, 'true');
    return super.reply(response, body.answer.body, body.answer.status);
  }

  /** Sends requests with an Idempotency-Key, and requests that were sent before, through `idempotency` from now on. */
  useIdempotency(idempotency: Idempotency): void {
    this.keyed.useIdempotency(idempotency);
  }

  /**
   * Refuses new requests by an answer that tells senders to ask another process, and finishes the requests in flight.
   * Cuts off those that are unanswered after `timeoutMs`.
   *
   * @returns how many were cut off
   */
  async drain(timeoutMs: number): Promise<number> {
    const unanswered = await this.inFlight.drain(timeoutMs);
    if (unanswered > 0) this.getHttpServer<Server>().closeAllConnections();
    return unanswered;
  }
}

function turnAwayWhenStopping(fastify: FastifyInstance, inFlight: InFlight): void {
  fastify.addHook('onRequest', (_, reply, done) => {
    if (!inFlight.isDraining) return done();
    void send(reply.header(NOT_TAKEN_HEADER, 'stopping'), errorAnswer(new DomainError('ServiceUnavailable')));
  });
}

function requirePrincipal(
  fastify: FastifyInstance,
  { service, envelopes }: ServiceFastifyOptions,
  stopping: AbortSignal,
): void {
  fastify.decorateRequest('operation', undefined);
  fastify.decorateRequest('signedBodyDigest', undefined);
  fastify.decorateRequest('waitedFor', undefined);
  fastify.addHook('onRequest', (request, reply, done) => {
    try {
      const bound = { service, method: request.method, target: request.raw.url ?? '' };
      const verified = envelopes.open(bound, request.headers[ENVELOPE_HEADER]);
      request.operation = verified.operation;
      request.signedBodyDigest = verified.bodyDigest;
      if (verified.exchange) request.exchange = incomingExchange(request.raw, reply.raw, verified.exchange, stopping);
      else request.waitedFor = () => AbortSignal.any([stopping, answerEnd(reply.raw)]);
      done();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      void reply.header(NOT_TAKEN_HEADER, 'principal');
      if (error instanceof SealedForAnother) void reply.header(INSTANCE_HEADER, envelopes.instance);
      if (error instanceof SealedForOtherIdentity) void reply.header(IDENTITY_HEADER, envelopes.kid);
      void send(reply, errorAnswer(error));
    }
  });
  fastify.addHook('preHandler', (request, reply, done) => {
    if (!request.operation) return done();
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    void asServer(request.operation, route, () => {
      const answered = new Promise<void>((resolve) => atAnswerEnd(reply.raw, resolve));
      done();
      return answered;
    });
  });
  // The parser checks the bodies that it reads. This check finds bodies that somebody removed on their way.
  fastify.addHook('preValidation', (request, reply, done) => {
    if (request.body === undefined && !request.exchange && !isSigned(request, undefined)) {
      void send(reply, errorAnswer(new DomainError('InvalidCredentials')));
    } else done();
  });
}

function answerEnd(response: ServerResponse): AbortSignal {
  const ended = new AbortController();
  atAnswerEnd(response, () => ended.abort());
  return ended.signal;
}

const isSigned = ({ signedBodyDigest }: FastifyRequest, body: Buffer | undefined): boolean =>
  signedBodyDigest === bodyDigest(body);

function parseJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!isSigned(request, body)) return done(new DomainError('InvalidCredentials'));
    try {
      // A member such as `__proto__` stays an ordinary key, as in a call within the process. The body pipe drops it.
      done(null, JSON.parse(body.toString()));
    } catch (cause) {
      done(new DomainError('BadRequest', { cause }));
    }
  });
}
