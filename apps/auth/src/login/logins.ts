import { Injectable } from '@nestjs/common';
import { pageRoutes } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { DataSource, type EntityManager } from 'typeorm';
import { newSecret, Pages } from '../page/pages.js';
import type { Redirect } from '../page/page-answer.js';
import type { Visit } from '../page/visit.js';
import { keepPerson } from '../person/held-person.js';
import { Person } from '../person/person.entity.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import type { Session } from '../session/session.entity.js';
import { SecurityEvents } from '../security-event/security-events.js';
import { type NewSession, Sessions } from '../session/sessions.js';
import { SessionEnds } from '../token-family/session-ends.js';
import { PasswordProof, type ProvedPassword, type UsedFactor } from './password-proof.js';

/** The person has a session from now on. */
export interface LoggedIn extends Redirect {
  readonly cookies: readonly string[];
  readonly isDone: true;
}

interface BegunLogIn extends LoggedIn {
  /** False while a second step is to come. */
  readonly isComplete: boolean;
}

/** Where a log-in waits for its second step. */
export const SECOND_FACTOR = pageRoutes.verifySecondFactor.path;
/** Where an authenticator is set up. */
export const ENROLMENT = pageRoutes.changeAuthenticator.path;

/** Who logs in, and what comes next. */
@Injectable()
export class Logins {
  constructor(
    private readonly dataSource: DataSource,
    private readonly proof: PasswordProof,
    private readonly sessions: Sessions,
    private readonly ends: SessionEnds,
    private readonly secondFactors: SecondFactors,
    private readonly events: SecurityEvents,
    private readonly pages: Pages,
  ) {}

  /**
   * A right password leads to the second factor where there is one.
   *
   * @param then path of the page that follows a log-in
   * @returns undefined for a wrong address or password, and for a person that is suspended
   * @throws DomainError TooManyRequests, ServiceUnavailable
   */
  async withPassword(visit: Visit, email: string, password: string, then: string): Promise<LoggedIn | undefined> {
    const proved = await this.proof.of(visit, email, password);
    if (!proved) return undefined;
    const begun = await this.proceed(visit, proved, then);
    // The password was changed, or its hash was renewed, while this one was checked.
    if (begun === 'changed') return this.withPassword(visit, email, password, then);
    if (begun === 'suspended') {
      await proved.guess.count();
      return undefined;
    }
    if (begun.isComplete) await proved.guess.forget();
    return begun;
  }

  /** For who has proved to be the person as well as by its password. */
  proceed(
    visit: Visit,
    { personId, passwordHash }: ProvedPassword,
    then: string,
  ): Promise<BegunLogIn | 'changed' | 'suspended'> {
    return this.dataSource.transaction(async (tx) => {
      const person = await keepPerson(tx, personId);
      if (person?.passwordHash !== passwordHash) return 'changed';
      if (person.suspendedAt) return 'suspended';
      const asksFactor = await this.secondFactors.isOn(personId, tx);
      const isComplete = !asksFactor && !(await this.secondFactors.isMissing(personId, tx));
      const { session } = visit;
      if (session) await this.ends.end(tx, session.personId, session.id);
      const cookies = await this.begin(tx, visit, { personId, methods: ['pwd'], isComplete, nextPath: then });
      const step = asksFactor ? SECOND_FACTOR : ENROLMENT;
      return { to: isComplete ? then : step, cookies, isComplete, isDone: true };
    });
  }

  /**
   * The second step of a log-in.
   *
   * @param pending the session that the first step began
   * @returns undefined for a wrong code or passkey
   * @throws DomainError TooManyRequests; Forbidden where the log-in was ended meanwhile
   */
  async withFactor(visit: Visit, pending: Session, factor: UsedFactor): Promise<LoggedIn | undefined> {
    const person = await this.dataSource.manager.findOneByOrFail(Person, { id: pending.personId });
    return this.proof.withOwnFactor(visit, person, factor, (tx) => this.complete(tx, visit, pending, factor.method));
  }

  /**
   * Completes the log-in of a person who had to set up an authenticator first, and has.
   *
   * @throws DomainError Forbidden where the log-in was ended meanwhile
   */
  withNewFactor(tx: EntityManager, visit: Visit, pending: Session): Promise<LoggedIn> {
    return this.complete(tx, visit, pending, 'otp');
  }

  /** Whatever ends all log-ins of a person, ends the one that waits, too. */
  private async complete(
    tx: EntityManager,
    visit: Visit,
    { id, personId, nextPath }: Session,
    method: UsedFactor['method'],
  ): Promise<LoggedIn> {
    if (!(await this.ends.end(tx, personId, id))) throw new DomainError('Forbidden', { message: LOG_IN_ENDED });
    const begun = { personId, methods: ['pwd', method], isComplete: true, nextPath } as const;
    return { to: nextPath, cookies: await this.begin(tx, visit, begun), isDone: true };
  }

  /** A new session at each step: what somebody may have seen before is worth nothing afterwards. */
  private async begin(
    tx: EntityManager,
    visit: Visit,
    begun: Pick<NewSession, 'personId' | 'methods' | 'isComplete' | 'nextPath'>,
  ): Promise<string[]> {
    const { browser, device } = visit;
    const { personId, methods, isComplete } = begun;
    const secret = newSecret();
    await this.sessions.begin(tx, { ...begun, device, browser, secret });
    if (isComplete) await this.events.record(tx, 'login_succeeded', { personId, from: visit, method: methods.at(-1) });
    return [this.pages.cookies.settingSession(secret)];
  }
}

export const LOG_IN_ENDED = 'Your log-in was ended meanwhile. Log in again.';

/** Where a log-in leads that was not for anything else. */
export const HOME = '/me';

/** Pages of ours that a log-in may lead to. */
const AFTERWARDS =
  /^\/interaction\/[\w-]{43}$|^\/me\/(?:authenticator|password)$|^\/invitations\/[\w-]{43}$|^\/device(?:\?user_code=[A-Z]{4}-[A-Z]{4})?$/;

/** The page that follows a log-in: nothing that comes from outside leads anywhere else. */
export const pageAfter = (then: string): string => (AFTERWARDS.test(then) ? then : HOME);
