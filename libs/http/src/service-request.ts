import type { Document, Method, Operation } from '@halyard/contracts';

export interface ServiceRequest {
  readonly method: Method;
  /** Concrete path, the same as at the gateway. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
  readonly operation: Operation;
  /** Requests of one key go to one process of the service as long as it is there: for speed, so nothing may rest on it. */
  readonly routingKey?: string;
}

/** What a service answered. Refusals are answers too (`error` documents), not exceptions. */
export interface ServiceAnswer {
  readonly status: number;
  readonly body: Document;
  /** It was given before, to a request with the same Idempotency-Key. */
  readonly isReplayed?: true;
}
