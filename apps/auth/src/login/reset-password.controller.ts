import { Controller, Param } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { pageRoutes } from '@halyard/contracts/authorization';
import { DomainError } from '@halyard/core';
import { type Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { DataSource } from 'typeorm';
import { Pages } from '../page/pages.js';
import { holdPerson } from '../person/held-person.js';
import { People } from '../person/people.js';
import type { Person } from '../person/person.entity.js';
import { HOME, Logins } from './logins.js';
import { newPasswordPage, readNewPassword } from '../password/new-password.page.js';
import { PasswordChanges } from '../password/password-changes.js';
import { PasswordResets } from '../password/password-resets.js';
import { Passwords } from '../password/passwords.js';

/** /password-resets/{token}: opening the link does not use it up, since programs that scan mail open links. */
@Controller()
export class ResetPasswordController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pages: Pages,
    private readonly resets: PasswordResets,
    private readonly people: People,
    private readonly passwords: Passwords,
    private readonly changes: PasswordChanges,
    private readonly logins: Logins,
  ) {}

  @Serves(pageRoutes.showNewPassword)
  show(
    @Param('token') token: string,
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    return this.pages.show({ exchange, operation, path: pathOf(token) }, async (visit) => {
      const { email } = await this.people.open(await this.personOf(token));
      return newPasswordPage(visit, { email });
    });
  }

  @Serves(pageRoutes.resetPassword)
  reset(
    @Param('token') token: string,
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    return this.pages.submit({ exchange, operation, path: pathOf(token) }, async (visit, form) => {
      const person = await this.personOf(token);
      const personal = await this.people.open(person);
      const { password, faults } = await readNewPassword(form, personal);
      if (faults.length > 0) return newPasswordPage(visit, { email: personal.email, faults });
      const passwordHash = await this.passwords.hash(password);
      await this.dataSource.transaction(async (tx) => {
        await holdPerson(tx, person.id);
        if (!(await this.resets.use(tx, token))) throw gone();
        await this.changes.apply(tx, person, passwordHash, { from: visit });
      });
      const proved = { personId: person.id, passwordHash };
      const begun = await this.logins.proceed({ ...visit, session: undefined }, proved, HOME);
      return typeof begun === 'string' ? { to: '/login', isDone: true } : begun;
    });
  }

  /** @throws DomainError NotFound */
  private async personOf(token: string): Promise<Person> {
    const person = await this.resets.find(this.dataSource.manager, token);
    if (!person) throw gone();
    return person;
  }
}

const pathOf = (token: string): string => `/password-resets/${token}`;

const gone = (): DomainError =>
  new DomainError('NotFound', {
    message: 'This link does not work any more: it was used, or is more than an hour old. Ask for another one.',
  });
