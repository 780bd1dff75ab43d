import { expect } from '@jest/globals';
import { newId } from '@halyard/core';
import {
  type BusAbility,
  type BusBench,
  expectEachInOrder,
  Listener,
  newGroup,
  newKeys,
  ofKeys,
  Recorder,
} from './bus-bench.js';
import { expectEventually } from '@halyard/testing/waiting';

/** Tests with concurrent writers, and with connections that break. */
export function troubleBehaviour(
  bench: BusBench,
  can: (ability: BusAbility) => (title: string, test: () => Promise<void>) => void,
): void {
  can('transactions')('loses nothing of four writers while a slow transaction holds an early place', async () => {
    const bus = bench.openBus();
    const consumer = new Recorder(newId());
    await bench.run(bus, consumer);
    const [slow = '', ...busy] = newKeys(5);
    const late = await bench.harness.begin?.();
    await late?.tell(slow);
    const writers = busy.map(async (key) => {
      for (let round = 0; round < 50; round += 1) await bench.harness.tell(key);
    });
    await writers[0];
    await late?.commit();
    await Promise.all(writers);
    await expectEventually(async () =>
      expect(ofKeys(await bench.effects(consumer.name), [slow, ...busy])).toHaveLength(201),
    );
    expectEachInOrder(await bench.effects(consumer.name), busy, 50);
  });

  can('transactions')('loses nothing of a transaction that began first and told last', async () => {
    const listener = new Listener();
    const [early = '', ...many] = newKeys(601);
    const first = await bench.harness.begin?.();
    await bench.harness.tell(...many);
    await first?.tell(early);
    await first?.commit();
    await bench.listen(bench.openBus(), newGroup(), listener);
    await expectEventually(() => expect(ofKeys(listener.heard, many)).toHaveLength(600));
    await expectEventually(() => expect(ofKeys(listener.heard, [early])).toEqual([`${early}:1`]));
  });

  can('connections')('goes on by itself after its connections were cut', async () => {
    const consumer = new Recorder(newId());
    await bench.run(bench.openBus(), consumer);
    const [key = ''] = newKeys(1);
    await bench.harness.tell(key);
    await expectEventually(async () => expect(await bench.effects(consumer.name)).toContain(`${key}:1`));
    await bench.harness.cut?.();
    await bench.harness.tell(key);
    await expectEventually(async () => expect(await bench.effects(consumer.name)).toContain(`${key}:2`));
    expect(ofKeys(await bench.effects(consumer.name), [key])).toEqual([`${key}:1`, `${key}:2`]);
  });

  can('disorder')(
    'has each effect once and in order when events come twice, late, and ahead of their turn',
    async () => {
      const consumer = new Recorder(newId());
      await bench.run(bench.openBus(), consumer);
      const [key = ''] = newKeys(1);
      for (const sequence of [2, 1, 1, 2, 4]) await bench.harness.bring?.(key, sequence);
      await expectEventually(async () => expect(ofKeys(await bench.effects(consumer.name), [key])).toHaveLength(2));
      for (const sequence of [1, 3, 2, 5]) await bench.harness.bring?.(key, sequence);
      await expectEventually(async () => expect(ofKeys(await bench.effects(consumer.name), [key])).toHaveLength(5));
      expectEachInOrder(await bench.effects(consumer.name), [key], 5);
    },
  );
}
