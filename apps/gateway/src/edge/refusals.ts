import { DomainError } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AcceptNegotiation } from '../media/accept.js';
import { type PublicCall, unknownCall } from '../public-api/call.js';
import { refusalOfFramework } from '../public-api/failures.js';
import { sendError } from '../public-api/replies.js';

/** Answers of the listener itself, to requests that no route's handler sees. */
export class EdgeRefusals {
  private readonly call: PublicCall;

  constructor(vendorWord: string) {
    this.call = unknownCall(new AcceptNegotiation(vendorWord).standard);
  }

  /** For addresses that can't be decoded, or are too long for any route. */
  readonly unroutable = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void =>
    this.send(refusalOfFramework(error) ?? new DomainError('BadRequest', { cause: error }), request, reply);

  private send(refusal: DomainError, request: FastifyRequest, reply: FastifyReply): void {
    void reply.header('x-request-id', request.id).header('access-control-allow-origin', '*');
    sendError(request, reply, this.call, errorAnswer(refusal));
  }
}
