import { permissions } from '@halyard/contracts';
import { type JsonObject, refTo } from './json.ts';

/** POST /token is defined by RFC 6749, /token/revocation by RFC 7009, /token/introspection by RFC 7662: what is served of them. */
const request: JsonObject = {
  type: 'object',
  properties: {
    grant_type: { const: 'client_credentials' },
    client_id: { type: 'string' },
    client_secret: { type: 'string' },
    scope: { type: 'string', description: 'Scopes with blanks between; all of the application unless given.' },
  },
  required: ['grant_type'],
};

const answer: JsonObject = {
  type: 'object',
  properties: {
    access_token: { type: 'string' },
    token_type: { const: 'Bearer' },
    expires_in: { type: 'integer', description: 'Seconds.' },
  },
  required: ['access_token', 'token_type', 'expires_in'],
};

const presented: JsonObject = {
  type: 'object',
  properties: {
    token: { type: 'string', description: 'An access token or a refresh token.' },
    token_type_hint: { type: 'string', description: 'Makes no difference.' },
    client_id: { type: 'string' },
    client_secret: { type: 'string' },
  },
  required: ['token'],
};

const introspection: JsonObject = {
  type: 'object',
  properties: {
    active: { type: 'boolean', description: 'Where it is false, nothing else is told.' },
    scope: { type: 'string' },
    client_id: { type: 'string', description: 'The id of the application.' },
    sub: { type: 'string', description: 'The person, or the application itself.' },
    account_id: { type: 'string' },
    may: { type: 'string', enum: [...permissions] },
    token_type: { const: 'Bearer', description: 'Of an access token.' },
    iat: { type: 'integer' },
    exp: { type: 'integer' },
    iss: { type: 'string' },
    aud: { type: 'string' },
    jti: { type: 'string' },
    sid: { type: 'string' },
  },
  required: ['active'],
};

const refusal: JsonObject = {
  type: 'object',
  properties: {
    error: { type: 'string' },
    error_description: { type: 'string' },
    code: { type: 'string', description: 'The same in the words of all other refusals, where the gateway refuses.' },
    message: { type: 'string' },
    _embedded: refTo('schemas', 'Faults'),
  },
  required: ['error'],
};

export const tokenSchemas: JsonObject = {
  TokenRequest: request,
  Token: answer,
  PresentedToken: presented,
  Introspection: introspection,
  TokenRefusal: refusal,
};

/** A body of POST /token. */
export const tokenExample = {
  grant_type: 'client_credentials',
  client_id: 'harbor-shop-application',
  client_secret: 'an-example-never-used-anywhere-0001',
};

/** A body of POST /token/revocation and /token/introspection. */
export const presentedExample = {
  token: 'eyJhbGciOiJFUzI1NiJ9.c2FtcGxl.c2FtcGxl',
  client_id: 'harbor-shop-application',
  client_secret: 'an-example-never-used-anywhere-0001',
};
