export type { ConsumingService, ServiceName, StoringService } from './services.js';
export { consumingServices, resourceServices, serviceNames, storingServices } from './services.js';
export type {
  ApplicationPrincipal,
  BrowserPrincipal,
  Operation,
  Principal,
  Scope,
  ServicePrincipal,
} from './principal.js';
export { accountsOf, applicationScopes, isPerson, limitedAs, scopes, TOKEN_AUDIENCE } from './principal.js';
export { FIRST_PARTY_SECRET, firstPartyKeys } from './first-party.js';
export { isOpenTo, obstacleTo } from './access.js';
export type { Revocation, RevocationKind, RevocationPage, RevocationQuestion } from './revocations.js';
export {
  REVOCATION_PAGE,
  REVOCATION_WAIT_SECONDS,
  revocationKinds,
  revocationPage,
  revocationQuestion,
  revocationVerdict,
} from './revocations.js';
export type { ConsoleAdmission, ConsoleMember, ConsoleRequest } from './console.js';
export { consoleAdmission, consoleMember, consoleRequest, memberQuestion } from './console.js';
export type { ConsoleRoute } from './console-routes.js';
export { CONSOLE_API, CONSOLE_COOKIE, consoleRoutes, consoleSecretIn } from './console-routes.js';
export type { Category, Permissions } from './permissions.js';
export { covers, neededFor, permissions, permissionsOf } from './permissions.js';
export type {
  CollectionAnswer,
  CreatedAnswer,
  AnswerBody,
  ErrorAnswer,
  FactAnswer,
  Json,
  KeysetPage,
  Page,
  RawAnswer,
  ResourceAnswer,
  ResourcePart,
} from './answer.js';
export { created } from './answer.js';
export type { LinksOf, ResourceRef } from './refs.js';
export { ref } from './refs.js';
export type { FieldChoices, Form, FormField, FormInput, FormOption, Forms } from './forms.js';
export type {
  AccountApplications,
  AccountSettings,
  AppliedReturn,
  BegunMicroDeposits,
  CustomerErasure,
  CustomerMoney,
  CustomersFound,
  HoldersFound,
  FundingSourceFact,
  InquiredBalance,
  MicroDepositsEnd,
  AccountStanding,
  ApplicationFact,
  PartyFact,
} from './facts.js';
export {
  accountApplications,
  appliedReturns,
  balanceIdOf,
  begunMicroDeposits,
  customerErasure,
  customerMoney,
  customerSearch,
  customersFound,
  holdersFound,
  holdersQuery,
  defaultAccountSettings,
  endedMicroDeposits,
  facts,
  fundingSourceFact,
  inquiredBalance,
  hasSendingEnded,
  isHolder,
  accountStanding,
  applicationFact,
  partyFact,
  TOLD_AT_ONCE_MAX,
  toldParties,
} from './facts.js';
export type { Snapshot, SnapshotsTaken, WantedSnapshot, WantedSnapshots } from './snapshots.js';
export { SNAPSHOTS_MAX, wantedSnapshots } from './snapshots.js';
export type { DeliveriesAsked, DeliveryOfEvent, EventsOfFacts, FactsAsked } from './told.js';
export { deliveriesAsked, deliveriesFound, eventsOfFacts, factsAsked, TIMELINE_ENTRIES_MAX } from './told.js';
export type { Capabilities } from './capabilities.js';
export { capabilities, mayReceive, maySend } from './capabilities.js';
export type { ExchangeKind, ExchangeLimits, HeaderFields, RouteKind } from './exchanges.js';
export { EVENT_STREAM, exchangeLimits, passedFields } from './exchanges.js';
export type { Answer, ListNames, StandardDocument } from './public-api/answer.js';
export { feeNames } from './public-api/answer.js';
export { DOCUMENT_BYTES_MAX } from './public-api/documents.js';
export { EXAMPLE_ADDRESS, exampleIds } from './public-api/example.js';
export type { Offer, OfferedChoices, OfferedOptions, Offers, ShownAttribute } from './public-api/offer.js';
export { ends } from './public-api/offer.js';
export type { OperatorRoute } from './public-api/operators.js';
export { operatorRoutes } from './public-api/operators.js';
export type { ResourceRow } from './public-api/resource.js';
export type { TimelineEntryAnswer } from './public-api/timelines.js';
export type {
  Access,
  PlainRoute,
  PlainRouteRow,
  ExchangeRoute,
  ExchangeRouteRow,
  Method,
  Route,
} from './public-api/route.js';
export { exchangeRoute, routesOf } from './public-api/route.js';
export type { OfferedWrite } from './offers.js';
export { offeredWrites, writeBehind, writeInto, writeRelations } from './offers.js';
export { hasId, linkInPlace, pathOf, placesAsText, pluralOf, readableKinds, resourceTypeOf } from './places.js';
export type { PublicRoute, PublicRouteRow } from './public-routes.js';
export { publicRoutes, routeNames } from './public-routes.js';
export type { PageRoute } from './page-routes.js';
export { isPathToken, pageRoutes, routedPath } from './page-routes.js';
export { authorizationRoutes, oauthRoutes } from './public-api/authorization.js';
export { BROWSER_COOKIE, SESSION_COOKIE } from './public-api/people-pages.js';
export type { ServiceRoute, ServiceRouteName, SharedServiceRoute, SharedServiceRouteName } from './service-routes.js';
export { routeAt, serviceRoutes, sharedServiceRoutes } from './service-routes.js';
export type { SearchFound, SearchHit, SearchQuery } from './search.js';
export { bestOf, HITS_MAX, searched, searchFound, searchQuery } from './search.js';
export type { RecordedRequest, RequestBatch, RequestContent, RequestLogMode, RequestSummary } from './request-log.js';
export { applicationNames, RECORDED_BODY_BYTES_MAX, requestBatch, TRACE } from './request-log.js';
export type { KeyQuery, KeyUse, KeyUses } from './key-uses.js';
export { keyQuery, keyUses } from './key-uses.js';
export type { CloudEvent, CloudEventOf, EventCatalogue, FactOf, Topic } from './events/cloud-event.js';
export { serviceOf, topicOf } from './events/topics.js';
export type { InvitedRole, PersonRole } from './people.js';
export { invitedRoles, personRoles } from './people.js';
export type { SecurityEventType } from './security-events.js';
export { securityEventTypes } from './security-events.js';
export type { AuthEvent, AuthFact } from './events/auth.events.js';
export { authEvents } from './events/auth.events.js';
export type { CustomersEvent, CustomersFact } from './events/customers.events.js';
export { customersEvents } from './events/customers.events.js';
export type { FundingSourcesEvent, FundingSourcesFact } from './events/funding-sources.events.js';
export { fundingSourcesEvents } from './events/funding-sources.events.js';
export type { TransfersEvent, TransfersFact } from './events/transfers.events.js';
export { transfersEvents } from './events/transfers.events.js';
export type { PauseReason, WebhooksEvent, WebhooksFact } from './events/webhooks.events.js';
export { webhooksEvents } from './events/webhooks.events.js';
export type { RepublishRequest } from './events/parse.js';
export {
  catalogues,
  cloudEventEnvelope,
  MalformedEvent,
  parseEvent,
  REPUBLISH_REQUESTS,
  republishRequest,
} from './events/parse.js';
export type { AttributesOf, ListRelation, Relation, ResourceKind } from './resources.js';
export { resources } from './resources.js';
export type {
  BankAccountType,
  DocumentFailureReason,
  DocumentType,
  ErasingService,
  ErasureObstacle,
  SnapshotMark,
} from './resource-parts.js';
export {
  bankAccountTypes,
  documentFailureReasons,
  documentMediaTypes,
  documentTypes,
  documentTypesOf,
  type DocumentSubject,
  erasingServices,
  erasureObstacles,
} from './resource-parts.js';
export { refusalsOf, takesKey } from './refusals.js';
export type { FieldContent, RedactedContent } from './field-contents.js';
export { redactedContents } from './field-contents.js';
export type { FieldRule, FieldRules, RequestRules, ValueForm } from './field-rules.js';
export { attributeRules } from './field-rules.js';
export type { Redaction, Replaced } from './redaction.js';
export { links, objectOf, redacted, redactionOf } from './redaction.js';
export type { ShownEvent } from './events/shown-event.js';
export { shownEventOf } from './events/shown-event.js';
