import { scopes } from '@halyard/contracts';
import { authorizationRoutes, oauthRoutes, pageRoutes } from '@halyard/contracts/authorization';
import type { Configuration } from 'oidc-provider';
import { USER_CODE } from '../device-grant/user-code.js';
import { ID_TOKEN_ALGORITHM } from '../signing-key/signing-keys.js';
import { PERSONAL_SCOPES } from '../openid/oidc-clients.js';

const MINUTE_S = 60;

export const fixedConfiguration: Configuration = {
  allowOmittingSingleRegisteredRedirectUri: true,
  claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  clientDefaults: {
    grant_types: ['client_credentials'],
    response_types: [],
    token_endpoint_auth_method: 'client_secret_basic',
    id_token_signed_response_alg: ID_TOKEN_ALGORITHM,
  },
  enabledJWA: { idTokenSigningAlgValues: [ID_TOKEN_ALGORITHM] },
  // Never ends grants with a session: TokenFamilies ends families.
  expiresWithSession: () => false,
  extraClientMetadata: { properties: ['requires_pkce', 'strict_redirects'] },
  features: {
    clientCredentials: { enabled: true },
    deviceFlow: { enabled: true, ...USER_CODE },
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  },
  // Always true, so that the library knows that refresh tokens exist. The grant itself is ours.
  issueRefreshToken: () => true,
  pkce: { required: (_, { requires_pkce: isRequired }) => isRequired === true },
  responseTypes: ['code'],
  routes: {
    authorization: authorizationRoutes.authorize.path,
    token: oauthRoutes.createToken.path,
    device_authorization: oauthRoutes.authorizeDevice.path,
    code_verification: pageRoutes.showDevice.path,
  },
  scopes: [...scopes, ...PERSONAL_SCOPES],
  ttl: {
    AuthorizationCode: MINUTE_S,
    DeviceCode: 10 * MINUTE_S,
    Grant: MINUTE_S,
    IdToken: 60 * MINUTE_S,
    Interaction: 60 * MINUTE_S,
    Session: MINUTE_S,
  },
};
