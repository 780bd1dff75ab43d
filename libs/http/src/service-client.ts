import type { ServiceName } from '@halyard/contracts';
import type { Bytes, ExchangeRequest } from './exchange/exchange.js';
import type { ServiceAnswer, ServiceRequest } from './service-request.js';

/**
 * How the gateway calls services, and services call each other. There are two adapters: calls within the process, and
 * HTTP. A call that can't be answered in time, or at all, rejects with DomainError ServiceUnavailable. It may have
 * taken effect, and may be sent again under the same operation id. An adapter may itself deliver a call more than once:
 * every route answers a known operation id with its first outcome.
 */
export abstract class ServiceClient {
  abstract call(service: ServiceName, request: ServiceRequest): Promise<ServiceAnswer>;

  /**
   * Sends a request on a route whose kind is not `plain` (ADR 33): bytes pass, within the limits of the route. The
   * owner may also answer with an `AnswerBody`. The request is not sent again if the owner may have begun with it.
   *
   * @throws DomainError ServiceUnavailable, RequestTimeout, PayloadTooLarge, BadRequest. A body that fails later fails
   * with one of these
   */
  abstract exchange(service: ServiceName, request: ExchangeRequest): Promise<ServiceAnswer | Bytes>;
}
