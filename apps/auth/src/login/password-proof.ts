import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Guess, GuessLimits } from '../guess/guess-limits.js';
import type { Visit } from '../page/visit.js';
import { Passwords } from '../password/passwords.js';
import { People } from '../person/people.js';
import { Person } from '../person/person.entity.js';
import { SecurityEvents } from '../security-event/security-events.js';
import type { AuthenticationMethod } from '../session/session.entity.js';
import { Sessions } from '../session/sessions.js';

/** A second factor of a person, and how it is used up. */
export interface UsedFactor {
  readonly method: Exclude<AuthenticationMethod, 'pwd'>;
  /** @returns whether it was right */
  readonly use: () => Promise<boolean>;
}

/** A person who has said its password. */
interface Proved {
  readonly person: Person;
  readonly guess: Guess;
}

/** Checks what people know: every guess counts, and a wrong one is a security event. */
@Injectable()
export class PasswordProof {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: People,
    private readonly passwords: Passwords,
    private readonly guesses: GuessLimits,
    private readonly sessions: Sessions,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * A wrong password takes as long and looks the same as one of nobody.
   *
   * @returns undefined for a wrong address or password
   * @throws DomainError TooManyRequests, ServiceUnavailable
   */
  async of(visit: Visit, email: string, password: string): Promise<Proved | undefined> {
    const person = await this.people.find(this.dataSource.manager, email);
    const nameHash = this.people.hashOf(email);
    const guess = await this.countGuess(visit, nameHash, person);
    const { isRight, renewed } = await this.passwords.check(password, person?.passwordHash);
    if (!person || !isRight) {
      await (person ? this.recordFailure(visit, person, 'pwd') : this.recordUnknown(nameHash));
      return undefined;
    }
    if (renewed !== undefined) {
      // Unless it was changed meanwhile.
      const same = { id: person.id, passwordHash: person.passwordHash };
      await this.dataSource.manager.update(Person, same, { passwordHash: renewed });
    }
    return { person, guess };
  }

  /** Checks the password that the person of a session says once more. @throws as `of` */
  async isOwn(visit: Visit, person: Person, password: string): Promise<boolean> {
    const guess = await this.countGuess(visit, person.emailHash, person);
    const { isRight } = await this.passwords.check(password, person.passwordHash);
    await (isRight ? guess.withdraw() : this.recordFailure(visit, person, 'pwd'));
    return isRight;
  }

  /** @throws DomainError TooManyRequests */
  async isOwnFactor(visit: Visit, person: Person, { method, use }: UsedFactor): Promise<boolean> {
    const guess = await this.countGuess(visit, person.emailHash, person);
    const isRight = await use();
    await (isRight ? guess.forget() : this.recordFailure(visit, person, method));
    return isRight;
  }

  private async countGuess(visit: Visit, emailHash: string, person: Person | null): Promise<Guess> {
    const { browser, network } = visit;
    const isKnown = person !== null && (await this.sessions.isKnown(person.id, browser));
    return this.guesses.count({ person: emailHash, network, ...(isKnown && { knownBrowser: browser }) });
  }

  private recordFailure(from: Visit, { id: personId }: Person, method: AuthenticationMethod): Promise<void> {
    return this.dataSource.transaction((tx) => this.events.record(tx, 'login_failed', { personId, from, method }));
  }

  private recordUnknown(nameHash: string): Promise<void> {
    return this.dataSource.transaction((tx) => this.events.recordUnknown(tx, nameHash));
  }
}
