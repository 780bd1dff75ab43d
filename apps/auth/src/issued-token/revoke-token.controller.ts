import { Body, Controller, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { RawAnswer } from '@halyard/contracts';
import { oauthRoutes } from '@halyard/contracts/authorization';
import { Serves } from '@halyard/http';
import { DataSource } from 'typeorm';
import { Revocations } from '../revocation/revocations.js';
import { TokenFamilies } from '../token-family/token-families.js';
import { ClientAuthentication } from '../token/client-authentication.js';
import { oauthAnswer } from '../token/oauth-answer.js';
import { IssuedAccessTokens } from './issued-access-tokens.js';

/**
 * RFC 7009. A refresh token ends all tokens of its authorization. The answer does not say whether the token existed.
 */
@Controller()
export class RevokeTokenController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clients: ClientAuthentication,
    private readonly families: TokenFamilies,
    private readonly accessTokens: IssuedAccessTokens,
    private readonly revocations: Revocations,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  @Serves(oauthRoutes.revokeToken)
  async revoke(@Body() body: unknown, @Res({ passthrough: true }) response: unknown): Promise<RawAnswer> {
    const presented = await this.clients.withToken(body);
    const answer =
      'refusal' in presented ? presented.refusal : await this.end(presented.application.id, presented.token);
    return oauthAnswer(this.adapterHost.httpAdapter, response, answer);
  }

  private async end(applicationId: string, token: string): Promise<{ readonly status: 200; readonly body: '' }> {
    const refreshed = await this.families.ofRefreshToken(token);
    const issued = refreshed ? undefined : await this.accessTokens.read(token);
    await this.dataSource.transaction(async (tx) => {
      if (refreshed?.family.applicationId === applicationId) await this.families.end(tx, { id: refreshed.family.id });
      if (issued?.claims.client_id === applicationId) await this.revocations.end(tx, 'token', issued.claims.jti);
    });
    return { status: 200, body: '' };
  }
}
