import { expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { type BusBench, expectEachInOrder, Listener, newKeys, ofKeys, Recorder, topic } from './bus-bench.js';
import { expectEventually } from '@halyard/testing/waiting';

/** Tests across restarts, for harnesses that can `restart`. */
export function restartBehaviour(bench: BusBench): void {
  it('loses nothing and repeats no effect while what is between the services restarts', async () => {
    const consumer = new Recorder(newId());
    const bus = bench.openBus();
    await bench.run(bus, consumer);
    const follower = new Listener();
    await bus.follow({ name: newId(), topics: [topic], onBatch: follower.onBatch });
    const keys = newKeys(10);
    await bench.harness.tell(...keys);
    await expectEventually(async () => expect(ofKeys(await bench.effects(consumer.name), keys)).toHaveLength(10));
    const restarting = bench.harness.restart?.();
    for (let round = 0; round < 10; round += 1) await bench.harness.tell(...keys);
    await restarting;
    await bench.harness.tell(...keys);
    await expectEventually(async () => expect(ofKeys(await bench.effects(consumer.name), keys)).toHaveLength(120));
    expectEachInOrder(await bench.effects(consumer.name), keys, 12);
    await expectEventually(() => expect(new Set(ofKeys(follower.heard, keys)).size).toBe(120));
    await expectEventually(async () => expect(await bus.lag(`transfers.${consumer.name}`, topic)).toBe(0));
  });
}
