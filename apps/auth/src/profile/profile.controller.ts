import { Controller, Param } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { pageRoutes } from '@halyard/contracts/authorization';
import { DomainError } from '@halyard/core';
import { type Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { DataSource } from 'typeorm';
import { Pages } from '../page/pages.js';
import { HOME } from '../login/logins.js';
import { LoggedInPages } from '../login/logged-in-pages.js';
import { Consents } from '../consent/consents.js';
import { SessionEnds } from '../token-family/session-ends.js';
import { Profiles } from './profiles.js';
import { profilePage } from './profile.page.js';

@Controller()
export class ProfileController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pages: Pages,
    private readonly loggedIn: LoggedInPages,
    private readonly profiles: Profiles,
    private readonly ends: SessionEnds,
    private readonly consents: Consents,
  ) {}

  @Serves(pageRoutes.showProfile)
  show(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.show({ exchange, operation, path: HOME }, (visit) =>
      this.loggedIn.withPerson(visit, async (own) => profilePage(own, await this.profiles.of(own.person, own.session))),
    );
  }

  @Serves(pageRoutes.endSession)
  end(
    @Param('id', IdPipe) id: string,
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    return this.pages.submit({ exchange, operation, path: `/me/sessions/${id}` }, (visit) =>
      this.loggedIn.withPerson(visit, async ({ session, person }) => {
        const isEnded = await this.dataSource.transaction((tx) => this.ends.end(tx, person.id, id));
        if (!isEnded) throw new DomainError('NotFound');
        if (id !== session.id) return { to: HOME, isDone: true };
        return { to: '/login', cookies: [this.pages.cookies.endingSession], isDone: true };
      }),
    );
  }

  @Serves(pageRoutes.disconnectApplication)
  disconnect(
    @Param('id', IdPipe) id: string,
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    return this.pages.submit({ exchange, operation, path: `/me/applications/${id}` }, (visit) =>
      this.loggedIn.withPerson(visit, async ({ person }) => {
        await this.consents.disconnect({ personId: person.id, applicationId: id }, visit);
        return { to: HOME, isDone: true };
      }),
    );
  }
}
