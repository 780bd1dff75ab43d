import type { Document, Method, Operation, ServiceName } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { refusalOf } from './error-document.js';
import { partOf } from './operation.js';
import type { ServiceClient } from './service-client.js';

/**
 * What services ask and tell each other, each under its own name. The operation of a call hangs off the one that it
 * serves: the same request id and trace, and an operation id derived from it, so that a repeated operation repeats its
 * calls under the same ids, and different things told on one path stay different.
 */
export class ServiceCalls {
  constructor(
    private readonly client: ServiceClient,
    private readonly self: ServiceName,
  ) {}

  /**
   * Asks a service for what it knows. The caller parses the fact by its contract: `partyFact.parse(...)`.
   *
   * @returns the fact, or undefined when its owner answers 404
   * @throws DomainError as the service answered it; ServiceUnavailable, RequestTimeout
   */
  async ask<Fact = unknown>(service: ServiceName, path: string, parent: Operation): Promise<Fact | undefined> {
    const answer = await this.send(service, 'GET', path, undefined, parent);
    if (answer.document === 'error' && answer.code === 'NotFound') return undefined;
    return factOf<Fact>(answer);
  }

  /**
   * Tells a service a fact, which it has stored once this resolves.
   *
   * @throws DomainError as the service answered it; ServiceUnavailable, RequestTimeout
   */
  async tell(service: ServiceName, path: string, fact: unknown, parent: Operation): Promise<void> {
    const answer = await this.send(service, 'PUT', path, fact, parent);
    if (answer.document === 'error') throw refusalOf(answer);
  }

  /**
   * Has a service do something, under an operation id of its own.
   *
   * @returns the fact that it answers
   * @throws DomainError as the service answered it; ServiceUnavailable, RequestTimeout
   */
  async request<Fact = unknown>(service: ServiceName, path: string, body: unknown, parent: Operation): Promise<Fact> {
    return factOf<Fact>(await this.send(service, 'POST', path, body, parent));
  }

  private async send(
    service: ServiceName,
    method: Method,
    path: string,
    body: unknown,
    parent: Operation,
  ): Promise<Document> {
    const operation: Operation = {
      ...partOf(parent, this.self, method, service, path, JSON.stringify(body) ?? ''),
      principal: { kind: 'service', service: this.self },
    };
    return (await this.client.call(service, { method, path, body, operation })).body;
  }
}

function factOf<Fact>(answer: Document): Fact {
  if (answer.document === 'error') throw refusalOf(answer);
  if (answer.document !== 'fact') throw new DomainError('ServerError', { cause: `unexpected ${answer.document}` });
  return answer.fact as Fact;
}
