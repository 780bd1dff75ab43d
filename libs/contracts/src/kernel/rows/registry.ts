import type { z } from 'zod';

/*
 * The contract of each noun adds its rows to these interfaces (declaration merging). So a program knows the names of the
 * nouns whose contracts it imports, and no file of this library has to name them all.
 */

/** Rows of resources by kind. */
export interface ResourceRows {}
/** Rows of clients' routes by name. */
export interface RouteRows {}

export type ResourceKind = keyof ResourceRows;
export type RouteName = keyof RouteRows;

/** The attributes that a service gives of a resource. The gateway adds the id if the resource has one of its own. */
export type AttributesOf<Kind extends ResourceKind> = ResourceRows[Kind] extends {
  readonly attributes: infer Attributes extends z.ZodObject;
}
  ? Omit<z.input<Attributes>, 'id'> & { readonly id?: string }
  : never;

/** The links that a resource may have beside `self`. */
export type Relation<Kind extends ResourceKind = ResourceKind> = ResourceRows[Kind] extends {
  readonly links: infer Links;
}
  ? keyof Links & string
  : never;

/** The links that a list may have beside those of its pages. */
export type ListRelation = {
  [Kind in ResourceKind]: ResourceRows[Kind] extends { readonly listLinks?: readonly (infer Name extends string)[] }
    ? Name
    : never;
}[ResourceKind];
