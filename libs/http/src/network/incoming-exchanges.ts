import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { DomainError } from '@halyard/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Bytes } from '../exchange/exchange.js';
import { declaredLength } from '../exchange/header-fields.js';
import type { IncomingExchange } from '../exchange/incoming.js';
import { cutShort, pour } from '../exchange/meter.js';
import { atAnswerEnd } from './answer-end.js';
import type { VerifiedExchange } from './principal-envelope.js';
import { BODY_SIGNATURE, DigestStream, FIELDS_HEADER, STREAMED_TYPE } from './streamed-body.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for requests on routes whose kind is not `plain`. */
    exchange?: IncomingExchange;
  }
}

/** Makes a listener leave streamed bodies to their handlers, and ask for a body only once its request is accepted. */
export function acceptExchanges(fastify: FastifyInstance): void {
  fastify.decorateRequest('exchange', undefined);
  fastify.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    fastify.server.emit('request', request, response);
  });
  fastify.addContentTypeParser(STREAMED_TYPE, (request, _, done) => {
    done(request.exchange ? null : new DomainError('UnsupportedMediaType'));
  });
}

/** Makes the exchange of a verified request, for its handler. */
export function incomingExchange(
  request: IncomingMessage,
  response: ServerResponse,
  verified: VerifiedExchange,
  stopping: AbortSignal,
): IncomingExchange {
  const gone = new AbortController();
  atAnswerEnd(response, () => gone.abort());
  const body = verified.hasBody ? new ArrivingBody(request, response, verified) : Readable.from([]);
  return { headers: verified.fields, body, signal: gone.signal, stopping };
}

/**
 * A body that asks the sender for its bytes when it is first read. It ends only if the bytes are those that the sender
 * signed.
 */
class ArrivingBody extends DigestStream {
  private isAskedFor = false;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    { fields, isBody }: VerifiedExchange,
  ) {
    const declared = declaredLength(fields);
    super((digest, length) => {
      if (declared !== undefined && declared !== length) throw cutShort();
      if (!isBody(digest, request.trailers[BODY_SIGNATURE])) throw new DomainError('InvalidCredentials');
    });
  }

  override _read(size: number): void {
    if (!this.isAskedFor) {
      this.isAskedFor = true;
      this.response.writeContinue();
      pour(this.request, this);
    }
    super._read(size);
  }
}

export function sendBytes(reply: FastifyReply, { status, headers, body }: Bytes): FastifyReply {
  const fields = Buffer.from(JSON.stringify(headers)).toString('base64url');
  return reply.code(status).header(FIELDS_HEADER, fields).header('content-type', STREAMED_TYPE).send(body);
}
