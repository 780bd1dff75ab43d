import type { ExchangeRouteRow, PlainRouteRow, ResourceKind, ResourceRow } from '@halyard/contracts';
import { nouns } from './nouns.js';

type Intersection<Table> = (Table extends unknown ? (table: Table) => void : never) extends (merged: infer All) => void
  ? All
  : never;

const merged = <Table extends object>(tables: readonly Table[]) => Object.assign({}, ...tables) as Intersection<Table>;

export type PublicRouteRow = PlainRouteRow<ResourceKind> | ExchangeRouteRow<ResourceKind>;

/** Every route of the public API. The gateway serves exactly these, and tests cover all of them. */
export const publicRoutes = merged(nouns.map(({ routes }) => routes)) satisfies Record<string, PublicRouteRow>;
export type PublicRoute = keyof typeof publicRoutes;
export const routeNames = Object.keys(publicRoutes) as PublicRoute[];

type LinkTarget = ResourceKind | PublicRoute | 'write';
interface LinkedRow extends ResourceRow {
  readonly links: Readonly<Record<string, LinkTarget | readonly LinkTarget[]>>;
}

/** Every kind of resource of the public API. */
export const resources = merged(
  nouns.flatMap((noun) => ('resources' in noun ? [noun.resources] : [])),
) satisfies Record<ResourceKind, LinkedRow>;
