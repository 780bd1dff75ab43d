import { expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { InMemoryBus } from '../../src/testing/in-memory-bus.js';
import type { RebuildSteps } from '../../src/inbox/consumer.js';
import type { Message } from '../../src/message-bus.js';
import { type BusBench, expectEachInOrder, newGroup, newKeys, ofKeys, Recorder, topic } from './bus-bench.js';
import { expectEventually } from '@halyard/testing/waiting';

export function effectsBehaviour(bench: BusBench): void {
  it('has an effect once when the consumer dies between the effect and its commit', async () => {
    let deaths = 2;
    const consumer = new Recorder(newId(), async (tx) => {
      if (deaths-- > 0) await tx.query(`SELECT pg_terminate_backend(pg_backend_pid())`);
    });
    await bench.run(bench.openBus(), consumer);
    const [key = ''] = newKeys(1);
    await bench.harness.tell(key, key);
    await expectEventually(async () => expect(ofKeys(await bench.effects(consumer.name), [key])).toHaveLength(2));
    expect(ofKeys(await bench.effects(consumer.name), [key])).toEqual([`${key}:1`, `${key}:2`]);
  });

  it('has an effect once when the consumer dies between its commit and the word that it has handled the batch', async () => {
    const consumer = new Recorder(newId());
    const runner = await bench.run(new InMemoryBus(), consumer);
    let deaths = 2;
    const bus = bench.openBus();
    const onBatch = async (messages: readonly Message[]): Promise<void> => {
      await runner.receive(messages, topic);
      if (deaths-- > 0) throw new Error('dead');
    };
    await bus.consume({ group: newGroup(), topics: [topic], onBatch });
    const [key = ''] = newKeys(1);
    await bench.harness.tell(key, key);
    await expectEventually(async () => expect(await bench.effects(consumer.name)).toContain(`${key}:2`));
    await expectEventually(() => expect(deaths).toBeLessThan(0));
    expectEachInOrder(await bench.effects(consumer.name), [key], 2);
  });

  it('has each effect once and in order while the members of a group come and go', async () => {
    const consumer = new Recorder(newId());
    const keys = newKeys(10);
    const tellOn = async (rounds: number): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) await bench.harness.tell(...keys);
    };
    const first = await bench.run(bench.openBus(), consumer);
    await tellOn(2);
    const [second] = await Promise.all([bench.run(bench.openBus(), consumer), tellOn(2)]);
    await Promise.all([bench.run(bench.openBus(), consumer), tellOn(2)]);
    await Promise.all([first.stop(), tellOn(2)]);
    await Promise.all([second.stop(), tellOn(2)]);
    await expectEventually(async () => expect(ofKeys(await bench.effects(consumer.name), keys)).toHaveLength(100));
    expectEachInOrder(await bench.effects(consumer.name), keys, 10);
  });

  it('has an effect once when the same events come again', async () => {
    const bus = bench.openBus();
    const consumer = new Recorder(newId());
    const runner = await bench.run(bus, consumer);
    const [key = ''] = newKeys(1);
    await bench.tellAndHear(key, key);
    await expectEventually(async () => expect(await bench.effects(consumer.name)).toContain(`${key}:2`));
    await expectEventually(async () => expect(await bus.lag(runner.group, topic)).toBe(0));
    const once = await bench.effects(consumer.name);
    await bus.rewind(runner.group, topic);
    await expectEventually(() => expect(runner.stats.duplicates).toBe(once.length));
    expect(await bench.effects(consumer.name)).toEqual(once);
  });

  it('brings a rebuild everything again, while the consumer goes on', async () => {
    const bus = bench.openBus();
    const consumer = new Recorder(newId());
    const again = new Set<string>();
    const rebuildSteps: RebuildSteps = {
      take: (events) => {
        for (const { partitionkey, sequence } of events) again.add(`${partitionkey}:${sequence}`);
        return Promise.resolve();
      },
      // It never takes its place, so that the test can look at it for as long as it needs.
      compare: () => Promise.resolve({ rows: 1, first: [{ key: 'one' }] }),
    };
    const { rebuilds } = await bench.run(bus, Object.assign(consumer, { rebuildSteps }));
    const [key = ''] = newKeys(1);
    await bench.harness.tell(key, key, key);
    await expectEventually(async () => expect(await bench.effects(consumer.name)).toContain(`${key}:3`));
    const { dataSource } = bench.harness;
    await dataSource.transaction(async (tx) => rebuilds?.begin(tx, {}));
    rebuilds?.look();
    await bench.harness.tell(key);
    await expectEventually(async () => expect(await rebuilds?.current()).toMatchObject({ state: 'differs' }));
    await expectEventually(async () => expect(await bench.effects(consumer.name)).toContain(`${key}:4`));
    expect([...again]).toEqual(expect.arrayContaining([1, 2, 3].map((n) => `${key}:${n}`)));
    await dataSource.transaction(async (tx) => rebuilds?.end(tx));
    expect(await rebuilds?.current()).toBeUndefined();
  });
}
