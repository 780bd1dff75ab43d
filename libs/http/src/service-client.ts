import type { Document, Method, Operation, ServiceName } from '@halyard/contracts';
import type { Bytes, ExchangeRequest } from './exchange/exchange.js';

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

/**
 * How the gateway reaches services, and services each other. Adapters: a call within the process, and HTTP. A call that
 * can't be answered in time, or at all, rejects with DomainError ServiceUnavailable or RequestTimeout; it may have taken
 * effect, and the same operation id may be sent again. An adapter may itself deliver a call more than once: every route
 * answers an operation id that it has seen with what that did.
 */
export abstract class ServiceClient {
  abstract call(service: ServiceName, request: ServiceRequest): Promise<ServiceAnswer>;

  /**
   * For routes of other kinds than `document` (ADR 33): what passes is bytes, within the limits of the route. The owner
   * may answer a document in their place. It is asked once: nothing is sent again that it may have begun with.
   *
   * @throws DomainError ServiceUnavailable, RequestTimeout, PayloadTooLarge, BadRequest. The body of the answer fails with them
   */
  abstract exchange(service: ServiceName, request: ExchangeRequest): Promise<ServiceAnswer | Bytes>;
}
