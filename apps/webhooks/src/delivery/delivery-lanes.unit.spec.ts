import { describe, expect, it } from '@jest/globals';
import { DeliveryLanes } from './delivery-lanes.js';
import { DeliveryLimits } from './delivery-limits.js';
import type { ClaimedDelivery } from './delivery-queue.js';

const now = new Date('2026-03-02T15:00:00.000Z');
const later = new Date(now.getTime() + 1);
const due = (...subscriptions: string[]) => subscriptions.map((subscriptionId) => ({ subscriptionId, dueAt: now }));

const claimed = (subscriptionId: string, count: number): ClaimedDelivery[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${subscriptionId}${index}`,
    recordedAt: now,
    subscriptionId,
    url: 'https://example.com/',
    sealedSecret: Buffer.alloc(0),
    leasedUntil: later,
    event: {
      id: 'e',
      accountId: 'a',
      customerId: null,
      topic: 'transfer_created',
      resourceKind: 'transfer',
      resourceId: 't',
      createdAt: now,
    },
  }));

const lanesWith = (limits: Partial<DeliveryLimits> = {}) =>
  new DeliveryLanes({
    ...new DeliveryLimits(),
    perSubscription: 2,
    inTotal: 3,
    claimedPerSubscription: 5,
    claimedInTotal: 10,
    ...limits,
  });

const fill = (lanes: DeliveryLanes, ...deliveries: ClaimedDelivery[]) => {
  const subscriptions = [...new Set(deliveries.map(({ subscriptionId }) => subscriptionId))];
  lanes.add(lanes.rooms(due(...subscriptions), now), deliveries);
};
const idsOf = (deliveries: readonly ClaimedDelivery[]) => deliveries.map(({ id }) => id);
const first = ([delivery]: readonly ClaimedDelivery[]): ClaimedDelivery => {
  if (!delivery) throw new Error('nothing was taken');
  return delivery;
};

describe('room to claim', () => {
  it('is there for lanes that have something due', () => {
    const lanes = lanesWith();
    expect(lanes.rooms([...due('a'), { subscriptionId: 'b', dueAt: later }], now)).toEqual(new Map([['a', 5]]));
  });

  it('is what the lane does not hold yet', () => {
    const lanes = lanesWith();
    fill(lanes, ...claimed('a', 3));
    expect(lanes.rooms(due('a'), now).get('a')).toBe(2);
  });

  it('is shared by the lanes, one each at least, and never more than there is in all', () => {
    expect([
      ...lanesWith()
        .rooms(due('a', 'b', 'c'), now)
        .values(),
    ]).toEqual([3, 3, 3]);
    const many = due(...Array.from({ length: 20 }, (_, index) => String(index)));
    expect(lanesWith().rooms(many, now).size).toBe(10);
  });
});

describe('what is sent', () => {
  it('keeps to the limit of each lane and of all', () => {
    const lanes = lanesWith();
    fill(lanes, ...claimed('a', 4), ...claimed('b', 4));
    expect(idsOf(lanes.take())).toEqual(['a0', 'a1', 'b0']);
    expect(lanes.take()).toEqual([]);
  });

  it('goes on with the lane that finished, unless others waited for the limit of all', () => {
    const lanes = lanesWith({ inTotal: 2 });
    fill(lanes, ...claimed('a', 4), ...claimed('b', 4));
    const taken = lanes.take();
    expect(idsOf(taken)).toEqual(['a0', 'a1']);
    expect(idsOf(lanes.finish(first(taken)).next)).toEqual(['b0']);
  });

  it('is given back when nothing of it is in flight', () => {
    const lanes = lanesWith();
    fill(lanes, ...claimed('a', 4));
    lanes.take();
    expect(idsOf(lanes.drain())).toEqual(['a2', 'a3']);
    expect(lanes.drain()).toEqual([]);
  });
});

describe('the queue', () => {
  it('is asked again when the lane runs low and the queue may hold more', () => {
    const lanes = lanesWith();
    fill(lanes, ...claimed('a', 5));
    expect(lanes.finish(first(lanes.take())).askAgain).toBe(true);
  });

  it('is not asked again when it gave less than there was room for', () => {
    const lanes = lanesWith();
    fill(lanes, ...claimed('a', 4));
    expect(lanes.finish(first(lanes.take())).askAgain).toBe(false);
  });

  it('is asked again for lanes that had no room at all', () => {
    const lanes = lanesWith({ claimedInTotal: 3 });
    fill(lanes, ...claimed('a', 3));
    expect(lanes.rooms(due('b'), now).size).toBe(0);
    expect(lanes.finish(first(lanes.take())).askAgain).toBe(true);
  });
});
