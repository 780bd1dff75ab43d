import { Injectable } from '@nestjs/common';
import { pageRoutes } from '@halyard/contracts';
import { DataSource } from 'typeorm';
import type { Guess } from '../guess/guess-limits.js';
import { newSecret, Pages } from '../page/pages.js';
import type { Redirect } from '../page/page-answer.js';
import type { Visit } from '../page/visit.js';
import { Person } from '../person/person.entity.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import type { Session } from '../session/session.entity.js';
import { SecurityEvents } from '../security-event/security-events.js';
import { type NewSession, Sessions } from '../session/sessions.js';
import { PasswordProof, type UsedFactor } from './password-proof.js';

/** The person has a session from now on. */
export interface LoggedIn extends Redirect {
  readonly cookies: readonly string[];
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
    if (!proved || proved.person.suspendedAt) return undefined;
    return this.proceed(visit, proved.person.id, then, proved.guess);
  }

  /** For who has proved to be the person as well as by its password. */
  async proceed(visit: Visit, personId: string, then: string, guess?: Guess): Promise<LoggedIn> {
    const asksFactor = await this.secondFactors.isOn(personId);
    await (asksFactor ? guess?.withdraw() : guess?.forget());
    const isComplete = !asksFactor && !(await this.secondFactors.isMissing(personId));
    const begun = { personId, methods: ['pwd'], isComplete, nextPath: then } as const;
    const cookies = await this.begin(visit, begun);
    if (isComplete) return { to: then, cookies };
    return { to: asksFactor ? SECOND_FACTOR : ENROLMENT, cookies };
  }

  /**
   * The second step of a log-in.
   *
   * @param pending the session that the first step began
   * @returns undefined for a wrong code or passkey
   * @throws DomainError TooManyRequests
   */
  async withFactor(visit: Visit, pending: Session, factor: UsedFactor): Promise<LoggedIn | undefined> {
    const { personId, nextPath } = pending;
    const person = await this.dataSource.manager.findOneByOrFail(Person, { id: personId });
    if (!(await this.proof.isOwnFactor(visit, person, factor))) return undefined;
    const begun = { personId, methods: ['pwd', factor.method], isComplete: true, nextPath } as const;
    return { to: nextPath, cookies: await this.begin(visit, begun) };
  }

  /** Completes the log-in of a person who had to set up an authenticator first, and has. */
  async withNewFactor(visit: Visit, { personId, nextPath }: Session): Promise<LoggedIn> {
    const begun = { personId, methods: ['pwd', 'otp'], isComplete: true, nextPath } as const;
    return { to: nextPath, cookies: await this.begin(visit, begun) };
  }

  /** A new session at each step: what somebody may have seen before is worth nothing afterwards. */
  private async begin(
    visit: Visit,
    begun: Pick<NewSession, 'personId' | 'methods' | 'isComplete' | 'nextPath'>,
  ): Promise<string[]> {
    const { browser, device, session } = visit;
    const { personId, methods, isComplete } = begun;
    const secret = newSecret();
    await this.dataSource.transaction(async (tx) => {
      if (session) await this.sessions.end(tx, session.personId, session.id);
      await this.sessions.begin(tx, { ...begun, device, browser, secret });
      if (isComplete)
        await this.events.record(tx, 'login_succeeded', { personId, from: visit, method: methods.at(-1) });
    });
    return [this.pages.cookies.settingSession(secret)];
  }
}

/** Where a log-in leads that was not for anything else. */
export const HOME = '/me';

/** Pages of ours that a log-in may lead to. */
const AFTERWARDS =
  /^\/interaction\/[\w-]{43}$|^\/me\/(?:authenticator|password)$|^\/invitations\/[\w-]{43}$|^\/device(?:\?user_code=[A-Z]{4}-[A-Z]{4})?$/;

/** The page that follows a log-in: nothing that comes from outside leads anywhere else. */
export const pageAfter = (then: string): string => (AFTERWARDS.test(then) ? then : HOME);
