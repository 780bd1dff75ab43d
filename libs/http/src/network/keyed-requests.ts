import type { AnswerBody, Method } from '@halyard/contracts';
import type { Claim } from '@halyard/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Handle, Idempotency } from '../idempotency.js';
import { nothing } from '../routing.js';
import type { ServiceAnswer, ServiceRequest } from '../service-request.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The claim for the handler: see `Handle`. */
    claim?: Claim;
    /** Set while the handler works on a request that goes through `Idempotency`. */
    keyed?: KeyedAnswer;
  }
}

/** The header that marks the answer to a repeated request. */
export const REPLAYED_HEADER = 'x-replayed';

/** A handler's answer, which passes through `Idempotency` before the caller gets it. */
class KeyedAnswer {
  body: AnswerBody = nothing;
  private tell: (answer: ServiceAnswer) => void = () => undefined;
  readonly given = new Promise<ServiceAnswer>((resolve) => {
    this.tell = resolve;
  });

  /**
   * @param isFirst whether the caller gets this reply. If the handler is run again, only `Idempotency` gets the answer
   */
  constructor(
    readonly isFirst: boolean,
    private readonly kept: () => Promise<ServiceAnswer>,
  ) {}

  /** Hands the handler's answer to `Idempotency`. @returns the answer for the caller */
  end(status: number): Promise<ServiceAnswer> {
    this.tell({ status, body: this.body });
    return this.kept();
  }
}

/**
 * Passes requests with an Idempotency-Key, and requests that were sent before, to `Idempotency`. This happens after the
 * body was read and before Nest sees the request, so a replay needs no handler. An answer is held back until it is
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
    const { operation, method, body, url, waitedFor } = request;
    if (!operation) return handle();
    const path = url.split('?', 1)[0] ?? url;
    const query = request.query as ServiceRequest['query'];
    const carryOut: Handle = (carriedOut, claim) => {
      request.operation = carriedOut;
      request.claim = claim;
      request.keyed = new KeyedAnswer(request.keyed === undefined, () => answered);
      handle();
      return request.keyed.given;
    };
    const answered = idempotency.run({ method: method as Method, path, query, body, operation }, carryOut, waitedFor);
    void answered.then(({ status, body, isReplayed }) => {
      if (request.keyed) return;
      if (isReplayed) void reply.header(REPLAYED_HEADER, 'true');
      void reply.code(status).send(body);
    });
  }
}
