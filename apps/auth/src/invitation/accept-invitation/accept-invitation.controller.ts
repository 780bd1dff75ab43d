import { Controller, Param } from '@nestjs/common';
import { Changes } from '@halyard/changes';
import type { Operation } from '@halyard/contracts';
import { pageRoutes } from '@halyard/contracts/authorization';
import { DomainError } from '@halyard/core';
import { type Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { formOf, html } from '@halyard/pages';
import { DataSource } from 'typeorm';
import { Account } from '../../account/account.entity.js';
import { type SubmittedForm, FORM_TOKEN } from '../../page/form.js';
import type { PageAnswer, ShownPage } from '../../page/page-answer.js';
import { Pages } from '../../page/pages.js';
import type { Visit } from '../../page/visit.js';
import { newPasswordPage } from '../../password/new-password.page.js';
import { Person } from '../../person/person.entity.js';
import { logInPage } from '../../login/log-in.page.js';
import { HOME } from '../../login/logins.js';
import type { Invitation } from '../invitation.entity.js';
import { Invitations } from '../invitations.js';
import { NewPeople } from './new-people.js';

/** /invitations/{token}: opening the link does not use it up, since programs that scan mail open links. */
@Controller()
export class AcceptInvitationController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly pages: Pages,
    private readonly invitations: Invitations,
    private readonly newPeople: NewPeople,
  ) {}

  @Serves(pageRoutes.showInvitation)
  show(
    @Param('token') token: string,
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    return this.pages.show({ exchange, operation, path: pathOf(token) }, async (visit) => {
      const { account, person } = await this.invited(token);
      if (!person) return newPasswordPage(visit, { reason: `You are invited to join ${account}.` });
      return asPerson(visit, person, account, () => joinPage(visit, account));
    });
  }

  @Serves(pageRoutes.acceptInvitation)
  accept(
    @Param('token') token: string,
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    return this.pages.submit({ exchange, operation, path: pathOf(token) }, async (visit, form) => {
      const { invitation, account, person } = await this.invited(token);
      if (!person) return this.newPeople.join(visit, form, invitation);
      return asPerson(visit, person, account, () => this.join(form, invitation, person));
    });
  }

  private async join(form: SubmittedForm, invitation: Invitation, { id }: Person): Promise<PageAnswer> {
    if (form.text('answer') !== 'accept') return { to: HOME };
    await this.dataSource.transaction((tx) => this.invitations.accept(this.changes.within(tx), invitation, id));
    return { to: HOME, isDone: true };
  }

  /** @throws DomainError NotFound */
  private async invited(token: string) {
    const { manager } = this.dataSource;
    const invitation = await this.invitations.ofLink(manager, token);
    const person = await manager.findOneBy(Person, { emailHash: invitation.emailHash });
    const { name: account } = await manager.findOneByOrFail(Account, { id: invitation.accountId });
    return { invitation, account, person };
  }
}

const pathOf = (token: string): string => `/invitations/${token}`;

async function asPerson(
  visit: Visit,
  { id }: Person,
  account: string,
  work: () => PageAnswer | Promise<PageAnswer>,
): Promise<PageAnswer> {
  const { session } = visit;
  if (!session?.isComplete) return logInPage(visit, { reason: `Log in to join ${account}.`, then: visit.path });
  if (session.personId === id) return work();
  throw new DomainError('Forbidden', {
    message: 'This invitation is for another e-mail address than the one that you are logged in with. Log out first.',
  });
}

function joinPage({ path: action, formToken }: Visit, account: string): ShownPage {
  return {
    heading: `Join ${account}`,
    content: html`<p>You are invited to this account.</p>
      ${formOf({
        action,
        look: 'plain',
        hidden: { [FORM_TOKEN]: formToken(action) },
        content: html`<div class="actions">
          <button type="submit" name="answer" value="accept">Accept</button>
          <button class="second" type="submit" name="answer" value="later">Not now</button>
        </div>`,
      })}`,
  };
}
