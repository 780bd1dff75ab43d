import { Controller, Param } from '@nestjs/common';
import { Changes } from '@halyard/changes';
import type { Operation } from '@halyard/contracts';
import { pageRoutes } from '@halyard/contracts/authorization';
import { DomainError } from '@halyard/core';
import { type Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { html } from '@halyard/pages';
import { DataSource } from 'typeorm';
import { Account } from '../../account/account.entity.js';
import type { SubmittedForm } from '../../page/form.js';
import type { PageAnswer } from '../../page/page-answer.js';
import { Pages } from '../../page/pages.js';
import type { Visit } from '../../page/visit.js';
import { Person } from '../../person/person.entity.js';
import { LogInPages } from '../../login/log-in-pages.js';
import { HOME } from '../../login/logins.js';
import type { Invitation } from '../invitation.entity.js';
import { Invitations } from '../invitations.js';
import { joinPage, welcomePage } from './accept-invitation.page.js';
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
    private readonly logInPages: LogInPages,
  ) {}

  @Serves(pageRoutes.showInvitation)
  show(
    @Param('token') token: string,
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    return this.pages.show({ exchange, operation, path: pathOf(token) }, async (visit) => {
      const { invitation, account, email, person } = await this.invited(token);
      const { role } = invitation;
      if (!person) return welcomePage(visit, { email, account, role });
      return this.asPerson(visit, { person, email, account }, () => joinPage(visit, { account, role }));
    });
  }

  @Serves(pageRoutes.acceptInvitation)
  accept(
    @Param('token') token: string,
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    return this.pages.submit({ exchange, operation, path: pathOf(token) }, async (visit, form) => {
      const { invitation, account, email, person } = await this.invited(token);
      if (!person) return this.newPeople.join(visit, form, { invitation, account });
      return this.asPerson(visit, { person, email, account }, () => this.join(form, invitation, person));
    });
  }

  private async join(form: SubmittedForm, invitation: Invitation, { id }: Person): Promise<PageAnswer> {
    if (form.text('answer') !== 'accept') return { to: HOME };
    await this.dataSource.transaction((tx) => this.invitations.accept(this.changes.within(tx), invitation, id));
    return { to: HOME, isDone: true };
  }

  /** @throws DomainError Forbidden for another person than the invited one */
  private async asPerson(
    visit: Visit,
    { person, email, account }: { readonly person: Person; readonly email: string; readonly account: string },
    work: () => PageAnswer | Promise<PageAnswer>,
  ): Promise<PageAnswer> {
    const { session } = visit;
    if (!session?.isComplete) {
      const purpose = html`to join <strong>${account}</strong>`;
      return this.logInPages.page(visit, { email, purpose, then: visit.path });
    }
    if (session.personId === person.id) return work();
    throw new DomainError('Forbidden', {
      message: 'This invitation is for another e-mail address than the one that you are logged in with. Log out first.',
    });
  }

  /** @throws DomainError NotFound */
  private async invited(token: string) {
    const { manager } = this.dataSource;
    const invitation = await this.invitations.ofLink(manager, token);
    const person = await manager.findOneBy(Person, { emailHash: invitation.emailHash });
    const { name: account } = await manager.findOneByOrFail(Account, { id: invitation.accountId });
    const { email } = await this.invitations.open(invitation);
    return { invitation, account, email, person };
  }
}

const pathOf = (token: string): string => `/invitations/${token}`;
