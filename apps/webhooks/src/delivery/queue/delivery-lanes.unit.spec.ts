import { describe, expect, it } from '@jest/globals';
import { aClaimedDelivery } from '../../../test/support/deliveries.js';
import type { ClaimedSubscription } from '../../event/recorded-delivery.js';
import type { ClaimedDelivery } from '../delivery.js';
import { DeliveryLimits } from '../delivery-limits.js';
import { DeliveryLanes } from './delivery-lanes.js';
import { FAILURES_MAX } from '../outcome/pauses.js';

/** Of one lane, numbered in their order, each of the resource that its name begins with. */
const laneOf = (id: string, names: readonly string[], subscription: Partial<ClaimedSubscription> = {}) =>
  names.map((name, index) =>
    aClaimedDelivery({
      id: name,
      sequence: index + 1,
      subscription: { id, ...subscription },
      resourceId: name.charAt(0),
    }),
  );
const inOrder = (...names: string[]): ClaimedDelivery[] => laneOf('a', names);
const strictly = (...names: string[]): ClaimedDelivery[] => laneOf('a', names, { strictOrder: true });
/** Each of a resource of its own. */
const claimed = (subscriptionId: string, count: number): ClaimedDelivery[] =>
  Array.from({ length: count }, (_, index) =>
    aClaimedDelivery({
      id: `${subscriptionId}${index}`,
      sequence: index + 1,
      subscription: { id: subscriptionId },
      resourceId: String(index),
    }),
  );

const lanesWith = (limits: Partial<DeliveryLimits> = {}) =>
  new DeliveryLanes({
    ...new DeliveryLimits(),
    perSubscription: 2,
    inTotal: 3,
    claimedPerSubscription: 5,
    claimedInTotal: 10,
    ...limits,
  });

const claim = (lanes: DeliveryLanes, ...names: string[]) => lanes.ask().claim(names);
/** Adds what the queue gives. */
const fill = (lanes: DeliveryLanes, ...deliveries: ClaimedDelivery[]) =>
  claim(lanes, ...new Set(deliveries.map(({ subscription }) => subscription.id))).add(deliveries);
const idsOf = (deliveries: readonly ClaimedDelivery[]) => deliveries.map(({ id }) => id);
const first = ([delivery]: readonly ClaimedDelivery[]): ClaimedDelivery => {
  if (!delivery) throw new Error('nothing was taken');
  return delivery;
};

describe('room to claim', () => {
  it('is what the lane does not hold, in flight and unwritten among it', () => {
    const lanes = lanesWith();
    fill(lanes, ...claimed('a', 3));
    expect(claim(lanes, 'a').rooms.get('a')).toBe(2);
    const delivery = first(lanes.take());
    lanes.finish(delivery, 'delivered');
    expect(claim(lanes, 'a').rooms.get('a')).toBe(2);
    lanes.written([delivery]);
    expect(claim(lanes, 'a').rooms.get('a')).toBe(3);
  });

  it('is shared by the lanes, one each at least, and never more than there is in all', () => {
    expect([...claim(lanesWith(), 'a', 'b', 'c').rooms.values()]).toEqual([3, 3, 3]);
    expect(claim(lanesWith(), ...Array.from({ length: 20 }, (_, index) => String(index))).rooms.size).toBe(10);
  });

  it('is named by what is held already', () => {
    const lanes = lanesWith();
    fill(lanes, ...claimed('a', 2), ...claimed('b', 1));
    lanes.finish(first(lanes.take()), 'delivered');
    expect([...claim(lanes, 'a').holds].sort()).toEqual(['a0', 'a1']);
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
    expect(idsOf(lanes.finish(first(taken), 'delivered'))).toEqual(['b0']);
  });

  it('stays where it is once the lanes are closed', () => {
    const lanes = lanesWith();
    fill(lanes, ...claimed('a', 3));
    const taken = lanes.take();
    lanes.close();
    expect(lanes.finish(first(taken), 'delivered')).toEqual([]);
    expect(lanes.take()).toEqual([]);
  });

  it('never leaves more under way than may still fail before the pause', () => {
    const lanes = lanesWith({ perSubscription: 5, inTotal: 5 });
    const names = ['p1', 'q1', 'r1', 's1'];
    fill(lanes, ...laneOf('a', names, { failures: FAILURES_MAX - 2 }));
    const [p1, q1] = lanes.take();
    expect(idsOf([first(p1 ? [p1] : []), first(q1 ? [q1] : [])])).toEqual(['p1', 'q1']);
    expect(lanes.finish(first(p1 ? [p1] : []), 'failed')).toEqual([]);
    expect(idsOf(lanes.finish(first(q1 ? [q1] : []), 'delivered'))).toEqual(['r1', 's1']);
  });

  it('is asked for anew when the last failure before the pause is written down', () => {
    const lanes = lanesWith();
    fill(lanes, ...laneOf('a', ['p1', 'q1'], { failures: FAILURES_MAX - 1 }));
    const taken = lanes.take();
    lanes.finish(first(taken), 'failed');
    expect(lanes.written(taken)).toBe(true);
    expect(lanes.names()).toEqual([]);
  });
});

describe('what one resource tells', () => {
  it('goes one after the other, while other resources go on side by side', () => {
    const lanes = lanesWith({ perSubscription: 3 });
    fill(lanes, ...inOrder('x1', 'x2', 'y1', 'x3', 'z1'));
    const taken = lanes.take();
    expect(idsOf(taken)).toEqual(['x1', 'y1', 'z1']);
    expect(idsOf(lanes.finish(first(taken), 'failed'))).toEqual(['x2']);
  });

  it('keeps its order when a resource was passed over', () => {
    const lanes = lanesWith({ perSubscription: 2, inTotal: 2 });
    fill(lanes, ...inOrder('x1', 'x2', 'y1', 'y2'));
    const [x1, y1] = lanes.take();
    expect(idsOf(lanes.finish(first(y1 ? [y1] : []), 'delivered'))).toEqual(['y2']);
    expect(idsOf(lanes.finish(first(x1 ? [x1] : []), 'delivered'))).toEqual(['x2']);
  });

  it('is nothing to another subscription', () => {
    const lanes = lanesWith();
    fill(lanes, ...laneOf('a', ['x1']), ...laneOf('b', ['x2']));
    expect(idsOf(lanes.take())).toEqual(['x1', 'x2']);
  });

  it('is let go with all of its lane where something was not attempted, and goes again when it is claimed again', () => {
    const lanes = lanesWith({ perSubscription: 1 });
    fill(lanes, ...inOrder('x1', 'x2', 'y1'));
    expect(lanes.finish(first(lanes.take()), 'unattempted')).toEqual([]);
    expect(lanes.names()).toEqual([]);
    expect(claim(lanes, 'a').rooms.get('a')).toBe(5);
    fill(lanes, ...inOrder('x1', 'x2'));
    expect(idsOf(lanes.take())).toEqual(['x1']);
  });

  it('is not passed by what was claimed while the lane was let go', () => {
    const lanes = lanesWith({ perSubscription: 1 });
    fill(lanes, ...inOrder('x1'));
    const taken = lanes.take();
    const claiming = claim(lanes, 'a');
    lanes.finish(first(taken), 'unattempted');
    claiming.add(inOrder('x1', 'x2').slice(1));
    expect(lanes.take()).toEqual([]);
  });

  it('takes its place by its number when it is claimed late, as a retry is', () => {
    const lanes = lanesWith({ perSubscription: 1 });
    const [x1, ...later] = inOrder('x1', 'x2', 'x3');
    fill(lanes, ...later);
    fill(lanes, ...(x1 ? [x1] : []));
    expect(idsOf(lanes.take())).toEqual(['x1']);
  });
});

describe('in strict order', () => {
  it('one goes at a time', () => {
    const lanes = lanesWith();
    fill(lanes, ...strictly('x1', 'y1', 'z1'));
    const taken = lanes.take();
    expect(idsOf(taken)).toEqual(['x1']);
    expect(idsOf(lanes.finish(first(taken), 'delivered'))).toEqual(['y1']);
  });

  it('nothing goes after a failure until that is written down, not even what is being claimed', () => {
    const lanes = lanesWith();
    fill(lanes, ...strictly('x1', 'y1'));
    const taken = lanes.take();
    const claiming = claim(lanes, 'a');
    expect(lanes.finish(first(taken), 'failed')).toEqual([]);
    claiming.add(strictly('x1', 'y1', 'z1').slice(2));
    expect([lanes.take(), claim(lanes, 'a').rooms.size]).toEqual([[], 0]);
    expect(lanes.written(taken)).toBe(true);
    expect(claim(lanes, 'a').rooms.size).toBe(1);
  });

  it('the queue is asked once a resend is written down, for that may have closed the gap', () => {
    const lanes = lanesWith();
    fill(lanes, aClaimedDelivery({ resendOf: 'x1', subscription: { id: 'a', strictOrder: true } }));
    const taken = lanes.take();
    lanes.finish(first(taken), 'delivered');
    expect(lanes.written(taken)).toBe(true);
  });
});

describe('a replay', () => {
  /** Of the resources `r` and so on, with numbers below those of `inOrder`. */
  const replayed = (...names: string[]): ClaimedDelivery[] =>
    names.map((name, index) =>
      aClaimedDelivery({
        id: name,
        sequence: index - names.length,
        subscription: { id: 'a', newest: 3 },
        resourceId: name.charAt(0),
        resendOf: `of ${name}`,
        replayId: 'replay',
      }),
    );
  const wide = { perSubscription: 4, inTotal: 10, replaysPerSubscription: 2, claimedPerSubscription: 8 };

  it('goes behind what is recorded, and has some of the lane’s requests', () => {
    const lanes = lanesWith(wide);
    fill(lanes, ...replayed('r', 's', 't'));
    const begun = lanes.take();
    expect(idsOf(begun)).toEqual(['r', 's']);
    fill(lanes, ...inOrder('x1', 'y1'));
    expect(idsOf(lanes.take())).toEqual(['x1', 'y1']);
    expect(idsOf(lanes.finish(first(begun), 'delivered'))).toEqual(['t']);
  });

  it('keeps its own order of each resource, and holds up no other delivery of it', () => {
    const lanes = lanesWith(wide);
    fill(lanes, ...replayed('r1', 'r2'));
    expect(idsOf(lanes.take())).toEqual(['r1']);
    fill(lanes, ...inOrder('r3'));
    expect(idsOf(lanes.take())).toEqual(['r3']);
  });

  it('goes beside strict order', () => {
    const lanes = lanesWith(wide);
    fill(lanes, ...strictly('x1', 'y1'), ...replayed('r', 's'));
    expect(idsOf(lanes.take())).toEqual(['x1', 'r']);
  });

  it('fills half of a lane at most, and keeps nothing from being handed over', () => {
    const lanes = lanesWith(wide);
    fill(lanes, ...replayed('r', 's', 't', 'u', 'v', 'w'));
    expect(lanes.hand(aClaimedDelivery({ id: 'a4', sequence: 4, subscription: { id: 'a' }, resourceId: 'x' }))).toBe(
      true,
    );
    expect(claim(lanes, 'a').holds).toEqual(['a4', 'r', 's', 't', 'u']);
    expect(idsOf(lanes.take())).toEqual(['a4', 'r', 's']);
  });

  it('under way keeps no subscription from going on once it is resumed', () => {
    const lanes = lanesWith(wide);
    const failing = laneOf('a', ['x1'], { failures: FAILURES_MAX - 1 });
    fill(lanes, ...failing);
    expect(idsOf(lanes.take())).toEqual(['x1']);
    fill(lanes, ...replayed('r'));
    expect(idsOf(lanes.take())).toEqual(['r']);
    lanes.finish(first(failing), 'failed');
    expect(lanes.written(failing)).toBe(true);
    fill(lanes, ...inOrder('y1'));
    expect(idsOf(lanes.take())).toEqual(['y1']);
  });
});

describe('the queue', () => {
  it('is asked again when the lane runs low, there is room, and the queue may hold more', () => {
    const lanes = lanesWith();
    fill(lanes, ...claimed('a', 5));
    const [a0, a1] = lanes.take();
    const endOf = (delivery: ClaimedDelivery | undefined) => {
      const ended = delivery ? [delivery] : [];
      lanes.finish(first(ended), 'delivered');
      return lanes.written(ended);
    };
    expect(endOf(a0)).toBe(true);
    expect(endOf(a1)).toBe(true);
  });

  it('is not asked again when it gave less than there was room for', () => {
    const lanes = lanesWith();
    fill(lanes, ...claimed('a', 4));
    const taken = lanes.take();
    for (const delivery of taken) lanes.finish(delivery, 'delivered');
    expect(lanes.written(taken)).toBe(false);
  });

  it('is not asked again while the lane holds much', () => {
    const lanes = lanesWith({ claimedPerSubscription: 10 });
    fill(lanes, ...claimed('a', 10));
    const taken = lanes.take();
    for (const delivery of taken) lanes.finish(delivery, 'delivered');
    expect(lanes.written(taken)).toBe(false);
  });

  it('is asked again for lanes that had no room at all', () => {
    const lanes = lanesWith({ claimedInTotal: 3 });
    fill(lanes, ...claimed('a', 3));
    expect(claim(lanes, 'b').rooms.size).toBe(0);
    const taken = lanes.take();
    for (const delivery of taken) lanes.finish(delivery, 'delivered');
    expect(lanes.written(taken)).toBe(true);
  });
});

describe('what was recorded just now', () => {
  /** Numbers of lane `a`, each of a resource of its own. */
  const numbered = (...numbers: number[]): ClaimedDelivery[] =>
    numbers.map((sequence) =>
      aClaimedDelivery({
        id: `a${sequence}`,
        sequence,
        subscription: { id: 'a', newest: Math.max(...numbers) },
        resourceId: String(sequence),
      }),
    );
  const handTo = (lanes: DeliveryLanes, ...numbers: number[]): boolean[] =>
    numbered(...numbers).map((delivery) => lanes.hand(delivery));
  const finishAll = (lanes: DeliveryLanes): void => {
    const taken = lanes.take();
    for (const delivery of taken) lanes.finish(delivery, 'delivered');
    lanes.written(taken);
  };

  it('is taken in where it follows what the queue gave, which was all', () => {
    const lanes = lanesWith();
    fill(lanes, ...numbered(1, 2));
    expect(handTo(lanes, 3)).toEqual([true]);
    expect(claim(lanes, 'a').holds).toEqual(['a1', 'a2', 'a3']);
  });

  it('is taken in also when nothing of the lane is held any more', () => {
    const lanes = lanesWith();
    fill(lanes, ...numbered(1));
    finishAll(lanes);
    expect(lanes.names()).toEqual([]);
    expect(handTo(lanes, 2, 3)).toEqual([true, true]);
    expect(idsOf(lanes.take())).toEqual(['a2', 'a3']);
  });

  it.each<[string, (lanes: DeliveryLanes) => void, number]>([
    ['of a lane that the queue was not asked for', () => undefined, 1],
    ['with a number that is not the next', (lanes) => fill(lanes, ...numbered(1)), 3],
    ['again', (lanes) => fill(lanes, ...numbered(1)), 1],
    ['where the queue may have more', (lanes) => fill(lanes, ...numbered(1, 2, 3, 4, 5)), 6],
    [
      'where the queue passed over some',
      (lanes) => fill(lanes, aClaimedDelivery({ sequence: 1, subscription: { id: 'a' } })),
      2,
    ],
    [
      'in strict order',
      (lanes) =>
        fill(lanes, aClaimedDelivery({ sequence: 1, subscription: { id: 'a', newest: 1, strictOrder: true } })),
      2,
    ],
    [
      'of a lane that was let go of',
      (lanes) => {
        fill(lanes, ...numbered(1));
        lanes.letGo(['a']);
      },
      2,
    ],
    [
      'of an idle lane that was let go of with all',
      (lanes) => {
        fill(lanes, ...numbered(1));
        finishAll(lanes);
        lanes.letGoOfAll();
      },
      2,
    ],
    [
      'of which one was not attempted',
      (lanes) => {
        fill(lanes, ...numbered(1));
        lanes.finish(first(lanes.take()), 'unattempted');
      },
      2,
    ],
    [
      'while the queue is asked',
      (lanes) => {
        fill(lanes, ...numbered(1));
        lanes.ask();
      },
      2,
    ],
    [
      'once nothing is taken any more',
      (lanes) => {
        fill(lanes, ...numbered(1));
        lanes.close();
      },
      2,
    ],
  ])('is left to the queue %s', (_, given, sequence) => {
    const lanes = lanesWith();
    given(lanes);
    expect(handTo(lanes, sequence)).toEqual([false]);
  });

  it('is taken in again once the answer of the queue is added, which is added once, and not after a newer one', () => {
    const lanes = lanesWith();
    fill(lanes, ...numbered(1));
    const [failed, asked] = [claim(lanes, 'a'), claim(lanes, 'a')];
    expect(() => failed.add(numbered(2))).toThrow('over');
    asked.add([]);
    expect(() => asked.add(numbered(2))).toThrow('over');
    expect(handTo(lanes, 2)).toEqual([true]);
    expect(claim(lanes, 'a').holds).toEqual(['a1', 'a2']);
  });

  it('is taken in up to what a lane, and all of them, may hold; then the queue is asked for it', () => {
    const lanes = lanesWith({ claimedPerSubscription: 3 });
    fill(lanes, ...numbered(1, 2));
    expect(handTo(lanes, 3, 4, 5)).toEqual([true, false, false]);
    const [one] = lanes.take();
    if (one) lanes.finish(one, 'delivered');
    expect(lanes.written(one ? [one] : [])).toBe(true);

    const full = lanesWith({ claimedInTotal: 2 });
    fill(full, ...numbered(1));
    expect(handTo(full, 2, 3)).toEqual([true, false]);
  });
});
