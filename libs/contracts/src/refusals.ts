import type { ErrorCode } from '@halyard/core';
import { type PublicRoute, publicRoutes, type Route } from './routes.js';

/*
 * The error codes of each public route, for docs/openapi.json. Those of the gateway follow from the route's row in the
 * table of routes; those of its owner are listed here.
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

const credentials: readonly ErrorCode[] = ['InvalidCredentials', 'InvalidAccessToken', 'ExpiredAccessToken'];

/** Of a linking token: what it may do, for whom, from where, and how often. */
const ofLinking: readonly ErrorCode[] = [
  ...credentials,
  'Forbidden',
  'OriginNotAllowed',
  'InvalidResourceState',
  'NotFound',
  'Conflict',
  'RateLimitReached',
];

const ofProviders: readonly ErrorCode[] = ['UnsupportedBank', 'UpdateCredentials'];
const ofLogins: readonly ErrorCode[] = [
  'InvalidLogin',
  'AccountNotFound',
  'UnsupportedSite',
  'AlreadyLoggedIn',
  'VisitSite',
  'UnavailableSite',
  ...ofProviders,
];
const ofNewBanks: readonly ErrorCode[] = [
  'DuplicateResource',
  'MaxNumberOfResources',
  'InvalidResourceState',
  ...ofProviders,
];
const ofUploads: readonly ErrorCode[] = ['DuplicateResource', 'MaxNumberOfResources', 'InvalidResourceState'];

/** What the owner of a route refuses by its own rules, besides `ValidationError` and `NotFound`. */
const byOwner: Readonly<Partial<Record<PublicRoute, readonly ErrorCode[]>>> = {
  openAccount: ['Forbidden'],
  updateCustomer: ['InvalidResourceState'],
  uploadCustomerDocument: ofUploads,
  uploadBeneficialOwnerDocument: ofUploads,
  reinstateCustomer: ['InvalidResourceState'],
  approveDocument: ['InvalidResourceState'],
  rejectDocument: ['InvalidResourceState'],
  eraseCustomer: ['InvalidResourceState'],
  setLegalHold: ['InvalidResourceState', 'MaxNumberOfResources'],
  createBeneficialOwner: ['InvalidResourceState', 'MaxNumberOfResources'],
  updateBeneficialOwner: ['InvalidResourceState'],
  removeBeneficialOwner: ['InvalidResourceState'],
  certifyBeneficialOwnership: ['InvalidResourceState'],
  createCustomerFundingSource: ofNewBanks,
  createAccountFundingSource: ofNewBanks,
  linkFundingSource: ofNewBanks,
  createIavToken: ['InvalidResourceState'],
  createFundingSourcesToken: ['InvalidResourceState'],
  createOnDemandAuthorization: ['Forbidden'],
  logInToInstitution: ofLogins,
  answerInstitution: ofLogins,
  selectLinkedAccount: ofNewBanks,
  updateFundingSource: ['DuplicateResource', 'InvalidResourceState'],
  getBalance: ['InvalidResourceState', ...ofProviders],
  startOrVerifyMicroDeposits: ['InvalidResourceState', 'MaxNumberOfResources', 'TryAgainLater'],
  createWebhookSubscription: ['MaxNumberOfResources'],
  retryWebhook: ['MaxNumberOfResources'],
  pullSubscriptionEvents: ['Gone'],
  createReplay: ['Gone', 'MaxNumberOfResources'],
  streamEvents: ['Gone'],
  replayFundingSourcesParkedKey: ['InvalidResourceState'],
  replayTransfersParkedKey: ['InvalidResourceState'],
  replayWebhooksParkedKey: ['InvalidResourceState'],
  skipFundingSourcesParkedMessage: ['InvalidResourceState'],
  skipTransfersParkedMessage: ['InvalidResourceState'],
  skipWebhooksParkedMessage: ['InvalidResourceState'],
};

/**
 * Whether a route keeps Idempotency-Keys. Calls by a linking token need none: the token itself makes them happen only
 * once.
 */
export const takesKey = ({ method, access }: Route): boolean =>
  method === 'POST' && access !== 'anyone' && access !== 'linking';

function byAccess({ access }: Route): readonly ErrorCode[] {
  switch (access) {
    case 'anyone':
      return [];
    case 'linking':
      return ofLinking;
    case 'token':
      return credentials;
    default:
      return [...credentials, 'InvalidScopes'];
  }
}

/** The codes that a client can get from a route. */
export function refusalsOf(name: PublicRoute): ReadonlySet<ErrorCode> {
  const route: Route = publicRoutes[name];
  const isDocument = route.kind === 'document';
  const codes: readonly ErrorCode[] = [
    ...always,
    ...byAccess(route),
    ...(byOwner[name] ?? []),
    isDocument || route.gives.length === 0 ? 'InvalidVersion' : 'NotAcceptable',
    ...(route.path.includes(':') || route.sandboxOnly ? (['NotFound'] as const) : []),
    ...(takesKey(route) ? (['Conflict', 'IdempotencyKeyReused'] as const) : []),
    ...(route.method === 'POST'
      ? ([isDocument ? 'PayloadTooLarge' : route.tooLarge, 'UnsupportedMediaType'] as const)
      : []),
  ];
  return new Set(codes);
}
