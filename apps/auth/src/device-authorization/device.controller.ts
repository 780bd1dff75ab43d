import { Controller, Query } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { pageRoutes } from '@halyard/contracts/authorization';
import { type Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { userCodeIn } from '../device-grant/user-code.js';
import { LogInPages } from '../login/log-in-pages.js';
import { LoggedInPages } from '../login/logged-in-pages.js';
import { Pages } from '../page/pages.js';
import { codePage, USER_CODE_FIELD } from './device.page.js';
import { DeviceSteps } from './device-steps.js';

const PATH = pageRoutes.showDevice.path;

/** /device: a person lets in a program that has no browser (RFC 8628, 3.3). */
@Controller()
export class DeviceController {
  constructor(
    private readonly pages: Pages,
    private readonly loggedIn: LoggedInPages,
    private readonly logInPages: LogInPages,
    private readonly steps: DeviceSteps,
  ) {}

  @Serves(pageRoutes.showDevice)
  show(
    @Query(USER_CODE_FIELD) given: unknown,
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    const typed = typeof given === 'string' ? given : undefined;
    return this.pages.show({ exchange, operation, path: PATH }, async (visit) => {
      if (!visit.session) return this.logInPages.page(visit, { then: pathWith(typed) });
      return this.loggedIn.withPerson(visit, (own) =>
        typed === undefined ? Promise.resolve(codePage(visit)) : this.steps.next(own, { typed }),
      );
    });
  }

  @Serves(pageRoutes.answerDevice)
  answer(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.submit({ exchange, operation, path: PATH }, async (visit, form) => {
      const typed = form.text(USER_CODE_FIELD);
      if (!visit.session) return { to: pathWith(typed) };
      const said = { typed, account: form.text('account'), answer: form.text('answer') };
      return this.loggedIn.withPerson(visit, (own) => this.steps.next(own, said));
    });
  }
}

/** The path of this page, with the code if the person typed a well-formed one. */
function pathWith(typed = ''): string {
  const userCode = userCodeIn(typed);
  return userCode === undefined ? PATH : `${PATH}?${USER_CODE_FIELD}=${userCode}`;
}
