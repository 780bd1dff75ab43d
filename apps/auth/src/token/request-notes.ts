import { DomainError } from '@halyard/core';
import type { Visit } from '../page/visit.js';

export interface By {
  readonly visit?: Visit;
  /** The gateway's time of the request. */
  readonly requestedAt?: Date;
  /** The client's network, by which limits count. */
  readonly network?: string;
}

/** Keeps facts about each request that oidc-provider does not see, and errors that its answer does not show. */
export class RequestNotes {
  private readonly by = new WeakMap<object, By>();
  private readonly failures = new WeakMap<object, Error>();

  begin(request: object, by: By): void {
    this.by.set(request, by);
  }

  networkOf(request: object): string | undefined {
    return this.by.get(request)?.network;
  }

  visitOf(request: object): Visit | undefined {
    return this.by.get(request)?.visit;
  }

  /** @throws Error if the request began without a time */
  timeOf(request: object): Date {
    const { requestedAt } = this.by.get(request) ?? {};
    if (!requestedAt) throw new Error('a token request came without its time');
    return requestedAt;
  }

  /** Notes a refusal to show to the person, since the application can't be told what is wrong. */
  refuse(request: object, description = 'the request is invalid'): void {
    const text = `${description.charAt(0).toUpperCase()}${description.slice(1)}`;
    if (this.failures.has(request)) return;
    const message = `The application that sent you here made a mistake. ${text}.`;
    this.failures.set(request, new DomainError('BadRequest', { message }));
  }

  fail(request: object, error: Error): void {
    this.failures.set(request, error);
  }

  /** @throws the error that kept the provider from answering */
  requireAnswered(request: object): void {
    const failure = this.failures.get(request);
    if (failure) throw failure;
  }
}
