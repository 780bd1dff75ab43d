import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '@halyard/core';
import type { EntityManager } from 'typeorm';
import { AuthConfig } from '../config.js';
import { passwordChangedLetter } from '../mail/letters.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { People } from '../person/people.js';
import { Person } from '../person/person.entity.js';
import { type EventOrigin, SecurityEvents } from '../security-event/security-events.js';
import { TakenAwayRecords } from '../taken-away/taken-away-records.js';
import { SessionEnds } from '../token-family/session-ends.js';
import { PasswordReset } from './password-reset.entity.js';

interface PasswordChange {
  readonly from: EventOrigin;
  readonly keptSession?: string;
}

/** Changes a password, ends the person's other sessions, codes and links, and tells the person. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly people: People,
    private readonly ends: SessionEnds,
    private readonly events: SecurityEvents,
    private readonly outbox: MailOutbox,
    private readonly clock: Clock,
    private readonly config: AuthConfig,
    private readonly takenAway: TakenAwayRecords,
  ) {}

  /** Call it last in the transaction. */
  async apply(
    tx: EntityManager,
    person: Person,
    passwordHash: string,
    { from, keptSession }: PasswordChange,
  ): Promise<void> {
    const { id: personId } = person;
    await tx.update(Person, { id: personId }, { passwordHash });
    await tx.delete(PasswordReset, { personId });
    await this.ends.endAll(tx, personId, keptSession);
    await this.events.record(tx, 'password_changed', { personId, from });
    const { email } = await this.people.open(person);
    const until = new Date(this.clock.system().getTime() + DAY_MS);
    await this.outbox.post(tx, passwordChangedLetter(email, this.config.addresses.url), until);
    await this.takenAway.record(tx, 'password-changed', { personId });
  }
}
