import { randomUUID } from 'node:crypto';
import { created, type ErrorDocument } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { errorAnswer, type ServiceAnswer } from '@halyard/http';
import type { TestClock } from '@halyard/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeServices, testClock } from '../../test/fakes.js';
import { type Answer, GatewayFixture } from '../../test/gateway-fixture.js';
import { DatabaseStage } from '../../test/gateway-stage.js';

const DAY_MS = 24 * 60 * 60_000;
const LEASE_MS = 3_000;
const order = (value = '1.00') => ({ amount: { value, currency: 'USD' }, metadata: { note: 'hello there' } });

/** Answers from outside, when the test says so. */
class Gate {
  private readonly waiting: (() => void)[] = [];
  readonly pass = (): Promise<void> => new Promise((resolve) => this.waiting.push(resolve));
  open(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

describe('Idempotency-Key', () => {
  const database = new DatabaseStage();
  let services: FakeServices;
  let clock: TestClock;
  let gateway: GatewayFixture;
  const others: GatewayFixture[] = [];

  beforeEach(async () => {
    services = new FakeServices();
    services.respond = ({ operation }) => ({ status: 201, body: created('transfer', operation.id) });
    clock = testClock();
    gateway = await GatewayFixture.start(database.dataSource, {}, services, clock);
  });
  afterEach(async () => {
    await Promise.all([gateway, ...others.splice(0)].map((one) => one.stop()));
  });

  const post = (key: string, body: unknown = order(), at = gateway, path = '/transfers'): Promise<Answer> =>
    at.send('POST', path, { headers: { 'idempotency-key': key }, body });
  const another = async (): Promise<GatewayFixture> => {
    const gateway = await GatewayFixture.start(database.dataSource, {}, services, clock);
    others.push(gateway);
    return gateway;
  };
  const operations = (): string[] => services.calls.map(({ operation }) => operation.id);
  const once = (answer: ServiceAnswer): void => {
    const { respond } = services;
    services.respond = () => {
      services.respond = respond;
      return answer;
    };
  };

  it('forwards one of fifty parallel requests; the others get 409 or its answer', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(key)));
    expect(services.calls).toHaveLength(1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(new Set(answers.flatMap(({ headers }) => headers['location'] ?? [])).size).toBe(1);
  });

  it('forwards one of many parallel requests to several gateways', async () => {
    const gateways = [gateway, await another(), await another()];
    const key = randomUUID();
    await Promise.all(Array.from({ length: 30 }, (_, index) => post(key, order(), gateways[index % 3])));
    expect(services.calls).toHaveLength(1);
  });

  it('answers a repeat with the first status, Location and body, and says so', async () => {
    const key = randomUUID();
    const first = await post(key);
    const again = await post(key);
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(again.headers['location']).toBe(first.headers['location']);
    expect(services.calls).toHaveLength(1);
  });

  it('answers a repeat of a change with the resource as it was then', async () => {
    const name = (value: string): ServiceAnswer => ({
      status: 200,
      body: { document: 'resource', kind: 'funding-source', id: randomUUID(), attributes: { name: value }, links: {} },
    });
    once(name('first'));
    const path = `/funding-sources/${randomUUID()}`;
    const key = randomUUID();
    await post(key, { name: 'first' }, gateway, path);
    once(name('second'));
    const again = await post(key, { name: 'first' }, gateway, path);
    expect([again.status, again.body['name']]).toEqual([200, 'first']);
  });

  it('replays on the base URL and in the media type of the repeat', async () => {
    const key = randomUUID();
    await post(key);
    const { headers } = await gateway.send('POST', '/transfers', {
      headers: { 'idempotency-key': key, host: 'api.example.com:99' },
      body: order(),
    });
    expect(headers['location']).toMatch(/^http:\/\/api\.example\.com:99\/transfers\//);
  });

  it('takes the same JSON in another order and spacing for the same', async () => {
    const key = randomUUID();
    const { amount, metadata } = order();
    await post(key, { amount, metadata });
    const again = await post(key, JSON.stringify({ metadata, amount }, null, 3));
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
  });

  it('refuses something else under the key, with the pointers that differ', async () => {
    const key = randomUUID();
    await post(key);
    const { status, body } = await post(key, { amount: { value: '2.00', currency: 'USD' }, extra: [1] });
    expect([status, body.code]).toEqual([422, 'IdempotencyKeyReused']);
    expect(body._embedded?.errors?.map(({ path }) => path).sort()).toEqual(['/amount/value', '/extra', '/metadata']);
    expect(services.calls).toHaveLength(1);
  });

  it('refuses another path under the key, at the key', async () => {
    const key = randomUUID();
    await post(key);
    const { status, body } = await post(key, order(), gateway, '/customers');
    expect(status).toBe(422);
    expect(body._embedded?.errors?.map(({ path }) => path)).toEqual(['/headers/Idempotency-Key']);
  });

  it('checks the permissions of a repeat anew', async () => {
    const key = randomUUID();
    await post(key);
    const token = await services.token({ scope: 'funding' });
    const again = await gateway.send('POST', '/transfers', {
      headers: { 'idempotency-key': key },
      body: order(),
      token,
    });
    expect([again.status, again.body.code]).toEqual([403, 'InvalidScopes']);
  });

  it.each([
    ['application', { client_id: randomUUID() }],
    ['account', { account_id: randomUUID() }],
  ])('is one per %s', async (_, claims) => {
    const key = randomUUID();
    await post(key);
    const token = await services.token(claims);
    await gateway.send('POST', '/transfers', { headers: { 'idempotency-key': key }, body: order(), token });
    expect(new Set(operations()).size).toBe(2);
  });

  it('answers 409 while the first request runs, on every gateway', async () => {
    const gate = new Gate();
    const { respond } = services;
    services.respond = async (call) => {
      await gate.pass();
      return respond(call);
    };
    const key = randomUUID();
    const first = post(key);
    await services.called(1);
    for (const at of [gateway, await another()]) {
      const { status, body } = await post(key, order(), at);
      expect([status, body.code]).toEqual([409, 'Conflict']);
    }
    gate.open();
    expect((await first).status).toBe(201);
  });

  it('is free again after a refusal of the owner', async () => {
    const key = randomUUID();
    once(errorAnswer(new DomainError('ValidationError')));
    expect((await post(key)).status).toBe(400);
    const again = await post(key, order('2.00'));
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(new Set(operations()).size).toBe(2);
  });

  it.each([
    ['the owner fails', errorAnswer(new DomainError('ServerError'))],
    ['the owner is away', errorAnswer(new DomainError('ServiceUnavailable'))],
    ['the owner takes too long', errorAnswer(new DomainError('RequestTimeout'))],
    ['the owner is still at it', errorAnswer(new DomainError('Conflict'))],
  ])('lets a repeat complete the very same operation at once when %s', async (_, answer) => {
    const key = randomUUID();
    once(answer);
    expect((await post(key)).status).toBe(answer.status);
    expect((await post(key)).status).toBe(201);
    expect(new Set(operations()).size).toBe(1);
    expect(services.calls).toHaveLength(2);
  });

  it('still refuses something else while the outcome of the first is unknown', async () => {
    const key = randomUUID();
    once(errorAnswer(new DomainError('ServerError')));
    await post(key);
    expect((await post(key, order('2.00'))).status).toBe(422);
  });

  it('lets a repeat complete the operation of a gateway that died, once its lease has ended', async () => {
    const key = randomUUID();
    const gate = new Gate();
    const { respond } = services;
    services.respond = async () => {
      services.respond = respond;
      await gate.pass();
      return errorAnswer(new DomainError('ServiceUnavailable'));
    };
    const dying = post(key);
    await services.called(1);
    const survivor = await another();
    expect((await post(key, order(), survivor)).status).toBe(409);
    clock.advance(LEASE_MS);
    const again = await post(key, order(), survivor);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(new Set(operations()).size).toBe(1);
    gate.open();
    await dying;
    const replay = await post(key, order(), survivor);
    expect([replay.status, replay.headers['location']]).toEqual([201, again.headers['location']]);
  });

  it('renews the lease of a request that runs for long', async () => {
    const slow = await GatewayFixture.start(database.dataSource, { IDEMPOTENCY_LEASE_MS: '300' }, services, clock);
    others.push(slow);
    const gate = new Gate();
    services.respond = async ({ operation }) => {
      await gate.pass();
      return { status: 201, body: created('transfer', operation.id) };
    };
    const key = randomUUID();
    const first = post(key, order(), slow);
    await services.called(1);
    const leaseEnd = async (): Promise<number> => {
      const [row] = await database.dataSource.query<{ until: Date }[]>(
        'SELECT max(leased_until) AS until FROM idempotency_claims WHERE sealed_answer IS NULL',
      );
      return row?.until.getTime() ?? 0;
    };
    const claimedUntil = await leaseEnd();
    clock.advance(200);
    while ((await leaseEnd()) <= claimedUntil) await new Promise(setImmediate);
    clock.advance(200);
    expect((await post(key, order(), slow)).status).toBe(409);
    gate.open();
    expect((await first).status).toBe(201);
  });

  it('remembers for 24 hours from first use, also past midnight, and then no more', async () => {
    const key = randomUUID();
    await post(key);
    clock.advance(DAY_MS - 1_000);
    const token = await services.token({}, clock.system());
    const late = () =>
      gateway.send('POST', '/transfers', { headers: { 'idempotency-key': key }, body: order(), token });
    expect((await late()).headers['idempotent-replayed']).toBe('true');
    clock.advance(1_000);
    expect((await late()).headers['idempotent-replayed']).toBeUndefined();
    expect((await late()).headers['idempotent-replayed']).toBe('true');
    expect(new Set(operations()).size).toBe(2);
  });

  it('never takes back an answer because of an unknown error document', async () => {
    const key = randomUUID();
    const body: ErrorDocument = { document: 'error', code: 'SomethingNewer', message: 'No.' };
    once({ status: 403, body });
    expect((await post(key)).status).toBe(403);
    expect((await post(key)).status).toBe(201);
  });
});
