import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Operation } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { WAIT_MS } from '@halyard/testing/patience';
import { until } from '@halyard/testing/waiting';
import { type ProbeController, type ProbeIdempotency, probeOperation } from '../src/behaviour-service.js';
import { exchangeBehaviour } from './exchange.behaviour.js';
import type { ExchangeProbeController } from '../src/exchange/exchange-probe.js';
import { keyedRequestsBehaviour } from './keyed-requests.behaviour.js';
import type { ServiceClient } from '../src/service-client.js';
import type { ServiceAnswer, ServiceRequest, ServiceWait } from '../src/service-request.js';

/** A client and, behind it, the `ProbeModule` running as the service `customers`. */
export interface ServiceClientUnderTest {
  readonly client: ServiceClient;
  readonly probe: ProbeController;
  readonly exchanges: ExchangeProbeController;
  /** The service's keyed requests go through it. */
  readonly idempotency: ProbeIdempotency;
  /** Stops the service after answering the requests in flight. */
  stop(): Promise<void>;
  /** Releases everything, even after `stop`. */
  close(): Promise<void>;
}

/** Starts the probe behind an adapter whose calls may take `deadlineMs`. */
export type OpenServiceClient = (options: { readonly deadlineMs: number }) => Promise<ServiceClientUnderTest>;

type Call = Partial<ServiceRequest> & Pick<ServiceRequest, 'path'>;

const HASTY_MS = 50;

const slow = () => ({ method: 'GET', path: '/slow', operation: probeOperation() }) as const;

/** Callers see the same answers in every adapter. Every adapter of ServiceClient passes this. */
export function serviceClientBehaviour(adapter: string, open: OpenServiceClient): void {
  exchangeBehaviour(adapter, () => open({ deadlineMs: WAIT_MS }));
  describe(`ServiceClient: ${adapter}`, () => {
    let under: ServiceClientUnderTest;
    const call = (request: Call): Promise<ServiceAnswer> =>
      under.client.call('customers', { method: 'GET', operation: probeOperation(), ...request });

    beforeAll(async () => {
      under = await open({ deadlineMs: WAIT_MS });
    });
    afterAll(() => under.close());

    keyedRequestsBehaviour(() => under);

    describe('carries requests as they are', () => {
      it.each(['plain', 'ä ö/ü', 'a%2Fb', '100% ?&=#;+', '日本', '..', '\'"<>'])('path parameter %j', async (text) => {
        const answer = await call({ path: `/echo/${encodeURIComponent(text)}/and/x` });
        expect(answer).toEqual({
          status: 200,
          body: { type: 'fact', fact: { params: { first: text, second: 'x' }, query: {} } },
        });
      });

      it.each([
        [{ search: 'Zoë & Søn = 100% + ?#' }, { search: 'Zoë & Søn = 100% + ?#' }],
        [{ empty: '' }, { empty: '' }],
        [{ status: ['a', 'b', 'c d'] }, { status: ['a', 'b', 'c d'] }],
        [{ one: ['a'], none: [] }, { one: 'a' }],
        [{ 'a name & more': '1' }, { 'a name & more': '1' }],
      ])('query %j', async (query, seen) => {
        const answer = await call({ path: '/echo/1/and/2', query });
        expect(answer.body).toMatchObject({ fact: { query: seen } });
      });

      it.each([
        { nested: { list: [1, 2.5, null, { deep: true }] } },
        { text: 'line\nbreak \u0000 \u2028 "quoted" \\ 😀' },
        [],
        'text',
        0,
        false,
      ])('body %j', async (body) => {
        expect(await call({ method: 'POST', path: '/echo', body })).toEqual({
          status: 200,
          body: { type: 'fact', fact: body },
        });
      });

      it('no body', async () => {
        expect((await call({ method: 'POST', path: '/echo' })).body).toEqual({ type: 'fact', fact: null });
      });

      it('bodies of several megabytes, both ways', async () => {
        const body = { text: 'é'.repeat(2_000_000) };
        expect((await call({ method: 'POST', path: '/echo', body })).body).toEqual({ type: 'fact', fact: body });
      });

      it('the operation, with its principal', async () => {
        const operations: Operation[] = [
          probeOperation({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }),
          probeOperation({ principal: { kind: 'service', service: 'gateway' } }),
        ];
        for (const operation of operations) {
          expect((await call({ path: '/operation', operation })).body).toEqual({ type: 'fact', fact: operation });
        }
      });
    });

    it('answers the same whatever the routing key', async () => {
      for (const routingKey of [undefined, '', 'a', probeOperation().id]) {
        const { status } = await call({ path: '/echo/1/and/2', routingKey });
        expect(status).toBe(200);
      }
    });

    describe('gives the answers of the service', () => {
      it('201 with its body', async () => {
        const body = { name: 'Ada', address: { city: 'Paris' } };
        expect(await call({ method: 'POST', path: '/things', body })).toEqual({
          status: 201,
          body: { type: 'created', resource: { kind: 'customer', id: 'Ada' } },
        });
      });

      it('a handler without an answer answers the fact null', async () => {
        expect(await call({ method: 'PUT', path: '/silent', body: {} })).toEqual({
          status: 200,
          body: { type: 'fact', fact: null },
        });
      });

      it('every fault of a body at once', async () => {
        const body = { address: { city: 'a city too long' }, fees: [] };
        expect(await call({ method: 'POST', path: '/things', body })).toMatchObject({
          status: 400,
          body: {
            type: 'error',
            code: 'ValidationError',
            faults: [
              { code: 'Required', message: 'Name required.', path: '/name' },
              {
                code: 'InvalidFormat',
                message: 'City invalid. Allowed: at most 10 characters.',
                path: '/address/city',
              },
              { code: 'NotAllowed', message: 'Fees value not allowed.', path: '/fees' },
            ],
          },
        });
      });

      it.each([[[]], [null], ['text'], [1]])('400 BadRequest for the body %j where an object belongs', async (body) => {
        expect(await call({ method: 'POST', path: '/things', body })).toMatchObject({
          status: 400,
          body: { type: 'error', code: 'BadRequest' },
        });
      });

      it('drops prototype keys of a body', async () => {
        const body: unknown = JSON.parse(
          '{"name":"a","address":{"city":"b","__proto__":{"x":1}},"constructor":{"prototype":{"x":1}}}',
        );
        expect((await call({ method: 'POST', path: '/things', body })).status).toBe(201);
        expect({}).not.toHaveProperty('x');
      });

      it.each([
        [
          { method: 'POST', path: '/things', body: { name: 'taken', address: { city: 'c' } } },
          400,
          'DuplicateResource',
        ],
        [{ path: '/nowhere' }, 404, 'NotFound'],
        [{ path: '/things/not-an-id' }, 404, 'NotFound'],
        [{ method: 'DELETE', path: '/echo' }, 404, 'NotFound'],
        [{ path: `/things/${'x'.repeat(500)}` }, 404, 'NotFound'],
        [{ path: '/things/%zz' }, 400, 'BadRequest'],
        [{ path: '/pages', query: { limit: '201', offset: '-1' } }, 400, 'ValidationError'],
        [{ path: '/away' }, 503, 'ServiceUnavailable'],
      ] as [Call, number, string][])('%j: %i %s', async (request, status, code) => {
        const answer = await call(request);
        expect(answer.status).toBe(status);
        expect(answer.body).toMatchObject({ type: 'error', code });
      });

      it('an unexpected error as 500 without its detail', async () => {
        const answer = await call({ path: '/bug' });
        expect(answer).toMatchObject({ status: 500, body: { type: 'error', code: 'ServerError' } });
        expect(JSON.stringify(answer)).not.toContain('secret');
      });
    });

    describe('lets an owner wait before it answers', () => {
      const never = new AbortController().signal;
      const ended = (wait: string, isEnded: boolean) => ({ type: 'fact', fact: { wait, isEnded } });
      const begin = async (
        { client, probe }: ServiceClientUnderTest,
        { signal, ...given }: Partial<ServiceWait> & { readonly signal?: AbortSignal } = {},
      ) => {
        const begun = new Promise<void>((resolve) => (probe.onWait = resolve));
        const wait = { parameter: 'wait', timeMs: WAIT_MS, stopping: never, ...given };
        const request = { method: 'GET', path: '/plain-waits', query: { wait: '20' }, wait, signal } as const;
        const answered = client.call('customers', { ...request, operation: probeOperation() });
        answered.catch(() => undefined);
        await begun;
        return { body: answered.then(({ body }) => body) };
      };
      beforeEach(() => {
        under.probe.endedWaits = 0;
        under.idempotency.keep = ({ operation }, handle) => handle(operation);
      });

      it('longer than another call may take', async () => {
        const hasty = await open({ deadlineMs: HASTY_MS });
        const { body } = await begin(hasty);
        await expect(hasty.client.call('customers', slow())).rejects.toMatchObject({ code: 'ServiceUnavailable' });
        hasty.probe.releaseWait();
        expect(await body).toEqual(ended('20', false));
        hasty.probe.release();
        await hasty.close();
      });

      it('but not longer than it may', async () => {
        const hasty = await open({ deadlineMs: HASTY_MS });
        const { body } = await begin(hasty, { timeMs: HASTY_MS });
        await expect(body).rejects.toMatchObject({ code: 'ServiceUnavailable' });
        hasty.probe.releaseWait();
        await hasty.close();
      });

      it('until nobody wants the answer any more', async () => {
        const gone = new AbortController();
        const { body } = await begin(under, { signal: gone.signal });
        gone.abort();
        await expect(body).rejects.toMatchObject({ code: 'ServiceUnavailable' });
        await until('the wait has ended', () => under.probe.endedWaits === 1);
      });

      it('until its caller stops, who gets an answer', async () => {
        const stop = new AbortController();
        const { body } = await begin(under, { stopping: stop.signal });
        stop.abort();
        expect(await body).toMatchObject({ type: 'fact' });
        await until('the wait has ended', () => under.probe.endedWaits === 1);
      });

      it('until its process stops, which answers', async () => {
        const stopping = await open({ deadlineMs: WAIT_MS });
        const { body } = await begin(stopping);
        await stopping.stop();
        expect(await body).toEqual(ended('20', true));
        await stopping.close();
      });
    });

    describe('rejects when there is no answer', () => {
      it('ServiceUnavailable for a service that is not there', async () => {
        const request = { method: 'GET', path: '/', operation: probeOperation() } as const;
        await expect(under.client.call('webhooks', request)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
      });

      it('ServiceUnavailable once the deadline has passed', async () => {
        const hasty = await open({ deadlineMs: HASTY_MS });
        await expect(hasty.client.call('customers', slow())).rejects.toMatchObject({ code: 'ServiceUnavailable' });
        hasty.probe.release();
        await hasty.close();
      });

      it('a stop answers what is in flight; after it, ServiceUnavailable', async () => {
        const stopping = await open({ deadlineMs: WAIT_MS });
        const ask = (path: string) =>
          stopping.client.call('customers', { method: 'GET', path, operation: probeOperation() });
        const begun = new Promise<void>((resolve) => {
          stopping.probe.onSlow = resolve;
        });
        const slow = ask('/slow');
        await begun;

        const stopped = stopping.stop();
        stopping.probe.release();
        expect((await slow).body).toEqual({ type: 'fact', fact: 'at last' });
        await stopped;
        const refused: unknown = await ask('/operation').catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(DomainError);
        expect(refused).toMatchObject({ code: 'ServiceUnavailable' });
        await stopping.close();
      });
    });
  });
}
