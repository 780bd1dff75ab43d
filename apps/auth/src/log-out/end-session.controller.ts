import { text } from 'node:stream/consumers';
import { Controller, Query } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { authorizationRoutes, pageRoutes } from '@halyard/contracts/authorization';
import { type Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { HOME } from '../login/logins.js';
import { type QueryTexts, parametersOf } from '../page/parameters.js';
import { Pages } from '../page/pages.js';
import { formActionFor } from '../token/form-action.js';
import { loggedOutPage, logOutPage } from './log-out.page.js';
import { LogOuts } from './log-outs.js';
import { type LogoutRequest, LogoutRequests } from './logout-requests.js';

const PATH = authorizationRoutes.showSessionEnd.path;
const ANSWER = pageRoutes.confirmSessionEnd.path;
/** Parameters that are passed on to the form that the person answers. */
const CARRIED = ['client_id', 'post_logout_redirect_uri', 'state'] as const;

/** /session/end: an application has logged a person out. We ask the person whether to log out here too. */
@Controller()
export class EndSessionController {
  constructor(
    private readonly pages: Pages,
    private readonly requests: LogoutRequests,
    private readonly logOuts: LogOuts,
  ) {}

  @Serves(authorizationRoutes.showSessionEnd)
  show(
    @Query() query: QueryTexts,
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    const parameters = parametersOf(query);
    const path = `${PATH}?${parameters.toString()}`;
    return this.pages.show({ exchange, operation, path }, async (visit) => {
      const asked = await this.requests.read(parameters);
      if (!visit.session) return after(asked);
      const { application, to } = asked;
      const carried = new URLSearchParams(parameters);
      if (application) carried.set('client_id', application.key);
      const hidden = Object.fromEntries([...carried].filter(([name]) => CARRIED.some((one) => one === name)));
      return logOutPage(visit, {
        action: ANSWER,
        application: application?.name,
        hidden,
        formAction: formActionFor(to),
      });
    });
  }

  /** Like /auth: browsers send no cookies with a form of another site, so this redirects to the same page with GET. */
  @Serves(authorizationRoutes.showSessionEndByForm)
  showByForm(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.show({ exchange, operation, path: PATH }, async () => ({
      to: `${PATH}?${new URLSearchParams(await text(exchange.body)).toString()}`,
    }));
  }

  @Serves(pageRoutes.confirmSessionEnd)
  confirm(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.submit({ exchange, operation, path: ANSWER }, async (visit, form) => {
      if (form.text('answer') === 'stay') return { to: HOME };
      const given = CARRIED.filter((name) => form.text(name) !== '').map((name) => [name, form.text(name)] as const);
      const asked = await this.requests.read(new URLSearchParams(Object.fromEntries(given)));
      await this.logOuts.end(visit);
      return { ...after(asked), cookies: [this.pages.cookies.endingSession], isDone: true };
    });
  }
}

const after = ({ to }: LogoutRequest) => (to === undefined ? loggedOutPage : { to });
