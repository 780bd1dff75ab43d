import { describe, expect, it, jest } from '@jest/globals';
import { createHmac } from 'node:crypto';
import type { Json } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { until } from '@halyard/testing/waiting';
import { DeliveryStage, settled } from '../../../test/support/delivery-stage.js';
import { aTenant, customerCreated } from '../../../test/support/webhooks-app.js';

const stage = new DeliveryStage();
const hex = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex');

describe('POST /webhook-subscriptions/{id}', () => {
  it('changes topics and description, and everything again with *', async () => {
    const tenant = aTenant();
    const app = await stage.start({ worker: false });
    const id = await app.subscribe(tenant, 'https://example.com/');
    const update = async (body: object): Promise<{ readonly [name: string]: Json | undefined }> =>
      (await app.expect('resource', 'POST', `/webhook-subscriptions/${id}`, tenant, body)).attributes;
    expect(await update({ topics: ['customer_created'], description: 'Orders' })).toMatchObject({
      topics: ['customer_created'],
      description: 'Orders',
      paused: false,
    });
    expect((await update({ topics: ['customer_created', '*'] }))['topics']).toBeUndefined();
    const shown = await app.expect('resource', 'GET', `/webhook-subscriptions/${id}`, tenant);
    expect(shown.attributes).toMatchObject({ description: 'Orders' });
    expect(await update({ paused: 'True' })).toMatchObject({ paused: true });
    expect(await update({ paused: 'false' })).toMatchObject({ paused: false });
    await update({ paused: true });
    const nothing = { paused: null, description: null, secret: null, secretRotation: null };
    expect(await update({ topics: ['*'], ...nothing })).toMatchObject({ description: 'Orders', paused: true });
  });

  it.each([
    ['nothing', {}, 'Required '],
    ['a misspelt member', { pause: true, topics: null }, 'Required '],
    ['a word as pause', { paused: 'long' }, 'InvalidFormat /paused'],
    ['another url', { url: 'https://example.com/other' }, 'NotAllowed /url'],
    ['another order', { strictOrder: true }, 'NotAllowed /strictOrder'],
    ['a topic that there is not', { topics: ['*', 'tea_ready'] }, 'Invalid /topics/1'],
    ['an empty secret', { secret: '' }, 'InvalidFormat /secret'],
    ['the end of a rotation that there is not', { secretRotation: 'completed' }, 'Invalid /secretRotation'],
    ['a rotation of another kind', { secretRotation: 'begun' }, 'Invalid /secretRotation'],
  ])('refuses %s', async (_, body, fault) => {
    const tenant = aTenant();
    const app = await stage.start({ worker: false });
    const id = await app.subscribe(tenant, 'https://example.com/');
    const { status, body: error } = await app.call('POST', `/webhook-subscriptions/${id}`, tenant, body);
    expect(status).toBe(400);
    if (error.type !== 'error') throw new Error('no refusal');
    expect(error.faults?.map(({ code, path }) => `${code} ${path}`)).toEqual([fault]);
  });

  it('is another application’s 404', async () => {
    const tenant = aTenant();
    const app = await stage.start({ worker: false });
    const path = `/webhook-subscriptions/${await app.subscribe(tenant, 'https://example.com/')}`;
    for (const who of [aTenant(), { ...tenant, applicationId: newId() }]) {
      for (const body of [{ paused: true }, { name: 'x' }]) {
        expect((await app.call('POST', path, who, body)).status).toBe(404);
      }
    }
  });
});

describe('a new secret', () => {
  it('signs beside the old one until the rotation is completed, and alone from then on', async () => {
    const receiver = await stage.listen();
    const tenant = aTenant();
    const app = await stage.start();
    const id = await app.subscribe(tenant, receiver.url, 'old');
    const update = (body: object) => app.expect('resource', 'POST', `/webhook-subscriptions/${id}`, tenant, body);
    let count = 0;
    const tell = async () => {
      await app.hear(customerCreated(tenant.accountId));
      count += 1;
      await settled(app, count);
      const { headers, body = '' } = receiver.received[count - 1] ?? { headers: {} };
      return {
        by: ['old', 'new', 'newer'].filter((secret) => headers['x-request-signature-sha-256'] === hex(secret, body)),
        next: ['old', 'new', 'newer'].filter(
          (secret) => headers['x-request-signature-sha-256-next'] === hex(secret, body),
        ),
        standard: String(headers['webhook-signature']).split(' ').length,
      };
    };
    expect(await tell()).toEqual({ by: ['old'], next: [], standard: 1 });
    const started = await update({ secret: 'new' });
    expect(started.attributes['secretRotation']).toBe('started');
    expect(await tell()).toEqual({ by: ['old'], next: ['new'], standard: 2 });
    await update({ secretRotation: 'cancelled' });
    expect(await tell()).toEqual({ by: ['old'], next: [], standard: 1 });
    await update({ secret: 'new' });
    await update({ secret: 'newer' });
    const completed = await update({ secretRotation: 'completed' });
    expect(completed.attributes['secretRotation']).toBeUndefined();
    expect(await tell()).toEqual({ by: ['newer'], next: [], standard: 1 });
    const rows = await app.dataSource.query<unknown[]>(
      'SELECT encode(sealed_secret, $1) FROM subscriptions UNION ALL SELECT encode(sealed, $1) FROM history',
      ['escape'],
    );
    expect(JSON.stringify(rows)).not.toMatch(/newer/);
  });

  it('signs what was claimed before it as well', async () => {
    const waiting: (() => void)[] = [];
    const receiver = await stage.listen((response) => waiting.push(() => response.writeHead(200).end()));
    const tenant = aTenant();
    const app = await stage.start({ limits: { perSubscription: 1 } });
    const id = await app.subscribe(tenant, receiver.url, 'old');
    await app.hear(customerCreated(tenant.accountId), customerCreated(tenant.accountId));
    await until('the first is under way', () => waiting.length === 1);
    const looks = jest.spyOn(app.queue, 'waitingLanes');
    for (const change of [{ secret: 'new' }, { secretRotation: 'completed' }]) {
      looks.mockClear();
      await app.expect('resource', 'POST', `/webhook-subscriptions/${id}`, tenant, change);
      await until('the worker has looked', () => looks.mock.results.length > 0);
    }
    waiting.shift()?.();
    await until('the second has come', () => receiver.received.length === 2);
    const [, second] = receiver.received;
    expect(second?.headers['x-request-signature-sha-256']).toBe(hex('new', second?.body ?? ''));
    waiting.shift()?.();
  });
});
