import { z } from 'zod';
import { resourceServices } from '../kernel/callers/services.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

const anyToken = routesOf('gateway', 'token');

export const searchResources = {
  search: defineResource({
    attributes: z.object({
      more: z.literal(true).optional().describe('There are more than are shown.'),
      missing: z.array(z.enum(resourceServices)).readonly().optional().describe('What could not be asked in time.'),
    }),
    links: {},
    example: { attributes: { missing: ['webhooks'] } },
  }),
};

const { resource } = answersOf(searchResources);

export const searchRoutes = {
  search: anyToken.get('/search', {
    description:
      'Finds resources that the token may read, by a whole id, e-mail address or correlation id, by the beginnings of the words of a name, or by the last four digits of a bank.',
    answers: [resource('search')],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof searchResources> {}
  interface RouteRows extends Readonly<typeof searchRoutes> {}
}
