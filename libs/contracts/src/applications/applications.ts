import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { permissions } from '../kernel/callers/permissions.js';
import { scopes } from '../kernel/callers/principal.js';
import { id, time } from '../kernel/rows/schemas.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { created, exampleIds, to } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

const accountinfofull = routesOf('auth', 'accountinfofull');

const urls = z.array(text('url')).readonly();
const scopeList = z.array(z.enum(scopes)).readonly();

export const applicationAttributes = {
  id,
  name: text('name'),
  kind: z.enum(['server', 'integration', 'first-party']),
  /** The application's client_id. */
  key: text('kept'),
  status: z.enum(['waiting', 'active', 'rejected', 'suspended']),
  /** Why an operator rejected or suspended the application. */
  reason: text('text').optional(),
  scopes: scopeList,
  permissions: z.enum(permissions),
  redirectUrls: urls,
  postLogoutRedirectUrls: urls,
  origins: urls,
  strictRedirects: z.boolean(),
  requirePkce: z.boolean(),
  created: time,
  /** Changes that an operator still has to approve. */
  pending: z
    .object({
      name: text('name').optional(),
      redirectUrls: urls.optional(),
      scopes: scopeList.optional(),
      permissions: z.enum(permissions).optional(),
    })
    .optional(),
};

const self = to('application', exampleIds.application);

export const exampleApplication = {
  name: 'Ledger Sync',
  kind: 'integration',
  key: exampleIds.application,
  status: 'active',
  scopes: ['transactions'],
  permissions: 'read',
  redirectUrls: ['https://ledger.example/callback'],
  postLogoutRedirectUrls: [],
  origins: [],
  strictRedirects: false,
  requirePkce: true,
  created,
} as const;

export const applicationResources = {
  application: defineResource({
    attributes: z.object(applicationAttributes),
    links: { edit: 'write', 'rotate-secret': 'write' },
    example: {
      attributes: exampleApplication,
      links: { edit: self, 'rotate-secret': to('createApplicationSecret', exampleIds.application) },
    },
  }),
  'application-secret': defineResource({
    attributes: z.object({ secret: text('secret') }),
    links: {},
    example: { attributes: { secret: 'an-example-never-used-anywhere-0001' } },
  }),
};

const { made, pages, resource } = answersOf(applicationResources);

export const applicationRoutes = {
  createApplication: accountinfofull.post('/applications', {
    category: 'writes',
    description:
      'Makes an application of the account. An integration waits until an operator approves it. An application gives another at most what it may do itself.',
    answers: [made('application')],
    refuses: ['Forbidden', 'MaxNumberOfResources'],
  }),
  listApplications: accountinfofull.get('/applications', {
    description: 'Lists the applications of the account, the newest first.',
    answers: [pages('application')],
    refuses: ['Forbidden'],
  }),
  getApplication: accountinfofull.get('/applications/:id', {
    description: 'Returns an application of the account.',
    answers: [resource('application')],
    refuses: ['Forbidden'],
  }),
  changeApplication: accountinfofull.post('/applications/:id', {
    category: 'writes',
    offeredBy: { resources: { application: { edit: {} } } },
    description:
      'Changes an application of the account. Another name, other redirect URLs and more scopes or permissions of an approved integration wait until an operator approves them, and are in `pending` meanwhile.',
    answers: [resource('application')],
    refuses: ['Forbidden', 'InvalidResourceState'],
  }),
  createApplicationSecret: accountinfofull.post('/applications/:id/secrets', {
    category: 'writes',
    offeredBy: { resources: { application: { 'rotate-secret': {} } } },
    description:
      'Replaces the secret of an application, which is answered here alone. The former one works for `previousValidFor` seconds more; five of them may work at a time. With `previousValidFor` 0 all former ones end. Needs an Idempotency-Key: the repeat answers the same secret.',
    answers: [resource('application-secret')],
    refuses: ['Forbidden', 'InvalidResourceState'],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof applicationResources> {}
  interface RouteRows extends Readonly<typeof applicationRoutes> {}
}
