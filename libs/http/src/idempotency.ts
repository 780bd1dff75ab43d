import type { AnswerBody, Operation } from '@halyard/contracts';
import { type Claim, DomainError } from '@halyard/core';
import { errorAnswer } from './error-answer.js';
import { KeptAnswer } from './exchange/exchange.js';
import type { ServiceAnswer, ServiceRequest } from './service-request.js';

/**
 * Carries out a request as the given operation.
 *
 * @param claim the claim of the request's key, which the operation's first append has to make; undefined if the key is
 * claimed already, or the request has no key
 */
export type Handle = (operation: Operation, claim?: Claim) => Promise<ServiceAnswer>;

/**
 * Gives every request with an Idempotency-Key one effect: a repeat gets the first answer again. Adapters call it before
 * anything reads the body of such a request. Over HTTP, they also call it for a request that its sender has sent
 * before: if the request is refused now, its earlier delivery has no effect later either.
 */
export abstract class Idempotency {
  /**
   * Rejects only if `handle` does.
   *
   * @param waitedFor makes a signal that aborts when nobody waits for the answer any more
   */
  abstract run(request: ServiceRequest, handle: Handle, waitedFor?: () => AbortSignal): Promise<ServiceAnswer>;

  /**
   * Claims the operation's key, and then calls `make`. It is for a handler of a streamed body, which knows the body
   * only after it has passed. Two bodies count as the same if `request.body`, which the handler fills in, is the same.
   */
  async create(request: ServiceRequest, make: (operation: Operation) => Promise<AnswerBody>): Promise<KeptAnswer> {
    const answer = await this.run(request, async (operation) => {
      try {
        return { status: 201, body: await make(operation) };
      } catch (error) {
        // A refusal that is returned as an answer frees the key.
        if (error instanceof DomainError) return errorAnswer(error);
        throw error;
      }
    });
    return new KeptAnswer(answer);
  }
}
