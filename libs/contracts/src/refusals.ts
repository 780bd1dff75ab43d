import type { ErrorCode } from '@halyard/core';
import type { Route } from './public-api/route.js';
import { type PublicRoute, type PublicRouteRow, publicRoutes } from './public-routes.js';

/*
 * The error codes of each public route, for docs/openapi.json. Its row lists those that its owner refuses by rules of its
 * own; the others follow from the row.
 */

/** What every request can meet: a header or a query that can't be read, too many requests, and faults of ours. */
const always: readonly ErrorCode[] = [
  'BadRequest',
  'ValidationError',
  'TooManyRequests',
  'ServerError',
  'RequestTimeout',
  'ServiceUnavailable',
];

const ofLinkingTokens: readonly ErrorCode[] = ['InvalidCredentials', 'InvalidAccessToken', 'ExpiredAccessToken'];

const credentials: readonly ErrorCode[] = [...ofLinkingTokens, 'InvalidApplicationStatus', 'InvalidAccountStatus'];

/** Of a linking token: what it may do, for whom, from where, and how often. */
const ofLinking: readonly ErrorCode[] = [
  ...ofLinkingTokens,
  'Forbidden',
  'OriginNotAllowed',
  'InvalidResourceState',
  'NotFound',
  'Conflict',
  'RateLimitReached',
];

/**
 * Whether a route keeps Idempotency-Keys. Calls by a linking token need none: the token itself makes them happen only
 * once.
 */
export const takesKey = ({ method, access }: Route): boolean =>
  method === 'POST' && access !== 'anyone' && access !== 'linking';

function byAccess({ access, category, people }: Route): readonly ErrorCode[] {
  if (access === 'anyone') return [];
  if (access === 'linking') return ofLinking;
  return [
    ...credentials,
    ...(access === 'token' ? [] : (['InvalidScopes'] as const)),
    // Everybody who has a token may read what is for all, and operators do what is theirs.
    ...((category === 'reads' && !people) || access === 'operator' ? [] : (['Forbidden'] as const)),
  ];
}

/** The codes that a client can get from a route. */
export function refusalsOf(name: PublicRoute): ReadonlySet<ErrorCode> {
  const route: PublicRouteRow = publicRoutes[name];
  const isPlain = route.kind === 'plain';
  const codes: readonly ErrorCode[] = [
    ...always,
    ...byAccess(route),
    ...(route.refuses ?? []),
    isPlain || route.gives.length === 0 ? 'InvalidVersion' : 'NotAcceptable',
    ...(route.path.includes(':') || route.sandboxOnly ? (['NotFound'] as const) : []),
    ...(takesKey(route) ? (['Conflict', 'IdempotencyKeyReused'] as const) : []),
    ...(route.method === 'POST'
      ? ([isPlain ? 'PayloadTooLarge' : route.tooLarge, 'UnsupportedMediaType'] as const)
      : []),
  ];
  return new Set(codes);
}
