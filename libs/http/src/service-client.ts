import type { ServiceName } from '@halyard/contracts';
import type { Bytes, ExchangeRequest } from './exchange/exchange.js';
import type { ServiceAnswer, ServiceRequest } from './service-request.js';

/**
 * How the gateway calls services, and services each other. Adapters: a call within the process, and HTTP. A call that
 * can't be answered in time, or at all, rejects with DomainError ServiceUnavailable. It may have taken effect, and the
 * same operation id may be sent again. An adapter may itself deliver a call more than once: every route answers a known
 * operation id with its first outcome.
 */
export abstract class ServiceClient {
  abstract call(service: ServiceName, request: ServiceRequest): Promise<ServiceAnswer>;

  /**
   * For routes whose kind is not `plain` (ADR 33): bytes pass, within the limits of the route. The owner may answer
   * with an `AnswerBody` instead. A request is delivered once: it is not sent again if the owner may have begun with
   * it.
   *
   * @throws DomainError ServiceUnavailable, RequestTimeout, PayloadTooLarge, BadRequest. The body of the answer fails
   * with them
   */
  abstract exchange(service: ServiceName, request: ExchangeRequest): Promise<ServiceAnswer | Bytes>;
}
