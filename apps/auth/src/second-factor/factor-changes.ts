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
import { SessionEnds } from '../token-family/session-ends.js';
import { seedUri } from './one-time-codes.js';

interface FactorChange {
  readonly from: EventOrigin;
  readonly isOn: boolean;
  readonly method: Exclude<AuthenticationMethod, 'pwd'>;
}

/** Tells people of changes to their second factor, records them, and ends other sessions. */
@Injectable()
export class FactorChanges {
  constructor(
    private readonly people: People,
    private readonly ends: SessionEnds,
    private readonly events: SecurityEvents,
    private readonly outbox: MailOutbox,
    private readonly clock: Clock,
    private readonly config: AuthConfig,
  ) {}

  async tell(tx: EntityManager, person: Person, { from, isOn, method }: FactorChange): Promise<void> {
    const recorded = { personId: person.id, from, method };
    await this.events.record(tx, isOn ? 'factor_added' : 'factor_removed', recorded);
    const letter = method === 'otp' ? factorChangedLetter : passkeysChangedLetter;
    await this.post(tx, person, (to, url) => letter(to, url, isOn));
  }

  /** Tells a person that an operator removed its lost factors. It has to log in again everywhere. */
  async tellReset(tx: EntityManager, person: Person): Promise<void> {
    await this.ends.endAll(tx, person.id);
    await this.events.record(tx, 'factor_removed', { personId: person.id, method: 'operator' });
    await this.post(tx, person, factorsResetLetter);
  }

  private async post(tx: EntityManager, person: Person, letter: (to: string, url: string) => Letter): Promise<void> {
    const { email } = await this.people.open(person);
    const until = new Date(this.clock.system().getTime() + DAY_MS);
    await this.outbox.post(tx, letter(email, this.config.addresses.url), until);
  }

  endOthers(tx: EntityManager, { id }: Person, session: Session): Promise<void> {
    return this.ends.endAll(tx, id, session.id);
  }

  async uriOf(person: Person, seed: string): Promise<string> {
    const { email } = await this.people.open(person);
    return seedUri(seed, new URL(this.config.addresses.url).hostname, email);
  }
}
