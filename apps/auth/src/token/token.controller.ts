import { Body, Controller, Res } from '@nestjs/common';
import { CurrentOperation, Serves, timeOf } from '@halyard/http';
import { HttpAdapterHost } from '@nestjs/core';
import type { Operation, RawAnswer } from '@halyard/contracts';
import { oauthRoutes } from '@halyard/contracts/authorization';
import { AuthConfig } from '../config.js';
import { ApplicationTokens } from './application-tokens.js';
import { oauthAnswer } from './oauth-answer.js';
import { OpenIdProvider, type ProviderAnswer } from './openid-provider.js';
import { withoutOwnResourceIn } from './resource.js';
import {
  inOurWords,
  readTokenRequest,
  refusalOfLacking,
  refusalOfResource,
  strictRequest,
  type TokenRequest,
} from './token-request.js';

/**
 * RFC 6749 fixes the answers and refusals of /token. They pass through the gateway unchanged, with `error` and
 * `error_description` instead of the API's own error document.
 */
@Controller()
export class TokenController {
  constructor(
    private readonly tokens: ApplicationTokens,
    private readonly provider: OpenIdProvider,
    private readonly adapterHost: HttpAdapterHost,
    private readonly config: AuthConfig,
  ) {}

  @Serves(oauthRoutes.createToken)
  async createToken(
    @Body() body: unknown,
    @CurrentOperation() operation: Operation,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<RawAnswer> {
    const read = strictRequest(readTokenRequest(body));
    const request = { ...read, form: withoutOwnResourceIn(read.form, this.config) };
    const token = await this.tokens.exchange(request);
    const answer = token
      ? { status: 200, body: JSON.stringify(token) }
      : (refusalOfLacking(request) ??
        refusalOfResource(request) ??
        (await this.tokens.refusalOfInactive(request)) ??
        inOurWords(await this.ask(request, timeOf(operation))));
    return oauthAnswer(this.adapterHost.httpAdapter, response, answer);
  }

  private ask({ form, authorization }: TokenRequest, requestedAt: Date): Promise<ProviderAnswer> {
    return this.provider.run(
      {
        method: 'POST',
        url: oauthRoutes.createToken.path,
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          ...(authorization !== undefined && { authorization }),
        },
        payload: new URLSearchParams(form).toString(),
      },
      { requestedAt },
    );
  }
}
