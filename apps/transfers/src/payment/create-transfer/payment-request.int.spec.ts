import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { EventStore } from '@halyard/event-store';
import { applicationPrincipal, startTestService, type TestService } from '@halyard/testing';
import { World } from '../../../test/world.js';
import { paymentIdOf } from '../../payment-ids.js';
import { transfersService } from '../../transfers.module.js';
import { paymentStream } from '../payment.model.js';

describe('the first event of a payment', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());

  const personId = newId();
  beforeEach(() => {
    world = new World(service, { ...applicationPrincipal(), userId: personId });
  });

  const firstEventOf = async (paymentId: string) => {
    for await (const event of service.get(EventStore).read(paymentStream(paymentId), { count: 1 })) return event;
    return undefined;
  };
  const ends = () => {
    const owner = world.customer();
    return [world.source(owner, 'bank'), world.source(owner, 'balance')] as const;
  };
  const request = (isKeyed: boolean) => {
    const { applicationId } = world.principal;
    return { id: expect.any(String), applicationId, personId, isKeyed };
  };

  it('says which request asked for it, for which application and person, and that it had no key', async () => {
    const [bank, balance] = ends();
    const first = await firstEventOf(await world.transfer(bank, balance, '1.00'));
    expect(first).toMatchObject({ type: 'PaymentInitiated', data: { request: request(false) } });
  });

  it('says that a key came with it, and not which', async () => {
    const [bank, balance] = ends();
    const key = 'a key that nobody else has';
    const { body } = await world.call('POST', '/transfers', { body: world.bodyOf(bank, balance, '1.00'), key });
    const first = body.type === 'created' ? await firstEventOf(body.resource.id) : undefined;
    expect(first).toMatchObject({ data: { request: request(true) } });
    expect(JSON.stringify(first?.data)).not.toContain(key);
  });

  it('says the same of a payment that is refused before it begins', async () => {
    const [bank] = ends();
    const operationId = newId();
    expect((await world.post(bank, bank, '1.00', { operationId })).status).toBe(400);
    const first = await firstEventOf(paymentIdOf(operationId));
    expect(first).toMatchObject({ type: 'PaymentRefused', data: { request: request(false) } });
  });
});
