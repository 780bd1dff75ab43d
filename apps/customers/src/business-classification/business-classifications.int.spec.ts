import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applicationPrincipal, type TestService } from '@halyard/testing';
import { newId } from '@halyard/core';
import { startCustomers } from '../../test/customers.js';

const GROUP = '9ed38152-7d6f-11e3-9042-5404a6144203';

describe.each(['GET', 'POST'] as const)('%s of business classifications', (method) => {
  let customers: TestService;
  beforeAll(async () => {
    customers = await startCustomers();
  });
  afterAll(() => customers.stop());

  const ask = (path: string, key?: string) =>
    customers.call(method, path, { principal: applicationPrincipal(), ...(key && { key }) });

  it('lists all groups with their industries', async () => {
    const { status, body } = await ask('/business-classifications');
    expect([status, body]).toMatchObject([
      200,
      { self: { kind: 'listBusinessClassifications' }, of: 'business-classification', total: 27 },
    ]);
    if (body.type !== 'collection') throw new Error('no list');
    expect(body.items).toHaveLength(27);
    expect(body.page).toBeUndefined();
  });

  it('shows one group', async () => {
    expect(await ask(`/business-classifications/${GROUP}`)).toMatchObject({
      status: 200,
      body: {
        kind: 'business-classification',
        id: GROUP,
        attributes: { id: GROUP, name: 'Clothing, accessories, and shoes' },
        parts: { 'industry-classifications': expect.arrayContaining([{ attributes: womens }]) },
      },
    });
  });

  it.each(['9ed38155-7d6f-11e3-83c3-5404a6144203', newId(), 'x'])('knows no group %s', async (id) => {
    expect(await ask(`/business-classifications/${id}`)).toMatchObject({ status: 404, body: { code: 'NotFound' } });
  });

  it('answers the same under one Idempotency-Key', async () => {
    const key = newId();
    const first = await ask(`/business-classifications/${GROUP}`, key);
    expect(await ask(`/business-classifications/${GROUP}`, key)).toEqual(first);
  });
});

const womens = { id: '9ed38155-7d6f-11e3-83c3-5404a6144203', name: "Women's clothing" };
