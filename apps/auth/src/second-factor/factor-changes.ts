import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '@halyard/core';
import type { EntityManager } from 'typeorm';
import { AuthConfig } from '../config.js';
import { factorChangedLetter, factorsResetLetter, passkeysChangedLetter } from '../mail/letters.js';
import type { Letter } from '../mail/mail.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { People } from '../person/people.js';
import type { Person } from '../person/person.entity.js';
import { type EventOrigin, SecurityEvents } from '../security-event/security-events.js';
import type { AuthenticationMethod, Session } from '../session/session.entity.js';
import { TakenAwayRecords } from '../taken-away/taken-away-records.js';
import { SessionEnds } from '../token-family/session-ends.js';
import { seedUri } from './one-time-codes.js';

interface FactorChange {
  readonly from: EventOrigin;
  readonly method: Exclude<AuthenticationMethod, 'pwd'>;
}

interface FactorRemoval {
  readonly from: EventOrigin;
  /** Stays, while all others end. */
  readonly session: Session;
  /** Absent for an authenticator. */
  readonly passkeyId?: string;
}

/**
 * Tells people of changes to their second factor, records them, and ends other sessions. Call its functions last in the
 * transaction.
 */
@Injectable()
export class FactorChanges {
  constructor(
    private readonly people: People,
    private readonly ends: SessionEnds,
    private readonly events: SecurityEvents,
    private readonly outbox: MailOutbox,
    private readonly clock: Clock,
    private readonly config: AuthConfig,
    private readonly takenAway: TakenAwayRecords,
  ) {}

  async tellAdded(tx: EntityManager, person: Person, change: FactorChange): Promise<void> {
    const { id: personId } = person;
    await this.tell(tx, person, change, true);
    await this.takenAway.record(tx, change.method === 'otp' ? 'authenticator-added' : 'passkey-added', { personId });
  }

  async tellRemoved(tx: EntityManager, person: Person, { from, session, passkeyId }: FactorRemoval): Promise<void> {
    const { id: personId } = person;
    await this.tell(tx, person, { from, method: passkeyId === undefined ? 'otp' : 'hwk' }, false);
    await this.ends.endAll(tx, personId, session.id);
    if (passkeyId === undefined) await this.takenAway.record(tx, 'authenticator-removed', { personId });
    else await this.takenAway.record(tx, 'passkey-removed', { personId, passkeyId });
  }

  /** Tells a person that an operator removed its lost factors. It has to log in again everywhere. */
  async tellReset(tx: EntityManager, person: Person): Promise<void> {
    const { id: personId } = person;
    await this.ends.endAll(tx, personId);
    await this.events.record(tx, 'factor_removed', { personId, method: 'operator' });
    await this.post(tx, person, factorsResetLetter);
    await this.takenAway.record(tx, 'factors-reset', { personId });
  }

  private async tell(tx: EntityManager, person: Person, change: FactorChange, isOn: boolean): Promise<void> {
    await this.events.record(tx, isOn ? 'factor_added' : 'factor_removed', { personId: person.id, ...change });
    const letter = change.method === 'otp' ? factorChangedLetter : passkeysChangedLetter;
    await this.post(tx, person, (to, url) => letter(to, url, isOn));
  }

  private async post(tx: EntityManager, person: Person, letter: (to: string, url: string) => Letter): Promise<void> {
    const { email } = await this.people.open(person);
    const until = new Date(this.clock.system().getTime() + DAY_MS);
    await this.outbox.post(tx, letter(email, this.config.addresses.url), until);
  }

  async uriOf(person: Person, seed: string): Promise<string> {
    const { email } = await this.people.open(person);
    return seedUri(seed, new URL(this.config.addresses.url).hostname, email);
  }
}
