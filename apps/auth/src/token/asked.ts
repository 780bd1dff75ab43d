import { DomainError } from '@halyard/core';
import type { Visit } from '../page/visit.js';

export interface By {
  readonly visit?: Visit;
  /** When the gateway got the request. */
  readonly requestedAt?: Date;
  /** Whom limits take the client for. */
  readonly network?: string;
}

/** What is known of a request beside what oidc-provider sees of it, and what became of it beside its answer. */
export class Asked {
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

  /** @throws Error for a request that nobody said it of */
  timeOf(request: object): Date {
    const { requestedAt } = this.by.get(request) ?? {};
    if (!requestedAt) throw new Error('a token request came without its time');
    return requestedAt;
  }

  /** What is wrong cannot be told to the application: the person sees it. */
  refuse(request: object, description = 'the request is invalid'): void {
    const text = `${description.charAt(0).toUpperCase()}${description.slice(1)}`;
    if (this.failures.has(request)) return;
    const message = `The application that sent you here made a mistake. ${text}.`;
    this.failures.set(request, new DomainError('BadRequest', { message }));
  }

  fail(request: object, error: Error): void {
    this.failures.set(request, error);
  }

  /** @throws what kept the provider from answering */
  requireAnswered(request: object): void {
    const failure = this.failures.get(request);
    if (failure) throw failure;
  }
}
