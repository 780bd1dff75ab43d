import type { Document, Method } from '@halyard/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyKeeper } from '../key-keeper.js';
import { nothing } from '../routing.js';
import type { ServiceAnswer } from '../service-request.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a request with a key, while its handler is at it. */
    keyed?: KeyedAnswer;
  }
}

/** Says of an answer that it was given before. */
export const REPLAYED_HEADER = 'x-replayed';

/** What a handler answered, on its way through the keeper to the caller. */
class KeyedAnswer {
  /** What the handler wrote. */
  body: Document = nothing;
  private tell: (answer: ServiceAnswer) => void = () => undefined;
  /** What the handler answers. */
  readonly given = new Promise<ServiceAnswer>((resolve) => {
    this.tell = resolve;
  });

  /** @param isFirst whether its reply goes out: when the keeper runs the handler again, only the keeper sees the answer */
  constructor(
    readonly isFirst: boolean,
    private readonly kept: () => Promise<ServiceAnswer>,
  ) {}

  /** @returns what the caller gets */
  end(status: number): Promise<ServiceAnswer> {
    this.tell({ status, body: this.body });
    return this.kept();
  }
}

/**
 * Takes requests with an Idempotency-Key past their keeper: after the body was read and before Nest sees it, so that a
 * replay needs no handler; and their answers on the way out, so that none leaves before its record says so.
 */
export class KeyedRequests {
  private keys?: KeyKeeper;

  constructor(fastify: FastifyInstance) {
    fastify.decorateRequest('keyed', undefined);
    fastify.addHook('preHandler', (request, reply, done) => {
      if (this.keys && request.operation?.key !== undefined && !request.exchange)
        this.run(this.keys, request, reply, done);
      else done();
    });
    fastify.addHook('preSerialization', (request, _, body: Document, done) => {
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

  keptBy(keys: KeyKeeper): void {
    this.keys = keys;
  }

  private run(keys: KeyKeeper, request: FastifyRequest, reply: FastifyReply, handle: () => void): void {
    const { operation, method, body, url } = request;
    if (!operation) return handle();
    const path = url.split('?', 1)[0] ?? url;
    const answered = keys.run({ method: method as Method, path, body, operation }, (carriedOut) => {
      request.operation = carriedOut;
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
