import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { count, id, time } from '../kernel/rows/schemas.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { created, exampleIds } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

const operator = routesOf('auth', 'operator');
const at = '/operations/signing-key-rotations';

export const signingKeyResources = {
  'signing-key-rotation': defineResource({
    attributes: z.object({
      id,
      status: z
        .enum(['published', 'signing', 'done', 'withdrawn'])
        .describe(
          'The new keys are published and sign nothing yet, sign beside former ones that verify, or are the only ones; ' +
            'or an emergency has withdrawn them.',
        ),
      emergency: z.boolean(),
      leadSeconds: count,
      keys: z.array(text('kept')).readonly().describe('The `kid` of each new key.'),
      operator: id.describe('The application that asked for it.'),
      personId: id.optional().describe('The person who did so.'),
      created: time,
      signsFrom: time.describe('When the new keys begin to sign.'),
      formerUntil: time.describe('Until when the former keys verify.'),
    }),
    links: {},
    example: {
      attributes: {
        status: 'published',
        emergency: false,
        leadSeconds: 300,
        keys: ['Qb8Bz5UmLd6QyZ5r1Jw3XK5b7M5eV4c2Zz1TqRr0uYk', 'mV0k9Z3cT2hXo7S1uN8dQy4rWb6EjGf5LpAaIiCxKtM'],
        operator: exampleIds.application,
        personId: exampleIds.person,
        created,
        signsFrom: '2026-01-30T14:05:00.000Z',
        formerUntil: '2026-01-30T15:06:00.000Z',
      },
    },
  }),
};

const { made, pages, resource } = answersOf(signingKeyResources);

export const signingKeyRoutes = {
  rotateSigningKeys: operator.post(at, {
    category: 'writes',
    description:
      'Publishes new keys for access tokens and ID tokens, which sign after the lead. The former keys verify until their last token has expired. In an emergency the former keys are withdrawn at once, with all tokens that they signed.',
    answers: [made('signing-key-rotation')],
    refuses: ['InvalidResourceState'],
  }),
  listSigningKeyRotations: operator.get(at, {
    description: 'Lists the rotations of signing keys, the newest first.',
    answers: [pages('signing-key-rotation')],
  }),
  getSigningKeyRotation: operator.get(`${at}/:id`, {
    description: 'Returns how far a rotation of signing keys has come.',
    answers: [resource('signing-key-rotation')],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof signingKeyResources> {}
  interface RouteRows extends Readonly<typeof signingKeyRoutes> {}
}
