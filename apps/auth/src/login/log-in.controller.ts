import { Controller } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { pageRoutes } from '@halyard/contracts/authorization';
import { type Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { slowedDown } from '../guess/slowed-down.js';
import { Pages } from '../page/pages.js';
import { HOME, Logins, pageAfter } from './logins.js';
import { LogInPages } from './log-in-pages.js';

const WRONG = 'The e-mail address or the password is wrong.';

/** /login sends people who are already logged in to their profile. */
@Controller()
export class LogInController {
  constructor(
    private readonly pages: Pages,
    private readonly logins: Logins,
    private readonly logInPages: LogInPages,
  ) {}

  @Serves(pageRoutes.showLogIn)
  show(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.show({ exchange, operation, path: '/login' }, async (visit) =>
      visit.session?.isComplete ? { to: HOME } : this.logInPages.page(visit),
    );
  }

  @Serves(pageRoutes.logIn)
  logIn(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.submit({ exchange, operation, path: '/login' }, async (visit, form) => {
      const [email, password] = [form.text('email').trim(), form.text('password')];
      const then = pageAfter(form.text('then'));
      if (form.isOlder && visit.session?.isComplete) return { to: then };
      const missing = [
        ...(email === '' ? [{ field: 'email', message: 'Enter your e-mail address.' }] : []),
        ...(password === '' ? [{ field: 'password', message: 'Enter your password.' }] : []),
      ];
      if (missing.length > 0) return this.logInPages.page(visit, { email, then, faults: missing });
      const view = { email, then, faults: [{ field: 'password', message: WRONG }] };
      try {
        return (
          (await this.logins.withPassword(visit, email, password, then)) ?? (await this.logInPages.page(visit, view))
        );
      } catch (error) {
        return this.logInPages.page(visit, { ...view, ...slowedDown(error) });
      }
    });
  }
}
