import type { Readable } from 'node:stream';
import type { ExchangeRoute, HeaderFields, Operation } from '@halyard/contracts';
import type { ServiceAnswer, ServiceRequest } from '../service-request.js';

/** A request on a route whose kind is not `plain`, such as an upload, a download or a stream. */
export interface ExchangeRequest extends Pick<ServiceRequest, 'path' | 'query' | 'routingKey'> {
  readonly route: ExchangeRoute;
  /** Only fields that the route's kind allows are passed on. */
  readonly headers: HeaderFields;
  /** Absent if there is no body. Nothing of it is read before its owner does. */
  readonly body?: Readable | undefined;
  readonly operation: Operation;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Aborted when the caller begins to stop. Endless answers, such as streams of events, then end. */
  readonly stopping: AbortSignal;
}

/** An answer of bytes. A handler that returns it on some requests may return an `AnswerBody` on others. */
export class Bytes {
  constructor(
    /** Destroyed if nobody wants the rest. */
    readonly body: Readable,
    readonly headers: HeaderFields,
    readonly status = 200,
  ) {}
}

/**
 * An answer that has already gone through `Idempotency`. A handler of a streamed body gets it from
 * `Idempotency.create`, and returns it unchanged.
 */
export class KeptAnswer {
  constructor(readonly answer: ServiceAnswer) {}
}
