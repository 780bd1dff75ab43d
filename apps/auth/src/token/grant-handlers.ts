import { Injectable } from '@nestjs/common';
import type { errors as Errors, Provider, TokenEndpointGrantContext } from 'oidc-provider';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { scopesIn } from '../consent/authorization-policy.js';
import { DEVICE_CODE_GRANT } from '../openid/oidc-clients.js';
import { CodeExchange } from '../token-family/code-exchange.js';
import { DeviceExchange } from '../token-family/device-exchange.js';
import { RefreshExchange } from '../token-family/refresh-exchange.js';
import { ApplicationTokens, grantedScope } from './application-tokens.js';
import type { RequestNotes } from './request-notes.js';
import { withoutOfflineAccess } from './token-request.js';

type ErrorClasses = Pick<
  typeof Errors,
  | 'AccessDenied'
  | 'AuthorizationPending'
  | 'ExpiredToken'
  | 'InvalidClient'
  | 'InvalidGrant'
  | 'InvalidRequest'
  | 'InvalidScope'
  | 'SlowDown'
>;

interface CodeParameters {
  readonly code?: string;
  readonly redirect_uri?: string;
  readonly code_verifier?: string;
}

/** Our own handlers for grant types, some of which oidc-provider also knows. */
@Injectable()
export class GrantHandlers {
  constructor(
    private readonly credentials: ApplicationCredentials,
    private readonly tokens: ApplicationTokens,
    private readonly codes: CodeExchange,
    private readonly refreshes: RefreshExchange,
    private readonly devices: DeviceExchange,
  ) {}

  register(provider: Provider, errors: ErrorClasses, asked: RequestNotes): void {
    // Our handler grants all scopes by default, and its answer never contains `scope`. Most valid requests are answered
    // before they get here; only requests in an unusual form reach this handler.
    provider.registerGrantType<{ scope?: string }>(
      'client_credentials',
      (context) => this.grantClientCredentials(context, errors),
      ['scope'],
    );
    provider.registerGrantType<CodeParameters>(
      'authorization_code',
      (context) => this.grantCode(context, errors, asked.timeOf(context.req)),
      ['code', 'redirect_uri', 'code_verifier'],
    );
    provider.registerGrantType<{ refresh_token?: string; scope?: string }>(
      'refresh_token',
      (context) => this.grantRefresh(context, errors),
      ['refresh_token', 'scope'],
    );
    provider.registerGrantType<{ device_code?: string }>(
      DEVICE_CODE_GRANT,
      (context) => this.grantDevice(context, errors, asked.timeOf(context.req)),
      ['device_code'],
    );
  }

  private async grantClientCredentials(
    context: TokenEndpointGrantContext<{ scope?: string }>,
    { InvalidClient, InvalidScope }: ErrorClasses,
  ): Promise<void> {
    const { client, params } = context.oidc;
    const application = await this.credentials.find(client.clientId);
    if (!application) throw new InvalidClient('the application may not act any more');
    const scope = grantedScope(application, params.scope);
    if (scope === undefined) throw new InvalidScope('requested scope is not allowed', params.scope ?? '');
    context.body = { ...(await this.tokens.make(application, scope)) };
  }

  private async grantCode(
    context: TokenEndpointGrantContext<CodeParameters>,
    { InvalidGrant, InvalidRequest }: ErrorClasses,
    requestedAt: Date,
  ): Promise<void> {
    const { client, params, provider } = context.oidc;
    const { code, redirect_uri: redirectUrl, code_verifier: verifier } = params;
    if (code === undefined) throw new InvalidRequest("missing required parameter 'code'");
    if (redirectUrl === undefined) throw new InvalidRequest("missing required parameter 'redirect_uri'");
    const issued = await provider.AuthorizationCode.find(code);
    const { clientId: applicationId } = client;
    const answer = await this.codes.exchange({ applicationId, code: issued, redirectUrl, verifier, requestedAt });
    if (!answer) throw new InvalidGrant('the code is unknown, used, expired, or for another client or redirect URL');
    context.body = { ...answer };
  }

  private async grantRefresh(
    context: TokenEndpointGrantContext<{ refresh_token?: string; scope?: string }>,
    { InvalidGrant, InvalidRequest, InvalidScope }: ErrorClasses,
  ): Promise<void> {
    const { client, params } = context.oidc;
    const { refresh_token: refreshToken, scope } = params;
    if (refreshToken === undefined) throw new InvalidRequest("missing required parameter 'refresh_token'");
    const { clientId: applicationId } = client;
    const answer = await this.refreshes.exchange({
      applicationId,
      refreshToken,
      scopes: withoutOfflineAccess(scopesIn(scope)),
    });
    if (answer === 'invalid_scope') throw new InvalidScope('requested scope was not granted', scope ?? '');
    if (answer === 'invalid_grant')
      throw new InvalidGrant('the refresh token is unknown, used, expired, or another client’s');
    context.body = { ...answer };
  }

  private async grantDevice(
    context: TokenEndpointGrantContext<{ device_code?: string }>,
    errors: ErrorClasses,
    requestedAt: Date,
  ): Promise<void> {
    const { client, params } = context.oidc;
    const { device_code: deviceCode } = params;
    if (deviceCode === undefined) throw new errors.InvalidRequest("missing required parameter 'device_code'");
    const { clientId: applicationId } = client;
    const answer = await this.devices.exchange({ applicationId, deviceCode, requestedAt });
    switch (answer) {
      case 'authorization_pending':
        throw new errors.AuthorizationPending('nobody has answered yet');
      case 'slow_down':
        throw new errors.SlowDown('ask less often, by five seconds');
      case 'access_denied':
        throw new errors.AccessDenied('the person denied access');
      case 'expired_token':
        throw new errors.ExpiredToken('nobody has answered in time');
      case 'invalid_grant':
        throw new errors.InvalidGrant('the device code is unknown, used, or for another client');
    }
    context.body = { ...answer };
  }
}
