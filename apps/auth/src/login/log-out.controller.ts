import { Controller } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { type Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { formOf, html } from '@halyard/pages';
import { DataSource } from 'typeorm';
import { FORM_TOKEN } from '../page/form.js';
import type { ShownPage } from '../page/page-answer.js';
import { Pages } from '../page/pages.js';
import type { Visit } from '../page/visit.js';
import { HOME } from './logins.js';
import { SecurityEvents } from '../security-event/security-events.js';
import type { Session } from '../session/session.entity.js';
import { Sessions } from '../session/sessions.js';

const PATH = '/logout';

/** /logout: asks first, since a link to it can stand anywhere. */
@Controller()
export class LogOutController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pages: Pages,
    private readonly sessions: Sessions,
    private readonly events: SecurityEvents,
  ) {}

  @Serves('showLogOut')
  show(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.show({ exchange, operation, path: PATH }, (visit) =>
      Promise.resolve(visit.session ? logOutPage(visit) : loggedOutPage),
    );
  }

  @Serves('logOut')
  logOut(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.take({ exchange, operation, path: PATH }, async (visit, form) => {
      const { session } = visit;
      if (form.text('answer') === 'stay') return { to: HOME };
      if (session) await this.end(visit, session);
      return { ...loggedOutPage, cookies: [this.pages.cookies.endingSession] };
    });
  }

  private end(from: Visit, { id, personId }: Session): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      if (await this.sessions.end(tx, personId, id)) await this.events.record(tx, 'logout', { personId, from });
    });
  }
}

const logOutPage = ({ formToken }: Visit): ShownPage => ({
  heading: 'Log out',
  content: html`<p>Do you want to log out in this browser?</p>
    ${formOf({
      action: PATH,
      look: 'plain',
      hidden: { [FORM_TOKEN]: formToken(PATH) },
      content: html`<div class="actions">
        <button type="submit" name="answer" value="leave">Log out</button>
        <button class="second" type="submit" name="answer" value="stay">Stay logged in</button>
      </div>`,
    })}`,
});

const loggedOutPage: ShownPage = {
  heading: 'You are logged out',
  content: html`<p><a class="button" href="/login">Log in again</a></p>`,
};
