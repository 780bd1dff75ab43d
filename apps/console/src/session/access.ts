import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { Clock, DomainError } from '@halyard/core';
import { AuthorizationServer } from '../authorization/authorization-server.js';
import { type LiveSession, Sessions } from './sessions.js';
import { type Tokens, tokensOf } from '../authorization/tokens.js';

/** So long before its end an access token is renewed. */
const RENEWED_MS = 60_000;
export const renewedAtMs = ({ expiresAtMs }: Tokens): number => expiresAtMs - RENEWED_MS;

/** The tokens with which a session's requests go on. */
@Injectable()
export class SessionAccess {
  /** Renewals in progress, by session: of many requests at once one renews. */
  private readonly renewing = new Map<string, Promise<Tokens>>();

  constructor(
    private readonly sessions: Sessions,
    private readonly server: AuthorizationServer,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NoSession for a session whose tokens have ended, which then ends too */
  async tokensOf(session: LiveSession, operation: Operation): Promise<Tokens> {
    const tokens = await this.sessions.tokensOf(session);
    if (renewedAtMs(tokens) > this.clock.system().getTime()) return tokens;
    const begun = this.renewing.get(session.id);
    if (begun) return begun;
    const renewal = this.renew(session, tokens, operation).finally(() => this.renewing.delete(session.id));
    this.renewing.set(session.id, renewal);
    return renewal;
  }

  private async renew(session: LiveSession, { refreshToken }: Tokens, operation: Operation): Promise<Tokens> {
    try {
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
      const renewed = tokensOf(await this.server.exchange(fields, operation), this.clock.system());
      await this.sessions.keep(session, renewed);
      return renewed;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'InvalidCredentials') throw error;
      await this.sessions.end(session);
      throw new DomainError('NoSession', { cause: error });
    }
  }
}
