import { describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { servicePrincipal } from '@halyard/testing';
import { DeliveryStage, settled } from '../../test/support/delivery-stage.js';
import { aTenant, customerCreated } from '../../test/support/webhooks-app.js';

const stage = new DeliveryStage();

describe('the erasure of a customer at webhooks', () => {
  it('forgets what receivers have answered to events of the person, and keeps events and attempts', async () => {
    const tenant = aTenant();
    const receiver = await stage.listen((response) => response.writeHead(200).end('Wilhelmina was heard of'));
    const app = await stage.start();
    const id = await app.subscribe(tenant, `${receiver.url}/hook`);
    const [erased, other] = [newId(), newId()];
    await app.hear(customerCreated(tenant.accountId, erased), customerCreated(tenant.accountId, other));
    await settled(app, 2);
    const answers = async (): Promise<unknown[]> => {
      const { items } = await app.expect('collection', 'GET', `/webhook-subscriptions/${id}/webhooks`, tenant);
      const shown = items.map((item) => app.expect('resource', 'GET', `/webhooks/${item.id}`, tenant));
      return (await Promise.all(shown)).map(({ attributes }) => attributes['attempts']);
    };
    const answer = expect.objectContaining({ statusCode: 200, body: 'Wilhelmina was heard of' });
    const heard = [expect.objectContaining({ response: answer })];
    expect(await answers()).toEqual([heard, heard]);

    const order = { accountId: tenant.accountId, at: new Date().toISOString() };
    const erase = (by: 'customers' | 'transfers', customerId = erased) =>
      app.call('PUT', `/internal/customers/${customerId}/erasure`, servicePrincipal(by), order);
    expect((await erase('transfers')).status).toBe(403);
    expect(await answers()).toEqual([heard, heard]);
    for (const customerId of [erased, erased, newId()]) expect((await erase('customers', customerId)).status).toBe(200);
    expect(await answers()).toEqual([heard, [expect.not.objectContaining({ response: expect.anything() })]]);
  });
});
