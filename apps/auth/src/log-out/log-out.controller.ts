import { Controller } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { pageRoutes } from '@halyard/contracts/authorization';
import { type Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { HOME } from '../login/logins.js';
import { Pages } from '../page/pages.js';
import { loggedOutPage, logOutPage } from './log-out.page.js';
import { LogOuts } from './log-outs.js';

const PATH = pageRoutes.logOut.path;

/** /logout asks first, since anybody can place a link to it. */
@Controller()
export class LogOutController {
  constructor(
    private readonly pages: Pages,
    private readonly logOuts: LogOuts,
  ) {}

  @Serves(pageRoutes.showLogOut)
  show(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.show({ exchange, operation, path: PATH }, (visit) =>
      Promise.resolve(visit.session ? logOutPage(visit, { action: PATH }) : loggedOutPage),
    );
  }

  @Serves(pageRoutes.logOut)
  logOut(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.submit({ exchange, operation, path: PATH }, async (visit, form) => {
      if (form.text('answer') === 'stay') return { to: HOME };
      await this.logOuts.end(visit);
      return { ...loggedOutPage, cookies: [this.pages.cookies.endingSession], isDone: true };
    });
  }
}
