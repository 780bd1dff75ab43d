import { Injectable } from '@nestjs/common';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { Clock, DomainError } from '@halyard/core';
import { AccessTokens } from './access-tokens.js';
import { ApplicationCredentials } from './application-credentials.js';
import { readAuthorization } from './authorization.js';

export interface Caller {
  readonly requestId: string;
  /** The Authorization header. */
  readonly authorization: string | undefined;
  /** Where the request comes from, for those who have to know. */
  readonly networkOf: () => string;
}

/** Has something found out that costs work; may refuse by throwing. */
export type FindOut = (find: () => Promise<ApplicationPrincipal>) => Promise<ApplicationPrincipal>;

/** Finds out for whom a request acts. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly credentials: ApplicationCredentials,
    private readonly clock: Clock,
  ) {}

  /** For how long who was authenticated may stay, where that is bounded; those who stay longer are authenticated again. */
  msLeft(authorization: string | undefined): number | undefined {
    const given = readAuthorization(authorization);
    const expiry = given?.scheme === 'bearer' ? this.tokens.expiryOf(given.token) : undefined;
    return expiry && expiry.getTime() - this.clock.system().getTime();
  }

  /**
   * @param findOut is asked to do whatever is not known at once, also to refuse
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
