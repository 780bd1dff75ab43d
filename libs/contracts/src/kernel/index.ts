export type { ConsumingService, ServiceName, StoringService } from './callers/services.js';
export { consumingServices, resourceServices, serviceNames, storingServices } from './callers/services.js';
export type {
  ApplicationPrincipal,
  BrowserPrincipal,
  Operation,
  Principal,
  Scope,
  ServicePrincipal,
} from './callers/principal.js';
export { TOKEN_AUDIENCE, accountsOf, applicationScopes, isPerson, limitedAs, scopes } from './callers/principal.js';
export { isOpenTo, type Obstacle, obstacleTo } from './rows/access.js';
export type { Category, Permissions } from './callers/permissions.js';
export { covers, neededFor, permissions } from './callers/permissions.js';
export type {
  AnswerBody,
  CollectionAnswer,
  CreatedAnswer,
  ErrorAnswer,
  FactAnswer,
  Json,
  KeysetPage,
  Page,
  RawAnswer,
  ResourceAnswer,
  ResourcePart,
} from './answers/answer.js';
export { created } from './answers/answer.js';
export type { LinksOf, ResourceRef } from './answers/refs.js';
export { ref } from './answers/refs.js';
export type { FieldChoices, Form, FormField, FormInput, FormOption, Forms } from './answers/forms.js';
export { TOLD_AT_ONCE_MAX } from './between/fact.js';
export type { ExchangeKind, ExchangeLimits, HeaderFields, RouteKind } from './rows/exchanges.js';
export { EVENT_STREAM, exchangeLimits, passedFields } from './rows/exchanges.js';
export type { Answer, ListNames, StandardDocument } from './rows/route-answer.js';
export { EXAMPLE_ADDRESS, exampleIds } from './rows/example.js';
export type { Offer, OfferedChoices, OfferedOptions, Offers, ShownAttribute } from './rows/offer.js';
export { ends } from './rows/offer.js';
export type { ResourceRow } from './rows/resource.js';
export type {
  Access,
  ExchangeRoute,
  ExchangeRouteRow,
  Method,
  PlainRoute,
  PlainRouteRow,
  Route,
} from './rows/route.js';
export { exchangeRoute, routesOf } from './rows/route.js';
export type {
  ServiceRoute,
  ServiceRouteName,
  SharedServiceRoute,
  SharedServiceRouteName,
} from './between/service-routes.js';
export { routeAt, serviceRoutes, sharedServiceRoutes } from './between/service-routes.js';
export type { CloudEvent, CloudEventOf, EventCatalogue, FactOf, Topic } from './between/cloud-event.js';
export { serviceOf, topicOf } from './between/topics.js';
export type {
  AttributesOf,
  ListRelation,
  Relation,
  ResourceKind,
  ResourceRows,
  RouteName,
  RouteRows,
} from './rows/registry.js';
export type { FieldContent, RedactedContent } from './rows/field-contents.js';
export { redactedContents } from './rows/field-contents.js';
export { defineResource } from './rows/resource.js';
export { answersOf } from './rows/route-answer.js';
export { isPathToken, linkInPlace, pathsOf, routedPath, typeBehind } from './rows/paths.js';
