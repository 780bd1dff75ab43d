import * as accounts from '../accounts/index.js';
import * as applicationReviews from '../application-reviews/index.js';
import * as applications from '../applications/index.js';
import * as authorization from '../authorization/index.js';
import * as beneficialOwners from '../beneficial-owners/index.js';
import * as businessClassifications from '../business-classifications/index.js';
import * as conservation from '../conservation/index.js';
import * as customers from '../customers/index.js';
import * as documents from '../documents/index.js';
import * as erasures from '../erasures/index.js';
import * as events from '../events/index.js';
import * as fundingSources from '../funding-sources/index.js';
import * as idempotencyKeys from '../idempotency-keys/index.js';
import * as linking from '../linking/index.js';
import * as operations from '../operations/index.js';
import * as people from '../people/index.js';
import * as requests from '../requests/index.js';
import * as root from '../root/index.js';
import * as search from '../search/index.js';
import * as securityEvents from '../security-events/index.js';
import * as signingKeys from '../signing-keys/index.js';
import * as statistics from '../statistics/index.js';
import * as timelines from '../timelines/index.js';
import * as transfers from '../transfers/index.js';
import * as webhooks from '../webhooks/index.js';
import type { ResourceKind } from '../kernel/rows/registry.js';
import type { ResourceRow } from '../kernel/rows/resource.js';
import type { ExchangeRouteRow, PlainRouteRow } from '../kernel/rows/route.js';

/** The contracts of all nouns, in the order of the documents. */
export const nouns = [
  root,
  idempotencyKeys,
  search,
  requests,
  authorization,
  accounts,
  people,
  securityEvents,
  signingKeys,
  applications,
  applicationReviews,
  customers,
  beneficialOwners,
  documents,
  businessClassifications,
  erasures,
  fundingSources,
  linking,
  transfers,
  conservation,
  statistics,
  timelines,
  webhooks,
  events,
  operations,
] as const;

type Merged<Table> = (Table extends unknown ? (table: Table) => void : never) extends (merged: infer All) => void
  ? All
  : never;

const merged = <Table extends object>(tables: readonly Table[]) => Object.assign({}, ...tables) as Merged<Table>;

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
