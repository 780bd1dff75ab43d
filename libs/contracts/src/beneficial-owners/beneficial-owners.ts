import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { id, time } from '../kernel/rows/schemas.js';
import { internationalAddress } from '../customers/addresses.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { created } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

const managecustomers = routesOf('customers', 'managecustomers');

export const beneficialOwnerResources = {
  'beneficial-owner': defineResource({
    attributes: z.object({
      id,
      firstName: text('name'),
      lastName: text('name'),
      address: internationalAddress,
      verificationStatus: z.enum(['verified', 'document', 'incomplete']),
      created: time,
    }),
    links: {
      'retry-verification': 'write',
      'verify-with-document': 'write',
      remove: 'write',
    },
    example: {
      attributes: {
        firstName: 'Mary',
        lastName: 'Shelley',
        address: {
          address1: '2 Elm St',
          city: 'Ames',
          stateProvinceRegion: 'IA',
          postalCode: '50010',
          country: 'US',
        },
        verificationStatus: 'verified',
        created,
      },
    },
  }),
  'beneficial-ownership': defineResource({
    attributes: z.object({ status: z.enum(['uncertified', 'certified', 'recertify']) }),
    links: { 'certify-beneficial-ownership': 'write' },
    example: { attributes: { status: 'certified' } },
  }),
};

const { made, resource, whole } = answersOf(beneficialOwnerResources);

export const beneficialOwnerRoutes = {
  createBeneficialOwner: managecustomers.post('/customers/:id/beneficial-owners', {
    category: 'writes',
    description: 'Adds a beneficial owner of a company, whose identity is checked.',
    answers: [made('beneficial-owner')],
    refuses: ['InvalidResourceState', 'MaxNumberOfResources'],
  }),
  listBeneficialOwners: managecustomers.get('/customers/:id/beneficial-owners', {
    description: 'Lists the beneficial owners of a company.',
    answers: [whole('beneficial-owner')],
  }),
  getBeneficialOwner: managecustomers.get('/beneficial-owners/:id', {
    description: 'Returns a beneficial owner.',
    answers: [resource('beneficial-owner')],
  }),
  updateBeneficialOwner: managecustomers.post('/beneficial-owners/:id', {
    category: 'writes',
    description: 'Repeats the check of a beneficial owner whose identity could not be verified, with corrected data.',
    offeredBy: { resources: { 'beneficial-owner': { 'retry-verification': {} } } },
    answers: [resource('beneficial-owner')],
    refuses: ['InvalidResourceState'],
  }),
  removeBeneficialOwner: managecustomers.delete('/beneficial-owners/:id', {
    category: 'writes',
    description: 'Removes a beneficial owner. The ownership of the company has to be certified again.',
    offeredBy: { resources: { 'beneficial-owner': { remove: {} } } },
    answers: [resource('beneficial-owner')],
    refuses: ['InvalidResourceState'],
  }),
  getBeneficialOwnership: managecustomers.get('/customers/:id/beneficial-ownership', {
    description: 'Returns whether the beneficial ownership of a company is certified.',
    answers: [resource('beneficial-ownership')],
  }),
  certifyBeneficialOwnership: managecustomers.post('/customers/:id/beneficial-ownership', {
    category: 'writes',
    description: 'Certifies that the named beneficial owners of a company are all that there are.',
    offeredBy: {
      resources: {
        customer: { 'certify-beneficial-ownership': {} },
        'beneficial-ownership': { 'certify-beneficial-ownership': {} },
      },
    },
    answers: [resource('beneficial-ownership')],
    refuses: ['InvalidResourceState'],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof beneficialOwnerResources> {}
  interface RouteRows extends Readonly<typeof beneficialOwnerRoutes> {}
}
