export type { ServiceAnswer, ServiceRequest } from './service-request.js';
export type { Handle } from './key-keeper.js';
export { KeyKeeper } from './key-keeper.js';
export { escapePointer, fieldAt, FoundPointers } from './pointers.js';
export { ServiceClient } from './service-client.js';
export { TurnStarts } from './turn-starts.js';
export type { ExchangeRequest } from './exchange/exchange.js';
export { Bytes, KeptAnswer } from './exchange/exchange.js';
export type { IncomingExchange } from './exchange/incoming.js';
export { CurrentExchange, wholeBody } from './exchange/incoming.js';
export { essenceOf, fieldOf } from './exchange/header-fields.js';
export { ServiceCalls } from './service-calls.js';
export type { OperationCarrier } from './operation.js';
export {
  accountOf,
  applicationOf,
  CurrentOperation,
  namedResource,
  operationOf,
  partOf,
  requireOperator,
  timeOf,
} from './operation.js';
export { OutageLog } from './outage-log.js';
export { Serves } from './serves.js';
export type { DefaultedTerm, Query, QueryTerm, QueryValues, ValuesOf } from './query/declared-query.js';
export { DeclaredQuery, declaredQueryOf, ReadQuery } from './query/declared-query.js';
export type { KeysetQuery } from './query/keyset.js';
export { keyset, keysetPage } from './query/keyset.js';
export * as terms from './query/terms.js';
export { booleanOf } from './boolean.js';
export { IdPipe } from './id-pipe.js';
export { errorAnswer, refusalOf, statusOf } from './error-document.js';
export type { ErrorFilterOptions, ErrorLog } from './error-filter.js';
export { ErrorFilter } from './error-filter.js';
export { usualFault } from './validation/faults.js';
export type { FaultContext } from './validation/rules.js';
export { fault, ListOf, Nested, NotAllowed, Note, ReadOnly, Refused, Required } from './validation/rules.js';
export { OnlyWith, OnlyWithout, OptionalOrEmpty } from './validation/conditions.js';
export type { TextFormat } from './validation/texts.js';
export { anyFieldOf, nothingGiven, RequiresAnyField } from './validation/any-field.js';
export { Alternatives, variantFor, Variants } from './validation/variants.js';
export type { JsonSchema } from './validation/declared.js';
export { Label } from './validation/declared.js';
export { bodyClassOf, DescribedBody } from './validation/described-body.js';
export { classesOf, fieldNamesOf, schemaOf } from './validation/schema.js';
export type { FormModel } from './validation/form-model.js';
export { formFieldsOf, formsOf } from './validation/form-model.js';
export type { LinkedKind, LinkedResource } from './validation/links.js';
export { IsLinkTo, linkedResource } from './validation/links.js';
export {
  dayIn,
  IsAccountNumber,
  IsCorrelationId,
  IsCountry,
  IsDay,
  IsDayOrTime,
  IsEin,
  IsEmailAddress,
  IsFewCents,
  IsForeignCountry,
  IsFullSsn,
  IsInstant,
  isInstant,
  IsIpAddress,
  IsListOf,
  IsListOfOrigins,
  IsListOfTexts,
  IsMetadata,
  IsMoney,
  IsNoPostOfficeBox,
  IsNotZero,
  IsOneOf,
  IsPhone,
  IsPostalCode,
  IsReadable,
  IsResourceId,
  IsRoutingNumber,
  IsSsn,
  IsText,
  IsToken,
  IsUsState,
  IsWebsite,
  IsWebUrl,
  IsWhole,
  IsYes,
  IsYesOrNo,
} from './validation/vocabulary.js';
export { BodyPipe, readWithFaults } from './validation/body-pipe.js';
export { isJsonObject, type PlainBody } from './validation/plain-body.js';
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
export { HttpServiceClient } from './network/http-service-client.js';
export { atAnswerEnd } from './network/answer-end.js';
export { countRequests } from './network/draining.js';
export type { ServiceFastifyOptions } from './network/service-fastify.js';
export { ServiceFastifyAdapter } from './network/service-fastify.js';
