import { randomUUID } from 'node:crypto';
import { created } from '@halyard/contracts';
import { describe, expect, it } from '@jest/globals';
import { type Answer, gatewayDatabase, GatewayFixture } from '../../test/gateway-fixture.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const order = { amount: { value: '1.00', currency: 'USD' }, metadata: { note: 'hello there' } };

describe('an Idempotency-Key', () => {
  const stage = new GatewayStage(({ operation }) => ({ status: 201, body: created('transfer', operation.id) }));
  const { services } = stage;

  const post = (key: string, at = stage.gateway): Promise<Answer> =>
    at.send('POST', '/transfers', { headers: { 'idempotency-key': key }, body: order });

  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
    ['not printable', 'a\tb'],
    ['not ASCII', 'caf\u00e9'],
  ])('that is %s is refused at its pointer', async (_, key) => {
    const { status, body } = await post(key);
    expect([status, body.code]).toEqual([400, 'ValidationError']);
    expect(body._embedded?.errors?.map(({ path }) => path)).toEqual(['/headers/Idempotency-Key']);
    expect(services.calls).toEqual([]);
  });

  it('is taken at its full length', async () => {
    expect((await post(`${randomUUID()}${'~ '.repeat(109)}!`)).status).toBe(201);
  });

  it('means nothing on requests that are no POST', async () => {
    for (const _ of [1, 2]) await stage.gateway.send('GET', '/customers', { headers: { 'idempotency-key': 'one' } });
    expect(services.calls).toHaveLength(2);
  });

  it('keeps nothing of request and answer in plain', async () => {
    await post('key-in-plain-sight');
    const rows = await stage.database.dataSource.query<Record<string, unknown>[]>('SELECT * FROM idempotency_claims');
    const text = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
      .join('\n');
    for (const secret of ['hello there', '1.00', 'transfer', 'key-in-plain-sight']) expect(text).not.toContain(secret);
  });

  it('answers 503 with Retry-After while its database is away', async () => {
    const broken = await gatewayDatabase();
    const alone = await GatewayFixture.start(broken.dataSource, {}, services);
    broken.sever();
    const { status, body, headers } = await post(randomUUID(), alone);
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'ServiceUnavailable', '1']);
    expect(services.calls).toEqual([]);
    await alone.stop();
    await broken.drop();
  });
});
