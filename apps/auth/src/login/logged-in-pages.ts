import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { DataSource } from 'typeorm';
import type { PageAnswer } from '../page/page-answer.js';
import type { Visit } from '../page/visit.js';
import { People } from '../person/people.js';
import { Person } from '../person/person.entity.js';
import { logInPage } from './log-in.page.js';
import type { Session } from '../session/session.entity.js';

/** What is done with the keys to everything needs a log-in of the last five minutes. */
const FRESH_MS = 5 * 60_000;

export interface LoggedInVisit extends Visit {
  readonly session: Session;
  readonly person: Person;
}

/** Pages for who is logged in: everybody else is asked to log in first. */
@Injectable()
export class LoggedInPages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: People,
    private readonly clock: Clock,
  ) {}

  /** Asks to log in without the person's session, and leads to /me afterwards. */
  async withPerson(visit: Visit, work: (visit: LoggedInVisit) => Promise<PageAnswer>): Promise<PageAnswer> {
    const { session } = visit;
    if (!session) return { to: '/login' };
    if (!session.isComplete) return { to: '/login/second-factor' };
    const person = await this.dataSource.manager.findOneByOrFail(Person, { id: session.personId });
    return work({ ...visit, session, person });
  }

  /** The same after a log-in of the last five minutes; another one leads back to the page of the visit. */
  withFreshPerson(visit: Visit, work: (visit: LoggedInVisit) => Promise<PageAnswer>): Promise<PageAnswer> {
    return this.withPerson(visit, async (own) => {
      if (this.clock.system().getTime() - own.session.beganAt.getTime() <= FRESH_MS) return work(own);
      const { email } = await this.people.open(own.person);
      const reason = 'For this, your log-in has to be a few minutes old at most. Log in once more.';
      return logInPage(visit, { email, reason, then: visit.path, status: 200 });
    });
  }
}
