import type { Readable } from 'node:stream';
import type { ExchangeRoute, HeaderFields, Operation } from '@halyard/contracts';
import type { ServiceAnswer, ServiceRequest } from '../service-request.js';

/** A request on a route whose kind is not `plain`. */
export interface ExchangeRequest extends Pick<ServiceRequest, 'path' | 'query' | 'routingKey'> {
  readonly route: ExchangeRoute;
  /** Only fields that the route's kind allows are passed on. */
  readonly headers: HeaderFields;
  /** Absent if there is no body. */
  readonly body?: Readable | undefined;
  readonly operation: Operation;
  /** Aborted when nobody waits for the answer any longer. */
  readonly signal: AbortSignal;
  /** Aborted when the caller begins to stop. Ends endless answers, such as streams of events. */
  readonly stopping: AbortSignal;
}

/** An answer of bytes. Handlers return it instead of an `AnswerBody`, which they may also return on the same route. */
export class Bytes {
  constructor(
    /** Destroyed when nobody wants the rest. */
    readonly body: Readable,
    readonly headers: HeaderFields,
    readonly status = 200,
  ) {}
}

/**
 * The answer of `Idempotency` to a handler that claimed its key by `Idempotency.create`, because the body is streamed
 * and never whole in memory. The handler returns it unchanged.
 */
export class KeptAnswer {
  constructor(readonly answer: ServiceAnswer) {}
}
