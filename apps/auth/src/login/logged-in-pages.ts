import { Injectable } from '@nestjs/common';
import { Clock, DomainError } from '@halyard/core';
import { DataSource, type EntityManager } from 'typeorm';
import type { PageAnswer } from '../page/page-answer.js';
import type { Visit } from '../page/visit.js';
import { holdPerson } from '../person/held-person.js';
import { Person } from '../person/person.entity.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import { LOG_IN_ENDED, SECOND_FACTOR } from './logins.js';
import { LogInPages } from './log-in-pages.js';
import { isFreshLogIn } from '../session/fresh-log-in.js';
import type { Session } from '../session/session.entity.js';
import { Sessions } from '../session/sessions.js';

export interface LoggedInVisit extends Visit {
  readonly session: Session;
  readonly person: Person;
}

/** Asks everybody who is not logged in to log in first. */
@Injectable()
export class LoggedInPages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly logInPages: LogInPages,
    private readonly factors: SecondFactors,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  async withPerson(visit: Visit, work: (visit: LoggedInVisit) => Promise<PageAnswer>): Promise<PageAnswer> {
    const { session } = visit;
    if (!session) return { to: '/login' };
    return session.isComplete ? this.withSession(visit, session, work) : { to: SECOND_FACTOR };
  }

  /**
   * Needs a log-in of the last five minutes. After an older one the person logs in again, and comes back to this page.
   */
  withFreshPerson(visit: Visit, work: (visit: LoggedInVisit) => Promise<PageAnswer>): Promise<PageAnswer> {
    return this.withPerson(visit, async (own) => {
      if (isFreshLogIn(own.session.beganAt.getTime(), this.clock.system())) return work(own);
      return this.logInPages.page(visit, { then: visit.path });
    });
  }

  /**
   * Like `withFreshPerson`, but also lets in a person who has to set up a required second factor before the log-in is
   * complete.
   */
  async withEnrolling(visit: Visit, work: (visit: LoggedInVisit) => Promise<PageAnswer>): Promise<PageAnswer> {
    const { session } = visit;
    const isOwed = session?.isComplete === false && (await this.factors.isMissing(session.personId));
    return isOwed ? this.withSession(visit, session, work) : this.withFreshPerson(visit, work);
  }

  /**
   * Makes a change if the log-in still stands. A log-out at the same time comes wholly before or after the change.
   *
   * @throws DomainError Forbidden if the log-in was ended meanwhile
   */
  change<Result>(
    { session, person: { id } }: LoggedInVisit,
    work: (tx: EntityManager, person: Person) => Promise<Result>,
  ): Promise<Result> {
    return this.dataSource.transaction(async (tx) => {
      const person = await holdPerson(tx, id);
      if (person && (await this.sessions.isLiveById(session.id, tx))) return work(tx, person);
      throw new DomainError('Forbidden', { message: LOG_IN_ENDED });
    });
  }

  private async withSession(
    visit: Visit,
    session: Session,
    work: (visit: LoggedInVisit) => Promise<PageAnswer>,
  ): Promise<PageAnswer> {
    const person = await this.dataSource.manager.findOneByOrFail(Person, { id: session.personId });
    return work({ ...visit, session, person });
  }
}
