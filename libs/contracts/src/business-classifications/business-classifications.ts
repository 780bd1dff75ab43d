import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { id } from '../kernel/rows/schemas.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

const anyToken = routesOf('customers', 'token');

export const businessClassificationResources = {
  'business-classification': defineResource({
    attributes: z.object({ id, name: text('name') }),
    links: {},
    example: { attributes: { name: 'Entertainment and media' } },
  }),
};

const { resource, whole } = answersOf(businessClassificationResources);

export const businessClassificationRoutes = {
  listBusinessClassifications: anyToken.get('/business-classifications', {
    description: 'Lists the industries by which businesses are classified.',
    answers: [whole('business-classification')],
  }),
  queryBusinessClassifications: anyToken.post('/business-classifications', {
    category: 'reads',
    description: 'The same as the GET, for clients that ask by POST. It changes nothing.',
    takes: [],
    answers: [whole('business-classification')],
  }),
  getBusinessClassification: anyToken.get('/business-classifications/:id', {
    description: 'Returns an industry group with its industries.',
    answers: [resource('business-classification')],
  }),
  queryBusinessClassification: anyToken.post('/business-classifications/:id', {
    category: 'reads',
    description: 'The same as the GET, for clients that ask by POST. It changes nothing.',
    takes: [],
    answers: [resource('business-classification')],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof businessClassificationResources> {}
  interface RouteRows extends Readonly<typeof businessClassificationRoutes> {}
}
