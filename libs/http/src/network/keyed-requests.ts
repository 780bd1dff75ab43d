import type { AnswerBody, Method } from '@halyard/contracts';
import type { Claim } from '@halyard/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Idempotency } from '../idempotency.js';
import { nothing } from '../routing.js';
import type { ServiceAnswer } from '../service-request.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Like `claim` of `Handle`. */
    claim?: Claim;
    /** Set while the handler works on a request that goes through `Idempotency`. */
    keyed?: KeyedAnswer;
  }
}

/** Marks a repeated answer. */
export const REPLAYED_HEADER = 'x-replayed';

/** A handler's answer, which goes through `Idempotency` before it reaches the caller. */
class KeyedAnswer {
  body: AnswerBody = nothing;
  private tell: (answer: ServiceAnswer) => void = () => undefined;
  readonly given = new Promise<ServiceAnswer>((resolve) => {
    this.tell = resolve;
  });

  /** @param isFirst whether the reply is sent: if the handler is run again, only `Idempotency` gets the answer */
  constructor(
    readonly isFirst: boolean,
    private readonly kept: () => Promise<ServiceAnswer>,
  ) {}

  /** @returns the answer for the caller */
  end(status: number): Promise<ServiceAnswer> {
    this.tell({ status, body: this.body });
    return this.kept();
  }
}

/**
 * Passes requests with an Idempotency-Key, and those that were sent before, to `Idempotency`. This happens after the
 * body was read and before Nest sees them, so that a replay needs no handler. Holds answers back until they are
 * recorded.
 */
export class KeyedRequests {
  private idempotency?: Idempotency;

  constructor(fastify: FastifyInstance) {
    fastify.decorateRequest('claim', undefined);
    fastify.decorateRequest('keyed', undefined);
    fastify.addHook('preHandler', (request, reply, done) => {
      const { key, repeats } = request.operation ?? {};
      if (this.idempotency && (key !== undefined || repeats !== undefined) && !request.exchange)
        this.run(this.idempotency, request, reply, done);
      else done();
    });
    fastify.addHook('preSerialization', (request, _, body: AnswerBody, done) => {
      if (request.keyed) request.keyed.body = body;
      done(null, body);
    });
    fastify.addHook('onSend', async ({ keyed }, reply, payload) => {
      if (!keyed) return payload;
      const kept = keyed.end(reply.statusCode);
      if (!keyed.isFirst) return new Promise<never>(() => undefined);
      const { status, body, isReplayed } = await kept;
      if (isReplayed) void reply.header(REPLAYED_HEADER, 'true');
      void reply.code(status);
      return body === keyed.body ? payload : JSON.stringify(body);
    });
  }

  useIdempotency(idempotency: Idempotency): void {
    this.idempotency = idempotency;
  }

  private run(idempotency: Idempotency, request: FastifyRequest, reply: FastifyReply, handle: () => void): void {
    const { operation, method, body, url } = request;
    if (!operation) return handle();
    const path = url.split('?', 1)[0] ?? url;
    const answered = idempotency.run({ method: method as Method, path, body, operation }, (carriedOut, claim) => {
      request.operation = carriedOut;
      request.claim = claim;
      request.keyed = new KeyedAnswer(request.keyed === undefined, () => answered);
      handle();
      return request.keyed.given;
    });
    void answered.then(({ status, body, isReplayed }) => {
      if (request.keyed) return;
      if (isReplayed) void reply.header(REPLAYED_HEADER, 'true');
      void reply.code(status).send(body);
    });
  }
}
