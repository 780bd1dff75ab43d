import { newId } from '@halyard/core';
import type { StoredEvent } from '@halyard/event-store';
import { InMemoryEventStore } from '@halyard/event-store/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { termsOf, when } from '../../../test/payments.js';
import { type Payment, paymentStream } from '../payment.model.js';
import { RecentStates } from '../../projection/recent-states.js';
import { unfinishedChanges } from './unfinished-payments.projection.js';

describe('a payment whose events come in several pages', () => {
  const terms = termsOf('balanceTransfer');
  const stream = paymentStream(terms.paymentId);
  let store: InMemoryEventStore;
  let events: StoredEvent[];
  beforeEach(async () => {
    store = new InMemoryEventStore();
    const happened = [
      { type: 'PaymentInitiated', data: terms },
      { type: 'PaymentAccepted', data: { at: when } },
      { type: 'LegProcessed', data: { legId: terms.paymentId, at: when } },
    ];
    await store.append({ stream, expected: 'no-stream', events: happened.map((event) => ({ id: newId(), ...event })) });
    events = [];
    for await (const event of store.read(stream)) events.push(event);
  });

  it('is read for none of them, and is deleted by the last', async () => {
    const reads = jest.spyOn(store, 'read');
    const recent = new RecentStates<Payment>();
    const changes = [];
    for (const event of events) changes.push(await unfinishedChanges([event], store, recent));
    expect(changes).toMatchObject([[{ due: true }], [{ due: true }], [{ due: false }]]);
    expect(reads).not.toHaveBeenCalled();
  });

  it.each([
    ['a page that is taken again', [0, 1, 0, 1, 2]],
    ['pages that nobody remembers', [1, 2]],
    ['a page that was left out', [0, 2]],
    ['pages that come again from the start', [0, 1, 2, 0, 1, 2]],
  ])('leaves nothing after %s', async (_, pages) => {
    const recent = new RecentStates<Payment>();
    for (const page of pages) {
      const taken = events.slice(page, page + 1);
      const changes = await unfinishedChanges(taken, store, recent);
      expect(changes).toEqual(await unfinishedChanges(taken, store, new RecentStates<Payment>()));
    }
  });
});
