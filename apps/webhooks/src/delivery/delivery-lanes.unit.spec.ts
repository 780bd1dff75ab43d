import { describe, expect, it } from '@jest/globals';
import { DeliveryLanes } from './delivery-lanes.js';
import { DeliveryLimits } from './delivery-limits.js';
import type { ClaimedDelivery, GivenBack } from './delivery-queue.rows.js';

const now = new Date('2026-03-02T15:00:00.000Z');
const later = new Date(now.getTime() + 1);
const due = (...subscriptions: string[]) => subscriptions.map((subscriptionId) => ({ subscriptionId, dueAt: now }));

const delivery = (subscriptionId: string, name: string, resourceId: string): ClaimedDelivery => ({
  id: name,
  recordedAt: now,
  subscriptionId,
  sequence: 1,
  url: 'https://example.com/',
  sealedSecret: Buffer.alloc(0),
  worker: 1,
  leasedUntil: later,
  event: {
    id: 'e',
    accountId: 'a',
    customerId: null,
    topic: 'transfer_created',
    resourceKind: 'transfer',
    resourceId,
    resourceVersion: 1,
    createdAt: now,
  },
});

/** Each of a resource of its own. */
const claimed = (subscriptionId: string, count: number): ClaimedDelivery[] =>
  Array.from({ length: count }, (_, index) => delivery(subscriptionId, `${subscriptionId}${index}`, String(index)));

/** Of one lane, each of the resource that its name begins with. */
const inOrder = (...names: string[]): ClaimedDelivery[] => names.map((name) => delivery('a', name, name.charAt(0)));

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
const over = { giveBack: false };
const givenBy = (given: readonly GivenBack[]) => given.map(({ delivery: { id }, dueAt }) => [id, dueAt]);
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
    expect(idsOf(lanes.finish(first(taken), over).next)).toEqual(['b0']);
  });

  it('is given back when nothing of it is in flight', () => {
    const lanes = lanesWith();
    fill(lanes, ...claimed('a', 4));
    lanes.take();
    expect(givenBy(lanes.drain())).toEqual([
      ['a2', now],
      ['a3', now],
    ]);
    expect(lanes.drain()).toEqual([]);
  });

  it('stays where it is once the lanes are closed', () => {
    const lanes = lanesWith();
    fill(lanes, ...claimed('a', 3));
    const taken = lanes.take();
    lanes.close();
    expect(lanes.finish(first(taken), over).next).toEqual([]);
    expect(lanes.take()).toEqual([]);
    expect(givenBy(lanes.drain())).toEqual([['a2', now]]);
  });
});

describe('what one resource tells', () => {
  it('goes one after the other, while other resources go on side by side', () => {
    const lanes = lanesWith({ perSubscription: 3 });
    fill(lanes, ...inOrder('x1', 'x2', 'y1', 'x3', 'z1'));
    const taken = lanes.take();
    expect(idsOf(taken)).toEqual(['x1', 'y1', 'z1']);
    expect(idsOf(lanes.finish(first(taken), over).next)).toEqual(['x2']);
  });

  it('keeps its order when a resource was passed over', () => {
    const lanes = lanesWith({ perSubscription: 2, inTotal: 2 });
    fill(lanes, ...inOrder('x1', 'x2', 'y1', 'y2'));
    const [x1, y1] = lanes.take();
    expect(idsOf(lanes.finish(first(y1 ? [y1] : []), over).next)).toEqual(['y2']);
    expect(idsOf(lanes.finish(first(x1 ? [x1] : []), over).next)).toEqual(['x2']);
  });

  it('is nothing to another subscription', () => {
    const lanes = lanesWith();
    fill(lanes, delivery('a', 'a1', 'x'), delivery('b', 'b1', 'x'));
    expect(idsOf(lanes.take())).toEqual(['a1', 'b1']);
  });

  it('is given back with what was not attempted, and others take its place', () => {
    const lanes = lanesWith({ perSubscription: 1 });
    fill(lanes, ...inOrder('x1', 'x2', 'y1', 'x3'));
    const after = lanes.finish(first(lanes.take()), { giveBack: true });
    expect([idsOf(after.next), after.askAgain]).toEqual([['y1'], true]);
    expect(givenBy(lanes.toGiveBack())).toEqual([
      ['x1', later],
      ['x2', later],
      ['x3', later],
    ]);
  });

  it('keeps its place until it was given back, and goes again when it was claimed again', () => {
    const lanes = lanesWith();
    fill(lanes, ...inOrder('x1', 'x2'));
    lanes.finish(first(lanes.take()), { giveBack: true });
    expect(lanes.take()).toEqual([]);

    lanes.forget(lanes.toGiveBack());
    expect(lanes.toGiveBack()).toEqual([]);
    expect(lanes.rooms(due('a'), now).get('a')).toBe(5);
    fill(lanes, ...inOrder('x1', 'x2'));
    expect(idsOf(lanes.take())).toEqual(['x1']);
  });
});

describe('the queue', () => {
  it('is asked again when the lane runs low and the queue may hold more', () => {
    const lanes = lanesWith();
    fill(lanes, ...claimed('a', 5));
    expect(lanes.finish(first(lanes.take()), over).askAgain).toBe(true);
  });

  it('is not asked again when it gave less than there was room for', () => {
    const lanes = lanesWith();
    fill(lanes, ...claimed('a', 4));
    expect(lanes.finish(first(lanes.take()), over).askAgain).toBe(false);
  });

  it('is asked again for lanes that had no room at all', () => {
    const lanes = lanesWith({ claimedInTotal: 3 });
    fill(lanes, ...claimed('a', 3));
    expect(lanes.rooms(due('b'), now).size).toBe(0);
    expect(lanes.finish(first(lanes.take()), over).askAgain).toBe(true);
  });
});
