import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { DueWork } from '@halyard/background';
import { applicationPrincipal, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
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
import { FakeIdentityProvider, sendJson } from '../../../test/identity-provider.js';
import { OwnedCompany, ownerBody } from '../../../test/owners.js';

describe('identities that a provider checks', () => {
  const provider = new FakeIdentityProvider();
  const as = applicationPrincipal();
  let customers: TestService;
  beforeAll(async () => {
    const url = await provider.start();
    customers = await startCustomers({
      ENVIRONMENT: 'production',
      IDENTITY_PROVIDER_URL: url,
      IDENTITY_PROVIDER_KEY: 'k',
    });
  });
  beforeEach(() => {
    provider.answer();
    provider.seen.length = 0;
  });
  afterAll(async () => {
    await customers.stop();
    await provider.stop();
  });

  const pending = () => provider.answer((response) => sendJson(response, { outcome: 'pending' }));
  const create = async (body: object, operationId = newId()): Promise<string> =>
    idOf((await customers.call('POST', '/customers', { principal: as, body, operationId })).body);
  const get = async (id: string) => (await customers.call('GET', `/customers/${id}`, { principal: as })).body;
  const update = (id: string, body: object) => customers.call('POST', `/customers/${id}`, { principal: as, body });
  const typesOf = async (id: string) => (await customers.recorded(id)).map(({ type }) => type.split('.')[1]);
  /** Lets hours pass, during which open reviews are asked about, until the condition holds. */
  const later = (what: string, holds: () => Promise<boolean> | boolean) =>
    until(what, () => {
      customers.clock.advance(60 * 60_000);
      customers.get(DueWork).wake();
      return holds();
    });
  const settled = (id: string, status: string) =>
    later(`${id} is ${status}`, async () => (await rowOf(customers, id)).status === status);

  it('stand at once where it answers at once', async () => {
    const id = await create(personal({ firstName: 'retry' }));
    expect(await rowOf(customers, id)).toMatchObject({ status: 'retry' });
    expect(provider.seen).toMatchObject([{ body: { subject: 'person', attempt: 1, identity: { ssn: '123456789' } } }]);
  });

  it('go to it where they are asked for alone: nobody hears of an owner whose data is not', async () => {
    const owned = await OwnedCompany.create(customers, applicationPrincipal());
    const [verified, incomplete] = [await owned.added(), await owned.added(ownerBody({ firstName: 'incomplete' }))];
    provider.seen.length = 0;
    expect((await owned.update(verified)).status).toBe(403);
    expect(provider.seen).toEqual([]);
    const operationId = newId();
    const retried = await owned.update(incomplete, ownerBody(), operationId);
    expect([retried.status, provider.seen.length]).toEqual([200, 1]);
    expect(await owned.update(incomplete, ownerBody(), operationId)).toEqual(retried);
    const late = await owned.added(ownerBody({ firstName: 'incomplete' }));
    await owned.call('POST', `/customers/${owned.companyId}`, { body: { status: 'suspended' } });
    provider.seen.length = 0;
    expect((await owned.update(late)).status).toBe(403);
    expect(provider.seen).toEqual([]);
  });

  it('are reviewed where it does not know yet, and stand once it does', async () => {
    pending();
    const id = await create(personal());
    expect(await get(id)).toMatchObject({
      attributes: { status: 'document' },
      parts: { errors: [{ attributes: { code: 'AdditionalReviewRequired', path: '' } }] },
    });
    expect(await typesOf(id)).toEqual(['customer-created', 'customer-verification-pending-review']);
    await later('it was asked again', () => provider.seen.length > 1);
    provider.answer();
    await settled(id, 'verified');
    expect(new Set(provider.seen.map((seen) => seen.id)).size).toBe(1);
    expect(await typesOf(id)).toEqual([
      'customer-created',
      'customer-verification-pending-review',
      'customer-verified',
    ]);
  });

  it('are one check however often an operation is sent', async () => {
    pending();
    const body = personal();
    const operationId = newId();
    expect(await create(body, operationId)).toBe(await create(body, operationId));
    expect(new Set(provider.seen.map(({ id }) => id)).size).toBe(1);
  });

  it('are asked for part by part: what is known already stands', async () => {
    provider.answer((response, { body: { subject } }) =>
      sendJson(response, { outcome: subject === 'business' ? 'pending' : 'papers-needed' }),
    );
    const id = await create(company());
    expect(await get(id)).toMatchObject({
      parts: {
        errors: [{ attributes: { code: 'PersonalIDRequired' } }, { attributes: { code: 'AdditionalReviewRequired' } }],
      },
    });
    provider.answer();
    await later('the papers are left', async () => !JSON.stringify(await get(id)).includes('AdditionalReview'));
    expect(await get(id)).toMatchObject({ attributes: { status: 'document' } });
    const asked = provider.seen.map(({ body }) => body.subject).filter((subject) => subject !== 'person');
    expect(asked.sort()).toEqual(['business', 'business', 'controller']);
  });

  it('of a business that says anew what it is are asked for as it is since', async () => {
    const id = await create(company({ businessName: 'retry', doingBusinessAs: 'Looms' }));
    expect(await get(id)).toMatchObject({ attributes: { status: 'retry' } });
    pending();
    provider.seen.length = 0;
    expect((await update(id, proprietorship({ ssn: '123456789' }))).status).toBe(200);
    const asked = () => provider.seen.map(({ body: { subject, identity } }) => JSON.stringify([subject, identity]));
    const first = asked().sort();
    await later('it was asked again', () => provider.seen.length >= 4);
    expect([...new Set(asked())].sort()).toEqual(first);
    expect(first.map((text) => (JSON.parse(text) as unknown[])[0])).toEqual(['business', 'person']);
  });

  it('of a customer who was deactivated meanwhile are what it comes back to', async () => {
    pending();
    const id = await create(personal());
    await update(id, { status: 'deactivated' });
    provider.answer();
    await later('it is decided', async () => (await rowOf(customers, id)).version === 4);
    expect(await get(id)).toMatchObject({ attributes: { status: 'deactivated' } });
    expect(await update(id, { status: 'reactivated' })).toMatchObject({ body: { attributes: { status: 'verified' } } });
  });

  it('of a customer who was suspended meanwhile change nothing', async () => {
    pending();
    const id = await create(personal());
    await update(id, { status: 'suspended' });
    provider.answer();
    await later('the item is done', async () => !(await customers.get(DueWork).has('identity-review', id)));
    expect(await rowOf(customers, id)).toMatchObject({ status: 'suspended', version: 3 });
  });

  it('of an upgrade and of a second try wait the same way', async () => {
    const upgraded = await create(person());
    const retried = await create(personal({ firstName: 'retry' }));
    pending();
    const { email: _, ...body } = company({ controller: controller({ ssn: '123-45-6789' }) });
    expect(await update(upgraded, { ...body, email: 'review@example.com' })).toMatchObject({ status: 200 });
    expect(await update(retried, { ...personal() })).toMatchObject({ status: 200 });
    expect(await rowOf(customers, upgraded)).toMatchObject({ type: 'business', status: 'document' });
    expect(await rowOf(customers, retried)).toMatchObject({ status: 'document' });
    provider.answer();
    await settled(upgraded, 'verified');
    await settled(retried, 'verified');
  });
});
