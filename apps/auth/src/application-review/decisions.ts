import type { Permissions } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import type { Application } from '../application/application.entity.js';

export type Decision =
  | { readonly type: 'approve'; readonly permissions?: Permissions | undefined }
  | { readonly type: 'reject' | 'suspend'; readonly reason: string }
  | { readonly type: 'reinstate' };

/**
 * An application after an operator's decision.
 *
 * @throws DomainError InvalidResourceState
 */
export function decided(application: Application, decision: Decision): Application {
  const { status, pending } = application;
  switch (decision.type) {
    case 'approve':
      requireState(status === 'waiting' || pending !== null);
      return approved(application, decision.permissions);
    case 'reject':
      requireState(status === 'waiting' || pending !== null);
      // An approved application stays as it was.
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

function approved(application: Application, permissions: Permissions | undefined): Application {
  const { name, redirectUrls, scopes, permissions: asked } = application.pending ?? {};
  return {
    ...application,
    status: 'active',
    pending: null,
    permissions: permissions ?? asked ?? application.permissions,
    ...(name !== undefined && { name }),
    ...(redirectUrls && { redirectUrls: [...redirectUrls] }),
    ...(scopes && { scopes: [...scopes] }),
  };
}

function requireState(holds: boolean): void {
  if (!holds) throw new DomainError('InvalidResourceState');
}
