import { Injectable } from '@nestjs/common';
import { created, type CreatedAnswer, type Operation, type Scope, scopes } from '@halyard/contracts';
import type { AuthFact } from '@halyard/contracts/accounts';
import { Clock, deriveId, validationError } from '@halyard/core';
import { Changes } from '@halyard/changes';
import { Sealer } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { Application, applicationIdOf, plainApplication } from '../application/application.entity.js';
import { Invitations } from '../invitation/invitations.js';
import { Account, partyFactOf } from '../account/account.entity.js';
import type { NewApplicationDto, OpenAccountDto } from './open-account.dto.js';

/** US Central, the time zone of the specification's banking day. */
const TIMEZONE_OFFSET_DEFAULT = -6;

const tenantScopes = scopes.filter((scope) => scope !== 'operator');

/** The caller has already checked that the requester may open an account, and make it an operator's. */
@Injectable()
export class AccountOpening {
  constructor(
    private readonly changes: Changes,
    private readonly credentials: ApplicationCredentials,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly invitations: Invitations,
  ) {}

  /** @throws DomainError ValidationError if another application has the key */
  async open({ name, application, owner, operator }: OpenAccountDto, operation: Operation): Promise<CreatedAnswer> {
    // Derived, so that a repeat finds the same account even after its stored outcome was deleted.
    const id = deriveId(operation.id, 'account');
    const personal = JSON.stringify({ name, applicationName: application.name });
    const sealed = await this.sealer.seal(id, 'auth.account-opened', personal);

    return this.changes.run(operation, async (change) => {
      const { tx } = change;
      if (await tx.existsBy(Account, { id })) return created('account', id);
      const at = await this.clock.now(id);
      const account = tx.create(Account, {
        id,
        name,
        type: 'Commercial',
        timezoneOffset: TIMEZONE_OFFSET_DEFAULT,
        settings: null,
        suspendedAt: null,
        reason: null,
        version: 1,
        createdAt: at,
      });
      await tx.insert(Account, account);
      await this.add(tx, account, application, operator ? [...scopes] : tenantScopes);

      const fact: AuthFact = { type: 'auth.account-opened.v1', data: { accountId: id, fact: partyFactOf(account) } };
      await change.record({ key: id, accountId: id, ...fact, at, sealed });
      if (owner) {
        const invited = { ...owner, id: deriveId(operation.id, 'owner'), accountId: id, role: 'owner' } as const;
        await this.invitations.create(change, invited, at);
      }
      return created('account', id);
    });
  }

  private async add(tx: EntityManager, account: Account, { key, secret, name }: NewApplicationDto, granted: Scope[]) {
    const application = tx.create(Application, {
      ...plainApplication,
      id: applicationIdOf(key),
      accountId: account.id,
      number: 1,
      key,
      name: name ?? account.name,
      secretHash: this.credentials.hash(secret),
      scopes: granted,
      createdAt: account.createdAt,
    });
    const inserted = await tx
      .createQueryBuilder()
      .insert()
      .into(Application)
      .values(application)
      .orIgnore()
      .returning('id')
      .execute();
    const rows: unknown = inserted.raw;
    if (!Array.isArray(rows) || rows.length === 0) {
      throw validationError({ code: 'Duplicate', message: 'Key already in use.', path: '/application/key' });
    }
  }
}
