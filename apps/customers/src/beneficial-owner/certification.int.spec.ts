import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS, DomainError, newId } from '@halyard/core';
import { applicationPrincipal, factAnswer, type TestService } from '@halyard/testing';
import { company, controller, faultsOf, startCustomers, told } from '../../test/customers.js';
import { OwnedCompany, ownerBody } from '../../test/owners.js';

const NEVER = '1970-01-01T00:00:00.000Z';

describe('the certification of a company', () => {
  let customers: TestService;
  let owned: OwnedCompany;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  afterAll(() => customers.stop());
  beforeEach(async () => {
    owned = await OwnedCompany.create(customers, applicationPrincipal());
  });

  /** The fact that transfers was told last. */
  const toldLast = () => told(customers).findLast(({ service }) => service === 'transfers')?.fact.maySendUntil;
  const monthFromNow = () => new Date(customers.clock.system().getTime() + 30 * DAY_MS).toISOString();
  const fact = async () => (await customers.recorded(owned.companyId)).at(-1)?.data;

  it('is asked for from the beginning, and lets it send', async () => {
    expect(await fact()).toMatchObject({ fact: { maySendUntil: NEVER } });
    expect(await owned.certification()).toBe('uncertified');
    expect(await owned.certify()).toMatchObject({
      status: 200,
      body: { kind: 'beneficial-ownership', id: owned.companyId, attributes: { status: 'certified' } },
    });
    expect(await owned.certification()).toBe('certified');
    expect(toldLast()).toBeUndefined();
    expect(await owned.links()).toContain('send');
  });

  it.each([
    ['added', async () => void (await owned.add())],
    ['removed', async (id: string) => void (await owned.remove(id))],
  ])('is asked for again once an owner was %s, with 30 days in which it still sends', async (_, change) => {
    const id = await owned.added();
    await owned.certify();
    await change(id);
    expect(await owned.certification()).toBe('recertify');
    const end = monthFromNow();
    expect(toldLast()).toBe(end);
    customers.clock.advance(30 * DAY_MS - 1);
    expect([await owned.certification(), (await owned.links()).includes('send')]).toEqual(['recertify', true]);
    await owned.remove(await owned.added());
    expect(toldLast()).toBe(end);
    customers.clock.advance(1);
    expect([await owned.certification(), (await owned.links()).includes('send')]).toEqual(['uncertified', false]);
    await owned.certify();
    expect([await owned.certification(), toldLast()]).toEqual(['certified', undefined]);
  });

  it('leaves it unable to send as long as an owner is not verified', async () => {
    const id = await owned.added(ownerBody({ firstName: 'incomplete' }));
    expect((await owned.certify()).status).toBe(200);
    expect([await owned.certification(), toldLast()]).toEqual(['certified', NEVER]);
    expect(await owned.links()).toEqual(expect.arrayContaining(['verify-beneficial-owners']));
    await owned.update(id);
    // The owner was changed, too.
    expect([await owned.certification(), toldLast()]).toEqual(['recertify', monthFromNow()]);
    await owned.certify();
    expect(toldLast()).toBeUndefined();
  });

  it('lets it send again once the owner who was not verified is gone', async () => {
    const id = await owned.added(ownerBody({ firstName: 'document' }));
    await owned.certify();
    expect(toldLast()).toBe(NEVER);
    await owned.remove(id);
    expect(toldLast()).toBe(monthFromNow());
  });

  it('stays, with the owners that were named, when the company is verified on its second try', async () => {
    owned = await OwnedCompany.create(customers, owned.as, company({ businessName: 'retry' }));
    const id = await owned.added(ownerBody({ firstName: 'document' }));
    await owned.certify();
    const { email: _, ...again } = company({ controller: controller({ ssn: '123-45-6789' }) });
    const retried = { ...again, email: `${newId()}@example.com` };
    expect(await owned.call('POST', `/customers/${owned.companyId}`, { body: retried })).toMatchObject({
      status: 200,
      body: { attributes: { status: 'verified' } },
    });
    expect([await owned.certification(), toldLast()]).toEqual(['certified', NEVER]);
    await owned.remove(id);
    expect(toldLast()).toBe(monthFromNow());
  });

  it('is one of a company without any owner, too, and a second one changes nothing', async () => {
    await owned.certify();
    const first = await customers.recorded(owned.companyId);
    expect(await owned.certify()).toMatchObject({ status: 200, body: { attributes: { status: 'certified' } } });
    expect(await customers.recorded(owned.companyId)).toEqual(first);
    expect(await owned.events()).toEqual(['ownership-certified']);
  });

  it('is one, of two at the same time', async () => {
    const answers = await Promise.all([owned.certify(), owned.certify()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await owned.events()).toEqual(['ownership-certified']);
  });

  it('is not answered before it was told; the same operation again completes it', async () => {
    const operationId = newId();
    customers.services.answer('PUT /internal/parties/:id', new DomainError('ServiceUnavailable'));
    expect((await owned.certify({ status: 'certified' }, operationId)).status).toBe(503);
    customers.services.answer('PUT /internal/parties/:id', factAnswer(null));
    customers.services.calls.length = 0;
    expect((await owned.certify({ status: 'certified' }, operationId)).status).toBe(200);
    expect(told(customers)).toHaveLength(2);
    expect(await owned.events()).toEqual(['ownership-certified']);
  });

  it.each([
    [{}, ['Required /status']],
    [{ status: '' }, ['Required /status']],
    [{ status: 'uncertified' }, ['Invalid /status']],
    [{ status: 'recertify' }, ['Invalid /status']],
    [{ status: true }, ['Invalid /status']],
  ])('is refused for %j', async (body, faults) => {
    const answer = await owned.certify(body);
    expect([answer.status, faultsOf(answer.body)]).toEqual([400, faults]);
  });
});
