import type { ErrorCode } from '@halyard/core';

/* Refusals that several routes make by the same rules. */

const ofProviders: readonly ErrorCode[] = ['UnsupportedBank', 'UpdateCredentials'];

export const ofBalances: readonly ErrorCode[] = ['InvalidResourceState', 'UnavailableSite', ...ofProviders];

export const ofLogins: readonly ErrorCode[] = [
  'InvalidLogin',
  'AccountNotFound',
  'UnsupportedSite',
  'AlreadyLoggedIn',
  'VisitSite',
  'UnavailableSite',
  ...ofProviders,
];

export const ofNewBanks: readonly ErrorCode[] = [
  'DuplicateResource',
  'MaxNumberOfResources',
  'InvalidResourceState',
  ...ofProviders,
];
