import { type JsonObject, refTo } from './json.ts';

/** POST /token is defined by RFC 6749: the part of it that is served, in its terms. */
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

export const tokenSchemas: JsonObject = { TokenRequest: request, Token: answer, TokenRefusal: refusal };

/** A body of POST /token. */
export const tokenExample = {
  grant_type: 'client_credentials',
  client_id: 'harbor-shop-application',
  client_secret: 'an-example-never-used-anywhere-0001',
};
