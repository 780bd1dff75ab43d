import { Injectable } from '@nestjs/common';
import type { SecurityEventType } from '@halyard/contracts/security-events';
import { Clock, newId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import type { Visit } from '../page/visit.js';
import { addToLists, accountsOf, OPERATORS_LIST, addUnknownName } from './security-events.rows.js';

const ORIGIN = 'auth.security-event-origin';
const USER_AGENT_LENGTH_MAX = 512;

/** Personal data. */
export type EventOrigin = Pick<Visit, 'network' | 'userAgent'>;

interface EventDetails {
  readonly personId?: string | undefined;
  readonly applicationId?: string;
  /** Restricts the event to this account. Otherwise a person's event concerns all of its accounts. */
  readonly accountId?: string;
  readonly from?: EventOrigin;
  readonly method?: string;
}

/** Records events for account owners and operators (ADR 101). */
@Injectable()
export class SecurityEvents {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** Records an event in the lists of its accounts and of operators, within the transaction of the change. */
  async record(tx: EntityManager, type: SecurityEventType, recorded: EventDetails): Promise<void> {
    const { personId = null, applicationId = null, method = null } = recorded;
    const sealedOrigin = await this.sealOrigin(recorded);
    const event = { id: newId(), type, createdAt: this.clock.system(), personId, applicationId, method, sealedOrigin };
    await addToLists(tx, [OPERATORS_LIST, ...(await this.accountsOf(tx, recorded))], event);
  }

  /**
   * Records a failed log-in with an unknown name. The network is not kept, since there is no person's key to erase it
   * with.
   *
   * @param nameHash keyed hash of the name
   */
  async recordUnknown(tx: EntityManager, nameHash: string): Promise<void> {
    await this.record(tx, 'login_failed', {});
    await addUnknownName(tx, nameHash, this.clock.system());
  }

  /** @throws ErasedError once the person is erased */
  async open(personId: string, sealedOrigin: Buffer): Promise<EventOrigin> {
    return JSON.parse(await this.sealer.open(personId, ORIGIN, sealedOrigin)) as EventOrigin;
  }

  private async sealOrigin({ personId, from }: EventDetails): Promise<Buffer | null> {
    if (personId === undefined || from === undefined) return null;
    const userAgent = from.userAgent.slice(0, USER_AGENT_LENGTH_MAX);
    return this.sealer.seal(personId, ORIGIN, JSON.stringify({ network: from.network, userAgent }));
  }

  private async accountsOf(tx: EntityManager, { accountId, personId }: EventDetails): Promise<readonly string[]> {
    if (accountId !== undefined) return [accountId];
    return personId === undefined ? [] : accountsOf(tx, personId);
  }
}
