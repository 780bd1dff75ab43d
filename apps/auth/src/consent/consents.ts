import { Injectable } from '@nestjs/common';
import type { PersonRole } from '@halyard/contracts/people';
import { Clock } from '@halyard/core';
import { DataSource, type EntityManager, In } from 'typeorm';
import { Account } from '../account/account.entity.js';
import { holdPerson } from '../person/held-person.js';
import { Membership } from '../person/membership.entity.js';
import { Application } from '../application/application.entity.js';
import { type EventOrigin, SecurityEvents } from '../security-event/security-events.js';
import { TokenFamilies } from '../token-family/token-families.js';
import { Consent } from './consent.entity.js';

export interface PossibleAccount {
  readonly id: string;
  readonly name: string;
  readonly role: PersonRole;
}

type ConsentKey = Pick<Consent, 'personId' | 'applicationId' | 'accountId'>;

@Injectable()
export class Consents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly families: TokenFamilies,
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
  ) {}

  /** Lists the person's accounts. The one that the person last chose for the application comes first. */
  async accountsOf(personId: string, applicationId: string): Promise<readonly PossibleAccount[]> {
    const { manager } = this.dataSource;
    const memberships = await manager.find(Membership, { where: { personId }, order: { createdAt: 'ASC' } });
    const accounts = await manager.findBy(Account, { id: In(memberships.map(({ accountId }) => accountId)) });
    const names = new Map(accounts.map(({ id, name }) => [id, name]));
    const [last] = await manager.find(Consent, {
      where: { personId, applicationId },
      order: { givenAt: 'DESC' },
      take: 1,
    });
    return memberships
      .map(({ accountId, role }) => ({ id: accountId, name: names.get(accountId) ?? '', role }))
      .sort((one, other) => Number(other.id === last?.accountId) - Number(one.id === last?.accountId));
  }

  async covers(given: ConsentKey, scopes: readonly string[]): Promise<boolean> {
    const { personId, applicationId, accountId } = given;
    const consent = await this.dataSource.manager.findOneBy(Consent, { personId, applicationId, accountId });
    return consent !== null && scopes.every((scope) => consent.scopes.includes(scope));
  }

  async give(given: ConsentKey, scopes: readonly string[], from: EventOrigin, within?: EntityManager): Promise<void> {
    await this.within(within, async (tx) => {
      const former = await tx.findOneBy(Consent, given);
      const all = [...new Set([...(former?.scopes ?? []), ...scopes])];
      await tx.upsert(Consent, { ...given, scopes: all, givenAt: this.clock.system() }, [
        'personId',
        'applicationId',
        'accountId',
      ]);
      await this.events.record(tx, 'consent_granted', { ...given, from });
    });
  }

  /** Records a consent to a first-party application, which is not remembered. */
  giveOnce(given: ConsentKey, from: EventOrigin, within?: EntityManager): Promise<void> {
    return this.within(within, (tx) => this.events.record(tx, 'consent_granted', { ...given, from }));
  }

  deny(
    denied: Pick<ConsentKey, 'personId' | 'applicationId'>,
    from: EventOrigin,
    within?: EntityManager,
  ): Promise<void> {
    return this.within(within, (tx) => this.events.record(tx, 'consent_denied', { ...denied, from }));
  }

  disconnect(connected: Pick<ConsentKey, 'personId' | 'applicationId'>, from: EventOrigin): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      if ((await this.withdraw(tx, connected)) === 0) return;
      await this.events.record(tx, 'consent_withdrawn', { ...connected, from });
    });
  }

  async connectedTo(personId: string): Promise<readonly Pick<Application, 'id' | 'name'>[]> {
    const { manager } = this.dataSource;
    const consents = await manager.findBy(Consent, { personId });
    const ids = consents.map(({ applicationId }) => applicationId);
    return manager.find(Application, {
      where: { id: In(ids) },
      select: { id: true, name: true },
      order: { name: 'ASC' },
    });
  }

  /** Withdraws these consents, and ends the tokens that were given by them. @returns how many consents there were */
  async withdraw(
    tx: EntityManager,
    given: Pick<Consent, 'personId'> & Partial<Pick<Consent, 'applicationId' | 'accountId'>>,
  ): Promise<number> {
    await holdPerson(tx, given.personId);
    const { affected } = await tx.delete(Consent, given);
    await this.families.end(tx, given);
    return affected ?? 0;
  }

  /** Forgets the person's consents. Tokens that were issued under them stay valid. @returns how many there were */
  async forget(tx: EntityManager, given: Pick<Consent, 'personId' | 'accountId'>): Promise<number> {
    return (await tx.delete(Consent, given)).affected ?? 0;
  }

  private within<Result>(tx: EntityManager | undefined, work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    return tx ? work(tx) : this.dataSource.transaction(work);
  }
}
