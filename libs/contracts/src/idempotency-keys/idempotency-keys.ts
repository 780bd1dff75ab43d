import { z } from 'zod';
import { holding, text } from '../kernel/rows/field-contents.js';
import { count, halLink, id, time } from '../kernel/rows/schemas.js';
import { keyUseStates } from './key-uses.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { created, exampleIds, later } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

const anyToken = routesOf('gateway', 'token', 'first-party');

const href = `https://api.example.com/transfers/${exampleIds.transfer}`;

export const idempotencyKeyResources = {
  'idempotency-key': defineResource({
    attributes: z.object({
      key: text('idempotency-key'),
      uses: z
        .array(
          z.object({
            _links: z.object({ resource: halLink.optional() }),
            application: z.object({ id, name: text('name') }).optional(),
            method: text('kept'),
            path: holding('kept', z.string().describe('As it was requested, without the query.')),
            firstUsed: time,
            expires: time,
            state: z
              .enum(keyUseStates)
              .describe('`done`: repeats get the outcome. `released`: it was refused, so a repeat is decided anew.'),
            at: time.describe('When the state was reached.'),
            status: count.optional(),
            location: text('link').optional(),
          }),
        )
        .readonly(),
    }),
    links: {},
    example: {
      attributes: {
        key: 'order-1',
        uses: [
          {
            _links: { resource: { href, type: 'application/vnd.service.v1.hal+json', 'resource-type': 'transfer' } },
            method: 'POST',
            path: '/transfers',
            firstUsed: created,
            expires: later,
            state: 'done',
            at: created,
            status: 201,
            location: href,
          },
        ],
      },
    },
  }),
};

const { resource } = answersOf(idempotencyKeyResources);

export const idempotencyKeyRoutes = {
  getIdempotencyKey: anyToken.get('/idempotency-keys/:key', {
    description:
      'Returns the requests that the application made under an Idempotency-Key within 24 hours, one for each service that keeps the key, and what became of them. The key is percent-encoded.',
    answers: [resource('idempotency-key')],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof idempotencyKeyResources> {}
  interface RouteRows extends Readonly<typeof idempotencyKeyRoutes> {}
}
