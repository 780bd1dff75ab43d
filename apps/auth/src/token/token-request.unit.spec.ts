import { describe, expect, it } from '@jest/globals';
import { normaliseScope, readTokenRequest, strictRequest } from './token-request.js';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('a token request', () => {
  it.each([
    ['nothing', undefined],
    ['text', 'grant_type=client_credentials'],
    ['a list', [1, 2]],
    ['no form', {}],
    ['a form that is none', { form: 'x' }],
    ['values that are no text', { form: { grant_type: 1, scope: ['send'], nested: { a: 1 } } }],
    ['an empty header', { form: null, authorization: '' }],
  ])('that holds %s is an empty form, for the token endpoint to refuse', (_, body) => {
    expect(readTokenRequest(body)).toEqual({ form: {} });
  });

  it('keeps its text fields and its header', () => {
    const request = { form: { grant_type: 'client_credentials' }, authorization: 'Basic eDp5' };
    expect(readTokenRequest(request)).toEqual(request);
  });

  it('may repeat in the form the credentials of its header', () => {
    const form = { grant_type: 'client_credentials', client_id: 'key', client_secret: 'secret' };
    const authorization = basic('key:secret');
    expect(strictRequest({ form, authorization })).toEqual({
      form: { grant_type: 'client_credentials' },
      authorization,
    });
  });

  it.each([
    ['another secret', { client_id: 'key', client_secret: 'other' }],
    ['a secret alone', { client_secret: 'secret' }],
  ])('that shows %s in the form than in the header goes on as it is, to be refused', (_, form) => {
    expect(strictRequest({ form, authorization: basic('key:secret') }).form).toEqual(form);
  });
});

it.each([
  ['send', 'send'],
  ['Send|Transactions', 'send transactions'],
  ['Send | Funding', 'send funding'],
  ['  send   funding ', 'send funding'],
  ['ManageCustomers AccountInfoFull', 'managecustomers accountinfofull'],
  ['', ''],
  [' | ', ''],
])('scopes %j are read as %j', (sent, read) => {
  expect(normaliseScope(sent)).toBe(read);
});
