// Runs: embedded
import type { HalBody, HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  companyBody,
  embedded,
  fundedHolder,
  hrefOf,
  type Holder,
  newHolder,
  ownerBody,
  transferOf,
} from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const VENDOR = 'application/vnd.service.v1.hal+json';
const PROFILE = `${VENDOR}; profile="https://github.com/service/hal-forms"`;
const TEMPLATES = 'application/prs.hal-forms+json';

describe('a company', () => {
  let shared: SharedSuite;
  let client: HalClient;
  beforeAll(async () => {
    shared = await SharedSuite.join('companies');
    ({ client } = shared);
  });
  afterAll(() => shared.leave());

  it('sends as soon as it has certified, and not any more once an owner is in question', async () => {
    const company = await client.create('/customers', companyBody());
    const sources = embedded((await client.get(`${company}/funding-sources`)).body, 'funding-sources');
    const balance = hrefOf(sources.find(({ type }) => type === 'balance'));
    const payer: Holder = await fundedHolder(client, '50.00');
    await client.create('/transfers', transferOf(payer.balance, balance, '50.00'));
    const receiver = await newHolder(client);
    const send = async () => (await client.post('/transfers', transferOf(balance, receiver.balance, '1.00'))).status;
    const certify = async () => (await client.post(`${company}/beneficial-ownership`, { status: 'certified' })).status;
    expect(await send()).toBe(400);
    for (let round = 0; round < 5; round += 1) {
      expect([await certify(), await send()]).toEqual([200, 201]);
      const owner = await client.create(`${company}/beneficial-owners`, ownerBody({ firstName: 'document' }));
      expect(await send()).toBe(400);
      expect((await client.delete(owner)).status).toBe(200);
      expect(await send()).toBe(201);
    }
  });

  it('is made by what a form says, in either rendering', async () => {
    const token = await client.accessToken();
    const ask = async (accept: string, path: string): Promise<HalBody> => {
      const answer = await client.raw('GET', path, { accept, authorization: `Bearer ${token}` });
      expect(answer.status).toBe(200);
      expect(String(answer.headers['content-type'])).toContain(accept.replaceAll(' ', '').split(';')[0]);
      return answer.body;
    };
    const profile = (await ask(PROFILE, '/customers'))['_forms'] as Readonly<Record<string, object>>;
    const templates = (await ask(TEMPLATES, '/customers'))['_templates'] as Readonly<Record<string, object>>;
    expect(Object.keys(profile)).toEqual(Object.keys(templates));
    expect(profile['business']).toMatchObject({
      method: 'POST',
      contentType: VENDOR,
      fields: expect.arrayContaining([expect.objectContaining({ path: '/controller/address/city', type: 'string' })]),
    });
    const { target, properties } = templates['default'] as { target: string; properties: { name: string }[] };
    expect(properties.map(({ name }) => name)).toEqual(expect.arrayContaining(['firstName', 'lastName', 'email']));
    const customer = await client.create(target, { ...companyBody(), type: 'unverified' });
    const shown = await client.get(customer);
    expect(shown.body._links?.['edit-form']).toMatchObject({ href: expect.stringContaining(customer), type: PROFILE });
    expect(await ask(PROFILE, customer)).toHaveProperty('_forms.default');
    expect(shown.body).not.toHaveProperty('_forms');
  });
});
