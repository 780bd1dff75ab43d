import { z } from 'zod';
import { text } from '../field-contents.js';
import { id, usd } from '../resource-parts.js';
import { introspection, made, nothing, resource, token } from './answer.js';
import { account, dollars, exampleIds, to } from './example.js';
import { defineResource } from './resource.js';
import { routesOf } from './route.js';

const anyone = routesOf('auth', 'anyone');
const operator = routesOf('auth', 'operator');
const anyToken = routesOf('auth', 'token');
const funding = routesOf('auth', 'funding', 'nobody');

export const accountResources = {
  account: defineResource({
    attributes: z.object({ id, name: text('name'), timezoneOffset: z.number(), type: text('kept') }),
    links: ['receive', 'send', 'funding-sources', 'transfers', 'customers', 'statistics'],
    example: {
      attributes: { name: 'Harbor Payments', timezoneOffset: 0, type: 'Commercial' },
      links: { 'funding-sources': to('listAccountFundingSources', exampleIds.account), customers: to('listCustomers') },
    },
  }),
  'account-settings': defineResource({
    attributes: z.object({
      weeklyLimit: usd,
      transferLimit: usd,
      sameDayClearing: z.boolean(),
      wires: z.boolean(),
      requireSecondFactor: z.boolean(),
    }),
    links: ['account', 'edit'],
    example: {
      attributes: {
        weeklyLimit: dollars('5000.00'),
        transferLimit: dollars('10000.00'),
        sameDayClearing: true,
        wires: false,
        requireSecondFactor: false,
      },
      links: { account },
    },
  }),
  'application-settings': defineResource({
    attributes: z.object({ origins: z.array(text('url')).readonly() }),
    links: ['edit'],
    example: { attributes: { origins: ['https://shop.example'] } },
  }),
};

/** What clients of OAuth write their requests in. */
const tokenForms = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'];

export const accountRoutes = {
  createToken: anyone.post('/token', {
    category: 'writes',
    description:
      'Issues an access token for the key and the secret of an application, sent in the form or as Basic credentials (RFC 6749, 4.4).',
    takes: tokenForms,
    answers: [token],
  }),
  revokeToken: anyone.post('/token/revocation', {
    category: 'writes',
    description:
      'Ends a token of the application (RFC 7009). A refresh token ends with all that its authorization gave. The answer is the same for a token that there is not.',
    takes: tokenForms,
    answers: [nothing],
  }),
  introspectToken: anyone.post('/token/introspection', {
    category: 'reads',
    description:
      'Says whether a token stands, and for whom (RFC 7662). An application asks about those that were given to it, the application of the operator about all.',
    takes: tokenForms,
    answers: [introspection],
  }),
  openAccount: operator.post('/accounts', {
    category: 'writes',
    description: 'Opens an account with one application, which authenticates by the given key and secret.',
    offeredBy: { lists: { listAccountStandings: { asks: ['name', 'application', 'owner'] } } },
    answers: [made('account')],
    refuses: ['Forbidden'],
  }),
  getAccount: anyToken.get('/accounts/:id', {
    description: 'Returns the account of the application.',
    answers: [resource('account')],
  }),
  getAccountSettings: operator.get('/operations/accounts/:id/settings', {
    description:
      'Returns the limits of an account, the kinds of payments that it may use, and whether its people need a second factor.',
    answers: [resource('account-settings')],
  }),
  changeAccountSettings: operator.post('/operations/accounts/:id/settings', {
    category: 'writes',
    offeredBy: { resources: { 'account-settings': { edit: {} }, 'account-standing': { edit: {} } } },
    description:
      'Changes the limits of an account, the kinds of payments that it may use, and whether its people need a second factor. Absent settings stay.',
    answers: [resource('account-settings')],
  }),
  getApplicationSettings: funding.get('/application-settings', {
    description: 'Returns the origins of the pages on which the application links banks.',
    answers: [resource('application-settings')],
  }),
  changeApplicationSettings: funding.post('/application-settings', {
    category: 'writes',
    offeredBy: { resources: { 'application-settings': { edit: {} } } },
    description: 'Replaces the origins of the pages on which the application links banks.',
    answers: [resource('application-settings')],
  }),
};
