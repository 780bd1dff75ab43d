import { Injectable } from '@nestjs/common';
import type { PersonRole } from '@halyard/contracts/people';
import { Clock } from '@halyard/core';
import { DataSource, type EntityManager, In } from 'typeorm';
import { accountNames } from '../account/account-names.query.js';
import { holdPerson } from '../person/held-person.js';
import { Membership } from '../person/membership.entity.js';
import { Application } from '../application/application.entity.js';
import { TakenAwayRecords } from '../taken-away/taken-away-records.js';
import { type EventOrigin, SecurityEvents } from '../security-event/security-events.js';
import { TokenFamilies } from '../token-family/token-families.js';
import { Consent } from './consent.entity.js';
import { powersOf } from './powers.js';

export interface PossibleAccount {
  readonly id: string;
  readonly name: string;
  readonly role: PersonRole;
}

/** An application that a person lets act for one account or several. */
export interface ConnectedApplication {
  readonly id: string;
  readonly name: string;
  readonly accounts: readonly {
    readonly name: string;
    readonly powers: readonly string[];
    readonly givenAt: Date;
  }[];
  /** When it last got tokens for the person. Undefined if it never did. */
  readonly lastUsedAt: Date | undefined;
}

type ConsentKey = Pick<Consent, 'personId' | 'applicationId' | 'accountId'>;

@Injectable()
export class Consents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly families: TokenFamilies,
    private readonly events: SecurityEvents,
    private readonly takenAway: TakenAwayRecords,
    private readonly clock: Clock,
  ) {}

  /** Lists the person's accounts. The one that the person last chose for the application comes first. */
  async accountsOf(personId: string, applicationId: string): Promise<readonly PossibleAccount[]> {
    const { manager } = this.dataSource;
    const memberships = await manager.find(Membership, { where: { personId }, order: { createdAt: 'ASC' } });
    const ids = memberships.map(({ accountId }) => accountId);
    const nameOf = await accountNames(manager, ids);
    const [last] = await manager.find(Consent, {
      where: { personId, applicationId },
      order: { givenAt: 'DESC' },
      take: 1,
    });
    return memberships
      .map(({ accountId, role }) => ({ id: accountId, name: nameOf(accountId), role }))
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
      const { personId, applicationId } = connected;
      await this.takenAway.record(tx, 'consent-withdrawn', { personId, applicationId });
    });
  }

  /** Sorted by name. */
  async connectedTo(personId: string): Promise<readonly ConnectedApplication[]> {
    const { manager } = this.dataSource;
    const consents = await manager.find(Consent, { where: { personId }, order: { givenAt: 'ASC' } });
    const [applications, nameOf, lastUses] = await Promise.all([
      manager.find(Application, {
        where: { id: In(consents.map(({ applicationId }) => applicationId)) },
        select: { id: true, name: true, permissions: true },
        order: { name: 'ASC' },
      }),
      accountNames(
        manager,
        consents.map(({ accountId }) => accountId),
      ),
      this.families.lastUsesOf(personId),
    ]);
    return applications.map(({ id, name, permissions }) => ({
      id,
      name,
      accounts: consents
        .filter(({ applicationId }) => applicationId === id)
        .map(({ accountId, scopes, givenAt }) => ({
          name: nameOf(accountId),
          powers: powersOf(scopes, permissions),
          givenAt,
        })),
      lastUsedAt: lastUses.get(id),
    }));
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
