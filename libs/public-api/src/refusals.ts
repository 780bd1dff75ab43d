import type { ErrorCode } from '@halyard/core';
import type { Route } from '@halyard/contracts';
import { type PublicRoute, type PublicRouteRow, publicRoutes } from './tables.js';

/*
 * The error codes of each public route, for docs/openapi.json. The row of a route lists the codes that its owner
 * refuses by rules of its own. The other codes follow from the row.
 */

/**
 * Codes that any request can meet: for a header or a query that can't be read, for too many requests, and for faults of
 * Halyard.
 */
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

/** Refusals of linking tokens: what they may do, for whom, from where, and how often. */
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
 * Whether a route keeps Idempotency-Keys. Calls with a linking token need no key: the token itself makes them happen
 * only once.
 */
export const takesKey = ({ method, access }: Route): boolean =>
  method === 'POST' && access !== 'anyone' && access !== 'linking';

function byAccess({ access, category, people }: Route): readonly ErrorCode[] {
  if (access === 'anyone') return [];
  if (access === 'linking') return ofLinking;
  return [
    ...credentials,
    ...(access === 'token' ? [] : (['InvalidScopes'] as const)),
    // Everybody with a token may read things that are for all, and operators may use all of their routes.
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
