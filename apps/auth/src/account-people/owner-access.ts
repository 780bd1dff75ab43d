import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { ApplicationPrincipal, Operation } from '@halyard/contracts';
import type { InvitedRole } from '@halyard/contracts/people';
import type { SearchQuery } from '@halyard/contracts/search';
import { Clock, DomainError } from '@halyard/core';
import { applicationOf, namedResource, type OperationCarrier, operationOf } from '@halyard/http';
import { DataSource } from 'typeorm';
import { Application } from '../application/application.entity.js';
import { Membership } from '../person/membership.entity.js';
import { isFreshLogIn } from '../session/fresh-log-in.js';

/** Roles that move no money: an application may give them without the scope `send`. */
const LOW_ROLES: readonly InvitedRole[] = ['viewer', 'member'];

/**
 * Decides who may see and change people of an account: its owners, and in part its own applications. A principal with a
 * user is a person in a first-party application.
 */
@Injectable()
export class OwnerAccess {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError Forbidden */
  async requireReader(operation: Operation): Promise<void> {
    const principal = applicationOf(operation);
    await this.requireOwnApplication(principal);
    if (principal.userId !== undefined) await this.requireMember(principal, principal.userId);
  }

  /** Searchers find people and applications only if they may list them. */
  async mayFind({ accountId, applicationId, personId }: SearchQuery): Promise<boolean> {
    if (applicationId !== undefined && (await this.isIntegration(applicationId))) return false;
    return personId === undefined || (await this.isOwner(accountId, personId));
  }

  /**
   * @throws DomainError Forbidden unless the caller is the account's server application, or an owner that has just
   * logged in
   */
  async requireManager(operation: Operation): Promise<void> {
    const principal = applicationOf(operation);
    if (principal.userId !== undefined) return this.requireOwner(operation);
    await this.requireOwnApplication(principal);
  }

  /** @throws DomainError Forbidden unless the caller is an owner that has just logged in */
  async requireOwner(operation: Operation): Promise<void> {
    const principal = applicationOf(operation);
    const { userId } = principal;
    if (userId === undefined) {
      throw new DomainError('Forbidden', { message: 'Only an owner of the account can do this, and no application.' });
    }
    await this.requireOwnApplication(principal);
    await this.requireMember(principal, userId);
    this.requireFresh(principal);
  }

  /** @throws DomainError Forbidden unless the caller is a person that has just logged in */
  requirePerson(operation: Operation): void {
    const principal = applicationOf(operation);
    if (principal.userId === undefined) {
      throw new DomainError('Forbidden', { message: 'Only a person can do this, and no application.' });
    }
    this.requireFresh(principal);
  }

  private requireFresh({ authTime = 0 }: ApplicationPrincipal): void {
    if (!isFreshLogIn(authTime * 1_000, this.clock.system()))
      throw new DomainError('Forbidden', { message: 'Log in again: the last log-in is too old for this.' });
  }

  /** @throws DomainError Forbidden */
  async requireInviter(operation: Operation, role: InvitedRole): Promise<void> {
    const { userId, scopes } = applicationOf(operation);
    await this.requireManager(operation);
    if (userId !== undefined) return;
    if (LOW_ROLES.includes(role) || scopes.includes('send')) return;
    const message = `An application without the scope send invites only as ${LOW_ROLES.join(' or ')}.`;
    throw new DomainError('Forbidden', { message });
  }

  /** An integration acts for accounts, but does not manage their people and applications. */
  private async requireOwnApplication({ applicationId }: ApplicationPrincipal): Promise<void> {
    if (await this.isIntegration(applicationId))
      throw new DomainError('Forbidden', { message: 'An integration sees and changes no people and applications.' });
  }

  private async requireMember({ accountId }: ApplicationPrincipal, personId: string): Promise<void> {
    if (!(await this.isOwner(accountId, personId)))
      throw new DomainError('Forbidden', { message: 'Only owners of the account can do this.' });
  }

  private isIntegration(id: string): Promise<boolean> {
    return this.dataSource.manager.existsBy(Application, { id, kind: 'integration' });
  }

  private isOwner(accountId: string, personId: string): Promise<boolean> {
    return this.dataSource.manager.existsBy(Membership, { accountId, personId, role: 'owner' });
  }
}

/**
 * Lets only callers pass who may read the people of an account. Guards run before the body is read, so other callers
 * learn nothing else.
 *
 * @throws DomainError Forbidden
 */
@Injectable()
export class ReaderGuard implements CanActivate {
  constructor(private readonly access: OwnerAccess) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    await this.access.requireReader(operationOf(context.switchToHttp().getRequest<OperationCarrier>()));
    return true;
  }
}

/** @throws DomainError Forbidden */
@Injectable()
export class ManagerGuard implements CanActivate {
  constructor(private readonly access: OwnerAccess) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    await this.access.requireManager(operationOf(context.switchToHttp().getRequest<OperationCarrier>()));
    return true;
  }
}

/**
 * Makes a person of another account look like a missing one, whatever the request sends.
 *
 * @throws DomainError NotFound unless the person in the path belongs to the caller's account
 */
@Injectable()
export class OwnPersonGuard implements CanActivate {
  constructor(private readonly dataSource: DataSource) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const { id: personId, operation } = namedResource(context);
    const { accountId } = applicationOf(operation);
    if (!(await this.dataSource.manager.existsBy(Membership, { accountId, personId }))) {
      throw new DomainError('NotFound');
    }
    return true;
  }
}
