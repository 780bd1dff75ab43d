import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { id, time } from '../kernel/rows/schemas.js';
import { securityEventTypes } from './security-event-types.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { created, exampleIds } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

const accountinfofull = routesOf('auth', 'accountinfofull');
const operator = routesOf('auth', 'operator');

export const securityEventResources = {
  'security-event': defineResource({
    attributes: z.object({
      id,
      type: z.enum(securityEventTypes),
      created: time,
      personId: id.optional(),
      applicationId: id.optional(),
      network: text('ip-address').optional(),
      userAgent: text('text').optional(),
      method: text('kept').optional(),
    }),
    links: {},
    example: {
      attributes: {
        type: 'login_succeeded',
        created,
        personId: exampleIds.account,
        network: '203.0.113.7',
        userAgent: 'Mozilla/5.0',
        method: 'otp',
      },
    },
  }),
};

const { pages } = answersOf(securityEventResources);

export const securityEventRoutes = {
  listSecurityEvents: accountinfofull.get('/security-events', {
    description: 'Lists what happened to the log-ins, factors, consents and applications of the account.',
    answers: [pages('security-event')],
    refuses: ['Forbidden'],
  }),
  listAllSecurityEvents: operator.get('/operations/security-events', {
    description: 'Lists the security events of all accounts, and failed log-ins with names that nobody has.',
    answers: [pages('security-event')],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof securityEventResources> {}
  interface RouteRows extends Readonly<typeof securityEventRoutes> {}
}
