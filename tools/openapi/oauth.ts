import { permissions, type StandardDocument } from '@halyard/contracts';
import type { PublicRoute } from '@halyard/public-api';
import { type JsonObject, refTo } from './json.ts';

/*
 * Requests and answers of the authorization server, as far as they are served: RFC 6749, 6750, 7009, 7517, 7662 and
 * 8628, OpenID Connect Core, Discovery and RP-Initiated Logout.
 */

type Properties = Readonly<Record<string, JsonObject>>;

const text = (description: string): JsonObject => ({ type: 'string', description });
const textList: JsonObject = { type: 'array', items: { type: 'string' } };
const address: JsonObject = { type: 'string', format: 'uri' };
const flag: JsonObject = { type: 'boolean' };
const seconds = (description = 'Seconds.'): JsonObject => ({ type: 'integer', description });
const object = (properties: Properties, required: readonly string[] = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
});
const all = (names: readonly string[], schema: JsonObject): Properties =>
  Object.fromEntries(names.map((name) => [name, schema]));

const credentials: Properties = {
  client_id: text('The key of the application, unless it is in the header.'),
  client_secret: text('Its secret, unless it is in the header. A public application has none.'),
};
const scope = text(
  'Scopes with blanks between; all of the application unless given. Of `refresh_token`, fewer than there are.',
);
interface Grant {
  readonly type: string;
  readonly needs: Properties;
  readonly takes?: Properties;
}

/** The fields with which a client asks for a token, by the name of the example. */
const grants: Readonly<Record<string, Grant>> = {
  ApplicationTokenRequest: { type: 'client_credentials', needs: {}, takes: { scope } },
  CodeTokenRequest: {
    type: 'authorization_code',
    needs: {
      code: text('As it came to the redirect URL, once, within a minute.'),
      redirect_uri: text('The one that was sent to `/auth`, or the registered one.'),
    },
    takes: { code_verifier: text('What the challenge was made of (RFC 7636).') },
  },
  RefreshTokenRequest: {
    type: 'refresh_token',
    needs: { refresh_token: text('The latest of its authorization.') },
    takes: { scope },
  },
  DeviceTokenRequest: {
    type: 'urn:ietf:params:oauth:grant-type:device_code',
    needs: { device_code: text('As `/device/authorization` gave it.') },
  },
};

const needed = Object.values(grants)
  .filter(({ needs }) => Object.keys(needs).length > 0)
  .map(
    ({ type, needs }) =>
      `\`${type}\` needs ${Object.keys(needs)
        .map((name) => `\`${name}\``)
        .join(' and ')}`,
  );

/** One object serves all grants, because generators of clients send a form by its fields. */
const tokenRequest: JsonObject = object(
  {
    grant_type: {
      enum: Object.values(grants).map(({ type }) => type),
      description: `${needed.join('; ')}.`,
    },
    ...credentials,
    ...Object.fromEntries(Object.values(grants).flatMap(({ needs, takes }) => Object.entries({ ...needs, ...takes }))),
  },
  ['grant_type'],
);

const authorization: Properties = {
  client_id: text('The key of the application.'),
  response_type: { const: 'code' },
  redirect_uri: text('Where the browser comes back. It may be left out where one is registered.'),
  scope: text('Scopes with blanks between. `openid` brings an ID token.'),
  state: { type: 'string', maxLength: 4_096, description: 'Comes back as it was sent.' },
  nonce: text('Comes back in the ID token.'),
  prompt: text('`none`, `login`, `consent` or `select_account`, or several with blanks between.'),
  max_age: { type: 'integer', minimum: 0, description: 'How many seconds ago the log-in may have been.' },
  login_hint: text('The e-mail address that stands in the form of the log-in.'),
  id_token_hint: text('An ID token of the person that is expected.'),
  code_challenge: { type: 'string', pattern: '^[\\w-]{43}$', description: 'The SHA-256 of the verifier (RFC 7636).' },
  code_challenge_method: { const: 'S256' },
};

const logout: Properties = {
  client_id: text('The key of the application.'),
  id_token_hint: text('An ID token that the application got, which may have expired.'),
  post_logout_redirect_uri: text('Where the browser continues: one that is registered.'),
  state: text('Comes back as it was sent.'),
};

const presented: Properties = {
  token: text('An access token or a refresh token.'),
  token_type_hint: text('Makes no difference.'),
  ...credentials,
};

const token: Properties = {
  access_token: { type: 'string' },
  token_type: { const: 'Bearer' },
  expires_in: seconds(),
  refresh_token: text('Of a person: what the next pair is exchanged for.'),
  refresh_expires_in: seconds('Seconds until it has to be exchanged.'),
  id_token: text('Of a person, with the scope `openid`.'),
  scope: text('Of a person: what was granted.'),
  account_id: text('Of a person: the account in which the token acts.'),
  _links: object({ account: object({ href: address }) }),
};

const introspection: Properties = {
  active: { type: 'boolean', description: 'Where it is false, nothing else is told.' },
  client_id: text('The id of the application.'),
  sub: text('The person, or the application itself.'),
  may: { type: 'string', enum: [...permissions] },
  token_type: { const: 'Bearer', description: 'Of an access token.' },
  ...all(['scope', 'account_id', 'iss', 'aud', 'jti', 'sid'], { type: 'string' }),
  ...all(['iat', 'exp'], { type: 'integer' }),
  auth_time: { type: 'integer', description: 'When the person had logged in who allowed it.' },
};

const userinfo: Properties = {
  sub: text('The id of the person.'),
  name: text('With the scope `profile`.'),
  email: text('With the scope `email`.'),
  email_verified: { type: 'boolean', description: 'With the scope `email`.' },
};

const deviceAuthorization: Properties = {
  device_code: text('What the program asks for a token with.'),
  user_code: text('What the person types.'),
  verification_uri: { ...address, description: 'Where the person types it.' },
  verification_uri_complete: { ...address, description: 'The same with the code in it.' },
  expires_in: seconds(),
  interval: seconds('Seconds between two requests for the token.'),
};

const configuration: Properties = {
  ...all(
    [
      ...['issuer', 'authorization_endpoint', 'token_endpoint', 'device_authorization_endpoint', 'userinfo_endpoint'],
      ...['revocation_endpoint', 'introspection_endpoint', 'end_session_endpoint', 'jwks_uri'],
    ],
    address,
  ),
  ...all(
    [
      ...['scopes', 'response_types', 'response_modes', 'grant_types', 'subject_types', 'prompt_values', 'claims'],
      ...['id_token_signing_alg_values', 'code_challenge_methods', 'token_endpoint_auth_methods'],
      ...['revocation_endpoint_auth_methods', 'introspection_endpoint_auth_methods'],
    ].map((name) => `${name}_supported`),
    textList,
  ),
  ...all(
    ['authorization_response_iss', 'claims', 'request', 'request_uri'].map((name) => `${name}_parameter_supported`),
    flag,
  ),
};

const key = object(all(['kid', 'kty', 'use', 'alg', 'crv', 'x', 'y', 'n', 'e'], { type: 'string' }), [
  ...['kid', 'kty', 'use', 'alg'],
]);

const refusal: Properties = {
  error: { type: 'string' },
  error_description: { type: 'string' },
  code: text('The same in the words of all other refusals, where the gateway refuses.'),
  message: { type: 'string' },
  _embedded: refTo('schemas', 'Faults'),
};

export const oauthSchemas: JsonObject = {
  TokenRequest: tokenRequest,
  AuthorizationRequest: object(authorization, ['client_id', 'response_type', 'scope']),
  LogoutRequest: object(logout, []),
  DeviceAuthorizationRequest: object({ ...credentials, scope }, []),
  PresentedToken: object(presented, ['token']),
  UserinfoRequest: object({ access_token: text('Unless it is in the header.') }, []),
  Token: object(token, ['access_token', 'token_type', 'expires_in']),
  Introspection: object(introspection, ['active']),
  Userinfo: object(userinfo, ['sub']),
  DeviceAuthorization: object(deviceAuthorization),
  OpenIdConfiguration: object(configuration),
  JsonWebKeySet: object({ keys: { type: 'array', items: key } }),
  TokenRefusal: object(refusal, ['error']),
};

/** The schema of each document. */
export const schemaOfDocument: Readonly<Record<StandardDocument, string>> = {
  token: 'Token',
  introspection: 'Introspection',
  userinfo: 'Userinfo',
  'device-authorization': 'DeviceAuthorization',
  'openid-configuration': 'OpenIdConfiguration',
  'json-web-key-set': 'JsonWebKeySet',
};

interface Form {
  readonly schema: string;
  /** The names of its variants, and of their examples. */
  readonly variants: readonly string[];
  readonly required: boolean;
}

const form = (schema: string, { required = true, variants = [schema] }: Partial<Form> = {}): Form => ({
  schema,
  variants,
  required,
});

/** The forms that the authorization server's routes take. */
export const oauthForms: Readonly<Partial<Record<PublicRoute, Form>>> = {
  createToken: form('TokenRequest', { variants: Object.keys(grants) }),
  revokeToken: form('PresentedToken'),
  introspectToken: form('PresentedToken'),
  authorizeDevice: form('DeviceAuthorizationRequest'),
  getUserinfoByPost: form('UserinfoRequest', { required: false }),
  authorizeByForm: form('AuthorizationRequest'),
  showSessionEndByForm: form('LogoutRequest'),
};

interface Query {
  readonly schemas: Properties;
  readonly required: readonly string[];
}

/** The query parameters that the authorization server's routes take. */
export const oauthQueries: Readonly<Partial<Record<PublicRoute, Query>>> = {
  authorize: { schemas: authorization, required: ['client_id', 'response_type', 'scope'] },
  showSessionEnd: { schemas: logout, required: [] },
};

const byClient: readonly JsonObject[] = [{ client: [] }, {}];
const byPerson: readonly JsonObject[] = [{ openid: ['openid'] }];

/** How clients of the authorization server's routes prove themselves by a header, unless they do so in the form. */
export const oauthSecurity: Readonly<Partial<Record<PublicRoute, readonly JsonObject[]>>> = {
  createToken: byClient,
  revokeToken: byClient,
  introspectToken: byClient,
  authorizeDevice: byClient,
  getUserinfo: byPerson,
  getUserinfoByPost: byPerson,
};
