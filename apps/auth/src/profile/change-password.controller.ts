import { Controller } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { pageRoutes } from '@halyard/contracts/authorization';
import { type Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { slowedDown } from '../guess/slowed-down.js';
import { PasswordProof } from '../login/password-proof.js';
import { Pages } from '../page/pages.js';
import { People } from '../person/people.js';
import { HOME } from '../login/logins.js';
import { LoggedInPages, type LoggedInVisit } from '../login/logged-in-pages.js';
import { newPasswordPage, PRESENT, readNewPassword } from '../password/new-password.page.js';
import { PasswordChanges } from '../password/password-changes.js';
import { Passwords } from '../password/passwords.js';

const PATH = '/me/password';

@Controller()
export class ChangePasswordController {
  constructor(
    private readonly pages: Pages,
    private readonly loggedIn: LoggedInPages,
    private readonly people: People,
    private readonly passwords: Passwords,
    private readonly changes: PasswordChanges,
    private readonly proof: PasswordProof,
  ) {}

  @Serves(pageRoutes.showPasswordChange)
  show(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.show({ exchange, operation, path: PATH }, (visit) =>
      this.loggedIn.withPerson(visit, async ({ person }) => {
        const { email } = await this.people.open(person);
        return newPasswordPage(visit, { email, asksPresent: true });
      }),
    );
  }

  @Serves(pageRoutes.changePassword)
  change(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.submit({ exchange, operation, path: PATH }, (visit, form) =>
      this.loggedIn.withPerson(visit, async (own) => {
        const personal = await this.people.open(own.person);
        const asked = { email: personal.email, asksPresent: true };
        const { password, faults } = await readNewPassword(form, personal);
        if (faults.length > 0) return newPasswordPage(visit, { ...asked, faults });
        try {
          if (await this.replace(own, form.text(PRESENT), password)) return { to: HOME, isDone: true };
        } catch (error) {
          return newPasswordPage(visit, { ...asked, ...slowedDown(error) });
        }
        const wrong = [{ field: PRESENT, message: 'This is not your present password.' }];
        return newPasswordPage(visit, { ...asked, faults: wrong });
      }),
    );
  }

  /** @returns false if the present password is wrong, or was changed while it was checked */
  private async replace(own: LoggedInVisit, present: string, password: string): Promise<boolean> {
    if (!(await this.proof.isOwn(own, own.person, present))) return false;
    const passwordHash = await this.passwords.hash(password);
    const changed = await this.loggedIn.change(own, async (tx, person) => {
      if (person.passwordHash !== own.person.passwordHash) return person;
      await this.changes.apply(tx, person, passwordHash, { from: own, keptSession: own.session.id });
      return undefined;
    });
    return changed ? this.replace({ ...own, person: changed }, present, password) : true;
  }
}
