import { Readable } from 'node:stream';
import { Controller } from '@nestjs/common';
import { scopes } from '@halyard/contracts';
import { authorizationRoutes, oauthRoutes } from '@halyard/contracts/authorization';
import { Bytes, Serves } from '@halyard/http';
import { AuthConfig } from '../config.js';
import { DEVICE_CODE_GRANT } from '../openid/oidc-clients.js';
import { JWKS_MAX_AGE_SECONDS } from './jwks-max-age.js';
import { ID_TOKEN_ALGORITHM, SIGNING_ALGORITHM, SigningKeys } from './signing-keys.js';

const withSecret = ['client_secret_basic', 'client_secret_post'];

/** OpenID Connect Discovery 1.0. */
@Controller()
export class OpenIdDiscoveryController {
  constructor(
    private readonly keys: SigningKeys,
    private readonly config: AuthConfig,
  ) {}

  @Serves(authorizationRoutes.getOpenIdConfiguration)
  getOpenIdConfiguration(): Bytes {
    const { issuer, url, apiUrl } = this.config.addresses;
    return jsonOf({
      issuer,
      authorization_endpoint: `${url}${authorizationRoutes.authorize.path}`,
      token_endpoint: `${apiUrl}${oauthRoutes.createToken.path}`,
      device_authorization_endpoint: `${url}${oauthRoutes.authorizeDevice.path}`,
      userinfo_endpoint: `${url}${oauthRoutes.getUserinfo.path}`,
      revocation_endpoint: `${apiUrl}${oauthRoutes.revokeToken.path}`,
      revocation_endpoint_auth_methods_supported: [...withSecret, 'none'],
      introspection_endpoint: `${apiUrl}${oauthRoutes.introspectToken.path}`,
      introspection_endpoint_auth_methods_supported: withSecret,
      end_session_endpoint: `${url}${authorizationRoutes.showSessionEnd.path}`,
      jwks_uri: `${url}${authorizationRoutes.getPublicKeys.path}`,
      scopes_supported: [...scopes.filter((scope) => scope !== 'operator'), 'profile', 'email', 'offline_access'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials', DEVICE_CODE_GRANT],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [ID_TOKEN_ALGORITHM],
      token_endpoint_auth_methods_supported: [...withSecret, 'none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      // A client may assume other defaults for these three (OpenID Connect Discovery, 3).
      claims_parameter_supported: false,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
      claims_supported: [
        'sub',
        'iss',
        'aud',
        'exp',
        'iat',
        'auth_time',
        'nonce',
        'amr',
        'sid',
        'name',
        'email',
        'email_verified',
      ],
    });
  }

  /** RFC 7517. */
  @Serves(authorizationRoutes.getPublicKeys)
  async getPublicKeys(): Promise<Bytes> {
    const keys = await this.keys.publicKeys(SIGNING_ALGORITHM, ID_TOKEN_ALGORITHM);
    return jsonOf(keys, `public, max-age=${JWKS_MAX_AGE_SECONDS}`);
  }
}

const jsonOf = (value: object, cacheControl = 'no-store'): Bytes =>
  new Bytes(Readable.from([JSON.stringify(value)], { objectMode: false }), {
    'content-type': 'application/json',
    'cache-control': cacheControl,
  });
