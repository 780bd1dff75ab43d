import type { AnswerBody, Method, Operation } from '@halyard/contracts';

export interface ServiceRequest {
  readonly method: Method;
  /** Concrete path, the same as at the gateway. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
  readonly operation: Operation;
  /**
   * Requests with the same key go to the same process of the service while it is up: for speed only, nothing may rely
   * on it.
   */
  readonly routingKey?: string;
  /** Aborted when the caller wants no answer any more: it gets ServiceUnavailable at once. */
  readonly signal?: AbortSignal;
}

/** The answer of a service. Refusals are answers too (`error` answers), not exceptions. */
export interface ServiceAnswer {
  readonly status: number;
  readonly body: AnswerBody;
  /** Set on an answer that was given before, to a request with the same Idempotency-Key. */
  readonly isReplayed?: true;
}
