import { Injectable } from '@nestjs/common';
import type { ApplicationFact, Operation, ResourceDocument } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { Changes } from '@halyard/messaging';
import { DataSource, type EntityManager } from 'typeorm';
import { AuthConfig } from '../../config.js';
import { Application } from '../application.entity.js';

/** Of an application that has set none, in the sandbox: pages that are being built. */
const SANDBOX_ORIGINS: readonly string[] = ['http://localhost:*', 'https://localhost:*'];

/** What an application says of itself. */
@Injectable()
export class ApplicationSettings {
  private readonly originsDefault: readonly string[];

  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    { environment }: AuthConfig,
  ) {
    this.originsDefault = environment === 'sandbox' ? SANDBOX_ORIGINS : [];
  }

  /** @returns undefined for one that may not act, or is none */
  async factOf(id: string): Promise<ApplicationFact | undefined> {
    const application = await this.dataSource.manager.findOneBy(Application, { id, status: 'active' });
    if (!application) return undefined;
    return { applicationId: id, accountId: application.accountId, origins: this.originsOf(application) };
  }

  /** @throws DomainError NotFound, Forbidden */
  async read(operation: Operation): Promise<ResourceDocument<'application-settings'>> {
    return this.documentOf(await own(this.dataSource.manager, operation));
  }

  /** @throws DomainError NotFound, Forbidden */
  change(operation: Operation, origins: readonly string[]): Promise<ResourceDocument<'application-settings'>> {
    return this.changes.run(operation, async ({ tx }) => {
      const application = await own(tx, operation);
      const changed = { origins: [...new Set(origins.map(asBrowsersWrite))] };
      await tx.update(Application, { id: application.id }, changed);
      return this.documentOf({ ...application, ...changed });
    });
  }

  private originsOf({ origins }: Application): string[] {
    return [...(origins ?? this.originsDefault)];
  }

  private documentOf(application: Application): ResourceDocument<'application-settings'> {
    return {
      document: 'resource',
      kind: 'application-settings',
      id: '',
      attributes: { origins: this.originsOf(application) },
      links: {},
    };
  }
}

/** Without a port that is the usual one; `*` is none. */
const asBrowsersWrite = (origin: string): string => URL.parse(origin)?.origin ?? origin;

/** The application that asks. */
async function own(manager: EntityManager, { principal }: Operation): Promise<Application> {
  if (principal.kind !== 'application') throw new DomainError('Forbidden');
  const application = await manager.findOneBy(Application, { id: principal.applicationId });
  if (!application) throw new DomainError('NotFound');
  return application;
}
