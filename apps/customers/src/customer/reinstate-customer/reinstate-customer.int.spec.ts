import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainError, newId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { applicationPrincipal, factAnswer, servicePrincipal, type TestService } from '@halyard/testing';
import { Account } from '../../../test/account.js';
import { company, controller, person, personal, startCustomers, told } from '../../../test/customers.js';
import { customerToProve, filePart, typePart, upload } from '../../../test/documents.js';
import { sample } from '../../../test/files.js';

describe('POST /operations/customers/{id}/reinstatements', () => {
  const operator = applicationPrincipal({ scopes: ['operator'], userId: newId() });
  let customers: TestService;
  let account: Account;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  beforeEach(() => {
    account = new Account(customers);
    customers.services.answer('PUT /internal/parties/:id', factAnswer(null));
  });
  afterAll(() => customers.stop());

  const reinstate = (id: string, operationId = newId(), principal = operator) =>
    customers.call('POST', `/operations/customers/${id}/reinstatements`, { principal, operationId });
  const suspended = async (body: object): Promise<string> => {
    const id = await account.create(body);
    await account.update(id, { status: 'suspended' });
    return id;
  };

  it.each([
    ['unverified', person()],
    ['verified', personal()],
    ['retry', personal({ firstName: 'retry' })],
    ['document', personal({ firstName: 'document' })],
  ])('makes a customer %s again', async (status, body) => {
    const id = await suspended(body);
    customers.services.calls.length = 0;
    expect(await reinstate(id)).toMatchObject({
      status: 200,
      body: { kind: 'customer-standing', id, attributes: { id, status } },
    });
    expect([await account.statusOf(id), (await account.events(id)).at(-1)]).toEqual([status, 'activated']);
    expect(told(customers).map(({ service, fact }) => [service, fact.status])).toEqual([
      ['funding-sources', status],
      ['transfers', status],
    ]);
  });

  it('restores what whoever was deactivated before had been, and what a return suspended', async () => {
    const id = await account.create(personal());
    for (const status of ['deactivated', 'suspended']) await account.update(id, { status });
    await reinstate(id);
    expect(await account.statusOf(id)).toBe('verified');
    await customers.call('POST', '/internal/customers/returns', {
      principal: servicePrincipal('transfers'),
      body: { returns: [{ id, returnId: newId(), code: 'R05' }] },
    });
    expect(await account.statusOf(id)).toBe('suspended');
    await reinstate(id);
    expect(await account.statusOf(id)).toBe('verified');
  });

  it.each([
    ['a person', personal({ firstName: 'suspended' }), 'verify-with-document'],
    [
      'a company',
      company({ controller: controller({ firstName: 'suspended' }) }),
      'verify-controller-and-business-with-document',
    ],
  ])('asks %s whom a check refused for papers', async (_, body, relation) => {
    const id = await account.create(body);
    await reinstate(id);
    expect(await account.shown(id)).toMatchObject({
      attributes: { status: 'document' },
      links: { [relation]: { id } },
    });
  });

  it('lets who was refused be verified by papers', async () => {
    const id = await customerToProve(customers, { firstName: 'suspended' });
    await reinstate(id);
    const name = 'test-document-upload-success.png';
    expect((await upload(customers, id, [typePart(), filePart(sample(name), name)])).status).toBe(201);
    expect((await customers.recorded(id)).at(-1)?.type).toBe('customers.customer-verified.v1');
  });

  it('lets who has brought four documents bring four more, which nobody else does by coming back', async () => {
    const id = await customerToProve(customers);
    const statuses = async (count: number): Promise<number[]> => {
      const answers: number[] = [];
      for (let time = 0; time < count; time += 1) answers.push((await upload(customers, id)).status);
      return answers;
    };
    const update = (status: string) => customers.call('POST', `/customers/${id}`, { body: { status } });
    expect(await statuses(5)).toEqual([201, 201, 201, 201, 400]);
    for (const status of ['deactivated', 'reactivated']) expect((await update(status)).status).toBe(200);
    expect(await statuses(1)).toEqual([400]);
    for (let time = 0; time < 2; time += 1) {
      await update('suspended');
      await reinstate(id);
      expect(await statuses(5)).toEqual([201, 201, 201, 201, 400]);
    }
  });

  it('is refused of a customer who is not suspended, of nobody, and to anybody but an operator', async () => {
    const id = await suspended(personal());
    const tenant = applicationPrincipal({ accountId: account.as.accountId, scopes: ['managecustomers'] });
    expect(await reinstate(id, newId(), tenant)).toMatchObject({ status: 403, body: { code: 'InvalidScopes' } });
    expect((await account.update(id, { status: 'reactivated' })).status).toBe(403);
    await reinstate(id);
    expect(await reinstate(id)).toMatchObject({ status: 403, body: { code: 'InvalidResourceState' } });
    expect(await reinstate(newId())).toMatchObject({ status: 404, body: { code: 'NotFound' } });
  });

  it('is once in effect, of two at once and of one repeated, and not answered before it is told', async () => {
    const id = await suspended(personal());
    const operationId = newId();
    customers.services.answer('PUT /internal/parties/:id', new DomainError('ServiceUnavailable'));
    expect((await reinstate(id, operationId)).status).toBe(503);
    customers.services.answer('PUT /internal/parties/:id', factAnswer(null));
    const answers = await Promise.all([reinstate(id, operationId), reinstate(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 403]);
    expect((await account.events(id)).filter((event) => event === 'activated')).toHaveLength(1);
  });

  it('is on record with who did it', async () => {
    const id = await suspended(personal());
    await reinstate(id);
    const [row] = await customers.dataSource.query<[{ sealed: Buffer }]>(
      'SELECT sealed FROM history WHERE key = $1 ORDER BY sequence DESC LIMIT 1',
      [id],
    );
    const snapshot = await customers.get(Sealer).open(id, 'customers.history', row.sealed);
    const by = { by: operator.applicationId, personId: operator.userId };
    expect(JSON.parse(snapshot)).toMatchObject({ id, status: 'verified', ...by });
  });
});
