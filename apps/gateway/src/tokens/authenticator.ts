import { Injectable } from '@nestjs/common';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { Clock, DomainError } from '@halyard/core';
import { AccessTokens } from './access-tokens.js';
import { ApplicationCredentials, credentialsMark } from './application-credentials.js';
import { readAuthorization } from './authorization.js';
import { Revocations } from './revocation/revocations.js';

interface Caller {
  readonly requestId: string;
  readonly authorization: string | undefined;
  readonly networkOf: () => string;
}

/** Runs an expensive check; may refuse by throwing. */
type FindOut = (find: () => Promise<ApplicationPrincipal>) => Promise<ApplicationPrincipal>;

@Injectable()
export class Authenticator {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly credentials: ApplicationCredentials,
    private readonly revocations: Revocations,
    private readonly clock: Clock,
  ) {}

  /**
   * Calls `end` once the client may no longer stay connected: its token expires, `msMax` are over, or something that it
   * depends on has ended. @returns a function to call when the client has gone
   */
  whileStanding(
    authorization: string | undefined,
    principal: ApplicationPrincipal,
    msMax: number,
    end: () => void,
  ): () => void {
    const given = readAuthorization(authorization);
    const token = given?.scheme === 'bearer' ? this.tokens.endOf(given.token) : undefined;
    const mark = token?.mark ?? credentialsMark(principal);
    const unlisten = this.revocations.onEnded((news) => {
      if (news.ends(mark)) end();
    });
    const msLeft = token ? token.expiresAtMs - this.clock.system().getTime() : msMax;
    const timer = token && setTimeout(end, Math.min(msLeft, msMax)).unref();
    return () => {
      clearTimeout(timer);
      unlisten();
    };
  }

  /** The sender of a refused request, if the token is remembered. */
  recognize(authorization: string | undefined): ApplicationPrincipal | undefined {
    const given = readAuthorization(authorization);
    if (!given) return undefined;
    return given.scheme === 'bearer' ? this.tokens.knownHolderOf(given.token) : this.credentials.knownHolderOf(given);
  }

  /**
   * The holder of a token, even if it has ended, or the owner of right credentials. For requests that were refused
   * before anyone asked.
   */
  async identify({ requestId, authorization, networkOf }: Caller): Promise<ApplicationPrincipal | undefined> {
    const given = readAuthorization(authorization);
    if (given?.scheme === 'bearer') return this.tokens.holderOf(given.token);
    if (!given) return undefined;
    const caller = { requestId, network: networkOf() };
    return this.credentials.authenticate(given, caller).catch(() => undefined);
  }

  /**
   * @param findOut runs every check that is not answered from memory, and may refuse it
   * @throws DomainError InvalidCredentials, InvalidAccessToken, ExpiredAccessToken, ServiceUnavailable, TooManyRequests
   */
  async authenticate({ requestId, authorization, networkOf }: Caller, findOut: FindOut): Promise<ApplicationPrincipal> {
    const given = readAuthorization(authorization);
    if (!given) return findOut(() => Promise.reject(new DomainError('InvalidCredentials')));
    if (given.scheme === 'bearer') {
      const { token } = given;
      return this.tokens.recall(token) ?? findOut(() => this.tokens.verify(token));
    }
    return (
      this.credentials.recall(given) ??
      findOut(() => this.credentials.authenticate(given, { requestId, network: networkOf() }))
    );
  }
}
