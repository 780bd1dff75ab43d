import { randomUUID } from 'node:crypto';
import { ref, resourceServices } from '@halyard/contracts';
import type { KeyUse } from '@halyard/contracts/idempotency-keys';
import { DomainError } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_ID, APPLICATION_ID, fact } from '../../test/fakes.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const use = (path: string, firstUsed: string, more: Partial<KeyUse> = {}): KeyUse => ({
  applicationId: APPLICATION_ID,
  method: 'POST',
  path,
  firstUsed,
  expires: firstUsed,
  state: 'running',
  at: firstUsed,
  ...more,
});
const [earlier, later] = ['2026-03-02T18:00:00.000Z', '2026-03-02T18:00:01.000Z'];

describe('GET /idempotency-keys/{key}', () => {
  const stage = new GatewayStage(({ service }) => {
    const made = { state: 'done', status: 201, resource: ref('transfer', 't1'), isCreated: true } as const;
    const uses = { transfers: [use('/transfers', later, made)], customers: [use('/customers', earlier)] };
    return {
      status: 200,
      body: fact({ uses: service === 'transfers' || service === 'customers' ? uses[service] : [] }),
    };
  });
  const get = (key: string) => stage.gateway.send('GET', `/idempotency-keys/${key}`, { headers: { host: 'api.test' } });

  it('has what each service did under the key, by first use', async () => {
    const { status, body } = await get('a%2Fb%20%25?asked=1');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      _links: { self: { href: 'http://api.test/idempotency-keys/a%2Fb%20%25', 'resource-type': 'idempotency-key' } },
      key: 'a/b %',
      uses: [
        { _links: {}, method: 'POST', path: '/customers', firstUsed: earlier, state: 'running' },
        {
          _links: { resource: { href: 'http://api.test/transfers/t1', 'resource-type': 'transfer' } },
          path: '/transfers',
          state: 'done',
          status: 201,
          location: 'http://api.test/transfers/t1',
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain(APPLICATION_ID);
    expect(stage.services.calls.map(({ service }) => service).sort()).toEqual([...resourceServices].sort());
    for (const asked of stage.services.calls) {
      expect(asked.body).toEqual({ accountId: ACCOUNT_ID, applicationIds: [APPLICATION_ID], key: 'a/b %' });
      expect(asked.operation.key).toBeUndefined();
    }
  });

  it('has those of every application of the account for a person that uses one of ours', async () => {
    const other = '0195b3a0-0000-7000-8000-00000000000c';
    const applications = [
      { id: APPLICATION_ID, name: 'Shop', kind: 'server' },
      { id: other, name: 'Halyard console', kind: 'first-party' },
    ];
    const { respond } = stage.services;
    stage.services.respond = (call) =>
      call.path === `/internal/accounts/${ACCOUNT_ID}/applications`
        ? { status: 200, body: fact({ applications }) }
        : respond(call);
    const person = await stage.services.token({ sub: randomUUID(), client_id: other, first_party: true });
    const { body } = await stage.gateway.send('GET', '/idempotency-keys/k', { token: person });
    expect(body).toMatchObject({
      uses: [{ path: '/customers' }, { path: '/transfers', application: { id: APPLICATION_ID, name: 'Shop' } }],
    });
    const asked = stage.services.calls.filter(({ path }) => path === '/internal/idempotency-keys');
    for (const { body: query } of asked) expect(query).toMatchObject({ applicationIds: [APPLICATION_ID, other] });
  });

  it.each([...resourceServices])('is 503 when %s can not be asked, never a shorter answer', async (away) => {
    const { respond } = stage.services;
    for (const error of [new DomainError('ServiceUnavailable'), new DomainError('ServerError')]) {
      stage.services.respond = (call) => (call.service === away ? errorAnswer(error) : respond(call));
      const { status, body } = await get('order-1');
      expect([status, body.code]).toEqual([503, 'ServiceUnavailable']);
    }
  });

  it('is NotFound where nobody knows the key, and for what is no part of a path', async () => {
    stage.services.respond = () => ({ status: 200, body: fact({ uses: [] }) });
    for (const key of ['unknown', 'a/b', 'k/']) {
      const { status, body } = await get(key);
      expect([status, body.code]).toEqual([404, 'NotFound']);
    }
  });

  const longest = '%2F'.repeat(255);
  it.each(['%7F', '%C3%A4', '%00', `${longest}a`, '%zz', '%', '%ff', '%e2%28%a1'])('says of %.20s', async (key) => {
    const { status, body } = await get(key);
    expect([status, body._embedded?.errors]).toMatchObject([400, [{ code: 'InvalidFormat', path: '/path/key' }]]);
    expect(stage.services.calls).toEqual([]);
  });

  it('takes the longest key, of whatever characters', async () => {
    const { status, body } = await get(longest);
    expect([status, body['key']]).toEqual([200, '/'.repeat(255)]);
  });
});
