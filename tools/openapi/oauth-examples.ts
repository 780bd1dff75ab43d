import { exampleIds as ids, type StandardDocument } from '@halyard/contracts';

const ORIGIN = 'https://localhost:8443';
const REDIRECT_URL = 'https://shop.example/callback';
const ACCESS_TOKEN = 'eyJhbGciOiJFUzI1NiJ9.c2FtcGxl.c2FtcGxl';
/** Stands for codes and other texts that nobody reads. */
const OPAQUE = 'c2FtcGxlIG9mIGEgdGV4dCB0aGF0IG5vYm9keSByZWF';

const credentials = {
  client_id: 'harbor-shop-application',
  client_secret: 'an-example-never-used-anywhere-0001',
};

/** Bodies, by the names of their schemas. */
export const oauthRequestExamples: Readonly<Record<string, object>> = {
  ApplicationTokenRequest: { grant_type: 'client_credentials', ...credentials },
  CodeTokenRequest: {
    ...{ grant_type: 'authorization_code', ...credentials },
    ...{ code: OPAQUE, redirect_uri: REDIRECT_URL, code_verifier: OPAQUE },
  },
  RefreshTokenRequest: { grant_type: 'refresh_token', ...credentials, refresh_token: OPAQUE },
  DeviceTokenRequest: {
    ...{ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', ...credentials },
    device_code: OPAQUE,
  },
  AuthorizationRequest: {
    ...{ client_id: credentials.client_id, response_type: 'code', redirect_uri: REDIRECT_URL },
    ...{ scope: 'openid transactions', state: OPAQUE, code_challenge: OPAQUE, code_challenge_method: 'S256' },
  },
  LogoutRequest: { client_id: credentials.client_id, post_logout_redirect_uri: REDIRECT_URL },
  DeviceAuthorizationRequest: { ...credentials, scope: 'openid transactions' },
  PresentedToken: { token: ACCESS_TOKEN, ...credentials },
  UserinfoRequest: { access_token: ACCESS_TOKEN },
};

const withSecret = ['client_secret_basic', 'client_secret_post'];
const anyClient = [...withSecret, 'none'];

/** The documents that the authorization server answers. */
export const documentExamples: Readonly<Record<StandardDocument, object>> = {
  token: { access_token: ACCESS_TOKEN, token_type: 'Bearer', expires_in: 3_600 },
  introspection: {
    ...{ active: true, scope: 'transactions', client_id: ids.application, sub: ids.application },
    ...{ account_id: ids.account, may: 'read', token_type: 'Bearer', exp: 1_772_478_000 },
  },
  userinfo: { sub: ids.person, name: 'Ada Byron', email: 'ada@example.com', email_verified: true },
  'device-authorization': {
    ...{ device_code: OPAQUE, user_code: 'BCDF-GHJK', expires_in: 600, interval: 5 },
    verification_uri: `${ORIGIN}/device`,
    verification_uri_complete: `${ORIGIN}/device?user_code=BCDF-GHJK`,
  },
  'openid-configuration': {
    issuer: ORIGIN,
    authorization_endpoint: `${ORIGIN}/auth`,
    token_endpoint: `${ORIGIN}/token`,
    device_authorization_endpoint: `${ORIGIN}/device/authorization`,
    userinfo_endpoint: `${ORIGIN}/userinfo`,
    revocation_endpoint: `${ORIGIN}/token/revocation`,
    revocation_endpoint_auth_methods_supported: anyClient,
    introspection_endpoint: `${ORIGIN}/token/introspection`,
    introspection_endpoint_auth_methods_supported: withSecret,
    end_session_endpoint: `${ORIGIN}/session/end`,
    jwks_uri: `${ORIGIN}/jwks`,
    scopes_supported: ['transactions', 'openid'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: anyClient,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    claims_supported: ['sub', 'email'],
  },
  'json-web-key-set': {
    keys: [
      {
        ...{ kty: 'EC', kid: 'c2FtcGxl', use: 'sig', alg: 'ES256', crv: 'P-256' },
        ...{ x: 'dGhlIGZpcnN0IGNvb3JkaW5hdGUgb2YgYSBrZXkuLi4', y: 'dGhlIG90aGVyIGNvb3JkaW5hdGUgb2YgYSBrZXkuLi4' },
      },
    ],
  },
};
