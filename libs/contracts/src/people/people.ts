import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { invitedRoles, personRoles } from './roles.js';
import { count, id, time } from '../kernel/rows/schemas.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { created, later } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

const accountinfofull = routesOf('auth', 'accountinfofull');

export const peopleResources = {
  person: defineResource({
    attributes: z.object({
      id,
      email: text('email'),
      name: text('name'),
      role: z.enum(personRoles),
      disconnected: count.optional().describe('How many integrations the change disconnects from the account.'),
    }),
    links: { edit: 'write', remove: 'write' },
    example: { attributes: { email: 'ada@example.com', name: 'Ada Byron', role: 'owner' } },
  }),
  invitation: defineResource({
    attributes: z.object({
      id,
      email: text('email'),
      name: text('name'),
      role: z.enum(invitedRoles),
      created: time,
      expires: time,
    }),
    links: { withdraw: 'write' },
    example: {
      attributes: { email: 'ada@example.com', name: 'Ada Byron', role: 'viewer', created, expires: later },
    },
  }),
};

const { made, resource, whole } = answersOf(peopleResources);

export const peopleRoutes = {
  listPeople: accountinfofull.get('/people', {
    description: 'Lists the people who belong to the account, with their roles.',
    answers: [whole('person')],
    refuses: ['Forbidden'],
  }),
  getPerson: accountinfofull.get('/people/:id', {
    description: 'Returns a person who belongs to the account.',
    answers: [resource('person')],
    refuses: ['Forbidden'],
  }),
  changePerson: accountinfofull.post('/people/:id', {
    category: 'writes',
    offeredBy: {
      resources: { person: { edit: { asks: ['role'] }, remove: { sends: { removed: true }, asks: [] } } },
    },
    description:
      'Gives a person another role, or removes it from the account. For owners who have just logged in, and for no application; the last owner stays, and operators are changed by operators alone.',
    answers: [resource('person')],
    refuses: ['Forbidden', 'InvalidResourceState'],
  }),
  createInvitation: accountinfofull.post('/invitations', {
    category: 'writes',
    description:
      'Invites a person to the account by e-mail. The link in the letter works once, for seven days. An application without the scope `send` invites only as `viewer` or `member`.',
    answers: [made('invitation')],
    refuses: ['Forbidden', 'MaxNumberOfResources'],
  }),
  listInvitations: accountinfofull.get('/invitations', {
    description: 'Lists the invitations to the account that can be accepted.',
    answers: [whole('invitation')],
    refuses: ['Forbidden'],
  }),
  getInvitation: accountinfofull.get('/invitations/:id', {
    description: 'Returns an invitation that can be accepted.',
    answers: [resource('invitation')],
    refuses: ['Forbidden'],
  }),
  withdrawInvitation: accountinfofull.delete('/invitations/:id', {
    category: 'writes',
    offeredBy: { resources: { invitation: { withdraw: {} } } },
    description: 'Withdraws an invitation. For owners who have just logged in, and for no application.',
    answers: [resource('invitation')],
    refuses: ['Forbidden'],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof peopleResources> {}
  interface RouteRows extends Readonly<typeof peopleRoutes> {}
}
