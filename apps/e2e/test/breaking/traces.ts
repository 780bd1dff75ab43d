import type { HalClient } from '@halyard/suite/client';
import type { CollectedSpan, TraceCollector } from '@halyard/testing';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { fundedHolder, idOf, newHolder, transferOf } from '../support/journeys.js';
import { type Delivery, Subscriber } from '../support/subscriber.js';
import type { BreakableSuite } from './breakable-suite.js';

/** @param collectorOf returns the collector to which the suite sends its traces */
export const traces = (suite: BreakableSuite, collectorOf: () => TraceCollector): void =>
  suite.part('shows a trace of POST /transfers, which', () => {
    const traceId = randomBytes(16).toString('hex');
    const callerId = randomBytes(8).toString('hex');
    let client: HalClient;
    let subscriber: Subscriber;
    let subscription: string;
    let webhooks: readonly Delivery[];
    let spans: readonly CollectedSpan[];

    beforeAll(async () => {
      client = await suite.running.client();
      subscriber = await Subscriber.listen();
      subscription = await client.create('/webhook-subscriptions', { url: subscriber.url, secret: subscriber.secret });
      const [from, to] = [await fundedHolder(client, '10.00'), await newHolder(client)];
      // By then nothing else is under way that could come over the bus in one batch with the transfer.
      await heard(({ topic }) => topic === 'customer_bank_transfer_completed', 1);

      const headers = { traceparent: `00-${traceId}-${callerId}-01` };
      const transfer = await client.create('/transfers', transferOf(from.balance, to.balance, '1.00'), { headers });
      // Two events, created and completed, each go to the sender and to the receiver.
      webhooks = await heard(({ resourceId }) => resourceId === idOf(transfer), 4);
      spans = await collected();
    });

    afterAll(async () => {
      await client.delete(subscription);
      await client.close();
      await subscriber.close();
    });

    const heard = (wanted: (delivery: Delivery) => boolean, count: number): Promise<Delivery[]> =>
      waitFor('webhooks', () => {
        const deliveries = subscriber.deliveries.filter(wanted);
        return deliveries.length >= count ? deliveries : undefined;
      });

    /** Each process sends its spans at its own pace, and the inner ones often come before the outer ones. */
    const collected = (): Promise<CollectedSpan[]> =>
      waitFor('the spans of all that took part', () => {
        const known = collectorOf().spansOf(traceId);
        const services = new Set(known.map(serviceOf));
        const tookPart = ['gateway', 'transfers', 'webhooks'].every((service) => services.has(service));
        const isWhole = known.every((span) => span.parentSpanId === callerId || parentOf(span, known));
        const isAttempted = known.filter(isAttempt).length >= webhooks.length;
        // The process that records the events may not be the one that sends them.
        const isRecorded = known.some(({ name }) => name === 'consume public-events');
        return tookPart && isWhole && isRecorded && isAttempted ? known : undefined;
      });

    const serviceOf = ({ resource }: CollectedSpan): string => String(resource['service.name']);
    const isAttempt = ({ name }: CollectedSpan): boolean => name === 'attempt webhook';
    const parentOf = (span: CollectedSpan, among: readonly CollectedSpan[]): CollectedSpan | undefined =>
      among.find(({ spanId }) => spanId === span.parentSpanId);
    const labelOf = (span: CollectedSpan): string => `${serviceOf(span)}: ${span.name}`;

    it('is one tree below the caller, over the call to transfers and over the bus to the webhooks', () => {
      const edges = spans.map((span) => {
        const parent = parentOf(span, spans);
        return `${labelOf(span)} < ${parent ? labelOf(parent) : 'caller'}`;
      });
      expect(edges).toEqual(
        expect.arrayContaining([
          'gateway: POST transfers < gateway: POST /transfers',
          'transfers: POST /transfers < gateway: POST transfers',
          'webhooks: consume public-events < gateway: POST transfers',
          'webhooks: attempt webhook < gateway: POST transfers',
        ]),
      );
      expect(edges.filter((edge) => edge.endsWith('< caller'))).toEqual(['gateway: POST /transfers < caller']);
    });

    it('has the attempt of each webhook', () => {
      const attempted = spans.filter(isAttempt).map(({ attributes }) => attributes['webhook.event.id']);
      expect(new Set(attempted)).toEqual(new Set(webhooks.map(({ id }) => id)));
    });

    it('comes from the processes of the services that took part', async () => {
      const running = (await suite.running.processes()).map(({ service, pid }) => `${service} ${pid}`);
      const traced = new Set(spans.map((span) => `${serviceOf(span)} ${span.resource['process.pid']}`));
      expect(running).toEqual(expect.arrayContaining([...traced]));
    });
  });
