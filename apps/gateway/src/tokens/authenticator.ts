import { Injectable } from '@nestjs/common';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { AccessTokens } from './access-tokens.js';
import { ApplicationCredentials } from './application-credentials.js';
import { readAuthorization } from './authorization.js';

/** Finds out for whom a request acts. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly credentials: ApplicationCredentials,
  ) {}

  /**
   * @param beforeAsking called before auth is asked about credentials; it may refuse by throwing
   * @throws DomainError InvalidCredentials, InvalidAccessToken, ExpiredAccessToken, ServiceUnavailable
   */
  async authenticate(
    authorization: string | undefined,
    requestId: string,
    beforeAsking: () => void,
  ): Promise<ApplicationPrincipal> {
    const given = readAuthorization(authorization);
    if (!given) throw new DomainError('InvalidCredentials');
    if (given.scheme === 'bearer') return this.tokens.principalOf(given.token);
    const { clientId, clientSecret } = given;
    const recalled = this.credentials.recall(clientId, clientSecret);
    if (recalled) return recalled;
    beforeAsking();
    return this.credentials.authenticate(clientId, clientSecret, requestId);
  }
}
