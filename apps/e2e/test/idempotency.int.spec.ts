// Runs: both
import type { HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { counts } from '@halyard/testing/counts';
import type { Holder } from './support/journeys.js';
import { availableOf, embedded, fundedHolder, newHolder, personalCustomer, transferOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const rounds = counts.api.refusedKeys;
/** Keys that fifty requests each come under at once. */
const keys = counts.api.keys;

describe('Idempotency-Key', () => {
  let shared: SharedSuite;
  let client: HalClient;
  let sender: Holder;
  let receiver: Holder;

  beforeAll(async () => {
    shared = await SharedSuite.join('idempotency');
    client = shared.client;
    [sender, receiver] = await Promise.all([fundedHolder(client, '2000.00'), newHolder(client)]);
  });

  afterAll(() => shared.leave());

  const beyond = () => transferOf(sender.balance, receiver.balance, '4999.00');
  const oneDollar = () => transferOf(sender.balance, receiver.balance, '1.00');

  it(`makes one transfer of fifty parallel requests, ${keys} times over; the others get the same, or 409`, async () => {
    const before = Number(await availableOf(client, receiver.balance));
    for (let round = 0; round < keys; round += 1) {
      const idempotencyKey = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => client.post('/transfers', oneDollar(), { idempotencyKey })),
      );
      const statuses = new Set(answers.map(({ status }) => status));
      expect([...statuses].every((status) => status === 201 || status === 409)).toBe(true);
      const locations = new Set(answers.filter(({ status }) => status === 201).map(({ location }) => location));
      expect(locations.size).toBe(1);
    }
    expect(Number(await availableOf(client, receiver.balance)) - before).toBe(keys);
  });

  const taken = personalCustomer();
  it.each([
    ['a customer without a name', '/customers', () => ({ firstName: 'Ada' }), () => personalCustomer()],
    ['a customer that is there already', '/customers', () => taken, () => personalCustomer()],
    ['a transfer beyond the balance', '/transfers', () => beyond(), () => oneDollar()],
  ])(`refuses fifty parallel requests for %s, or answers 409, ${rounds} times over`, async (_, path, bad, good) => {
    await client.post('/customers', taken);
    for (let round = 0; round < rounds; round += 1) {
      const idempotencyKey = randomUUID();
      const answers = await Promise.all(Array.from({ length: 50 }, () => client.post(path, bad(), { idempotencyKey })));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status !== 400 && status !== 409)).toEqual([]);
      expect(statuses).toContain(400);
      const { status, body } = await client.post(path, good(), { idempotencyKey });
      expect([status, body.code]).toEqual([201, undefined]);
    }
  });

  it('replays the first answer, and says so', async () => {
    const idempotencyKey = randomUUID();
    const first = await client.post('/transfers', oneDollar(), { idempotencyKey });
    const again = await client.post('/transfers', oneDollar(), { idempotencyKey });
    expect([again.status, again.location]).toEqual([201, first.location]);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
  });

  it('takes the same JSON in another order and spacing for the same', async () => {
    const idempotencyKey = randomUUID();
    const { _links, amount } = oneDollar();
    const first = await client.post('/transfers', { _links, amount }, { idempotencyKey });
    const again = await client.post('/transfers', { amount, _links }, { idempotencyKey });
    expect([again.status, again.location]).toEqual([201, first.location]);
  });

  it('refuses another body under the same key, pointing at what differs', async () => {
    const idempotencyKey = randomUUID();
    await client.post('/transfers', oneDollar(), { idempotencyKey });
    const { status, body } = await client.post('/transfers', transferOf(sender.balance, receiver.balance, '2.00'), {
      idempotencyKey,
    });
    expect([status, body.code]).toEqual([422, 'IdempotencyKeyReused']);
    expect(embedded(body, 'errors').map(({ path }) => path)).toEqual(['/amount/value']);
  });

  it('is free again after a refusal', async () => {
    const idempotencyKey = randomUUID();
    const refused = await client.post('/customers', { firstName: 'Ada' }, { idempotencyKey });
    expect(refused.status).toBe(400);
    expect((await client.post('/customers', personalCustomer(), { idempotencyKey })).status).toBe(201);
  });

  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
    ['not printable', 'caf\u00e9'],
  ])('that is %s is refused at its pointer', async (_, idempotencyKey) => {
    const { status, body } = await client.post('/customers', personalCustomer(), { idempotencyKey });
    expect([status, body.code]).toEqual([400, 'ValidationError']);
    expect(embedded(body, 'errors').map(({ path }) => path)).toEqual(['/headers/Idempotency-Key']);
  });
});
