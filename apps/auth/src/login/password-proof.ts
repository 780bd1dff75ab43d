import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Guess, GuessLimits } from '../guess/guess-limits.js';
import type { Visit } from '../page/visit.js';
import { Passwords } from '../password/passwords.js';
import { keepPerson } from '../person/held-person.js';
import { People } from '../person/people.js';
import { Person } from '../person/person.entity.js';
import { SecurityEvents } from '../security-event/security-events.js';
import type { AuthenticationMethod } from '../session/session.entity.js';
import { Sessions } from '../session/sessions.js';

export interface UsedFactor {
  readonly method: Exclude<AuthenticationMethod, 'pwd'>;
  readonly use: (tx: EntityManager) => Promise<boolean>;
  /** Records that the factor is used up. Called last in the transaction. */
  readonly recordUse?: (tx: EntityManager) => Promise<void>;
}

export interface ProvedPassword {
  readonly personId: string;
  /** The hash that was checked. It differs from the stored one if the password was changed since. */
  readonly passwordHash: string;
}

interface AcceptedGuess extends ProvedPassword {
  readonly guess: Guess;
}

/** Checks people's secrets. A wrong guess counts, and is recorded as a security event. */
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
   * Checks an address and a password. A wrong password takes as long and looks the same as an unknown address.
   *
   * @returns undefined for a wrong address or password
   * @throws DomainError TooManyRequests, ServiceUnavailable
   */
  async of(visit: Visit, email: string, password: string): Promise<AcceptedGuess | undefined> {
    const person = await this.people.find(this.dataSource.manager, email);
    const nameHash = this.people.hashOf(email);
    const guess = await this.beginGuess(visit, nameHash, person);
    const { isRight, renewed } = await this.passwords.check(password, person?.passwordHash);
    await (isRight ? guess.pass() : guess.count());
    if (!person || !isRight) {
      await (person ? this.recordFailure(visit, person, 'pwd') : this.recordUnknown(nameHash));
      return undefined;
    }
    if (renewed !== undefined) {
      // The update changes nothing if the person has changed its password meanwhile.
      const same = { id: person.id, passwordHash: person.passwordHash };
      await this.dataSource.manager.update(Person, same, { passwordHash: renewed });
    }
    return { personId: person.id, passwordHash: renewed ?? person.passwordHash, guess };
  }

  /** Checks the password that a logged-in person enters again. @throws as `of` */
  async isOwn(visit: Visit, person: Person, password: string): Promise<boolean> {
    const guess = await this.beginGuess(visit, person.emailHash, person);
    const { isRight } = await this.passwords.check(password, person.passwordHash);
    await (isRight ? guess.pass() : guess.count());
    if (!isRight) await this.recordFailure(visit, person, 'pwd');
    return isRight;
  }

  /**
   * Uses up a second factor and does the work in one transaction.
   *
   * @returns undefined for a wrong factor
   * @throws DomainError TooManyRequests. If this or `work` throws, nothing is used up.
   */
  async withOwnFactor<Result extends object>(
    visit: Visit,
    person: Person,
    { method, use, recordUse }: UsedFactor,
    work: (tx: EntityManager) => Promise<Result>,
  ): Promise<Result | undefined> {
    const guess = await this.beginGuess(visit, person.emailHash, person);
    const done = await this.dataSource.transaction(async (tx) => {
      await keepPerson(tx, person.id);
      if (!(await use(tx))) return undefined;
      await guess.pass(tx);
      const result = await work(tx);
      await recordUse?.(tx);
      return result;
    });
    if (!done) {
      await guess.count();
      await this.recordFailure(visit, person, method);
      return undefined;
    }
    await guess.forget();
    return done;
  }

  private async beginGuess(visit: Visit, emailHash: string, person: Person | null): Promise<Guess> {
    const { browser, network } = visit;
    const isKnown = person !== null && (await this.sessions.isKnown(person.id, browser));
    const counted = { person: emailHash, network, ...(isKnown && { knownBrowser: browser }) };
    return this.guesses.begin({ ...counted, of: 'wrong passwords or codes' });
  }

  private recordFailure(from: Visit, { id: personId }: Person, method: AuthenticationMethod): Promise<void> {
    return this.dataSource.transaction((tx) => this.events.record(tx, 'login_failed', { personId, from, method }));
  }

  private recordUnknown(nameHash: string): Promise<void> {
    return this.dataSource.transaction((tx) => this.events.recordUnknown(tx, nameHash));
  }
}
