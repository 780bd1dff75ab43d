import type { OperatorRoute } from './public-api/operators.js';
import type { PublicRoute } from './public-routes.js';
import type { ListRelation, Relation, ResourceKind } from './resources.js';
import type { ConsumingService } from './services.js';

/**
 * Names a resource without its address, by its kind and id; or a list, or anything else that a route answers, by the
 * route's name and the id in its path. Without an id in its address the id is empty, and two ids are separated by a
 * slash.
 */
export interface ResourceRef {
  readonly kind: ResourceKind | PublicRoute | OperatorRoute;
  readonly id: string;
  /** Whose it is, of those that operators look after at each service. */
  readonly service?: ConsumingService | undefined;
}

export const ref = (kind: ResourceRef['kind'], id = '', service?: ConsumingService): ResourceRef =>
  service === undefined ? { kind, id } : { kind, id, service };

/** Relation to resource; what cannot be done is undefined or left out. */
export type LinksOf<Kind extends ResourceKind> = { readonly [Name in Relation<Kind>]?: ResourceRef | undefined };

/** The same for lists, beside the links of their pages. */
export type ListLinks = { readonly [Name in ListRelation]?: ResourceRef | undefined };
