import { Injectable } from '@nestjs/common';
import { Changes } from '@halyard/changes';
import { DataSource } from 'typeorm';
import type { SubmittedForm } from '../../page/form.js';
import type { PageAnswer } from '../../page/page-answer.js';
import type { Visit } from '../../page/visit.js';
import { readNewPassword } from '../../password/new-password.page.js';
import { Passwords } from '../../password/passwords.js';
import { People } from '../../person/people.js';
import { HOME, Logins } from '../../login/logins.js';
import type { Invitation } from '../invitation.entity.js';
import { Invitations } from '../invitations.js';
import { welcomePage } from './accept-invitation.page.js';

export interface OpenInvitation {
  readonly invitation: Invitation;
  /** The name of the account. */
  readonly account: string;
}

@Injectable()
export class NewPeople {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly invitations: Invitations,
    private readonly people: People,
    private readonly passwords: Passwords,
    private readonly logins: Logins,
  ) {}

  /**
   * @throws DomainError NotFound if the invitation was used meanwhile; Conflict if the person has used another
   * invitation meanwhile
   */
  async join(visit: Visit, form: SubmittedForm, { invitation, account }: OpenInvitation): Promise<PageAnswer> {
    const personal = await this.invitations.open(invitation);
    const { password, faults } = await readNewPassword(form, personal);
    if (faults.length > 0) return welcomePage(visit, { email: personal.email, account, role: invitation.role, faults });
    const passwordHash = await this.passwords.hash(password);
    const personId = await this.dataSource.transaction(async (tx) => {
      await this.invitations.use(tx, invitation);
      const { id } = await this.people.add(tx, personal, passwordHash);
      await this.invitations.admit(this.changes.within(tx), invitation, id);
      return id;
    });
    const begun = await this.logins.proceed({ ...visit, session: undefined }, { personId, passwordHash }, HOME);
    return typeof begun === 'string' ? { to: '/login', isDone: true } : begun;
  }
}
