import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { id, time } from '../kernel/rows/schemas.js';
import { internationalAddress } from './addresses.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { account, created, customer, exampleIds, to } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';

export const customerStanding = {
  type: z.enum(['unverified', 'receive-only', 'personal', 'business']),
  status: z.enum(['unverified', 'retry', 'document', 'verified', 'suspended', 'deactivated']),
};

const managecustomers = routesOf('customers', 'managecustomers');
const operator = routesOf('customers', 'operator');

export const customerResources = {
  customer: defineResource({
    attributes: z.object({
      id,
      firstName: text('name'),
      lastName: text('name'),
      email: text('email'),
      ...customerStanding,
      created: time,
      address1: text('address').optional(),
      address2: text('address').optional(),
      city: text('address').optional(),
      state: text('address').optional(),
      postalCode: text('address').optional(),
      phone: text('phone').optional(),
      businessName: text('name').optional(),
      doingBusinessAs: text('name').optional(),
      website: text('website').optional(),
      businessType: z.enum(['soleProprietorship', 'llc', 'corporation', 'partnership']).optional(),
      businessClassification: id.optional(),
      controller: z
        .object({ firstName: text('name'), lastName: text('name'), title: text('name'), address: internationalAddress })
        .optional(),
      correlationId: text('kept').optional(),
    }),
    links: {
      'funding-sources': 'listCustomerFundingSources',
      transfers: 'listCustomerTransfers',
      receive: 'write',
      send: 'write',
      edit: 'write',
      'edit-form': 'customer',
      deactivate: 'write',
      suspend: 'write',
      reactivate: 'write',
      'retry-verification': 'write',
      'retry-with-full-ssn': 'write',
      'verify-with-document': 'write',
      'verify-business-with-document': 'write',
      'verify-controller-and-business-with-document': 'write',
      'beneficial-owners': 'listBeneficialOwners',
      'verify-beneficial-owners': 'listBeneficialOwners',
      'certify-beneficial-ownership': 'write',
    },
    example: {
      attributes: {
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'ada@example.com',
        type: 'personal',
        status: 'verified',
        created,
        address1: '12 Harbor St',
        city: 'Portland',
        state: 'ME',
        postalCode: '04101',
        correlationId: 'order-1',
      },
      links: {
        'funding-sources': to('listCustomerFundingSources', exampleIds.customer),
        transfers: to('listCustomerTransfers', exampleIds.customer),
        send: to('createTransfer'),
        receive: to('createTransfer'),
        edit: customer,
      },
    },
  }),
  /** A customer as operators see it, without personal data. */
  'customer-standing': defineResource({
    attributes: z.object({ id, ...customerStanding }),
    links: {
      account: 'account',
      reinstate: 'write',
      erase: 'write',
      hold: 'write',
      'legal-holds': 'listLegalHolds',
      erasure: 'erasure',
    },
    resourceType: 'customer',
    example: {
      attributes: { type: 'personal', status: 'verified' },
      links: {
        account,
        erase: to('eraseCustomer', exampleIds.customer),
        hold: to('setLegalHold', exampleIds.customer),
        'legal-holds': to('listLegalHolds', exampleIds.customer),
      },
    },
  }),
};

const { made, pages, resource } = answersOf(customerResources);

export const customerRoutes = {
  createCustomer: managecustomers.post('/customers', {
    category: 'writes',
    description:
      'Creates a customer. What it has to send depends on its type: only verified customers may send without a weekly limit.',
    answers: [made('customer')],
    hasOwnForms: true,
  }),
  listCustomers: managecustomers.get('/customers', {
    description:
      'Lists the customers of the account, the newest first. A search matches any part of a name or of the e-mail address, or the whole id or correlation id.',
    answers: [pages('customer')],
  }),
  getCustomer: managecustomers.get('/customers/:id', {
    description: 'Returns a customer. Its links say what can be done with it now.',
    answers: [resource('customer')],
  }),
  updateCustomer: managecustomers.post('/customers/:id', {
    category: 'writes',
    description:
      'Changes the data of a customer, changes its status, upgrades it to a verified type, or repeats a verification that failed. The fields decide which.',
    hasOwnForms: true,
    offeredBy: {
      resources: {
        customer: {
          edit: {},
          'retry-verification': {},
          'retry-with-full-ssn': {},
          deactivate: { sends: { status: 'deactivated' }, asks: [] },
          suspend: { sends: { status: 'suspended' }, asks: [] },
          reactivate: { sends: { status: 'reactivated' }, asks: [] },
        },
      },
    },
    answers: [resource('customer')],
    refuses: ['InvalidResourceState'],
  }),
  getCustomerStanding: operator.get('/operations/customers/:id', {
    description: 'Returns the status of a customer of any account, and what an operator can do about it now.',
    answers: [resource('customer-standing')],
  }),
  reinstateCustomer: operator.post('/operations/customers/:id/reinstatements', {
    category: 'writes',
    description: 'Lifts the suspension of a customer. It has to send documents where its identity is in question.',
    takes: [],
    offeredBy: { resources: { 'customer-standing': { reinstate: {} } } },
    answers: [resource('customer-standing')],
    refuses: ['InvalidResourceState'],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof customerResources> {}
  interface RouteRows extends Readonly<typeof customerRoutes> {}
}
