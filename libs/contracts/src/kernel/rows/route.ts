import type { ErrorCode } from '@halyard/core';
import { type ExchangeKind, type ExchangeLimits, exchangeLimits } from './exchanges.js';
import type { Category } from '../callers/permissions.js';
import type { Scope } from '../callers/principal.js';
import type { ServiceName } from '../callers/services.js';
import type { Answer } from './route-answer.js';
import type { Offers } from './offer.js';

export type Method = 'GET' | 'POST' | 'DELETE' | 'PUT';

/**
 * Who may call a route. `anyone`: a caller without a token. `token`: a caller with any valid token. A scope: a caller
 * whose token has that scope. `linking`: a page with a linking token, which the owner checks, from an origin that the
 * token is for (ADR 52).
 */
export type Access = 'anyone' | 'token' | Scope | 'linking';

/**
 * The part of a request that names the stream on which it works: a `:name` of the path, or a link in the body (keys
 * separated by dots) whose last segment is the id. Requests with the same value go to the same process while it is
 * there, because a stream is fastest where it is cached. Correctness must never depend on that.
 */
type RoutedBy = { readonly param: string } | { readonly body: string };

/**
 * Limits which people reach a route. `first-party`: people who use a first-party application, by their role, for all
 * applications of their account. `nobody`: the route is about the calling application itself.
 */
export type ForPeople = 'first-party' | 'nobody';

interface RouteLine<Owner extends string> {
  readonly method: Method;
  /** Path template with `:name` parameters. It is the same at the gateway and at the owner. */
  readonly path: string;
  /** The service that answers. */
  readonly owner: Owner;
  readonly access: Access;
  /** The route's effect on the account's resources and money. */
  readonly category: Category;
  /** Absent if everybody with the scope may call the route. */
  readonly people?: ForPeople;
  /** Exists only in the sandbox, and answers 404 in production. */
  readonly sandboxOnly?: true;
  /** Who may call the route in production, unless the installation opens it there as in the sandbox. */
  readonly inProduction?: Access;
  /** Absent if any process of the owner will do. */
  readonly routedBy?: RoutedBy;
}

/** The route takes and answers JSON. */
export interface PlainRoute<Owner extends string = ServiceName> extends RouteLine<Owner> {
  readonly kind: 'plain';
  /**
   * Media types of request bodies other than JSON. Empty for a POST without a body. A JSON body has a DTO class, which
   * the handler binds.
   */
  readonly takes?: readonly string[];
  /** The query parameter that tells how long the owner may wait before it answers. Absent if it never waits. */
  readonly wait?: string;
  /** A route that waits has a budget of its own, which routes of the same name share. */
  readonly budget?: string;
  /** This route, for clients that prefer one of its media types to JSON. */
  readonly orBytes?: ExchangeRoute<Owner>;
}

/** The route's requests and answers are bytes (ADR 33). */
export interface ExchangeRoute<Owner extends string = ServiceName> extends RouteLine<Owner> {
  readonly kind: ExchangeKind;
  /** Media types of request bodies, without parameters. Empty for a route that takes no body. */
  readonly takes: readonly string[];
  /** Media types of answers. Empty if the route only answers JSON. */
  readonly gives: readonly string[];
  /** The route answers JSON unless a client prefers one of `gives`. */
  readonly orJson?: true;
  readonly limits: ExchangeLimits;
  /** The error code for a body that is too large. */
  readonly tooLarge: ErrorCode;
  /** The query parameter that tells how long the owner may wait before it answers JSON. Absent if it never waits. */
  readonly wait?: string;
  /** Routes with the same name share a budget. A route without a name has its own budget. */
  readonly budget?: string;
  /**
   * For the kind `passthrough`: the names of the cookies that pass each way. A cookie's name may also continue with a
   * hyphen and more. No other cookie passes, so that an owner does not see cookies of others.
   */
  readonly cookies: readonly string[];
}

export type Route = PlainRoute | ExchangeRoute;

/** The parts of a route that clients are told. */
interface Description<Kind extends string> {
  /** The resources and lists whose forms offer this write (ADR 90). */
  readonly offeredBy?: Offers;
  /** The route's forms depend on the resource, so its owner gives them. */
  readonly hasOwnForms?: true;
  /** The description of the route in docs/openapi.json. */
  readonly description: string;
  /** If there are several, the request decides which one comes. */
  readonly answers: readonly [Answer<Kind>, ...Answer<Kind>[]];
  /** Refusals by the owner's own rules, besides `ValidationError` and `NotFound`. */
  readonly refuses?: readonly ErrorCode[];
  /**
   * A known member at another level of the body than its own is refused. Money moves by the place of members: a fee
   * beside `fees`, or a receiver beside `_links`, must not be ignored.
   */
  readonly membersAtTheirLevel?: true;
  /** The `resource-type` of links to the route. Defaults to the one of its answer. */
  readonly resourceType?: string;
  /**
   * The name under which its handler serves it. Defaults to the route's own name; several services share some routes.
   */
  readonly servedAs?: string;
}

export type PlainRouteRow<Kind extends string, Owner extends string = ServiceName> = PlainRoute<Owner> &
  Description<Kind>;
export type ExchangeRouteRow<Kind extends string, Owner extends string = ServiceName> = ExchangeRoute<Owner> &
  Description<Kind>;

type Extra = Pick<RouteLine<string>, 'sandboxOnly' | 'inProduction' | 'routedBy'>;

interface Categorization {
  readonly category: Category;
}

interface Audience {
  readonly people?: ForPeople | undefined;
}

/** The properties in which a route of bytes differs from others of its kind. */
interface ExchangeDetails {
  readonly kind: ExchangeKind;
  readonly takes?: readonly string[];
  readonly gives?: readonly string[];
  readonly orJson?: true;
  readonly limits?: Partial<ExchangeLimits>;
  readonly tooLarge?: ErrorCode;
  readonly wait?: string;
  readonly budget?: string;
  readonly cookies?: readonly string[];
}

const categoryOf = (method: Method): Category => (method === 'GET' ? 'reads' : 'writes');

/** A route of bytes. It has the limits and media types of its kind unless it declares others. */
export const exchangeRoute = <Owner extends string = ServiceName>(
  kind: ExchangeKind,
  method: Method,
  path: string,
  owner: Owner,
  access: Access,
  {
    category = categoryOf(method),
    people,
    takes = [],
    gives = [],
    orJson,
    limits,
    tooLarge = 'PayloadTooLarge',
    wait,
    budget,
    cookies = [],
  }: Omit<ExchangeDetails, 'kind'> & Partial<Categorization> & Audience,
): ExchangeRoute<Owner> => ({
  method,
  path,
  owner,
  access,
  category,
  ...(people && { people }),
  kind,
  takes,
  gives,
  ...(orJson && { orJson }),
  limits: { ...exchangeLimits[kind], ...limits },
  tooLarge,
  ...(wait !== undefined && { wait }),
  ...(budget !== undefined && { budget }),
  cookies,
});

interface Plain extends Pick<PlainRoute, 'takes' | 'wait' | 'budget'> {
  readonly kind?: never;
  /** The route answers bytes to clients that prefer one of these media types to JSON. */
  readonly orBytes?: ExchangeDetails;
}

type Row<Kind extends string, Differs extends Plain | ExchangeDetails> = Description<Kind> & Extra & Differs;

interface RowsOf<Owner extends string, Said = unknown> {
  <const Kind extends string = never>(
    path: string,
    row: Row<Kind, ExchangeDetails> & Said,
  ): ExchangeRouteRow<Kind, Owner>;
  <const Kind extends string = never>(path: string, row: Row<Kind, Plain> & Said): PlainRouteRow<Kind, Owner>;
}

function rowsBy<Owner extends string>(method: Method, owner: Owner, access: Access, audience: Audience): RowsOf<Owner> {
  function rowOf<Kind extends string>(path: string, row: Row<Kind, ExchangeDetails>): ExchangeRouteRow<Kind, Owner>;
  function rowOf<Kind extends string>(path: string, row: Row<Kind, Plain>): PlainRouteRow<Kind, Owner>;
  function rowOf<Kind extends string>(
    path: string,
    row: (Row<Kind, Plain> | Row<Kind, ExchangeDetails>) & Partial<Categorization>,
  ) {
    if (row.kind) return { ...row, ...exchangeRoute(row.kind, method, path, owner, access, { ...row, ...audience }) };
    const { orBytes, ...plain } = row;
    return {
      ...{ method, path, owner, access, category: categoryOf(method), ...audience, kind: 'plain' as const, ...plain },
      ...(orBytes && {
        orBytes: exchangeRoute(orBytes.kind, method, path, owner, access, { ...orBytes, ...audience }),
      }),
    };
  }
  return rowOf;
}

interface RowsByMethod<Owner extends string> {
  readonly get: RowsOf<Owner>;
  readonly post: RowsOf<Owner, Categorization>;
  readonly delete: RowsOf<Owner, Categorization>;
}

/**
 * Makes rows of a service's routes that have the same access: `get(path, row)`, `post(path, row)`, `delete(path, row)`.
 * A GET reads. The others declare their category.
 *
 * @param people the people who reach the routes, if not all people do
 */
export function routesOf<const Owner extends string>(
  owner: Owner,
  access: Access,
  people?: ForPeople,
): RowsByMethod<Owner> {
  const audience = people ? { people } : {};
  return {
    get: rowsBy('GET', owner, access, audience),
    post: rowsBy('POST', owner, access, audience),
    delete: rowsBy('DELETE', owner, access, audience),
  };
}
