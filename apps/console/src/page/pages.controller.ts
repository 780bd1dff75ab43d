import { Controller, Param, Req } from '@nestjs/common';
import { consoleRoutes, consoleSecretIn } from '@halyard/contracts/console';
import { DomainError } from '@halyard/core';
import { type Bytes, CurrentExchange, fieldOf, type IncomingExchange, Serves } from '@halyard/http';
import { ConsoleConfig } from '../config.js';
import { Sessions } from '../session/sessions.js';
import { bytesOf, originIn, redirectTo, wantsPage } from '../answer/answers.js';
import { pageHeaders } from '../answer/page-headers.js';
import { plainPage, plainStyle } from '../answer/plain-page.js';
import { Assets } from './assets.js';
import { isPage } from './page-table.js';
import { shellOf } from './shell.js';

const HOME = '/console/';
const LOGGED_OUT = `${HOME}?state=logged-out`;

@Controller()
export class PagesController {
  constructor(
    private readonly assets: Assets,
    private readonly sessions: Sessions,
    private readonly config: ConsoleConfig,
  ) {}

  @Serves(consoleRoutes.redirectToConsole)
  redirect(): Bytes {
    return redirectTo(HOME, 308);
  }

  @Serves(consoleRoutes.getConsoleAsset)
  async asset(@Param('file') name: string, @CurrentExchange() { headers }: IncomingExchange): Promise<Bytes> {
    const takesBrotli = /\bbr\b/.test(fieldOf(headers, 'accept-encoding') ?? '');
    const { bytes, type, isCompressed } = await this.assets.find(name, takesBrotli);
    return bytesOf(bytes, {
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      ...(isCompressed && { 'content-encoding': 'br' }),
    });
  }

  /** @throws DomainError NoSession for a request without a session that does not ask for a page */
  @Serves(consoleRoutes.showConsolePage)
  async show(
    @Req() { url }: { readonly url: string },
    @CurrentExchange() { headers }: IncomingExchange,
  ): Promise<Bytes> {
    const origin = originIn(headers);
    const session = await this.sessions.use(consoleSecretIn(fieldOf(headers, 'cookie')));
    if (!session && url === LOGGED_OUT) {
      const text = 'Nothing of your account is left in this browser.';
      const isSandbox = this.config.environment === 'sandbox';
      const page = plainPage({ heading: 'You are logged out', text, isSandbox });
      return bytesOf(page, pageHeaders(origin, plainStyle));
    }
    if (!session) {
      if (!wantsPage(headers)) throw new DomainError('NoSession');
      return redirectTo(`${HOME}login?return=${encodeURIComponent(url)}`);
    }
    const isKnown = isPage(url.split('?', 1)[0] ?? '', this.config.environment);
    const title = isKnown ? 'Console' : 'Not found';
    const { addresses } = this.config;
    // If the console is where the API is, people may reach it under another name than the configured one.
    const api = addresses.consoleUrl === undefined ? origin : addresses.apiUrl;
    const shell = shellOf(this.assets.manifest, title, {
      api,
      auth: addresses.authUrl === undefined ? api : addresses.url,
    });
    return bytesOf(shell, pageHeaders(origin), isKnown ? 200 : 404);
  }
}
