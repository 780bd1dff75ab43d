import { beforeEach, describe, expect, it } from '@jest/globals';
import { ref } from '@halyard/contracts';
import type {} from '@halyard/contracts/customers';
import { Claim } from '@halyard/core';
import { type ProbeIdempotency, probeOperation } from '../src/behaviour-service.js';
import type { ServiceClient } from '../src/service-client.js';
import type { ServiceAnswer, ServiceRequest } from '../src/service-request.js';

interface KeyedRequestsUnderTest {
  readonly client: ServiceClient;
  readonly idempotency: ProbeIdempotency;
}

/** In every adapter, a service answers requests with an Idempotency-Key through `Idempotency`. */
export function keyedRequestsBehaviour(underTest: () => KeyedRequestsUnderTest): void {
  describe('passes requests with an Idempotency-Key through Idempotency', () => {
    const call = (request: Partial<ServiceRequest> & Pick<ServiceRequest, 'path'>): Promise<ServiceAnswer> =>
      underTest().client.call('customers', { method: 'POST', operation: probeOperation({ key: 'a key' }), ...request });
    const created: ServiceAnswer = { status: 201, body: { type: 'created', resource: ref('customer', 'first') } };
    beforeEach(() => {
      underTest().idempotency.answered.length = 0;
      underTest().idempotency.keep = ({ operation }, handle) => handle(operation);
    });

    it('which sees them as they are, before their body is judged', async () => {
      const operation = probeOperation({ key: 'a key' });
      let seen: ServiceRequest | undefined;
      underTest().idempotency.keep = async (request, handle) => {
        seen = request;
        return handle(request.operation);
      };
      const answer = await call({ path: '/things', query: { a: 'b' }, body: { wrong: true }, operation });
      expect(seen).toMatchObject({ method: 'POST', path: '/things', body: { wrong: true } });
      expect(seen?.operation).toMatchObject({ id: operation.id, key: 'a key' });
      expect(answer.status).toBe(400);
      expect(underTest().idempotency.answered).toEqual([answer]);
    });

    it('which says as what operation they are carried out', async () => {
      const other = probeOperation({ key: 'a key' });
      underTest().idempotency.keep = (_, handle) => handle(other);
      const answer = await call({ path: '/operations' });
      expect(answer.body).toMatchObject({ fact: { id: other.id, at: other.at } });
    });

    it('which gives the handler the claim that is to be made, each time it is run', async () => {
      class MadeClaim extends Claim {
        override make = () => Promise.resolve(true);
      }
      const claim = new MadeClaim();
      underTest().idempotency.keep = async ({ operation }, handle) => {
        await handle(operation, claim);
        return handle(operation);
      };
      await call({ path: '/claims' });
      const facts = underTest().idempotency.answered.map(({ body }) => body);
      expect([claim.stands, facts]).toMatchObject([true, [{ fact: true }, { fact: null }]]);
    });

    it('which may answer in their place, and says so', async () => {
      const replayed = { ...created, isReplayed: true } as const;
      underTest().idempotency.keep = () => Promise.resolve(replayed);
      expect(await call({ path: '/things', body: { name: 'new' } })).toEqual(replayed);
      expect(underTest().idempotency.answered).toEqual([]);
    });

    it('which sees what is answered before the caller does, and may answer otherwise', async () => {
      underTest().idempotency.keep = async ({ operation }, handle) => {
        await handle(operation);
        return created;
      };
      expect(await call({ path: '/things', body: { name: 'taken', address: { city: 'x' } } })).toEqual(created);
      expect(underTest().idempotency.answered).toMatchObject([{ status: 400, body: { code: 'DuplicateResource' } }]);
    });

    it('which may say of what was carried out that it stood before', async () => {
      const replayed = { ...created, isReplayed: true } as const;
      underTest().idempotency.keep = async ({ operation }, handle) => {
        await handle(operation);
        return replayed;
      };
      expect(await call({ path: '/things', body: { name: 'taken', address: { city: 'x' } } })).toEqual(replayed);
    });

    it('which may have them carried out again, as another operation', async () => {
      const operations = [probeOperation({ key: 'a key' }), probeOperation({ key: 'a key' })];
      underTest().idempotency.keep = async (_, handle) => {
        const answers: ServiceAnswer[] = [];
        for (const operation of operations) answers.push(await handle(operation));
        return { ...(answers[1] ?? created), isReplayed: true };
      };
      const answer = await call({ path: '/operations' });
      expect(underTest().idempotency.answered.map(({ body }) => body)).toMatchObject(
        operations.map(({ id }) => ({ fact: { id } })),
      );
      expect(answer).toEqual({ ...underTest().idempotency.answered[1], isReplayed: true });
      expect(await call({ method: 'PUT', path: '/silent' })).toMatchObject({
        body: { fact: null },
        isReplayed: true,
      });
    });

    it('also where nothing is answered', async () => {
      const answer = await call({ method: 'PUT', path: '/silent' });
      expect(answer).toEqual({ status: 200, body: { type: 'fact', fact: null } });
      expect(underTest().idempotency.answered).toEqual([answer]);
    });

    it('and no others', async () => {
      underTest().idempotency.keep = () => Promise.resolve(created);
      expect((await call({ path: '/echo', body: 1, operation: probeOperation() })).status).toBe(200);
    });
  });
}
