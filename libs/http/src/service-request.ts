import type { AnswerBody, Method, Operation } from '@halyard/contracts';

export interface ServiceRequest {
  readonly method: Method;
  /** Concrete path, the same as at the gateway. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
  readonly operation: Operation;
  /** Requests with one key go to one process while it is up. This is for speed only: nothing may rely on it. */
  readonly routingKey?: string;
  /** Aborted when the caller wants no answer any more. It gets ServiceUnavailable at once. */
  readonly signal?: AbortSignal;
}

/** The answer of a service. Refusals are answers, too (`error` answers), not exceptions. */
export interface ServiceAnswer {
  readonly status: number;
  readonly body: AnswerBody;
  /** Set on a repeat of an answer to an earlier request with the same Idempotency-Key. */
  readonly isReplayed?: true;
}
