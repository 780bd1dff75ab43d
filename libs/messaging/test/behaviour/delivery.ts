import { expect, it } from '@jest/globals';
import { type BusBench, Listener, newGroup, newKeys, ofKeys, topic } from './bus-bench.js';
import { expectEventually, gate } from '@halyard/testing/waiting';

/** Every group gets every event, in order, one batch at a time. */
export function deliveryBehaviour(bench: BusBench): void {
  it('brings what was told before and after a group began to listen, each key in order', async () => {
    const [a = '', b = ''] = newKeys(2);
    await bench.harness.tell(a, a, b);
    const listener = new Listener();
    await bench.listen(bench.openBus(), newGroup(), listener);
    await expectEventually(() => expect(listener.heard).toContain(`${b}:1`));
    await bench.harness.tell(b, a);
    await expectEventually(() => expect(listener.heard).toEqual(expect.arrayContaining([`${b}:2`, `${a}:3`])));
    expect(ofKeys(listener.heard, [a])).toEqual([`${a}:1`, `${a}:2`, `${a}:3`]);
    expect(ofKeys(listener.heard, [b])).toEqual([`${b}:1`, `${b}:2`]);
  });

  it('brings everything to each group, and to one of the members of one', async () => {
    const group = newGroup();
    const shared = new Listener();
    const other = new Listener();
    await bench.listen(bench.openBus(), group, shared);
    await bench.listen(bench.openBus(), group, shared);
    await bench.listen(bench.openBus(), newGroup(), other);
    const [a = '', ...rest] = newKeys(20);
    await bench.harness.tell(a, ...rest, a);
    await expectEventually(() => expect(ofKeys(other.heard, [a, ...rest])).toHaveLength(21));
    await expectEventually(() => expect(new Set(ofKeys(shared.heard, [a, ...rest])).size).toBe(21));
    // When the topic is divided anew among the members, a message that one has in hand may also come to another.
    expect(ofKeys(shared.heard, [a, ...rest]).length).toBeLessThan(2 * 21);
  });

  it('lets another member go on when one stops, from where it was', async () => {
    const group = newGroup();
    const [first, second] = [new Listener(), new Listener()];
    const bus = bench.openBus();
    const running = await bench.listen(bus, group, first);
    const [key = ''] = newKeys(1);
    await bench.harness.tell(key);
    await expectEventually(() => expect(first.heard).toContain(`${key}:1`));
    await expectEventually(async () => expect(await bus.lag(group, topic)).toBe(0));
    await bench.listen(bench.openBus(), group, second);
    await running.stop();
    await bench.harness.tell(key);
    await expectEventually(() => expect(ofKeys(second.heard, [key])).toEqual([`${key}:2`]));
    expect(ofKeys(first.heard, [key])).toEqual([`${key}:1`]);
  });

  it('brings a batch again that was rejected', async () => {
    let rejections = 2;
    const listener = new Listener(() => {
      if (rejections-- > 0) throw new Error('not now');
    });
    await bench.listen(bench.openBus(), newGroup(), listener);
    const [key = ''] = newKeys(1);
    await bench.harness.tell(key, key);
    await expectEventually(() => expect(ofKeys(listener.heard, [key])).toEqual([`${key}:1`, `${key}:2`]));
  });

  it('stops only after the batch in hand, and brings none afterwards', async () => {
    const bus = bench.openBus();
    const entered = gate();
    const goOn = gate();
    const [key = ''] = newKeys(1);
    const listener = new Listener(async (names) => {
      if (ofKeys(names, [key]).length === 0) return;
      entered.open();
      await goOn.opened;
    });
    const running = await bench.listen(bus, newGroup(), listener);
    await bench.harness.tell(key);
    await entered.opened;
    let stopped = false;
    const stopping = running.stop().then(() => (stopped = true));
    await bench.harness.tell(key);
    expect(stopped).toBe(false);
    goOn.open();
    await stopping;
    await bench.tellAndHear(...newKeys(1));
    expect(ofKeys(listener.heard, [key])).toEqual([`${key}:1`]);
  });
}
