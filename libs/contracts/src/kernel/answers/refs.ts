import { z } from 'zod';
import type { ListRelation, Relation, ResourceKind, RouteName } from '../rows/registry.js';
import type { ConsumingService } from '../callers/services.js';

/**
 * Names a resource without its address, by its kind and id. A list, or any other answer of a route, is named by the
 * route's name and the id in its path. The id is empty if the address has none, and a slash separates two ids.
 */
export interface ResourceRef {
  readonly kind: ResourceKind | RouteName;
  readonly id: string;
  /** The service that holds the resource. Set for resources that operators look after at each service. */
  readonly service?: ConsumingService | undefined;
  /** The filters of a link to a list that shows only what they match. */
  readonly filters?: Readonly<Record<string, string>>;
}

export const ref = (kind: ResourceRef['kind'], id = '', service?: ConsumingService): ResourceRef =>
  service === undefined ? { kind, id } : { kind, id, service };

/** Resources by relation. Actions that are impossible now are undefined or left out. */
export type LinksOf<Kind extends ResourceKind> = { readonly [Name in Relation<Kind>]?: ResourceRef | undefined };

/** The links of a list beside those of its pages: resources by relation. */
export type ListLinks = { readonly [Name in ListRelation]?: ResourceRef | undefined };

const reference = z.object({ kind: z.string(), id: z.string() });

/** A reference to a resource, from another service's answer. */
export const resourceReference = z.custom<ResourceRef>((given) => reference.safeParse(given).success);
