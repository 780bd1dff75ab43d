import type { Document, Operation } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { errorAnswer } from './error-document.js';
import { KeptAnswer } from './exchange/exchange.js';
import type { ServiceAnswer, ServiceRequest } from './service-request.js';

/** Carries out a request, as the operation that it is given. */
export type Handle = (operation: Operation) => Promise<ServiceAnswer>;

/**
 * What an Idempotency-Key promises, for all that a service is asked: one effect, and its first answer again. Both
 * adapters ask it before anything looks at the body of a request with a key.
 */
export abstract class KeyKeeper {
  /** Never rejects but where `handle` does. */
  abstract run(request: ServiceRequest, handle: Handle): Promise<ServiceAnswer>;

  /**
   * For handlers of streams, which know of a body once it has passed: claims the operation's key by the parts that decide
   * whether two bodies are the same (`request.body`), and makes something under it.
   */
  async create(request: ServiceRequest, make: (operation: Operation) => Promise<Document>): Promise<KeptAnswer> {
    const answer = await this.run(request, async (operation) => {
      try {
        return { status: 201, body: await make(operation) };
      } catch (error) {
        // As an answer a refusal lets go of the key.
        if (error instanceof DomainError) return errorAnswer(error);
        throw error;
      }
    });
    return new KeptAnswer(answer);
  }
}
