import type { Readable } from 'node:stream';
import type { ExchangeRoute, HeaderFields, Operation } from '@halyard/contracts';
import type { ServiceAnswer, ServiceRequest } from '../service-request.js';

/** A request on a route whose kind is not `document`. */
export interface ExchangeRequest extends Pick<ServiceRequest, 'path' | 'query' | 'routingKey'> {
  readonly route: ExchangeRoute;
  /** Of these, what the route's kind lets pass is passed on. */
  readonly headers: HeaderFields;
  /** Absent where there is no body. */
  readonly body?: Readable | undefined;
  readonly operation: Operation;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Aborted when the caller is about to stop: answers that come to no end by themselves end then. */
  readonly stopping: AbortSignal;
}

/** An answer of bytes. Handlers return it where others return a document; a document may be answered in its place. */
export class Bytes {
  constructor(
    /** Destroyed when nobody wants the rest of it. */
    readonly body: Readable,
    readonly headers: HeaderFields,
    readonly status = 200,
  ) {}
}

/**
 * What the keeper of keys answered to a handler that claimed a key itself, by the parts of a body that nobody has as a
 * whole (`KeyKeeper`). The handler answers it as it is.
 */
export class KeptAnswer {
  constructor(readonly answer: ServiceAnswer) {}
}
