export type { ServiceAnswer, ServiceRequest, ServiceWait } from './service-request.js';
export type { Handle } from './idempotency.js';
export { Idempotency } from './idempotency.js';
export { ServiceClient } from './service-client.js';
export type { ExchangeRequest } from './exchange/exchange.js';
export { Bytes, KeptAnswer } from './exchange/exchange.js';
export type { IncomingExchange } from './exchange/incoming.js';
export { CurrentExchange, IsExchange, wholeBody } from './exchange/incoming.js';
export { essenceOf, fieldOf } from './exchange/header-fields.js';
export { ServiceCalls } from './service-calls.js';
export type { Actor, OperationCarrier } from './operation.js';
export {
  CurrentClaim,
  CurrentOperation,
  WaitEnd,
  accountOf,
  actorOf,
  applicationOf,
  namedResource,
  operationOf,
  partOf,
  requireOperator,
  timeOf,
} from './operation.js';
export { OutageLog } from './outage-log.js';
export { JudgedBodiesGuard } from './judged-bodies.guard.js';
export { type ServedRoute, servedBy, Serves } from './serves.js';
export { errorAnswer, refusalOf, statusOf } from './error-answer.js';
export type { ErrorFilterOptions, ErrorLog } from './error-filter.js';
export { ErrorFilter } from './error-filter.js';
export type { HealthCheck, Readiness } from './health.js';
export { Health } from './health.js';
export { InFlight } from './in-flight.js';
export { InProcessHttpAdapter } from './in-process/in-process-adapter.js';
export type { InProcessServicesOptions } from './in-process/in-process-services.js';
export { InProcessServices } from './in-process/in-process-services.js';
export type { BoundRequest, VerifiedEnvelope } from './network/principal-envelope.js';
export { ENVELOPE_HEADER, PrincipalEnvelopes } from './network/principal-envelope.js';
export type { Lookup } from './network/addresses.js';
export type { CallLog, HttpServiceClientOptions } from './network/http-service-client.js';
export { HttpServiceClient, RETRY_FOR_MS } from './network/http-service-client.js';
export { atAnswerEnd } from './network/answer-end.js';
export { countRequests } from './network/draining.js';
export type { ServiceFastifyOptions } from './network/service-fastify.js';
export { ServiceFastifyAdapter } from './network/service-fastify.js';
