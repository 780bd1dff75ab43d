import { Controller, Param } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { pageRoutes } from '@halyard/contracts/authorization';
import { DomainError } from '@halyard/core';
import { type Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { HOME } from '../login/logins.js';
import { type LoggedInVisit, LoggedInPages } from '../login/logged-in-pages.js';
import type { PageAnswer } from '../page/page-answer.js';
import { Pages } from '../page/pages.js';
import { FactorChanges } from '../second-factor/factor-changes.js';
import { returnedBy } from '../second-factor/passkey-form.js';
import { Passkeys } from '../second-factor/passkeys.js';
import { PASSKEY_REFUSED, SecondFactors } from '../second-factor/second-factors.js';
import { recoveryCodesPage } from './authenticator.page.js';

const PATH = pageRoutes.addPasskey.path;

/** Needs a fresh log-in. */
@Controller()
export class PasskeysController {
  constructor(
    private readonly pages: Pages,
    private readonly loggedIn: LoggedInPages,
    private readonly passkeys: Passkeys,
    private readonly factors: SecondFactors,
    private readonly changes: FactorChanges,
  ) {}

  @Serves(pageRoutes.addPasskey)
  add(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.submit({ exchange, operation, path: PATH }, (visit, form) =>
      this.loggedIn.withFreshPerson({ ...visit, path: HOME }, async (own) => {
        const { person, session } = own;
        const passkey = await this.passkeys.made({ personId: person.id, sessionId: session.id }, returnedBy(form));
        if (!passkey) throw new DomainError('BadRequest', { message: PASSKEY_REFUSED });
        const codes = await this.loggedIn.change(own, async (tx) => {
          const first = await this.factors.addPasskey(tx, passkey);
          await this.changes.tellAdded(tx, person, { from: visit, method: 'hwk' });
          return first;
        });
        return { ...(codes ? recoveryCodesPage('Your passkey is added', codes) : { to: HOME }), isDone: true };
      }),
    );
  }

  @Serves(pageRoutes.removePasskey)
  remove(
    @Param('id', IdPipe) id: string,
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    return this.pages.submit({ exchange, operation, path: `${PATH}/${id}` }, (visit) =>
      this.loggedIn.withFreshPerson({ ...visit, path: HOME }, (own) => this.removeOwn(own, id)),
    );
  }

  /** @throws DomainError NotFound */
  private async removeOwn(visit: LoggedInVisit, id: string): Promise<PageAnswer> {
    const { person, session } = visit;
    await this.loggedIn.change(visit, async (tx) => {
      if (!(await this.factors.removePasskey(tx, person.id, id))) throw new DomainError('NotFound');
      await this.changes.tellRemoved(tx, person, { from: visit, session, passkeyId: id });
    });
    return { to: HOME, isDone: true };
  }
}
