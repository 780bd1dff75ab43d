import { expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import type { MessageBus } from '../../src/message-bus.js';
import { type BusBench, Listener, newKeys, ofKeys, topic } from './bus-bench.js';
import { expectEventually, gate } from '@halyard/testing/waiting';

export function followBehaviour(bench: BusBench): void {
  const follow = (bus: MessageBus, { onBatch }: Listener, name = newId()) =>
    bus.follow({ name, topics: [topic], onBatch });

  it('has brought a follower all that was there once it has caught up, and brings what comes', async () => {
    const [key = ''] = newKeys(1);
    await bench.tellAndHear(key, key);
    const listener = new Listener();
    const following = await follow(bench.openBus(), listener);
    await following.caughtUp;
    expect(ofKeys(listener.heard, [key])).toEqual([`${key}:1`, `${key}:2`]);
    await bench.harness.tell(key);
    await expectEventually(() => expect(ofKeys(listener.heard, [key])).toEqual([`${key}:1`, `${key}:2`, `${key}:3`]));
  });

  it('brings everything to each of two followers of one name, and again to one that comes later', async () => {
    const name = newId();
    const [key = ''] = newKeys(1);
    await bench.tellAndHear(key);
    const listeners = [new Listener(), new Listener()];
    await Promise.all(listeners.map(async (one) => (await follow(bench.openBus(), one, name)).caughtUp));
    const later = new Listener();
    await (
      await follow(bench.openBus(), later, name)
    ).caughtUp;
    for (const { heard } of [...listeners, later]) expect(ofKeys(heard, [key])).toEqual([`${key}:1`]);
  });

  it('has not caught up before what was there has been handled, however often that is rejected', async () => {
    const [key = ''] = newKeys(1);
    await bench.tellAndHear(key);
    const goOn = gate();
    let rejections = 2;
    const listener = new Listener(async (names) => {
      if (ofKeys(names, [key]).length === 0) return;
      if (rejections-- > 0) throw new Error('not now');
      await goOn.opened;
    });
    const following = await follow(bench.openBus(), listener);
    let caughtUp = false;
    const catchingUp = following.caughtUp.then(() => (caughtUp = true));
    await expectEventually(() => expect(rejections).toBeLessThan(0));
    expect(caughtUp).toBe(false);
    goOn.open();
    await catchingUp;
    expect(ofKeys(listener.heard, [key])).toEqual([`${key}:1`]);
  });

  it('brings a follower nothing after it has stopped', async () => {
    const [first = '', second = ''] = newKeys(2);
    const listener = new Listener();
    const following = await follow(bench.openBus(), listener);
    await bench.harness.tell(first);
    await expectEventually(() => expect(listener.heard).toContain(`${first}:1`));
    await following.stop();
    await bench.tellAndHear(second);
    expect(ofKeys(listener.heard, [second])).toEqual([]);
  });
}
