import { Controller } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { consoleRoutes, consoleSecretIn } from '@halyard/contracts/console';
import { Clock, DomainError } from '@halyard/core';
import { type Bytes, CurrentExchange, CurrentOperation, fieldOf, type IncomingExchange, Serves } from '@halyard/http';
import { isIdle } from '../admission/page-mark.js';
import { requireOwnPage } from '../admission/same-site.js';
import { ConsoleConfig } from '../config.js';
import { AuthorizationServer } from '../authorization/authorization-server.js';
import { jsonOf, redirectTo } from '../answer/answers.js';
import { SessionAccess } from '../session/access.js';
import { endingSession } from '../session/session-cookie.js';
import { Sessions } from '../session/sessions.js';

@Controller()
export class SessionController {
  constructor(
    private readonly sessions: Sessions,
    private readonly access: SessionAccess,
    private readonly server: AuthorizationServer,
    private readonly clock: Clock,
    private readonly config: ConsoleConfig,
  ) {}

  /** @throws DomainError NoSession, also if the person may no longer act for the account */
  @Serves(consoleRoutes.getConsoleSession)
  async get(
    @CurrentExchange() { headers }: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    const { session, usedAt, scopes, member } = await this.current(headers, operation);
    const { email, name, role, accountName } = member;
    const { idle, absolute } = this.sessions.endsOf(session, usedAt);
    return jsonOf({
      user: { email, name },
      account: { id: session.accountId, name: accountName },
      role,
      scopes,
      environment: this.config.environment,
      expires: { idle: idle.toISOString(), absolute: absolute.toISOString() },
    });
  }

  /** Counts the accounts that the person may switch between. @throws DomainError NoSession */
  @Serves(consoleRoutes.countConsoleAccounts)
  async accounts(
    @CurrentExchange() { headers }: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    const { member } = await this.current(headers, operation);
    return jsonOf({ total: member.accounts });
  }

  /**
   * Ends the console's session, and sends the browser to log out at the authorization server. @throws DomainError
   * CrossSiteRequest
   */
  @Serves(consoleRoutes.logOutOfConsole)
  async logOut(
    @CurrentExchange() { headers }: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    requireOwnPage('POST', headers);
    const session = await this.sessions.find(consoleSecretIn(fieldOf(headers, 'cookie')));
    if (session) {
      const { refreshToken } = await this.sessions.tokensOf(session);
      await this.sessions.logOut(session);
      await this.server.revoke(refreshToken, operation);
    }
    const { addresses } = this.config;
    const end = new URL(`${addresses.url}/session/end`);
    end.searchParams.set('client_id', this.server.clientId);
    end.searchParams.set('post_logout_redirect_uri', addresses.consoleHome);
    end.searchParams.set('state', 'logged-out');
    const wantsJson = (fieldOf(headers, 'accept') ?? '').includes('application/json');
    return wantsJson
      ? jsonOf({ location: end.href }, 200, { 'set-cookie': endingSession })
      : redirectTo(end.href, 303, endingSession);
  }

  private async current(headers: IncomingExchange['headers'], operation: Operation) {
    const secret = consoleSecretIn(fieldOf(headers, 'cookie'));
    const isUse = !isIdle(fieldOf(headers, 'x-console'));
    const session = await (isUse ? this.sessions.use(secret) : this.sessions.find(secret));
    if (!session) throw new DomainError('NoSession');
    const usedAt = isUse ? this.clock.system() : session.seenAt;
    const { accessToken, scopes } = await this.access.tokensOf(session, operation);
    const member = await this.server.member(accessToken, operation);
    if (member) return { session, usedAt, scopes, member };
    const renewed = await this.access.tokensOf(session, operation, accessToken);
    const again = await this.server.member(renewed.accessToken, operation);
    if (again) return { session, usedAt, scopes: renewed.scopes, member: again };
    await this.sessions.end(session);
    throw new DomainError('NoSession');
  }
}
