import type { AnswerBody, Operation, ServiceName, ServiceRoute } from '@halyard/contracts';
import { asRefusal, DomainError, isUnavailable } from '@halyard/core';
import { refusalOf } from './error-answer.js';
import { partOf } from './operation.js';
import type { ServiceClient } from './service-client.js';

/**
 * Calls other services in the name of this one. A call's operation derives from the operation that it is made for: it
 * has the same request id and trace, and a derived id. So a repeated operation repeats its calls under the same ids,
 * and different facts told on one path get different ids.
 */
export class ServiceCalls {
  constructor(
    private readonly client: ServiceClient,
    private readonly self: ServiceName,
  ) {}

  /**
   * Asks the owner of a route for a fact about the resource with the id. The caller parses the fact by its contract:
   * `partyFact.parse(...)`.
   *
   * @returns the fact, or undefined if its owner answers 404
   * @throws DomainError the service's refusal; ServiceUnavailable
   */
  async ask<Fact = unknown>(route: ServiceRoute, id: string, parent: Operation): Promise<Fact | undefined> {
    const answer = await this.send(route, id, undefined, parent);
    if (answer.type === 'error' && answer.code === 'NotFound') return undefined;
    return factOf<Fact>(answer);
  }

  /**
   * Tells the owner of a route a fact about the resource with the id. Resolves once the owner has stored it.
   *
   * @throws DomainError the service's refusal; ServiceUnavailable
   */
  async tell(route: ServiceRoute, id: string, fact: unknown, parent: Operation): Promise<void> {
    const answer = await this.send(route, id, fact, parent);
    if (answer.type === 'error') throw refusalOf(answer);
  }

  /**
   * Asks the owner of a route to do something, under an operation id of its own.
   *
   * @returns the fact that the owner answers
   * @throws DomainError the service's refusal; ServiceUnavailable
   */
  async request<Fact = unknown>(route: ServiceRoute, body: unknown, parent: Operation): Promise<Fact> {
    return factOf<Fact>(await this.send(route, undefined, body, parent));
  }

  /** Does the same as `request`, on a route whose path has the id of a resource. */
  async requestAbout<Fact = unknown>(id: string, route: ServiceRoute, body: unknown, parent: Operation): Promise<Fact> {
    return factOf<Fact>(await this.send(route, id, body, parent));
  }

  /**
   * Makes a request whose answer the caller can do without. @returns undefined if the owner can't be reached, refuses,
   * or is too slow
   */
  async requestWithin<Fact = unknown>(
    waitMs: number,
    route: ServiceRoute,
    body: unknown,
    parent: Operation,
  ): Promise<Fact | undefined> {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(undefined), waitMs);
    try {
      return await Promise.race([this.request<Fact>(route, body, parent).catch(unanswered), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async send(
    route: ServiceRoute,
    id: string | undefined,
    body: unknown,
    parent: Operation,
  ): Promise<AnswerBody> {
    const { owner: service, method } = route;
    const path = id === undefined ? route.path : route.path.replace(':id', id);
    const operation: Operation = {
      ...partOf(parent, this.self, method, service, path, JSON.stringify(body) ?? ''),
      principal: { kind: 'service', service: this.self },
    };
    return (await this.client.call(service, { method, path, body, operation })).body;
  }
}

function unanswered(error: unknown): undefined {
  if (!isUnavailable(error)) asRefusal(error);
  return undefined;
}

function factOf<Fact>(answer: AnswerBody): Fact {
  if (answer.type === 'error') throw refusalOf(answer);
  if (answer.type !== 'fact') throw new DomainError('ServerError', { cause: `unexpected ${answer.type}` });
  return answer.fact as Fact;
}
