import { Controller } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { pageRoutes } from '@halyard/contracts/authorization';
import { DomainError } from '@halyard/core';
import { type Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { Sealer, UnsealingError } from '@halyard/persistence';
import type { SubmittedForm } from '../page/form.js';
import type { PageAnswer } from '../page/page-answer.js';
import { Pages } from '../page/pages.js';
import { ENROLMENT, HOME, Logins } from '../login/logins.js';
import { LoggedInPages, type LoggedInVisit } from '../login/logged-in-pages.js';
import { enrolmentPage, factorPage, recoveryCodesPage } from './authenticator.page.js';
import { FactorChanges } from '../second-factor/factor-changes.js';
import { newSeed } from '../second-factor/one-time-codes.js';
import { SecondFactors } from '../second-factor/second-factors.js';

const SEED = 'auth.offered-seed';

/** Needs a fresh log-in. */
@Controller()
export class AuthenticatorController {
  constructor(
    private readonly pages: Pages,
    private readonly loggedIn: LoggedInPages,
    private readonly factors: SecondFactors,
    private readonly changes: FactorChanges,
    private readonly logins: Logins,
    private readonly sealer: Sealer,
  ) {}

  @Serves(pageRoutes.showAuthenticator)
  show(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.show({ exchange, operation, path: ENROLMENT }, (visit) =>
      this.loggedIn.withEnrolling(visit, async (own) =>
        (await this.factors.hasAuthenticator(own.person.id))
          ? factorPage(own, await this.factors.codesLeft(own.person.id))
          : this.offer(own, newSeed()),
      ),
    );
  }

  @Serves(pageRoutes.changeAuthenticator)
  change(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.submit({ exchange, operation, path: ENROLMENT }, (visit, form) =>
      this.loggedIn.withEnrolling(visit, (own) =>
        form.text('answer') === 'off' ? this.turnOff(own) : this.turnOn(own, form),
      ),
    );
  }

  private async turnOn(visit: LoggedInVisit, form: SubmittedForm): Promise<PageAnswer> {
    const { person } = visit;
    if (await this.factors.hasAuthenticator(person.id)) return { to: ENROLMENT };
    const seed = await this.offeredSeed(visit, form.text('seed'));
    const enrolled = await this.loggedIn.change(visit, async (tx) => {
      const codes = await this.factors.turnOn(tx, person.id, seed, form.text('code'));
      if (!codes) return undefined;
      const loggedIn = visit.session.isComplete ? undefined : await this.logins.withNewFactor(tx, visit, visit.session);
      await this.changes.tellAdded(tx, person, { from: visit, method: 'otp' });
      const page = recoveryCodesPage('Your authenticator is on', codes, loggedIn?.to);
      return { ...page, cookies: loggedIn?.cookies ?? [], isDone: true as const };
    });
    const wrong = 'The code is wrong. Look at the clock of your device, and enter the next one.';
    return enrolled ?? this.offer(visit, seed, wrong);
  }

  private async turnOff(visit: LoggedInVisit): Promise<PageAnswer> {
    const { person, session } = visit;
    await this.loggedIn.change(visit, async (tx) => {
      if (!(await this.factors.turnOff(tx, person.id))) return;
      await this.changes.tellRemoved(tx, person, { from: visit, session });
    });
    return { to: HOME, isDone: true };
  }

  private async offer(visit: LoggedInVisit, seed: string, fault?: string): Promise<PageAnswer> {
    const { person, session } = visit;
    const isRequired = !session.isComplete;
    const sealed = await this.sealer.seal(person.id, SEED, `${session.id} ${seed}`);
    const uri = await this.changes.uriOf(person, seed);
    const faults = fault === undefined ? [] : [{ field: 'code', message: fault }];
    return enrolmentPage(visit, { seed, sealedSeed: sealed.toString('base64url'), uri, faults, isRequired });
  }

  /** @throws DomainError BadRequest if the seed was not offered in this session */
  private async offeredSeed({ person, session }: LoggedInVisit, sealed: string): Promise<string> {
    try {
      const opened = await this.sealer.open(person.id, SEED, Buffer.from(sealed, 'base64url'));
      const [sessionId, seed = ''] = opened.split(' ');
      if (sessionId === session.id) return seed;
    } catch (error) {
      if (!(error instanceof UnsealingError)) throw error;
    }
    throw new DomainError('BadRequest', { message: 'This setup key is out of date. Open the page again.' });
  }
}
