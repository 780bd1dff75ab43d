import { Injectable } from '@nestjs/common';
import { type Change, Changes } from '@halyard/changes';
import { created, type CreatedAnswer, type Operation, type Scope } from '@halyard/contracts';
import { deriveId, DomainError } from '@halyard/core';
import { accountOf, applicationOf, timeOf } from '@halyard/http';
import { booleanOf } from '@halyard/input';
import type { EntityManager } from 'typeorm';
import { recordOfAccount } from '../account/account-history.js';
import { Application, plainApplication } from '../application/application.entity.js';
import { asBrowsersWrite } from '../application/origins.js';
import { SecurityEvents } from '../security-event/security-events.js';
import { changed } from './changed-application.js';
import type { ChangeApplicationDto } from './change-application.dto.js';
import { type NewApplication, scopesIn } from './create-application.dto.js';
import { requireCovered } from './delegation.js';

/** Consents, tokens and pages list all applications of an account, so an account may have only so many. */
const APPLICATIONS_MAX = 100;

@Injectable()
export class Applications {
  constructor(
    private readonly changes: Changes,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * @throws DomainError Forbidden if the application could do more than the caller may pass on; MaxNumberOfResources
   */
  create(operation: Operation, body: NewApplication): Promise<CreatedAnswer> {
    const principal = applicationOf(operation);
    const granted = {
      scopes: scopesIn(body.scopes),
      permissions: body.permissions ?? 'read',
    } as const;
    requireCovered(principal, granted);
    const id = deriveId(operation.id, 'application');
    const { name, kind } = body;
    const { accountId, userId, applicationId } = principal;
    return this.changes.run(operation, async (change) => {
      const at = timeOf(operation);
      await recordOfAccount(change, accountId, at, (account) => ({
        type: 'auth.application-created.v1',
        data: { ...account, applicationId: id, kind },
      }));
      const { tx } = change;
      const count = await tx.countBy(Application, { accountId });
      if (count >= APPLICATIONS_MAX) {
        throw new DomainError('MaxNumberOfResources', {
          message: `An account has ${APPLICATIONS_MAX} applications at most. Change one that is there instead.`,
        });
      }
      const application: Application = {
        ...plainApplication,
        ...granted,
        id,
        accountId,
        key: id,
        number: ((await tx.maximum(Application, 'number', { accountId })) ?? 0) + 1,
        kind,
        name,
        secretHash: null,
        status: kind === 'integration' ? 'waiting' : 'active',
        createdBy: userId === undefined ? applicationId : null,
        createdAt: at,
      };
      await tx.insert(Application, { ...application, ...settingsIn(body) });
      await this.events.record(tx, 'application_registered', { accountId, personId: userId, applicationId: id });
      return created('application', id);
    });
  }

  /**
   * Changes an application. For an approved integration, some changes wait until an operator approves them.
   *
   * @throws DomainError NotFound; Forbidden if the application could do more than the caller may pass on;
   * InvalidResourceState
   */
  async change(change: Change, operation: Operation, id: string, body: ChangeApplicationDto): Promise<Application> {
    const { tx } = change;
    const before = await this.locked(tx, operation, id);
    const asked = {
      ...settingsIn(body),
      ...(body.name !== undefined && { name: body.name }),
      ...(body.scopes && { scopes: [...scopesIn(body.scopes), ...operatorOf(before)] }),
      ...(body.permissions && { permissions: body.permissions }),
    };
    requireCovered(applicationOf(operation), { ...before, ...asked });
    const after = changed(before, asked);
    await tx.update(Application, { id }, after);
    await this.record(change, operation, after);
    return after;
  }

  /**
   * Locks an application for a change. The caller may only change applications that have no more rights than it may
   * pass on.
   *
   * @throws DomainError NotFound, Forbidden; InvalidResourceState for a suspended application, and for applications
   * that the seed made
   */
  async locked(tx: EntityManager, operation: Operation, id: string): Promise<Application> {
    const where = { id, accountId: accountOf(operation) };
    const application = await tx.findOne(Application, { where, lock: { mode: 'pessimistic_write' } });
    if (!application) throw new DomainError('NotFound');
    requireCovered(applicationOf(operation), application);
    if (application.kind === 'first-party' || application.status === 'suspended') {
      throw new DomainError('InvalidResourceState');
    }
    return application;
  }

  private record(change: Change, operation: Operation, application: Application): Promise<void> {
    const { id: applicationId, accountId, status, scopes, permissions } = application;
    return recordOfAccount(change, accountId, timeOf(operation), (account) => ({
      type: 'auth.application-changed.v1',
      data: { ...account, applicationId, status, scopes, permissions },
    }));
  }
}

/** Requests can neither give nor take away the scope `operator`. */
const operatorOf = ({ scopes }: Application): Scope[] => scopes.filter((scope) => scope === 'operator');

/**
 * Returns the settings that change without an operator's approval. Redirect URLs of an approved integration do need it.
 */
function settingsIn(body: NewApplication | ChangeApplicationDto) {
  const { redirectUrls, postLogoutRedirectUrls, origins } = body;
  const strictRedirects = booleanOf(body.strictRedirects);
  const requirePkce = booleanOf(body.requirePkce);
  return {
    ...(redirectUrls && { redirectUrls: [...new Set(redirectUrls)] }),
    ...(postLogoutRedirectUrls && { postLogoutRedirectUrls: [...new Set(postLogoutRedirectUrls)] }),
    ...(origins && { origins: asBrowsersWrite(origins) }),
    ...(strictRedirects !== undefined && { strictRedirects }),
    ...(requirePkce !== undefined && { requirePkce }),
    // When redirect URLs are compared as text, another native application can receive the code. PKCE makes that code
    // useless.
    ...(strictRedirects === true && { requirePkce: true }),
  };
}
