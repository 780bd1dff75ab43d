import { randomUUID } from 'node:crypto';
import { created } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../../test/gateway-fixture.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const order = { amount: { value: '1.00', currency: 'USD' }, metadata: { note: 'hello there' } };

describe('an Idempotency-Key', () => {
  const stage = new GatewayStage(({ operation }) => ({ status: 201, body: created('transfer', operation.id) }));
  const { services } = stage;

  const post = (key: string, path = '/transfers', more: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    stage.gateway.send('POST', path, { headers: { 'idempotency-key': key, ...more }, body: order });

  it('goes to the owner with the operation, and the time of the account', async () => {
    const key = randomUUID();
    await post(key);
    await post(key);
    const operations = services.calls.map(({ operation }) => operation);
    const at = stage.clock.system().toISOString();
    expect(operations).toMatchObject([
      { key, at },
      { key, at },
    ]);
    expect(new Set(operations.map(({ id }) => id)).size).toBe(2);
  });

  it('brings what its owner replays, and says so', async () => {
    const answer = { status: 201, body: created('transfer', 'first') } as const;
    services.respond = () => answer;
    expect((await post('one')).headers['idempotent-replayed']).toBeUndefined();
    services.respond = () => ({ ...answer, isReplayed: true });
    const again = await post('one', '/transfers', { host: 'api.example.com:99' });
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(again.headers['location']).toBe('http://api.example.com:99/transfers/first');
  });

  it('brings what its owner says of another use', async () => {
    const faults = [{ code: 'Invalid', message: 'Value differs.', path: '/amount/value' }] as const;
    services.respond = () => errorAnswer(new DomainError('IdempotencyKeyReused', { faults }));
    const { status, body } = await post('one');
    expect([status, body._embedded?.errors?.map(({ path }) => path)]).toEqual([422, ['/amount/value']]);
    services.respond = () => errorAnswer(new DomainError('Conflict', { retryAfterSeconds: 1 }));
    expect((await post('one')).headers['retry-after']).toBe('1');
  });

  it('gives no permission that the repeat itself lacks', async () => {
    const token = await services.token({ scope: 'funding' });
    const answer = await stage.gateway.send('POST', '/transfers', {
      headers: { 'idempotency-key': 'one' },
      body: order,
      token,
    });
    expect([answer.status, answer.body.code]).toEqual([403, 'InvalidScopes']);
    expect(services.calls).toEqual([]);
  });

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

  it('means nothing on requests that are no POST, and where a token is asked for', async () => {
    await stage.gateway.send('GET', '/customers', { headers: { 'idempotency-key': 'one' } });
    await stage.gateway.send('POST', '/token', { headers: { 'idempotency-key': '' }, body: {}, token: null });
    expect(services.calls.map(({ operation }) => operation.key)).toEqual([undefined, undefined]);
  });
});
