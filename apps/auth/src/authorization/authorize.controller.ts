import { Controller, Query } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { authorizationRoutes } from '@halyard/contracts/authorization';
import { type Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { text } from 'node:stream/consumers';
import { type QueryTexts, parametersOf } from '../page/parameters.js';
import { Pages } from '../page/pages.js';
import { Authorizations } from './authorizations.js';

const PATH = authorizationRoutes.authorize.path;

/** /auth: an application asks a person to let it act (RFC 6749, 4.1.1; OpenID Connect Core, 3.1.2). */
@Controller()
export class AuthorizeController {
  constructor(
    private readonly pages: Pages,
    private readonly authorizations: Authorizations,
  ) {}

  @Serves(authorizationRoutes.authorize)
  show(
    @Query() query: QueryTexts,
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    const parameters = parametersOf(query);
    const path = `${PATH}?${parameters.toString()}`;
    return this.pages.show({ exchange, operation, path }, (visit) => this.authorizations.begin(visit, parameters));
  }

  /** Browsers send no cookies with a form of another site, so this redirects to the same page with GET. */
  @Serves(authorizationRoutes.authorizeByForm)
  showByForm(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.show({ exchange, operation, path: PATH }, async () => ({
      to: `${PATH}?${new URLSearchParams(await text(exchange.body)).toString()}`,
    }));
  }
}
