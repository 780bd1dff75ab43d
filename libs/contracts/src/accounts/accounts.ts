import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { id, usd } from '../kernel/rows/schemas.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { account, dollars, exampleIds, to } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

const operator = routesOf('auth', 'operator');
const anyToken = routesOf('auth', 'token');
const funding = routesOf('auth', 'funding', 'nobody');

const settings = z.object({
  weeklyLimit: usd,
  transferLimit: usd,
  sameDayClearing: z.boolean(),
  wires: z.boolean(),
  requireSecondFactor: z.boolean(),
});
const exampleSettings = {
  weeklyLimit: dollars('5000.00'),
  transferLimit: dollars('10000.00'),
  sameDayClearing: true,
  wires: false,
  requireSecondFactor: false,
};

export const accountResources = {
  account: defineResource({
    attributes: z.object({
      id,
      name: text('name').optional(),
      timezoneOffset: z.number().optional(),
      type: text('kept').optional(),
    }),
    links: {
      receive: 'write',
      send: 'write',
      'funding-sources': 'listAccountFundingSources',
      transfers: 'listAccountTransfers',
      customers: 'listCustomers',
      statistics: 'statistics',
      clock: 'sandbox-clock',
    },
    example: {
      attributes: { name: 'Harbor Payments', timezoneOffset: 0, type: 'Commercial' },
      links: { 'funding-sources': to('listAccountFundingSources', exampleIds.account), customers: to('listCustomers') },
    },
  }),
  'account-settings': defineResource({
    attributes: settings,
    links: { account: 'account', edit: 'write' },
    example: { attributes: exampleSettings, links: { account } },
  }),
  'own-account-settings': defineResource({
    attributes: settings,
    links: { account: 'account' },
    resourceType: 'account-settings',
    example: { attributes: exampleSettings, links: { account } },
  }),
  'application-settings': defineResource({
    attributes: z.object({ origins: z.array(text('url')).readonly() }),
    links: { edit: 'write' },
    example: { attributes: { origins: ['https://shop.example'] } },
  }),
};

const { made, resource } = answersOf(accountResources);

export const accountRoutes = {
  openAccount: operator.post('/accounts', {
    category: 'writes',
    description: 'Opens an account with one application, which authenticates by the given key and secret.',
    offeredBy: { lists: { listAccountStandings: { asks: ['name', 'application', 'owner'] } } },
    answers: [made('account')],
    refuses: ['Forbidden'],
  }),
  getAccount: anyToken.get('/accounts/:id', {
    description:
      'Returns the account of the application: its id and links; with the scope `accountinfofull` also its name, type and time zone.',
    answers: [resource('account')],
  }),
  getOwnAccountSettings: anyToken.get('/accounts/:id/settings', {
    description:
      'Returns the limits of the account of the application, the kinds of payments that it may use, and whether its people need a second factor.',
    answers: [resource('own-account-settings')],
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

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof accountResources> {}
  interface RouteRows extends Readonly<typeof accountRoutes> {}
}
