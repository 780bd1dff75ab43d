import { describe, expect, it } from '@jest/globals';
import { type AnswerBody, type ServiceName, serviceRoutes } from '@halyard/contracts';
import type {} from '@halyard/contracts/customers';
import { DomainError } from '@halyard/core';
import { probeOperation } from './behaviour-service.js';
import { errorAnswer } from './error-answer.js';
import { ServiceCalls } from './service-calls.js';
import { ServiceClient } from './service-client.js';
import type { ServiceAnswer, ServiceRequest } from './service-request.js';

class RecordingClient extends ServiceClient {
  readonly seen: { service: ServiceName; request: ServiceRequest }[] = [];
  constructor(private readonly answer: ServiceAnswer) {
    super();
  }
  override call(service: ServiceName, request: ServiceRequest): Promise<ServiceAnswer> {
    this.seen.push({ service, request });
    return Promise.resolve(this.answer);
  }
  override exchange(): Promise<ServiceAnswer> {
    return Promise.resolve(this.answer);
  }
}

const withAnswer = (body: AnswerBody, status = 200) => {
  const client = new RecordingClient({ status, body });
  return { client, calls: new ServiceCalls(client, 'customers') };
};
const refusing = (error: DomainError) => {
  const { status, body } = errorAnswer(error);
  return withAnswer(body, status);
};
const parent = probeOperation({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' });
const { getAccountFact, tellTransfersOfParty, tellFundingSourcesOfParty, searchCustomers } = serviceRoutes;

describe('a service that calls another', () => {
  it('does so as itself, within the request and trace that it serves', async () => {
    const { client, calls } = withAnswer({ type: 'fact', fact: { partyId: '1' } });
    expect(await calls.ask(getAccountFact, '1', parent)).toEqual({ partyId: '1' });
    expect(client.seen).toMatchObject([
      {
        service: 'auth',
        request: {
          method: 'GET',
          path: '/internal/accounts/1',
          operation: {
            requestId: parent.requestId,
            traceparent: parent.traceparent,
            principal: { kind: 'service', service: 'customers' },
          },
        },
      },
    ]);
  });

  it('does so at the time of the operation that it serves, and not under its Idempotency-Key', async () => {
    const { client, calls } = withAnswer({ type: 'fact', fact: null });
    await calls.request(searchCustomers, {}, probeOperation({ at: '2026-01-05T12:00:00.000Z', key: 'a key' }));
    const [{ operation } = { operation: undefined }] = client.seen.map(({ request }) => request);
    expect([operation?.at, operation?.key]).toEqual(['2026-01-05T12:00:00.000Z', undefined]);
  });

  it('repeats its calls under the same operation ids, and gives other calls other ids', async () => {
    const { client, calls } = withAnswer({ type: 'fact', fact: null });
    await calls.tell(tellTransfersOfParty, '1', { version: 1 }, parent);
    await calls.tell(tellTransfersOfParty, '1', { version: 1 }, parent);
    await calls.tell(tellTransfersOfParty, '1', { version: 2 }, parent);
    await calls.tell(tellFundingSourcesOfParty, '1', { version: 1 }, parent);
    await calls.tell(tellTransfersOfParty, '1', { version: 1 }, probeOperation());
    const [first, repeated, ...others] = client.seen.map(({ request }) => request.operation.id);
    expect(repeated).toBe(first);
    expect(new Set([first, ...others]).size).toBe(4);
  });

  it('asks for what is not there and gets undefined', async () => {
    const { calls } = refusing(new DomainError('NotFound'));
    expect(await calls.ask(getAccountFact, '1', parent)).toBeUndefined();
  });

  it('gets every other refusal as it was thrown', async () => {
    const refusal = new DomainError('ServiceUnavailable', { message: 'later', retryAfterSeconds: 3 });
    const { calls } = refusing(refusal);
    const expected = { code: 'ServiceUnavailable', message: 'later', detail: { retryAfterSeconds: 3 } };
    await expect(calls.ask(getAccountFact, '1', parent)).rejects.toMatchObject(expected);
    await expect(calls.tell(tellTransfersOfParty, '1', {}, parent)).rejects.toMatchObject(expected);
    await expect(calls.request(searchCustomers, {}, parent)).rejects.toMatchObject(expected);
  });

  it('cannot tell to nobody: NotFound is a refusal there', async () => {
    const { calls } = refusing(new DomainError('NotFound'));
    await expect(calls.tell(tellTransfersOfParty, '1', {}, parent)).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('takes a code of a newer build for an unexpected error', async () => {
    const { calls } = withAnswer({ type: 'error', code: 'NotInventedYet', message: '' }, 400);
    await expect(calls.ask(getAccountFact, '1', parent)).rejects.toMatchObject({ code: 'ServerError' });
  });

  it('takes anything but a fact for an unexpected error', async () => {
    const { calls } = withAnswer({ type: 'created', resource: { kind: 'customer', id: '1' } });
    await expect(calls.ask(getAccountFact, '1', parent)).rejects.toMatchObject({ code: 'ServerError' });
  });
});
