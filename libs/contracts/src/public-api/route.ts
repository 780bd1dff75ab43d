import type { ErrorCode } from '@halyard/core';
import { type ExchangeKind, type ExchangeLimits, exchangeLimits } from '../exchanges.js';
import type { Category } from '../permissions.js';
import type { Scope } from '../principal.js';
import type { ServiceName } from '../services.js';
import type { Answer } from './answer.js';
import type { Offers } from './offer.js';

export type Method = 'GET' | 'POST' | 'DELETE' | 'PUT';

/**
 * Who may call a route. `anyone`: no token. `token`: any valid token. A scope: a token with that scope. `linking`: a
 * linking token, which the owner checks, from pages of the origins that it is for (ADR 52).
 */
export type Access = 'anyone' | 'token' | Scope | 'linking';

/**
 * The part of a request that names the stream that it works on: a `:name` of the path, or a link in the body (keys
 * separated by dots) whose last segment is the id. Requests with the same value go to the same process while it is
 * there, because a stream is fastest where it is cached; correctness must never depend on that.
 */
type RoutedBy = { readonly param: string } | { readonly body: string };

/**
 * Which people reach a route that is about what belongs to applications. `first-party`: those who use an application of
 * ours, by their role, for all applications of their account. `nobody`: it is about the calling application itself.
 */
export type ForPeople = 'first-party' | 'nobody';

interface RouteLine<Owner extends string> {
  readonly method: Method;
  /** Path template with `:name` parameters; the same at the gateway and the owner. */
  readonly path: string;
  /** The service that answers. */
  readonly owner: Owner;
  readonly access: Access;
  /** What it does with the resources and the money of the account. */
  readonly category: Category;
  /** Absent where whoever has the scope may call it. */
  readonly people?: ForPeople;
  /** Exists only in the sandbox, and answers 404 in production. */
  readonly sandboxOnly?: true;
  /** Who may call it in production, where the installation does not open it as it is in the sandbox. */
  readonly inProduction?: Access;
  /** Absent when any process of the owner will do. */
  readonly routedBy?: RoutedBy;
}

/** JSON in, JSON out. */
export interface PlainRoute<Owner extends string = ServiceName> extends RouteLine<Owner> {
  readonly kind: 'plain';
  /**
   * Media types of request bodies where they are not JSON: none for a POST without a body. A body of JSON has a DTO
   * class, which the handler binds.
   */
  readonly takes?: readonly string[];
  /** The same route for clients that like one of its media types better than JSON. */
  readonly orBytes?: ExchangeRoute<Owner>;
}

/** Requests and answers are bytes (ADR 33). */
export interface ExchangeRoute<Owner extends string = ServiceName> extends RouteLine<Owner> {
  readonly kind: ExchangeKind;
  /** Media types of request bodies, without parameters. Empty for a route that takes no body. */
  readonly takes: readonly string[];
  /** Media types of answers; none when it answers JSON alone. */
  readonly gives: readonly string[];
  /** It answers JSON unless a client likes one of `gives` better. */
  readonly orJson?: true;
  readonly limits: ExchangeLimits;
  /** The error code for a body that is too large. */
  readonly tooLarge: ErrorCode;
  /** The query parameter that says how long the owner may wait before it answers JSON; absent when it never waits. */
  readonly wait?: string;
  /** Routes of one name share a budget; without it a route has its own. */
  readonly budget?: string;
  /**
   * The cookies that pass each way, of the kind `passthrough`: these names, alone or followed by a hyphen and more. No
   * other does, so that an owner does not see what concerns another.
   */
  readonly cookies: readonly string[];
}

export type Route = PlainRoute | ExchangeRoute;

/** What clients are told of a route. */
interface Described<Kind extends string> {
  /** Where a client is offered this write, in its forms (ADR 90). */
  readonly offeredBy?: Offers;
  /** Its forms depend on the resource, so that its owner gives them. */
  readonly hasOwnForms?: true;
  /** What it does, in docs/openapi.json. */
  readonly description: string;
  /** When there are several, the request decides which. */
  readonly answers: readonly [Answer<Kind>, ...Answer<Kind>[]];
  /** What its owner refuses by rules of its own, besides `ValidationError` and `NotFound`. */
  readonly refuses?: readonly ErrorCode[];
  /** `resource-type` of links to it, where that is not the one of what it answers. */
  readonly resourceType?: string;
  /** The name by which its handler serves it, where that is not its own: several services have such a route. */
  readonly servedAs?: string;
}

export type PlainRouteRow<Kind extends string, Owner extends string = ServiceName> = PlainRoute<Owner> &
  Described<Kind>;
export type ExchangeRouteRow<Kind extends string, Owner extends string = ServiceName> = ExchangeRoute<Owner> &
  Described<Kind>;

type Extra = Pick<RouteLine<string>, 'sandboxOnly' | 'inProduction' | 'routedBy'>;

interface Categorised {
  readonly category: Category;
}

interface Audience {
  readonly people?: ForPeople | undefined;
}

/** A route of bytes, as far as it differs from others of its kind. */
interface Exchanged {
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

/** A route of bytes. Its limits and media types are those of its kind unless it says otherwise. */
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
  }: Omit<Exchanged, 'kind'> & Partial<Categorised> & Audience,
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

interface Plain extends Pick<PlainRoute, 'takes'> {
  readonly kind?: never;
  /** It answers bytes to clients that like one of these media types better than JSON. */
  readonly orBytes?: Exchanged;
}

type Row<Kind extends string, Differs extends Plain | Exchanged> = Described<Kind> & Extra & Differs;

interface RowsOf<Owner extends string, Said = unknown> {
  <const Kind extends string = never>(path: string, row: Row<Kind, Exchanged> & Said): ExchangeRouteRow<Kind, Owner>;
  <const Kind extends string = never>(path: string, row: Row<Kind, Plain> & Said): PlainRouteRow<Kind, Owner>;
}

function rowsBy<Owner extends string>(method: Method, owner: Owner, access: Access, audience: Audience): RowsOf<Owner> {
  function rowOf<Kind extends string>(path: string, row: Row<Kind, Exchanged>): ExchangeRouteRow<Kind, Owner>;
  function rowOf<Kind extends string>(path: string, row: Row<Kind, Plain>): PlainRouteRow<Kind, Owner>;
  function rowOf<Kind extends string>(
    path: string,
    row: (Row<Kind, Plain> | Row<Kind, Exchanged>) & Partial<Categorised>,
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
  readonly post: RowsOf<Owner, Categorised>;
  readonly delete: RowsOf<Owner, Categorised>;
}

/**
 * Makes rows of a service's routes that have the same access: `get(path, row)`, `post(path, row)`, `delete(path, row)`.
 * A GET reads; the others say their category.
 *
 * @param people those who reach them, where not all do
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
