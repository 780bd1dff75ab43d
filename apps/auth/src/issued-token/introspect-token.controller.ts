import { Body, Controller, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { RawAnswer } from '@halyard/contracts';
import { oauthRoutes } from '@halyard/contracts/authorization';
import { Serves } from '@halyard/http';
import type { ActiveApplication } from '../application/active-applications.query.js';
import { isPublic } from '../application/application.entity.js';
import { ClientAuthentication } from '../token/client-authentication.js';
import { oauthAnswer } from '../token/oauth-answer.js';
import { tokenRefusal } from '../token/token-request.js';
import { secondsOf } from '../token-family/person-tokens.js';
import { RefreshExchange } from '../token-family/refresh-exchange.js';
import { IssuedAccessTokens } from './issued-access-tokens.js';

const INACTIVE = { active: false };

/** RFC 7662. An application may ask about its own tokens, and the operator's application about any. */
@Controller()
export class IntrospectTokenController {
  constructor(
    private readonly clients: ClientAuthentication,
    private readonly refreshes: RefreshExchange,
    private readonly accessTokens: IssuedAccessTokens,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  @Serves(oauthRoutes.introspectToken)
  async introspect(@Body() body: unknown, @Res({ passthrough: true }) response: unknown): Promise<RawAnswer> {
    const presented = await this.clients.withToken(body);
    const answer =
      'refusal' in presented ? presented.refusal : await this.about(presented.application, presented.token);
    return oauthAnswer(this.adapterHost.httpAdapter, response, answer);
  }

  private async about(application: ActiveApplication, token: string) {
    if (isPublic(application))
      return tokenRefusal(401, 'invalid_client', 'Only an application with a secret asks about tokens.');
    const found = (await this.accessTokenOf(token)) ?? (await this.refreshTokenOf(token));
    const isTold = found?.client_id === application.id || application.scopes.includes('operator');
    return { status: 200, body: JSON.stringify(found && isTold ? { active: true, ...found } : INACTIVE) };
  }

  private async accessTokenOf(token: string) {
    const claims = await this.accessTokens.standing(token);
    if (!claims) return undefined;
    const { family: _, iat, iat_ms: __, ...told } = claims;
    return { ...told, iat: Math.floor(iat), token_type: 'Bearer' };
  }

  private async refreshTokenOf(token: string) {
    const family = await this.refreshes.usable(token);
    if (!family) return undefined;
    const { applicationId, personId, accountId, scopes, authenticatedAt, refreshedAt, exchangedAt, expiresAt } = family;
    const issuedAt = refreshedAt ?? exchangedAt;
    return {
      sub: personId,
      client_id: applicationId,
      account_id: accountId,
      scope: scopes.join(' '),
      exp: secondsOf(expiresAt),
      ...(issuedAt && { iat: secondsOf(issuedAt) }),
      ...(authenticatedAt && { auth_time: secondsOf(authenticatedAt) }),
    };
  }
}
