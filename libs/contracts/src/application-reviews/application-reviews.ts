import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { applicationAttributes, exampleApplication } from '../applications/applications.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { personRoles } from '../people/roles.js';
import { id, time } from '../kernel/rows/schemas.js';
import { account, created, exampleIds, to } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

const operator = routesOf('auth', 'operator');

const standing = {
  id,
  status: z.enum(['active', 'suspended']),
  reason: text('text').optional(),
  created: time,
};

const exampleVersion = 'OTQ4YzM0NTUtZjNkNi00';

export const applicationReviewResources = {
  'application-review': defineResource({
    attributes: z.object({
      ...applicationAttributes,
      version: text('kept')
        .optional()
        .describe('While it waits: changes with whatever an approval is about, and names it.'),
    }),
    links: {
      account: 'account',
      approve: 'write',
      reject: 'write',
      suspend: 'write',
      reinstate: 'write',
    },
    resourceType: 'application',
    example: {
      attributes: { ...exampleApplication, status: 'waiting', version: exampleVersion },
      links: {
        account,
        approve: to('approveApplication', exampleIds.application),
        reject: to('rejectApplication', exampleIds.application),
      },
    },
  }),
  'account-standing': defineResource({
    attributes: z.object({ ...standing, name: text('name') }),
    links: {
      account: 'account',
      edit: 'write',
      suspend: 'write',
      reinstate: 'write',
    },
    resourceType: 'account',
    example: {
      attributes: { status: 'active', created, name: 'Acme' },
      links: {
        account,
        edit: to('account-settings', exampleIds.account),
        suspend: to('suspendAccount', exampleIds.account),
      },
    },
  }),
  'person-standing': defineResource({
    attributes: z.object({
      ...standing,
      hasSecondFactor: z.boolean(),
      role: z
        .enum(personRoles)
        .optional()
        .describe("The role in the installation's own account, of who belongs to it."),
      name: text('name').optional(),
      email: text('email').optional(),
    }),
    links: {
      suspend: 'write',
      reinstate: 'write',
      'reset-factors': 'write',
      edit: 'write',
      remove: 'write',
    },
    resourceType: 'person',
    example: {
      attributes: { status: 'suspended', reason: 'Reported as stolen, case 17.', created, hasSecondFactor: true },
      links: { 'reset-factors': to('resetFactors', exampleIds.other) },
    },
  }),
};

const { pages, resource } = answersOf(applicationReviewResources);

const at = '/operations/applications';
const refuses = ['InvalidResourceState'] as const;
const versioned = { version: { shown: 'version' } } as const;

export const applicationReviewRoutes = {
  listApplicationReviews: operator.get(at, {
    description:
      'Lists the applications of all accounts. Those that are `waiting` include approved ones that ask for a change.',
    answers: [pages('application-review')],
  }),
  getApplicationReview: operator.get(`${at}/:id`, {
    description: 'Returns an application of any account.',
    answers: [resource('application-review')],
  }),
  approveApplication: operator.post(`${at}/:id/approvals`, {
    category: 'writes',
    description:
      'Lets an integration act, or approves the change that it asks for. `version` is that of the application as it was looked at: when it has changed since, the answer is 409.',
    answers: [resource('application-review')],
    offeredBy: {
      resources: {
        'application-review': {
          approve: { sends: versioned, fills: { permissions: ['pending.permissions', 'permissions'] } },
        },
      },
    },
    refuses: ['InvalidResourceState', 'Conflict'],
  }),
  rejectApplication: operator.post(`${at}/:id/rejections`, {
    category: 'writes',
    description: 'Rejects an integration, or the change that it asks for. `version` is as for an approval.',
    answers: [resource('application-review')],
    offeredBy: { resources: { 'application-review': { reject: { sends: versioned } } } },
    refuses: ['InvalidResourceState', 'Conflict'],
  }),
  suspendApplication: operator.post(`${at}/:id/suspensions`, {
    category: 'writes',
    description: 'Ends all tokens of an application. It gets no others until it is reinstated.',
    answers: [resource('application-review')],
    offeredBy: { resources: { 'application-review': { suspend: {} } } },
    refuses,
  }),
  reinstateApplication: operator.post(`${at}/:id/reinstatements`, {
    category: 'writes',
    description: 'Lets a suspended application act again.',
    takes: [],
    answers: [resource('application-review')],
    offeredBy: { resources: { 'application-review': { reinstate: {} } } },
    refuses,
  }),
  listAccountStandings: operator.get('/operations/accounts', {
    description: 'Lists the accounts of this installation, the newest first, and whether each is suspended.',
    answers: [pages('account-standing')],
  }),
  getAccountStanding: operator.get('/operations/accounts/:id', {
    description: 'Returns whether an account is suspended.',
    answers: [resource('account-standing')],
  }),
  suspendAccount: operator.post('/operations/accounts/:id/suspensions', {
    category: 'writes',
    description:
      "Ends all tokens for an account. There are no others until it is reinstated. The installation's own account stays.",
    answers: [resource('account-standing')],
    offeredBy: { resources: { 'account-standing': { suspend: {} } } },
    refuses: ['InvalidResourceState', 'Conflict'],
  }),
  reinstateAccount: operator.post('/operations/accounts/:id/reinstatements', {
    category: 'writes',
    description: 'Lets a suspended account be acted for again.',
    takes: [],
    answers: [resource('account-standing')],
    offeredBy: { resources: { 'account-standing': { reinstate: {} } } },
    refuses,
  }),
  listPersonStandings: operator.get('/operations/people', {
    description: 'Lists the people who can log in, the newest first, and whether each is suspended.',
    answers: [pages('person-standing')],
  }),
  getPersonStanding: operator.get('/operations/people/:id', {
    description: 'Returns whether a person is suspended.',
    answers: [resource('person-standing')],
  }),
  changeOperatedPerson: operator.post('/operations/people/:id', {
    category: 'writes',
    description:
      "Gives a person of the installation's own account another role there. For operators who have just logged in, and for no application; the last operator stays.",
    answers: [resource('person-standing')],
    offeredBy: { resources: { 'person-standing': { edit: {} } } },
    refuses: ['Forbidden', 'InvalidResourceState', 'Conflict'],
  }),
  removeOperatedPerson: operator.delete('/operations/people/:id', {
    category: 'writes',
    description:
      "Removes a person from the installation's own account. For operators who have just logged in, and for no application; the last operator stays.",
    answers: [resource('person-standing')],
    offeredBy: { resources: { 'person-standing': { remove: {} } } },
    refuses: ['Forbidden', 'InvalidResourceState', 'Conflict'],
  }),
  suspendPerson: operator.post('/operations/people/:id/suspensions', {
    category: 'writes',
    description: 'Logs a person out everywhere. It cannot log in until it is reinstated. The last operator stays.',
    answers: [resource('person-standing')],
    offeredBy: { resources: { 'person-standing': { suspend: {} } } },
    refuses: ['InvalidResourceState', 'Conflict'],
  }),
  resetFactors: operator.post('/operations/people/:id/factor-resets', {
    category: 'writes',
    description:
      'Removes authenticator, passkeys and recovery codes of a person who has lost them, and logs it out everywhere. A letter tells it.',
    takes: [],
    answers: [resource('person-standing')],
    offeredBy: { resources: { 'person-standing': { 'reset-factors': {} } } },
    refuses,
  }),
  reinstatePerson: operator.post('/operations/people/:id/reinstatements', {
    category: 'writes',
    description: 'Lets a suspended person log in again.',
    takes: [],
    answers: [resource('person-standing')],
    offeredBy: { resources: { 'person-standing': { reinstate: {} } } },
    refuses,
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof applicationReviewResources> {}
  interface RouteRows extends Readonly<typeof applicationReviewRoutes> {}
}
