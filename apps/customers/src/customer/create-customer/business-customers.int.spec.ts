import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '@halyard/contracts';
import { Sealer } from '@halyard/persistence';
import { applicationPrincipal, type TestService } from '@halyard/testing';
import {
  company,
  controller,
  idOf,
  person,
  personal,
  proprietorship,
  rowOf,
  startCustomers,
} from '../../../test/customers.js';

const needed = 'customers.customer-verification-document-needed.v1';
const verified = 'customers.customer-verified.v1';
const retry = 'customers.customer-reverification-needed.v1';
const suspended = 'customers.customer-suspended.v1';

type Named = Record<string, string>;
const named = (names: Named, controllerNames: Named = {}) =>
  company({ ...names, controller: controller(controllerNames) });

/**
 * Reference facts 2.9: the body, the status, the event after customer_created, and the parts of the identity in
 * question.
 */
const sentinels = [
  ['a personal verified', personal({ firstName: 'verified' }), 'verified', verified, []],
  ['a personal retry', personal({ firstName: 'retry' }), 'retry', retry, ['person data']],
  ['a personal document', personal({ firstName: 'document' }), 'document', needed, ['person papers']],
  ['a personal suspended', personal({ firstName: 'suspended' }), 'suspended', suspended, []],
  ['any other person', personal({ firstName: 'Grace' }), 'verified', verified, []],
  ['a controller retry', named({}, { firstName: 'retry' }), 'retry', retry, ['controller data']],
  ['a controller document', named({}, { firstName: 'document' }), 'document', needed, ['controller papers']],
  ['a controller suspended', named({}, { firstName: 'suspended' }), 'suspended', suspended, []],
  ['a controller verified', named({}, { firstName: 'verified' }), 'verified', verified, []],
  ['a business retry', named({ businessName: 'retry' }), 'retry', retry, ['business data']],
  ['a business document', named({ businessName: 'document' }), 'document', needed, ['business papers']],
  [
    'a controller document and a business document',
    named({ businessName: 'document' }, { firstName: 'document' }),
    'document',
    needed,
    ['controller papers', 'business papers'],
  ],
  [
    'a controller retry and a business document',
    named({ businessName: 'document' }, { firstName: 'retry' }),
    'retry',
    retry,
    ['controller data', 'business papers'],
  ],
  ['a company whose administrator is called retry', named({ firstName: 'retry' }), 'retry', retry, ['business data']],
  ['a sole proprietor retry', proprietorship({ firstName: 'retry' }), 'retry', retry, ['person data']],
  ['a sole proprietor document', proprietorship({ firstName: 'document' }), 'document', needed, ['person papers']],
  ['a sole proprietor suspended', proprietorship({ firstName: 'suspended' }), 'suspended', suspended, []],
  ['a sole proprietor verified', proprietorship({ firstName: 'verified' }), 'verified', verified, []],
] as const;

describe('customers whose identity is checked', () => {
  const as = applicationPrincipal();
  let customers: TestService;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  afterAll(() => customers.stop());

  const create = async (body: object): Promise<string> =>
    idOf((await customers.call('POST', '/customers', { principal: as, body })).body);
  const get = async (id: string) => (await customers.call('GET', `/customers/${id}`, { principal: as })).body;

  it.each(sentinels)('are by the sandbox names: %s', async (_, body, status, event, findings) => {
    // Names may occur twice, e-mails may not.
    const id = await create({ ...body, email: person().email });
    const row = await rowOf(customers, id);
    expect(row.status).toBe(status);
    expect(row.findings.map(({ subject, needs }) => `${subject} ${needs}`)).toEqual(findings);
    expect((await customers.recorded(id)).map(({ type }) => type)).toEqual(['customers.customer-created.v1', event]);
  });

  it('show all of a company but numbers and birthdays', async () => {
    const body = company({ doingBusinessAs: 'Ada & Co.', website: 'www.example.com', phone: '5555550100' });
    const id = await create(body);
    const { ssn: _, dateOfBirth: __, ...shown } = controller();
    const answer = await get(id);
    const { ein: ___, controller: ____, ...rest }: Record<string, Json> = body;
    expect(answer).toMatchObject({ attributes: { ...rest, status: 'verified', controller: shown } });
    expect(answer).not.toHaveProperty('parts');
    for (const secret of ['456789', '6789', '1970', 'ssn', 'dateOfBirth', 'ein', 'passport']) {
      expect(JSON.stringify(answer)).not.toContain(secret);
    }
  });

  it('keep numbers and birthdays under seal, in the history too', async () => {
    const passport = { number: 'X7654321', country: 'FR' };
    const { ssn: _, ...abroad } = controller({ passport, dateOfBirth: '1970-02-28T23:30:00.000-08:00' });
    const body = company({ controller: { ...abroad, ssn: '999887777' }, ein: '98-7654321' });
    const id = await create(body);
    const row = await rowOf(customers, id);
    const open = (context: string, sealed: Buffer) => customers.get(Sealer).open(id, context, sealed);
    expect(await open('customers.ein', row.ein)).toBe('987654321');
    expect(JSON.parse(await open('customers.controller', row.controller_numbers))).toEqual({
      dateOfBirth: '1970-02-28',
      ssn: null,
      passport,
    });
    const tables = await Promise.all(
      ['customers', 'history', 'operations'].map((table) =>
        customers.dataSource.query<object[]>(`SELECT to_jsonb(entry) AS entry FROM ${table} AS entry`),
      ),
    );
    for (const secret of ['X7654321', '987654321', '999887777']) {
      expect(JSON.stringify(tables)).not.toContain(secret);
      expect(JSON.stringify(tables)).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  it.each([
    ['the person who is to try again', personal({ firstName: 'retry' }), ['Required /ssn retry-verification']],
    [
      'the person who is to show papers',
      personal({ firstName: 'document' }),
      ['PersonalIDRequired  verify-with-document'],
    ],
    [
      'the controller who is to try again',
      named({}, { firstName: 'retry' }),
      ['Required /controller/ssn retry-verification retry-with-full-ssn'],
    ],
    [
      'the company that is to try again',
      named({ businessName: 'retry' }),
      ['BusinessNameMismatch /businessName retry-verification'],
    ],
  ])('say why they stand still: %s', async (_, body, reasons) => {
    const answer = await get(await create({ ...body, email: person().email }));
    if (answer.type !== 'resource') throw new Error('no customer');
    const told = (answer.parts?.['errors'] ?? []).map(({ attributes, links }) => [
      attributes['code'],
      attributes['path'],
      ...Object.keys(links ?? {}),
    ]);
    expect(told).toEqual(reasons.map((reason) => reason.split(' ')));
  });

  it('name the customer that they collide with', async () => {
    const first = await create(company({ correlationId: 'c-7' }));
    const { email } = await rowOf(customers, first);
    const { body } = await customers.call('POST', '/customers', {
      principal: as,
      body: personal({ email: email.toUpperCase(), correlationId: 'c-7' }),
    });
    const about = { kind: 'customer', id: first };
    expect(body).toMatchObject({
      faults: [
        { code: 'Duplicate', path: '/email', about },
        { code: 'Duplicate', path: '/correlationId', about },
      ],
    });
  });
});
