import { type FormInput, type Forms, ref, type ResourceAnswer } from '@halyard/contracts';
import { describe, expect, it } from '@jest/globals';
import { AcceptNegotiation } from '../media/accept.js';
import { renderCollection, renderResource, type View } from './hal.js';

const VENDOR = 'application/vnd.service.v1.hal+json';
const PROFILE = `${VENDOR}; profile="https://example.com/hal-forms"`;
const accept = new AcceptNegotiation('service');
const viewFor = (header: string): View => ({
  baseUrl: 'https://localhost:8443',
  type: accept.choose(header) ?? accept.standard,
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
const customer: ResourceAnswer = {
  type: 'resource',
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

  it('are those of a list beside its items', () => {
    const list = {
      type: 'collection',
      self: ref('listCustomers'),
      of: 'customer',
      items: [],
      total: 0,
      forms,
    } as const;
    expect(renderCollection(list, viewFor(PROFILE))).toHaveProperty('_forms.default');
  });

  it.each([VENDOR, 'application/json'])('are not shown to whoever accepts %s', (header) => {
    const body = renderResource(customer, viewFor(header));
    expect(Object.keys(body).sort()).toEqual(['_links', 'id']);
    expect(body._links['edit-form']?.type).toContain('profile=');
  });
});

/** Reference facts, section 15, row by row. */
describe('a form of the profile', () => {
  const rendered = renderResource(customer, viewFor(PROFILE)) as unknown as {
    readonly _forms: { readonly default: Record<string, unknown> & { readonly fields: Record<string, unknown>[] } };
  };
  const form = rendered._forms.default;
  const field = (name: string) => form.fields.find((one) => one['name'] === name);

  const rows: Readonly<Record<string, () => void>> = {
    'request: Accept with the profile': () =>
      expect(renderResource(customer, viewFor(VENDOR))).not.toHaveProperty('_forms'),
    'where: _forms beside _links, by name': () =>
      expect([Object.keys(rendered), Object.keys(rendered._forms)]).toEqual([['_links', '_forms', 'id'], ['default']]),
    'form: target, method, contentType, fields': () =>
      expect(Object.keys(form)).toEqual(['_links', 'method', 'contentType', 'fields']),
    'field: name, path, type, value, displayText, validations, accepted': () => {
      expect(Object.keys(field('type') ?? {})).toEqual(['name', 'path', 'type', 'displayText', 'value', 'validations']);
      expect(Object.keys(field('state') ?? {})).toEqual(['name', 'path', 'type', 'displayText', 'accepted']);
    },
    'field types: those of the profile': () => {
      const types = [
        ...['boolean', 'number', 'string', 'date', 'time', 'datetime'],
        ...['sensitive', 'hidden', 'text', 'email', 'tel', 'file'],
      ];
      const ours: Record<FormInput, true> = {
        ...{ boolean: true, date: true, email: true, file: true, hidden: true },
        ...{ number: true, sensitive: true, string: true, tel: true },
      };
      expect(types).toEqual(expect.arrayContaining(Object.keys(ours)));
    },
    'accepted value: key, value, displayText; group: key, displayText, values': () => {
      expect(field('state')).toMatchObject({
        accepted: { values: [{ key: 'IA', value: 'IA', displayText: 'Iowa' }, {}] },
      });
      expect(field('trade')).toMatchObject({
        accepted: { groupedValues: [{ key: 'Food', displayText: 'Food', values: [{ key: 'cake' }] }, {}] },
      });
    },
    'regex: for string alone': () => {
      expect(field('home.city')).toMatchObject({ validations: { required: true, regex: '^a+$' } });
      expect(field('ssn')).toMatchObject({ validations: { required: false } });
      expect(field('ssn')).not.toHaveProperty('validations.regex');
    },
    'file: no form asks for one': () => expect(form['contentType']).toBe(VENDOR),
    'response content type: with the profile': () => expect(viewFor(PROFILE).type.resource).toContain('profile="'),
    'forms served: where edit-form leads, and where lists are': () => {
      expect(rendered).toHaveProperty(['_links', 'edit-form', 'type'], PROFILE);
      const list = { type: 'collection', self: ref('listCustomers'), of: 'customer', items: [], total: 0 } as const;
      expect(renderCollection({ ...list, forms }, viewFor(PROFILE))).toHaveProperty('_forms.default');
    },
  };

  it.each(Object.entries(rows))('%s', (_, row) => row());
  it('has every row', () => expect(Object.keys(rows)).toHaveLength(10));
});
