import type { AnswerBody, Method, Operation } from '@halyard/contracts';

export interface ServiceRequest {
  readonly method: Method;
  /** The path with its parameters filled in, the same as at the gateway. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
  readonly operation: Operation;
  /**
   * Requests with the same key go to the same process while it is running. This only makes them faster: nothing may
   * rely on it.
   */
  readonly routingKey?: string;
  /** Aborted when the caller no longer wants the answer. The call then rejects with ServiceUnavailable at once. */
  readonly signal?: AbortSignal;
  /** Set if the owner may wait before it answers. */
  readonly wait?: ServiceWait;
}

export interface ServiceWait {
  /** The query parameter that tells how long the owner may wait. */
  readonly parameter: string;
  /** How much longer than others this call may take, in milliseconds. */
  readonly timeMs: number;
  /** Aborted when the caller begins to stop. The owner then answers at once. */
  readonly stopping: AbortSignal;
}

/** The answer of a service. A refusal is an answer too (type `error`), not an exception. */
export interface ServiceAnswer {
  readonly status: number;
  readonly body: AnswerBody;
  /** Set if this answer repeats the one to an earlier request with the same Idempotency-Key. */
  readonly isReplayed?: true;
}
