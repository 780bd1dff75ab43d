import type { Permissions } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import type { Application } from '../application/application.entity.js';
import { isWaiting, versionOf } from './waiting-version.js';

export type Decision =
  | { readonly type: 'approve'; readonly permissions: Permissions; readonly version: string }
  | { readonly type: 'reject'; readonly reason: string; readonly version: string }
  | { readonly type: 'suspend'; readonly reason: string }
  | { readonly type: 'reinstate' };

/**
 * Applies an operator's decision to an application.
 *
 * @throws DomainError InvalidResourceState; Conflict if the decision is about another version of the application
 */
export function decided(application: Application, decision: Decision): Application {
  const { status, pending } = application;
  switch (decision.type) {
    case 'approve':
      requireVersion(application, decision.version);
      return approved(application, decision.permissions);
    case 'reject':
      requireVersion(application, decision.version);
      // A rejected change leaves an approved application as it was.
      return pending
        ? { ...application, pending: null }
        : { ...application, status: 'rejected', reason: decision.reason };
    case 'suspend':
      requireState(status === 'active' && application.kind !== 'first-party');
      return { ...application, status: 'suspended', reason: decision.reason };
    case 'reinstate':
      requireState(status === 'suspended');
      return { ...application, status: 'active', reason: null };
  }
}

function approved(application: Application, permissions: Permissions): Application {
  const { name, redirectUrls, scopes } = application.pending ?? {};
  return {
    ...application,
    status: 'active',
    pending: null,
    permissions,
    ...(name !== undefined && { name }),
    ...(redirectUrls && { redirectUrls: [...redirectUrls] }),
    ...(scopes && { scopes: [...scopes] }),
  };
}

function requireVersion(application: Application, version: string): void {
  requireState(isWaiting(application));
  if (versionOf(application) === version) return;
  throw new DomainError('Conflict', {
    message: 'The application has changed since it was looked at. Look at it again, and decide on what it is now.',
  });
}

function requireState(holds: boolean): void {
  if (!holds) throw new DomainError('InvalidResourceState');
}
