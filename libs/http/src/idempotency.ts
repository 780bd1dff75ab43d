import type { AnswerBody, Operation } from '@halyard/contracts';
import { type Claim, DomainError } from '@halyard/core';
import { errorAnswer } from './error-answer.js';
import { KeptAnswer } from './exchange/exchange.js';
import type { ServiceAnswer, ServiceRequest } from './service-request.js';

/**
 * Carries out a request as the given operation.
 *
 * @param claim of the request's key, which the first append of the operation has to make; undefined if the key is
 * claimed already, or the request has none
 */
export type Handle = (operation: Operation, claim?: Claim) => Promise<ServiceAnswer>;

/**
 * Gives every request with an Idempotency-Key one effect; a repeat gets the first answer again. Both adapters call it
 * before anything reads the body of a request with a key. Over HTTP they also call it for each request that was sent
 * before: if that is refused, it has no effect later.
 */
export abstract class Idempotency {
  /** Rejects only if `handle` does. */
  abstract run(request: ServiceRequest, handle: Handle): Promise<ServiceAnswer>;

  /**
   * For handlers of streamed bodies, which know a body only once it has passed. Claims the operation's key by the parts
   * that decide whether two bodies are the same (`request.body`), and calls `make` under it.
   */
  async create(request: ServiceRequest, make: (operation: Operation) => Promise<AnswerBody>): Promise<KeptAnswer> {
    const answer = await this.run(request, async (operation) => {
      try {
        return { status: 201, body: await make(operation) };
      } catch (error) {
        // Returned as an answer, a refusal frees the key.
        if (error instanceof DomainError) return errorAnswer(error);
        throw error;
      }
    });
    return new KeptAnswer(answer);
  }
}
