import { newId } from '@halyard/core';
import type { StoredEvent } from '@halyard/event-store';
import { InMemoryEventStore } from '@halyard/event-store/testing';
import { describe, expect, it, jest } from '@jest/globals';
import { termsOf, when } from '../../test/payments.js';
import { paymentStream } from '../payment/payment.model.js';
import { StatisticsProjection } from './statistics.projection.js';

describe('the statistics of a payment whose events come in several pages', () => {
  it('are derived without reading its stream', async () => {
    const terms = termsOf('balanceTransfer');
    const stream = paymentStream(terms.paymentId);
    const store = new InMemoryEventStore();
    const happened = [
      { type: 'PaymentInitiated', data: terms },
      { type: 'PaymentAccepted', data: { at: when } },
      { type: 'LegProcessed', data: { legId: terms.paymentId, at: when } },
    ];
    await store.append({ stream, expected: 'no-stream', events: happened.map((event) => ({ id: newId(), ...event })) });
    const events: StoredEvent[] = [];
    for await (const event of store.read(stream)) events.push(event);

    const reads = jest.spyOn(store, 'read');
    const projection = new StatisticsProjection(store);
    const steps = [];
    for (const event of events) steps.push((await projection.apply({ events: [event], furthest: 0n })).length);
    expect(steps).toEqual([0, 1, 1]);
    expect(reads).not.toHaveBeenCalled();
  });
});
