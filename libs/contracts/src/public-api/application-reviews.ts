import { z } from 'zod';
import { text } from '../field-contents.js';
import { applicationAttributes, exampleApplication } from './applications.js';
import { pages, resource } from './answer.js';
import { id, time } from '../resource-parts.js';
import { account, created, exampleIds, to } from './example.js';
import { defineResource } from './resource.js';
import { routesOf } from './route.js';

const operator = routesOf('auth', 'operator');

const standing = {
  id,
  status: z.enum(['active', 'suspended']),
  reason: text('text').optional(),
  created: time,
};

export const applicationReviewResources = {
  'application-review': defineResource({
    attributes: z.object(applicationAttributes),
    links: ['account', 'approve', 'reject', 'suspend', 'reinstate'],
    resourceType: 'application',
    example: {
      attributes: { ...exampleApplication, status: 'waiting' },
      links: {
        account,
        approve: to('approveApplication', exampleIds.application),
        reject: to('rejectApplication', exampleIds.application),
      },
    },
  }),
  'account-standing': defineResource({
    attributes: z.object({ ...standing, name: text('name') }),
    links: ['account', 'edit', 'suspend', 'reinstate'],
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
      name: text('name').optional(),
      email: text('email').optional(),
    }),
    links: ['suspend', 'reinstate', 'reset-factors'],
    resourceType: 'person',
    example: {
      attributes: { status: 'suspended', reason: 'Reported as stolen, case 17.', created, hasSecondFactor: true },
      links: { 'reset-factors': to('resetFactors', exampleIds.other) },
    },
  }),
};

const at = '/operations/applications';
const refuses = ['InvalidResourceState'] as const;

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
    description: 'Lets an integration act, or approves the change that it asks for.',
    answers: [resource('application-review')],
    offeredBy: { resources: { 'application-review': { approve: {} } } },
    refuses,
  }),
  rejectApplication: operator.post(`${at}/:id/rejections`, {
    category: 'writes',
    description: 'Rejects an integration, or the change that it asks for.',
    answers: [resource('application-review')],
    offeredBy: { resources: { 'application-review': { reject: {} } } },
    refuses,
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
    description: 'Ends all tokens for an account. There are no others until it is reinstated.',
    answers: [resource('account-standing')],
    offeredBy: { resources: { 'account-standing': { suspend: {} } } },
    refuses,
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
  suspendPerson: operator.post('/operations/people/:id/suspensions', {
    category: 'writes',
    description: 'Logs a person out everywhere. It cannot log in until it is reinstated.',
    answers: [resource('person-standing')],
    offeredBy: { resources: { 'person-standing': { suspend: {} } } },
    refuses,
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
