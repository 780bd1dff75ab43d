import { Injectable } from '@nestjs/common';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { Clock, DomainError } from '@halyard/core';
import { AccessTokens } from './access-tokens.js';
import { ApplicationCredentials } from './application-credentials.js';
import { readAuthorization } from './authorization.js';

interface Caller {
  readonly requestId: string;
  /** The Authorization header. */
  readonly authorization: string | undefined;
  /** Where the request comes from, for limits. */
  readonly networkOf: () => string;
}

/** Runs an expensive check; may refuse by throwing. */
type FindOut = (find: () => Promise<ApplicationPrincipal>) => Promise<ApplicationPrincipal>;

/** Finds out on whose behalf a request is made. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly credentials: ApplicationCredentials,
    private readonly clock: Clock,
  ) {}

  /**
   * How long an authenticated client may stay connected, if that is bounded; after that it has to authenticate again.
   */
  msLeft(authorization: string | undefined): number | undefined {
    const given = readAuthorization(authorization);
    const expiry = given?.scheme === 'bearer' ? this.tokens.expiryOf(given.token) : undefined;
    return expiry && expiry.getTime() - this.clock.system().getTime();
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
