import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AnswerBody, ApplicationPrincipal, FormField, Forms } from '@halyard/contracts';
import { fieldNamesOf } from '@halyard/input';
import { applicationPrincipal, factAnswer, type TestService } from '@halyard/testing';
import { company, faultsOf, idOf, person, personal, proprietorship, startCustomers } from '../../../test/customers.js';
import { filledIn, put, valueFor, waysToFillIn } from '../../../test/fill-in.js';
import { CreateCustomerDto } from '../create-customer/create-customer.dto.js';
import { createForms } from './create-forms.js';

let customers: TestService;
let as: ApplicationPrincipal;
beforeAll(async () => {
  customers = await startCustomers();
});
beforeEach(() => {
  as = applicationPrincipal();
  customers.services.answer('PUT /internal/parties/:id', factAnswer(null));
});
afterAll(() => customers.stop());

const formsIn = (body: AnswerBody): Forms | undefined =>
  body.type === 'resource' || body.type === 'collection' ? body.forms : undefined;
const ask = async (path: string): Promise<Forms | undefined> =>
  formsIn((await customers.call('GET', path, { principal: as, wantsForms: true })).body);
const send = (path: string, body: object) => customers.call('POST', path, { principal: as, body });

/** A value that the form does not allow in a field. */
const wrongValues = ({ options, pattern, isRequired }: FormField): string[] => [
  ...(isRequired ? [''] : []),
  ...(options ? ['nobody offers this'] : []),
  ...(pattern === undefined ? [] : ['\u0007'.repeat(300)]),
];

describe('the forms to create a customer', () => {
  it('are those of each type, of each kind of business, and of each way to be known', async () => {
    expect(Object.keys((await ask('/customers')) ?? {})).toEqual([
      'default',
      'receive-only',
      'personal',
      'business',
      'business-other-country',
      'business-passport',
      'business-passport-other-country',
      'business-soleProprietorship',
    ]);
  });

  it.each(waysToFillIn(createForms(true)))('%s: filled in, it makes a customer', async (_, { target }, fields) => {
    expect(target).toEqual({ kind: 'listCustomers', id: '' });
    expect(await send('/customers', filledIn(fields))).toMatchObject({ status: 201 });
  });

  it.each(Object.entries(createForms(true)))('%s: what it does not allow is refused', async (_, { fields }) => {
    for (const field of fields.filter(({ type }) => type !== 'hidden')) {
      for (const wrong of wrongValues(field)) {
        const { status, body } = await send('/customers', put(filledIn(fields), field.path, wrong));
        const fault = expect.stringMatching(new RegExp(` ${field.path}$`)) as unknown;
        expect([field.path, status, faultsOf(body)]).toEqual([field.path, 400, [fault]]);
      }
    }
  });

  it('are no others where nobody can be checked', () => {
    expect(Object.keys(createForms(false))).toEqual(['default', 'receive-only']);
  });

  it('are not shown to whoever does not ask', async () => {
    expect(formsIn((await customers.call('GET', '/customers', { principal: as })).body)).toBeUndefined();
  });
});

type State = readonly [string, () => object, string | undefined, readonly string[]];
const companyRetries = ['default', 'business-other-country', 'business-passport', 'business-passport-other-country'];

/** Every type in every status: the body of the creation and the steps to get there, with the forms to edit it. */
const states: readonly State[] = [
  [
    'unverified',
    person,
    undefined,
    [
      ...['default', 'personal', 'business', 'business-other-country', 'business-passport'],
      ...['business-passport-other-country', 'business-soleProprietorship'],
    ],
  ],
  ['unverified, deactivated', person, 'deactivated', []],
  ['unverified, suspended', person, 'suspended', []],
  ['receive-only', () => person({ type: 'receive-only' }), undefined, ['default', 'unverified']],
  ['receive-only, deactivated', () => person({ type: 'receive-only' }), 'deactivated', []],
  ['receive-only, suspended', () => person({ type: 'receive-only' }), 'suspended', []],
  ['personal, verified', personal, undefined, ['default']],
  ['personal, retry', () => personal({ firstName: 'retry' }), undefined, ['default']],
  ['personal, document', () => personal({ firstName: 'document' }), undefined, []],
  ['personal, suspended', () => personal({ firstName: 'suspended' }), undefined, []],
  ['personal, deactivated', personal, 'deactivated', []],
  ['company, verified', company, undefined, ['default']],
  [
    'company, retry',
    () => company({ businessName: 'retry' }),
    undefined,
    [...companyRetries, 'business-soleProprietorship'],
  ],
  ['company, document', () => company({ businessName: 'document' }), undefined, []],
  ['company, suspended', company, 'suspended', []],
  ['company, deactivated', company, 'deactivated', []],
  ['sole proprietor, verified', proprietorship, undefined, ['default']],
  [
    'sole proprietor, retry',
    () => proprietorship({ firstName: 'retry' }),
    undefined,
    ['default', 'business', ...companyRetries.slice(1)],
  ],
];

describe('the forms to edit a customer', () => {
  const make = async ([, body, status]: State): Promise<string> => {
    const { body: made } = await send('/customers', body());
    const path = `/customers/${idOf(made)}`;
    if (status !== undefined) expect(await send(path, { status })).toMatchObject({ status: 200 });
    return path;
  };

  it.each(states)('%s', async (...state) => {
    const [, , , names] = state;
    expect(Object.keys((await ask(await make(state))) ?? {})).toEqual(names);
    for (const name of names) {
      // Forms are filled in with a customer's data, so each is sent to the customer that it is for.
      const path = await make(state);
      const form = (await ask(path))?.[name];
      expect(form?.target.kind).toBe('customer');
      expect([name, (await send(path, filledIn(form?.fields ?? []))).status]).toEqual([name, 200]);
      const other = await make(state);
      const required = (await ask(other))?.[name]?.fields.filter(({ isRequired }) => isRequired) ?? [];
      if (required.length > 0) expect([name, (await send(other, filledIn(required))).status]).toEqual([name, 200]);
    }
  });

  const editable = states.filter(([, , , names]) => names.length > 0);
  it.each(editable)('%s: what a form does not offer is refused', async (...state) => {
    const path = await make(state);
    for (const [name, { fields }] of Object.entries((await ask(path)) ?? {})) {
      const offered = new Set(fields.map((field) => field.path.split('/')[1]));
      // Additional fields in a complete body are ignored, as in a creation.
      if (fields.some(({ path: at, isRequired }) => at === '/firstName' && isRequired)) continue;
      const others = fieldNamesOf(CreateCustomerDto).filter((field) => !offered.has(field));
      for (const other of others) {
        const { status, body } = await send(path, { ...filledIn(fields), [other]: 'x' });
        expect([name, other, status, faultsOf(body)]).toEqual([name, other, 400, [`ReadOnly /${other}`]]);
      }
    }
  });

  it('are filled in with what the customer is, and with no number', async () => {
    const fields = (await ask(await make(['', () => company({ businessName: 'retry' }), undefined, []])))?.['default']
      ?.fields;
    const valueOf = (path: string) => fields?.find((field) => field.path === path)?.value;
    expect([valueOf('/businessType'), valueOf('/controller/firstName'), valueOf('/state')]).toEqual([
      'llc',
      'Grace',
      'NY',
    ]);
    expect([valueOf('/ein'), valueOf('/controller/ssn'), valueOf('/controller/dateOfBirth')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(fields?.map(valueFor)).not.toContain('');
  });

  it('are not shown to whoever does not ask', async () => {
    const path = await make(['', personal, undefined, []]);
    expect(formsIn((await customers.call('GET', path, { principal: as })).body)).toBeUndefined();
  });
});
