import { Injectable } from '@nestjs/common';
import { type Operation, ref, type ResourceAnswer } from '@halyard/contracts';
import type { AccountApplications, ApplicationFact } from '@halyard/contracts/applications';
import { DomainError } from '@halyard/core';
import { applicationOf, timeOf } from '@halyard/http';
import { Changes } from '@halyard/changes';
import { DataSource, type EntityManager } from 'typeorm';
import { AuthConfig } from '../../config.js';
import { Application } from '../../application/application.entity.js';
import { asBrowsersWrite, originsOf } from '../../application/origins.js';
import { recordOfAccount } from '../account-history.js';

@Injectable()
export class ApplicationSettings {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly config: AuthConfig,
  ) {}

  /** @returns undefined if the application does not exist or is disabled */
  async factOf(id: string): Promise<ApplicationFact | undefined> {
    const application = await this.dataSource.manager.findOneBy(Application, { id, status: 'active' });
    if (!application) return undefined;
    return { applicationId: id, accountId: application.accountId, origins: originsOf(application, this.config) };
  }

  /** Returns the account's own applications and the first-party applications. */
  async ofAccount(accountId: string): Promise<AccountApplications['applications']> {
    const rows = await this.dataSource.manager.find(Application, {
      where: [{ accountId }, { kind: 'first-party' }],
      select: { id: true, name: true, kind: true },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return rows.map(({ id, name, kind }) => ({ id, name, kind }));
  }

  /** @throws DomainError NotFound, Forbidden */
  async read(operation: Operation): Promise<ResourceAnswer<'application-settings'>> {
    return this.answerOf(await own(this.dataSource.manager, operation));
  }

  /** @throws DomainError NotFound, Forbidden */
  change(operation: Operation, origins: readonly string[]): Promise<ResourceAnswer<'application-settings'>> {
    return this.changes.run(operation, async (change) => {
      const { tx } = change;
      const application = await own(tx, operation);
      const changed = { origins: asBrowsersWrite(origins) };
      await tx.update(Application, { id: application.id }, changed);
      // Later somebody may ask who was allowed to show pages for the account's banks, and since when.
      await recordOfAccount(change, application.accountId, timeOf(operation), (account) => ({
        type: 'auth.application-settings-changed.v1',
        data: { ...account, applicationId: application.id, ...changed },
      }));
      return this.answerOf({ ...application, ...changed });
    });
  }

  private answerOf(application: Application): ResourceAnswer<'application-settings'> {
    return {
      type: 'resource',
      kind: 'application-settings',
      id: '',
      attributes: { origins: originsOf(application, this.config) },
      links: { edit: ref('application-settings') },
    };
  }
}

async function own(manager: EntityManager, operation: Operation): Promise<Application> {
  const application = await manager.findOneBy(Application, { id: applicationOf(operation).applicationId });
  if (!application) throw new DomainError('NotFound');
  return application;
}
