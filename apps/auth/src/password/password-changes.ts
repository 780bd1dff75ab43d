import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '@halyard/core';
import type { EntityManager } from 'typeorm';
import { AuthConfig } from '../config.js';
import { passwordChangedLetter } from '../mail/letters.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { People } from '../person/people.js';
import { Person } from '../person/person.entity.js';
import { Sessions } from '../session/sessions.js';
import { PasswordReset } from './password-reset.entity.js';

/** What a new password brings with it: other sessions and links end, and the person is told. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly people: People,
    private readonly sessions: Sessions,
    private readonly outbox: MailOutbox,
    private readonly clock: Clock,
    private readonly config: AuthConfig,
  ) {}

  /** @param keptSession id of the session that goes on */
  async apply(tx: EntityManager, person: Person, passwordHash: string, keptSession?: string): Promise<void> {
    const { id: personId } = person;
    await tx.update(Person, { id: personId }, { passwordHash });
    await tx.delete(PasswordReset, { personId });
    await this.sessions.endAll(tx, personId, keptSession);
    const { email } = await this.people.open(person);
    const until = new Date(this.clock.system().getTime() + DAY_MS);
    await this.outbox.post(tx, passwordChangedLetter(email, this.config.addresses.url), until);
  }
}
