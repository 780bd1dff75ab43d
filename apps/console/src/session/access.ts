import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { Clock, DomainError, pause } from '@halyard/core';
import { AuthorizationServer } from '../authorization/authorization-server.js';
import { type LiveSession, Sessions } from './sessions.js';
import { type Tokens, tokensOf } from '../authorization/tokens.js';

/** An access token is renewed when it lives no longer than this. */
const RENEWED_MS = 60_000;
const SECOND_MS = 1_000;
export const renewedAtMs = ({ expiresAtMs }: Tokens): number => expiresAtMs - RENEWED_MS;

@Injectable()
export class SessionAccess {
  /** Renewals under way, by session id, so that many requests at once share one. */
  private readonly renewing = new Map<string, Promise<Tokens>>();

  constructor(
    private readonly sessions: Sessions,
    private readonly server: AuthorizationServer,
    private readonly clock: Clock,
  ) {}

  /**
   * @param ended an access token of the session that was revoked, for example since the person's role changed; the next
   * token has the new role
   * @throws DomainError NoSession if the session's tokens can't be renewed; then the session ends, too
   */
  async tokensOf(session: LiveSession, operation: Operation, ended?: string): Promise<Tokens> {
    const tokens = await this.sessions.tokensOf(session);
    const hasEnded = tokens.accessToken === ended;
    if (!hasEnded && renewedAtMs(tokens) > this.clock.system().getTime()) return tokens;
    const begun = this.renewing.get(session.id);
    if (begun) return begun;
    const renewal = this.renew(session, tokens, operation, hasEnded).finally(() => this.renewing.delete(session.id));
    this.renewing.set(session.id, renewal);
    return renewal;
  }

  private async renew(
    session: LiveSession,
    { refreshToken }: Tokens,
    operation: Operation,
    hasEnded: boolean,
  ): Promise<Tokens> {
    // Token times are whole seconds: a token made in the second of the revocation would be revoked, too.
    if (hasEnded) await pause(SECOND_MS - (this.clock.system().getTime() % SECOND_MS));
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
