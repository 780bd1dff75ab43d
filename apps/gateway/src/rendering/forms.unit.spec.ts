import { type Forms, ref, type ResourceDocument } from '@halyard/contracts';
import { describe, expect, it } from '@jest/globals';
import { AcceptNegotiation } from '../media/accept.js';
import { renderCollection, renderResource, type View } from './hal.js';

const VENDOR = 'application/vnd.service.v1.hal+json';
const PROFILE = `${VENDOR}; profile="https://example.com/hal-forms"`;
const TEMPLATES = 'application/prs.hal-forms+json';
const accept = new AcceptNegotiation('service');
const viewFor = (header: string): View => ({
  baseUrl: 'https://localhost:8443',
  type: accept.choose(header),
  query: {},
});

const forms: Forms = {
  default: {
    title: 'Edit',
    target: ref('customer', 'c1'),
    fields: [
      { name: 'type', path: '/type', type: 'hidden', label: 'Type', isRequired: true, value: 'personal' },
      { name: 'city', path: '/home/city', type: 'string', label: 'City', isRequired: true, pattern: '^a+$' },
      { name: 'ssn', path: '/ssn', type: 'sensitive', label: 'Number', isRequired: false, pattern: '^\\d{9}$' },
      {
        name: 'trade',
        path: '/trade',
        type: 'string',
        label: 'Trade',
        isRequired: false,
        options: [
          { key: 'cake', label: 'Cakes', group: 'Food' },
          { key: 'law', label: 'Law', group: 'Services' },
        ],
      },
      {
        name: 'state',
        path: '/state',
        type: 'string',
        label: 'State',
        isRequired: false,
        options: [
          { key: 'IA', label: 'Iowa' },
          { key: 'NY', label: 'New York' },
        ],
      },
    ],
  },
};
const customer: ResourceDocument = {
  document: 'resource',
  kind: 'customer',
  id: 'c1',
  attributes: {},
  links: { 'edit-form': ref('customer', 'c1') },
  forms,
};

describe('forms', () => {
  it('are fields with pointers where the profile is asked for', () => {
    expect(renderResource(customer, viewFor(PROFILE))).toEqual({
      _links: {
        self: { href: 'https://localhost:8443/customers/c1', type: VENDOR, 'resource-type': 'customer' },
        'edit-form': { href: 'https://localhost:8443/customers/c1', type: PROFILE, 'resource-type': 'customer' },
      },
      id: 'c1',
      _forms: {
        default: {
          _links: { target: { href: 'https://localhost:8443/customers/c1' } },
          method: 'POST',
          contentType: VENDOR,
          fields: [
            {
              name: 'type',
              path: '/type',
              type: 'hidden',
              displayText: 'Type',
              value: 'personal',
              validations: { required: true },
            },
            {
              name: 'home.city',
              path: '/home/city',
              type: 'string',
              displayText: 'City',
              validations: { required: true, regex: '^a+$' },
            },
            { name: 'ssn', path: '/ssn', type: 'sensitive', displayText: 'Number', validations: { required: false } },
            {
              name: 'trade',
              path: '/trade',
              type: 'string',
              displayText: 'Trade',
              accepted: {
                groupedValues: [
                  {
                    key: 'Food',
                    displayText: 'Food',
                    values: [{ key: 'cake', value: 'cake', displayText: 'Cakes' }],
                  },
                  {
                    key: 'Services',
                    displayText: 'Services',
                    values: [{ key: 'law', value: 'law', displayText: 'Law' }],
                  },
                ],
              },
            },
            {
              name: 'state',
              path: '/state',
              type: 'string',
              displayText: 'State',
              accepted: {
                values: [
                  { key: 'IA', value: 'IA', displayText: 'Iowa' },
                  { key: 'NY', value: 'NY', displayText: 'New York' },
                ],
              },
            },
          ],
        },
      },
    });
  });

  it('are templates where the registered type is asked for', () => {
    expect(renderResource(customer, viewFor(TEMPLATES))).toMatchObject({
      _links: { 'edit-form': { type: TEMPLATES } },
      _templates: {
        default: {
          title: 'Edit',
          method: 'POST',
          contentType: 'application/json',
          target: 'https://localhost:8443/customers/c1',
          properties: [
            { name: 'type', prompt: 'Type', type: 'hidden', required: true, value: 'personal', readOnly: true },
            { name: 'home.city', prompt: 'City', type: 'text', required: true, regex: '^a+$' },
            { name: 'ssn', type: 'password', required: false, regex: '^\\d{9}$' },
            { name: 'trade', options: { inline: [{ prompt: 'Cakes', value: 'cake' }, { prompt: 'Law' }] } },
            { name: 'state', options: { inline: [{ prompt: 'Iowa' }, { prompt: 'New York', value: 'NY' }] } },
          ],
        },
      },
    });
  });

  it('are those of a list beside its items', () => {
    const list = {
      document: 'collection',
      self: ref('customers'),
      of: 'customer',
      items: [],
      total: 0,
      forms,
    } as const;
    expect(renderCollection(list, viewFor(PROFILE))).toHaveProperty('_forms.default');
    expect(renderCollection(list, viewFor(TEMPLATES))).toHaveProperty('_templates.default');
  });

  it.each([VENDOR, 'application/json'])('are not shown to whoever accepts %s', (header) => {
    const body = renderResource(customer, viewFor(header));
    expect(Object.keys(body).sort()).toEqual(['_links', 'id']);
    expect(body._links['edit-form']?.type).toContain('profile=');
  });
});
