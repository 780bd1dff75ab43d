import { Injectable } from '@nestjs/common';
import { pageRoutes } from '@halyard/contracts/authorization';
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
import { LogInCounts } from '../session/log-in-counts.js';
import { type NewSession, Sessions } from '../session/sessions.js';
import { SessionEnds } from '../token-family/session-ends.js';
import { PasswordProof, type ProvedPassword, type UsedFactor } from './password-proof.js';

export interface LoggedIn extends Redirect {
  readonly cookies: readonly string[];
  readonly isDone: true;
}

interface BegunLogIn extends LoggedIn {
  /** False if a second step follows. */
  readonly isComplete: boolean;
}

export const SECOND_FACTOR = pageRoutes.verifySecondFactor.path;
export const ENROLMENT = pageRoutes.changeAuthenticator.path;

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
    private readonly counts: LogInCounts,
  ) {}

  /**
   * Logs in with a password, and leads to the second factor if the person has one.
   *
   * @param then path of the page that follows a log-in
   * @returns undefined for a wrong address or password, and for a suspended person
   * @throws DomainError TooManyRequests, ServiceUnavailable
   */
  withPassword(visit: Visit, email: string, password: string, then: string): Promise<LoggedIn | undefined> {
    return this.counts.orRefused(this.tryPassword(visit, email, password, then));
  }

  private async tryPassword(
    visit: Visit,
    email: string,
    password: string,
    then: string,
  ): Promise<LoggedIn | undefined> {
    const proved = await this.proof.of(visit, email, password);
    if (!proved) return undefined;
    const begun = await this.proceed(visit, proved, then);
    // While this password was checked, the person changed it or its hash was renewed.
    if (begun === 'changed') return this.tryPassword(visit, email, password, then);
    if (begun === 'suspended') {
      await proved.guess.count();
      return undefined;
    }
    if (begun.isComplete) await proved.guess.forget();
    return begun;
  }

  /** Begins the log-in of a person that has proved its identity by its password, or by a letter. */
  async proceed(visit: Visit, proved: ProvedPassword, then: string): Promise<BegunLogIn | 'changed' | 'suspended'> {
    const begun = await this.beginProved(visit, proved, then);
    if (typeof begun === 'object' && begun.isComplete) this.counts.accept();
    return begun;
  }

  private beginProved(
    visit: Visit,
    { personId, passwordHash }: ProvedPassword,
    then: string,
  ): ReturnType<Logins['proceed']> {
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
   * Takes the second step of a log-in.
   *
   * @param pending the session that the first step began
   * @returns undefined for a wrong code or passkey
   * @throws DomainError TooManyRequests; Forbidden if the log-in was ended meanwhile
   */
  async withFactor(visit: Visit, pending: Session, factor: UsedFactor): Promise<LoggedIn | undefined> {
    const person = await this.dataSource.manager.findOneByOrFail(Person, { id: pending.personId });
    const complete = (tx: EntityManager) => this.complete(tx, visit, pending, factor.method);
    const loggedIn = await this.counts.orRefused(this.proof.withOwnFactor(visit, person, factor, complete));
    if (loggedIn) this.counts.accept();
    return loggedIn;
  }

  /**
   * Completes the log-in of a person that had to set up an authenticator first.
   *
   * @throws DomainError Forbidden if the log-in was ended meanwhile
   */
  async withNewFactor(tx: EntityManager, visit: Visit, pending: Session): Promise<LoggedIn> {
    const loggedIn = await this.complete(tx, visit, pending, 'otp');
    this.counts.accept();
    return loggedIn;
  }

  /** Fails if all log-ins of the person were ended: that also ends a log-in that waits for its second step. */
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

  /** Begins a new session at each step, so that a secret that somebody saw before is worthless. */
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

/** The default page after a log-in. */
export const HOME = '/me';

const AFTERWARDS =
  /^\/interaction\/[\w-]{43}$|^\/me\/(?:authenticator|password)$|^\/invitations\/[\w-]{43}$|^\/device(?:\?user_code=[A-Z]{4}-[A-Z]{4})?$/;

/** The page after a log-in. A path from outside leads to /me unless it is one of the allowed paths. */
export const pageAfter = (then: string): string => (AFTERWARDS.test(then) ? then : HOME);
